// types: default, static and private methods of interfaces
public class Interfaces {
    interface Named {
        String name();

        default String greet() {
            return prefix() + name() + suffix(this);
        }

        private String prefix() {
            return "Hello, ";
        }

        private static String suffix(Named named) {
            return named.name().isEmpty() ? "?" : "!";
        }

        static Named of(String name) {
            return () -> name;
        }
    }

    interface Loud extends Named {
        @Override
        default String greet() {
            return Named.super.greet().toUpperCase();
        }
    }

    interface Other {
        default String greet() {
            return "other";
        }
    }

    static class Both implements Loud, Other {
        @Override
        public String name() {
            return "both";
        }

        @Override
        public String greet() {
            return Loud.super.greet() + Other.super.greet();
        }
    }

    static abstract class Winner {
        public String greet() {
            return "class wins";
        }
    }

    static class Child extends Winner implements Other {
    }

    public static void main(String[] args) {
        System.out.println(Named.of("Ann").greet() + " " + Named.of("").greet());
        System.out.println(new Both().greet() + " " + new Child().greet() + " " + ((Other) new Child()).greet());
        Loud loud = () -> "lambda";
        System.out.println(loud.greet());
    }
}
