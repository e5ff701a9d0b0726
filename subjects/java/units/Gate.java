package units;

/** What only its own factory gives: the class behind it takes something that nobody else can make. */
public interface Gate {
    /** Says of a ticket whether it opens the gate. */
    boolean pass(Kiosk.Ticket ticket, int hour);

    /** A gate of a kind. */
    static Gate of(int kind) {
        return new Turnstile(new Key(kind));
    }

    /** What a gate is set up with. */
    final class Key {
        final int kind;

        private Key(int kind) {
            this.kind = kind;
        }
    }
}
