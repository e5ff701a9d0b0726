package units;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Promises something of itself by an assertion and by its documentation. */
public class Bargain {
    /** What is never null. */
    @Retention(RetentionPolicy.CLASS)
    @Target(ElementType.METHOD)
    @interface NonNull {}

    private int offers;

    /** An assertion that the second call breaks. */
    public void offer() {
        offers++;
        assert offers < 2 : "one offer only";
    }

    /**
     * Reads a price.
     *
     * @throws StringIndexOutOfBoundsException if the text is too short
     */
    public static char price(String text) {
        return text.isEmpty() ? '0' : text.charAt(text.length() / 2 + 1);
    }

    /** One way to the place below. */
    public static char sign(String text) {
        return text.isEmpty() ? '0' : behind(text, 2);
    }

    /** Another way to it. */
    public static char unit(String text) {
        return text.isEmpty() ? '0' : behind(text, 3);
    }

    private static char behind(String text, int part) {
        return text.charAt(text.length() / part + 1);
    }

    /** Gives null for one text against its annotation. */
    @NonNull
    public static String motto(String text) {
        return text.equals("none") ? null : text + "!";
    }
}
