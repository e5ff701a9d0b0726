// strings: kinds of characters
public class CharacterClass {
    public static void main(String[] args) {
        for (char c : "aZ5 _\t\né٣Ωß€\u00a0\u2003ǅⅧ\u200b$".toCharArray()) {
            System.out.println(Integer.toHexString(c) + " " + Character.isLetter(c) + Character.isDigit(c) + Character.isLetterOrDigit(c)
                + Character.isWhitespace(c) + Character.isSpaceChar(c) + Character.isUpperCase(c) + Character.isLowerCase(c)
                + Character.isTitleCase(c) + Character.isJavaIdentifierStart(c) + Character.isJavaIdentifierPart(c)
                + Character.isISOControl(c) + Character.isAlphabetic(c) + Character.isIdeographic(c) + " " + Character.getType(c) + " "
                + Character.getNumericValue(c) + " " + (int) Character.toUpperCase(c) + " " + (int) Character.toLowerCase(c) + " "
                + (int) Character.toTitleCase(c) + " " + Character.digit(c, 16) + " " + Character.getDirectionality(c));
        }
        System.out.println(Character.forDigit(11, 16) + " " + Character.compare('a', 'b') + Character.isMirrored('(') + Character.MAX_RADIX
            + Character.UnicodeBlock.of('я') + " " + Character.UnicodeScript.of('中') + " " + Character.reverseBytes('a'));
    }
}
