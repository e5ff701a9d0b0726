// initialisation: classes are initialised on first use, superclasses first
public class InitOrder {
    static void say(String text) {
        System.out.println(text);
    }

    static class A {
        static {
            say("A");
        }

        static int a = 1;
        static final int CONSTANT = 5;
        static final Integer BOXED = 6;
    }

    static class B extends A {
        static {
            say("B");
        }

        static void b() {
            say("b()");
        }
    }

    interface I {
        int FIELD = loud("I");

        default void m() {
        }
    }

    interface J {
        int FIELD = loud("J");
    }

    static class C implements I, J {
        static {
            say("C");
        }
    }

    static class Circle {
        static int x = Other.y + 1;
    }

    static class Other {
        static int y = Circle.x + 10;
    }

    static int loud(String name) {
        say(name);
        return name.length();
    }

    public static void main(String[] args) throws Exception {
        say("main");
        say("constant " + A.CONSTANT);
        B[] none = new B[2];
        Class<?> type = B.class;
        say("inherited " + B.a);
        say("boxed " + A.BOXED);
        B.b();
        new C();
        say("J " + C.class.getInterfaces().length);
        say("field " + J.FIELD);
        say(Circle.x + " " + Other.y);
        Class.forName("InitOrder$Late", false, InitOrder.class.getClassLoader());
        say("loaded");
        Class.forName("InitOrder$Late");
    }

    static class Late {
        static {
            say("Late");
        }
    }
}
