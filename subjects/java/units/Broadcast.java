package units;

/** Tells a listener, which gives nothing back. */
public class Broadcast {
    /** Hears words. */
    public interface Listener {
        void heard(String word, int times);
    }

    private final Listener listener;

    public Broadcast(Listener listener) {
        this.listener = listener;
    }

    public void repeat(String word, int times) {
        if (times > 1) {
            listener.heard(word.trim(), times - 1);
        }
    }
}
