// exceptions: an uncaught exception ends the program with status 1
public class Uncaught {
    static void thrower(int n) {
        if (n == 0) {
            throw new IllegalStateException("nobody catches this", new RuntimeException("the cause"));
        }
        thrower(n - 1);
    }

    public static void main(String[] args) {
        System.out.println("before");
        try {
            thrower(2);
        } finally {
            System.out.println("finally");
        }
        System.out.println("never");
    }
}
