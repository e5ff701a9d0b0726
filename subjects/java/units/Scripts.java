package units;

import java.util.Locale;

/** Texts of all scripts: what lies beyond Latin-1, characters that take two units, and which texts are one object. */
public final class Scripts {
    private Scripts() {
    }

    /** Whether a letter is a Greek one. */
    public static boolean isGreek(char letter) {
        return letter >= '\u0370' && letter <= '\u03ff';
    }

    /** How many characters a text has: two halves that belong together are one. */
    public static int characters(String text) {
        int count = 0;
        for (int index = 0; index < text.length(); index++) {
            count++;
            if (Character.isHighSurrogate(text.charAt(index))
                    && index + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(index + 1))) {
                index++;
            }
        }
        return count;
    }

    /** Whether a word is longer in capitals: a ligature is two of them. */
    public static boolean grows(String word) {
        return word.toUpperCase(Locale.ROOT).length() > word.length();
    }

    /** How to greet in a language, by its own name for itself. */
    public static String greeting(String language) {
        if (language.equals("\u03b5\u03bb\u03bb\u03b7\u03bd\u03b9\u03ba\u03ac")) {
            return "\u03b3\u03b5\u03b9\u03b1";
        }
        return language.isEmpty() ? "" : "hello";
    }

    /** Whether two texts are one object, as equal literals are. */
    public static boolean isOne(String first, String second) {
        return first == second;
    }
}
