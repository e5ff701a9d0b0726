// initialisation: fields, blocks and constructors in order
public class ConstructorOrder {
    static String say(String text) {
        System.out.println(text);
        return text;
    }

    static class Base {
        String field = say("Base.field");

        {
            say("Base block");
        }

        Base() {
            say("Base()");
            hook();
        }

        void hook() {
            say("Base.hook");
        }
    }

    static class Derived extends Base {
        String field = say("Derived.field");
        final int number = 7;
        int later = 8;

        {
            say("Derived block");
        }

        Derived() {
            this(say("argument"));
            say("Derived() " + field + " " + ((Base) this).field);
        }

        Derived(String text) {
            super();
            say("Derived(" + text + ")");
        }

        @Override
        void hook() {
            say("Derived.hook " + field + " " + number + " " + later);
        }
    }

    public static void main(String[] args) {
        new Derived();
    }
}
