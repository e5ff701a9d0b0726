// exceptions: resources are closed in reverse, failures are suppressed
public class TryWithResources {
    static class Resource implements AutoCloseable {
        final String name;
        final boolean fails;

        Resource(String name, boolean fails) {
            this.name = name;
            this.fails = fails;
            System.out.println("open " + name);
        }

        @Override
        public void close() {
            System.out.println("close " + name);
            if (fails) {
                throw new IllegalStateException("closing " + name);
            }
        }
    }

    static void use(boolean first, boolean second, boolean body) {
        Resource shared = new Resource("shared", false);
        try (shared; Resource a = new Resource("a", first); Resource none = null;
                Resource b = new Resource("b", second)) {
            if (body) {
                throw new RuntimeException("body");
            }
            System.out.println("used " + a.name + b.name);
        } catch (RuntimeException error) {
            System.out.println("caught " + error.getMessage());
            for (Throwable suppressed : error.getSuppressed()) {
                System.out.println("  suppressed " + suppressed.getMessage());
            }
        } finally {
            System.out.println("end");
        }
    }

    public static void main(String[] args) {
        use(false, false, false);
        use(true, false, false);
        use(true, true, true);
        use(true, true, false);
    }
}
