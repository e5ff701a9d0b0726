// initialisation: statements before super()
public class FlexibleConstructors {
    static class Base {
        Base(int size) {
            System.out.println("base " + size + " " + describe());
        }

        String describe() {
            return "plain";
        }
    }

    static class Derived extends Base {
        final String name;

        Derived(String text) {
            if (text.isEmpty()) {
                throw new IllegalArgumentException("empty");
            }
            name = text.toUpperCase();
            int size = text.length() * 2;
            super(size);
            System.out.println("derived " + name);
        }

        @Override
        String describe() {
            return "named " + name;
        }
    }

    public static void main(String[] args) {
        new Derived("abc");
        try {
            new Derived("");
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
    }
}
