// strings: code points, surrogates, Latin-1 and beyond
public class Unicode {
    public static void main(String[] args) {
        String text = "aé€😀𝒳z";
        System.out.println(text.length() + " " + text.codePointCount(0, text.length()) + " " + text.codePointAt(3) + " "
            + text.codePointBefore(5) + " " + text.offsetByCodePoints(0, 4));
        text.codePoints().forEach(point -> System.out.print(Integer.toHexString(point) + " "));
        System.out.println(new StringBuilder(text).reverse());
        System.out.println(Character.isSurrogate(text.charAt(3)) + " " + Character.isHighSurrogate(text.charAt(4)) + " "
            + Character.toCodePoint('\ud83d', '\ude00') + " " + Character.charCount(0x1d4b3) + " "
            + new String(Character.toChars(0x1f43e)) + " " + Character.getName('€') + " " + Character.getName(0x1f600));
        System.out.println("straße".toUpperCase() + "ΑΣ".toLowerCase() + "İ".toLowerCase().length() + "ǅ".toUpperCase() + "ﬁ".toUpperCase());
        System.out.println("é".equals("\u00e9") + " " + "e\u0301".equals("é") + " " + "é".compareTo("z") + " " + "\uffff".compareTo("😀"));
        System.out.println("\ud83d".length() + " " + "x\ud83dy".codePointAt(1) + " " + "日本語".indexOf("本") + " " + "日本語".charAt(2));
        System.out.println(new String(new int[] {0x61, 0x1f600}, 0, 2) + " " + "ab\u00ff".contains("\u00ff") + " " + "ÿ".toUpperCase());
    }
}
