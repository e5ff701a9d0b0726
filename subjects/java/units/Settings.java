package units;

/** Settings from somewhere: what finds them has a generic method, which a test can only implement by its erasure. */
public final class Settings {
    /** Where settings come from. */
    public interface Source {
        boolean has(String name);

        <T extends Comparable<T>> T find(String name, Class<T> type);
    }

    private final Source source;

    public Settings(Source source) {
        this.source = source;
    }

    /** Seconds to wait: 30 where nothing is said, and at most 60. */
    public int timeout() {
        if (!source.has("timeout")) {
            return 30;
        }
        Integer timeout = source.find("timeout", Integer.class);
        if (timeout == null) {
            return 0;
        }
        return timeout > 60 ? 60 : timeout;
    }
}
