// exceptions: System.exit runs no finally but the hooks
public class ExitInFinally {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        try {
            try {
                throw new RuntimeException("lost");
            } finally {
                System.out.println("leaving");
                System.exit(42);
            }
        } finally {
            System.out.println("never");
        }
    }
}
