// exceptions: own exceptions with causes
public class CustomException {
    static class Failure extends Exception {
        private final int code;

        Failure(String message, int code, Throwable cause) {
            super(message, cause);
            this.code = code;
        }

        @Override
        public String toString() {
            return "Failure#" + code + "[" + getMessage() + "]";
        }
    }

    static class Quiet extends RuntimeException {
        Quiet() {
            super("quiet", null, false, false);
        }
    }

    static void low() {
        throw new IllegalStateException("low");
    }

    static void high() throws Failure {
        try {
            low();
        } catch (IllegalStateException error) {
            throw new Failure("high", 7, error);
        }
    }

    public static void main(String[] args) {
        try {
            high();
        } catch (Failure failure) {
            System.out.println(failure + " " + failure.getCause() + " " + failure.code);
        }
        Throwable error = new RuntimeException(new Error("root"));
        System.out.println(error + " | " + error.getMessage());
        Quiet quiet = new Quiet();
        quiet.addSuppressed(new Error());
        System.out.println(quiet.getStackTrace().length + " " + quiet.getSuppressed().length);
        try {
            error.initCause(new Error());
        } catch (IllegalStateException again) {
            System.out.println(again.getMessage());
        }
        try {
            error.addSuppressed(error);
        } catch (IllegalArgumentException self) {
            System.out.println(self.getMessage());
        }
    }
}
