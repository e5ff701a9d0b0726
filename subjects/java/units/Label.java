package units;

/** Fails on texts that pass its own checks, and on what its callers should not have handed over. */
public class Label {
    private final String text;

    public Label(String text) {
        if (text != null && text.startsWith(" ")) {
            throw new IllegalArgumentException("a space in front");
        }
        this.text = text;
    }

    /** The letter behind the middle: an index that the text leads to, beyond the end of short ones. */
    public static char mark(String text) {
        if (text == null || text.isEmpty()) {
            return ' ';
        }
        return text.charAt(text.length() / 2 + 1);
    }

    /** The index is the caller's. */
    public static char at(String word, int index) {
        return word.charAt(index);
    }

    /** Null where nothing checks. */
    public int length() {
        return text.length();
    }

    /** Nothing for an empty text, on which a test may call something. */
    public Label shorter() {
        return text == null || text.isEmpty() ? null : new Label(text.substring(1));
    }

    /** Handed on, but never used. */
    public Label with(Object ignored) {
        return keep(ignored) ? this : null;
    }

    private static boolean keep(Object ignored) {
        return ignored != Label.class;
    }
}
