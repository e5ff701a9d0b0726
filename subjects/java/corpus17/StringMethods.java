// strings: methods of String
import java.util.Arrays;
import java.util.stream.Collectors;

public class StringMethods {
    public static void main(String[] args) {
        String text = "Hello, World";
        System.out.println(text.length() + text.substring(7) + text.substring(0, 5) + text.charAt(4) + text.indexOf('o')
            + text.lastIndexOf("o") + text.indexOf("o", 5) + text.indexOf("zz") + text.contains("World"));
        System.out.println(text.toUpperCase() + text.toLowerCase() + text.replace('l', 'L') + text.replace("World", "x")
            + text.replaceAll("[aeiou]", "*") + text.replaceFirst("l+", "_") + text.concat("!") + text.isEmpty());
        System.out.println(text.startsWith("Hell") + " " + text.startsWith("World", 7) + " " + text.endsWith("d") + " "
            + text.compareTo("Hello") + " " + text.compareToIgnoreCase("HELLO, WORLE") + " " + text.equalsIgnoreCase("hello, world")
            + " " + text.regionMatches(true, 7, "WORLD", 0, 5) + " " + "b".compareTo("abc"));
        System.out.println(Arrays.toString("a,b,,c,,".split(",")) + Arrays.toString("a,b,,c,,".split(",", -1))
            + Arrays.toString("a1b22c".split("\\d+")) + Arrays.toString("abc".split("")) + Arrays.toString("x.y".split("\\.", 1)));
        System.out.println(String.join("-", "a", "b", "c") + "ab".repeat(3) + "  x ".strip() + "|" + "  x ".stripLeading() + "|"
            + "  x ".stripTrailing() + "|" + "\u2003x".trim().length() + " \t".isBlank() + "x".isBlank());
        System.out.println("a\nb\r\nc".lines().collect(Collectors.toList()) + "  a\n b".indent(2).replace("\n", "$")
            + "a\\tb".translateEscapes() + "%d%s".formatted(1, "x") + "x".compareTo("xy") + "text".hashCode() + "".hashCode());
        System.out.println(new String(new char[] {'a', 'b', 'c'}, 1, 2) + String.valueOf(new char[] {'x'}) + String.copyValueOf(new char[] {'y'})
            + Arrays.toString("abc".toCharArray()) + "abc".contentEquals(new StringBuilder("abc")) + "abc".chars().sum());
        for (Runnable bad : new Runnable[] {() -> "abc".substring(4), () -> "abc".charAt(3), () -> "abc".substring(2, 1),
            () -> "a".repeat(-1), () -> "abc".substring(-1)}) {
            try {
                bad.run();
            } catch (RuntimeException error) {
                System.out.println(error.getClass().getSimpleName() + " " + error.getMessage());
            }
        }
    }
}
