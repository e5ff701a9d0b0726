package units;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Does not end for one character, and does not keep what annotations and documentation promise. */
public class Stuck {
    /** What may be null. */
    @Retention(RetentionPolicy.CLASS)
    @Target(ElementType.PARAMETER)
    @interface Nullable {}

    /** What is above zero. */
    @Retention(RetentionPolicy.CLASS)
    @Target(ElementType.PARAMETER)
    @interface Positive {}

    /** Counts spaces, and stays where a tab is. */
    public static int spaces(String text) {
        int count = 0;
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) == ' ') {
                count++;
                at++;
            } else if (text.charAt(at) != '\t') {
                at++;
            }
        }
        return count;
    }

    /**
     * Names a size.
     *
     * @param size the size
     * @return its name
     * @throws IllegalArgumentException if {@code size} is negative
     */
    public static String name(int size) {
        return size > 3 ? "large" : "small";
    }

    /** Takes null by its annotation only. */
    public static int lengthOf(@Nullable String text) {
        return text.length();
    }

    /** What is left of ten; nobody may ask for the share of nobody. */
    public static int share(@Positive int people) {
        if (people > 10) {
            return 0;
        }
        return 10 / people;
    }
}
