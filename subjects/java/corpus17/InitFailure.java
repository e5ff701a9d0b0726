// initialisation: a failing initialiser makes its class unusable
public class InitFailure {
    static class Bad {
        static int value = compute();

        static int compute() {
            System.out.println("computing");
            throw new IllegalStateException("static");
        }
    }

    static class Worse {
        static {
            if (true) {
                throw new AssertionError("an error is not wrapped");
            }
        }

        static void call() {
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(Bad.value);
            } catch (ExceptionInInitializerError error) {
                System.out.println(error.getMessage() + " " + error.getException());
            } catch (NoClassDefFoundError error) {
                System.out.println(error.getMessage());
            }
        }
        for (int i = 0; i < 2; i++) {
            try {
                Worse.call();
            } catch (Error error) {
                System.out.println(error.getClass().getSimpleName() + " " + error.getMessage());
            }
        }
    }
}
