// exceptions: stack traces name methods and lines
import java.io.PrintWriter;
import java.io.StringWriter;

public class StackTraces {
    interface Thrower {
        void go();
    }

    static class Inner {
        Inner(int depth) {
            if (depth == 0) {
                throw new IllegalArgumentException("bottom");
            }
            new Inner(depth - 1);
        }

        static void call() {
            new Inner(2);
        }
    }

    static void wrap(Thrower thrower) {
        try {
            thrower.go();
        } catch (RuntimeException error) {
            throw new RuntimeException("wrapped", error);
        }
    }

    public static void main(String[] args) {
        try {
            Inner.call();
        } catch (IllegalArgumentException error) {
            for (StackTraceElement element : error.getStackTrace()) {
                if (element.getClassName().startsWith("StackTraces")) {
                    System.out.println(element.getClassName() + " " + element.getMethodName() + " "
                        + element.getLineNumber() + " " + element.getFileName());
                }
            }
        }
        try {
            wrap(new Thrower() {
                @Override
                public void go() {
                    Object[] nothing = null;
                    nothing[0] = "x";
                }
            });
        } catch (RuntimeException error) {
            StringWriter text = new StringWriter();
            error.printStackTrace(new PrintWriter(text));
            for (String line : text.toString().split("\n")) {
                if (line.contains("StackTraces") && !line.contains("Native") || line.startsWith("Caused")) {
                    System.out.println(line.split(":")[0]);
                }
            }
        }
    }
}
