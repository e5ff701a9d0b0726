// types: virtual, super, private and static calls
public class Dispatch {
    static class A {
        String name = "A";

        static String s() {
            return "static A";
        }

        private String p() {
            return "private A";
        }

        String v() {
            return "A.v " + p() + " " + name;
        }

        String w() {
            return v();
        }
    }

    static class B extends A {
        String name = "B";

        static String s() {
            return "static B";
        }

        private String p() {
            return "private B";
        }

        @Override
        String v() {
            return "B.v " + p() + " " + name + " " + super.v() + " " + super.name;
        }
    }

    static class C extends B {
        @Override
        String v() {
            return "C:" + super.v();
        }
    }

    public static void main(String[] args) {
        for (A a : new A[] {new A(), new B(), new C()}) {
            System.out.println(a.w() + " | " + a.name);
        }
        System.out.println(A.s() + " " + B.s() + " " + ((A) new B()).p());
    }
}
