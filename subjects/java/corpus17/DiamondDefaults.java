// types: the most specific default wins
public class DiamondDefaults {
    interface A {
        default String who() {
            return "A";
        }
    }

    interface B extends A {
        @Override
        default String who() {
            return "B" + A.super.who();
        }
    }

    interface C extends A {
    }

    static class D implements B, C {
    }

    static class E extends D implements A {
    }

    static abstract class F implements B {
        @Override
        public abstract String who();
    }

    static class G extends F {
        @Override
        public String who() {
            return "G";
        }
    }

    public static void main(String[] args) {
        A[] all = {new D(), new E(), new G(), new A() { }};
        for (A one : all) {
            System.out.println(one.who());
        }
    }
}
