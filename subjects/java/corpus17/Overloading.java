// methods: the most specific overload is taken
public class Overloading {
    static String f(Object a) { return "Object"; }
    static String f(String a) { return "String"; }
    static String f(CharSequence a) { return "CharSequence"; }
    static String f(Number a) { return "Number"; }
    static String f(double a) { return "double"; }
    static String f(char a) { return "char"; }

    static class Base {
        String g(Base other) { return "base-base"; }
        String g(Derived other) { return "base-derived"; }
    }

    static class Derived extends Base {
        @Override String g(Base other) { return "derived-base"; }
        String g(Object other) { return "derived-object"; }
    }

    public static void main(String[] args) {
        Object text = "text";
        Base base = new Derived();
        System.out.println(f(text) + " " + f("x") + " " + f(new StringBuilder()) + " " + f(1) + " " + f(1L) + " "
            + f('c') + " " + f(Integer.valueOf(3)) + " " + f((Object) null) + " " + f(1f));
        System.out.println(base.g(base) + " " + base.g(new Derived()) + " " + ((Derived) base).g("x"));
    }
}
