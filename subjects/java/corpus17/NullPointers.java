// exceptions: null where an object is needed
public class NullPointers {
    int field;
    String text;

    void method() {
    }

    static void attempt(String name, Runnable work) {
        try {
            work.run();
            System.out.println(name + " fine");
        } catch (NullPointerException error) {
            System.out.println(name + " null");
        }
    }

    public static void main(String[] args) {
        NullPointers none = null;
        int[] array = null;
        Integer boxed = null;
        String text = null;
        RuntimeException nothing = null;
        attempt("get", () -> System.out.println(none.field));
        attempt("put", () -> none.field = 1);
        attempt("call", () -> none.method());
        attempt("length", () -> System.out.println(array.length));
        attempt("element", () -> array[0] = 1);
        attempt("unbox", () -> {
            int x = boxed;
        });
        attempt("throw", () -> {
            throw nothing;
        });
        attempt("lock", () -> {
            synchronized (none) {
                System.out.println("never");
            }
        });
        attempt("chain", () -> new NullPointers().text.length());
        attempt("loop", () -> {
            for (String one : (Iterable<String>) null) {
                System.out.println(one);
            }
        });
        attempt("concat", () -> System.out.println(text + none));
        attempt("instanceof", () -> System.out.println(none instanceof NullPointers));
        attempt("cast", () -> System.out.println((String) (Object) text));
        attempt("static", () -> System.out.println(java.util.Objects.requireNonNull(text, "message")));
    }
}
