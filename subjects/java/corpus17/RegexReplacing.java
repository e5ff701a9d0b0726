// regex: replacing and splitting
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class RegexReplacing {
    public static void main(String[] args) {
        System.out.println("2024-02-29".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3/$2/$1") + " " + "aXbX".replaceFirst("X", "\\$"));
        Matcher matcher = Pattern.compile("\\d+").matcher("a1b22c333");
        StringBuilder out = new StringBuilder();
        while (matcher.find()) {
            matcher.appendReplacement(out, "<" + Integer.parseInt(matcher.group()) * 2 + ">");
        }
        System.out.println(matcher.appendTail(out));
        System.out.println(Pattern.compile("[aeiou]").matcher("education").replaceAll(result -> result.group().toUpperCase() + result.start()));
        System.out.println(Arrays.toString(Pattern.compile("\\s*,\\s*").split("a , b,c ,d")) + Pattern.compile(":").splitAsStream("x:y").collect(Collectors.toList()));
        System.out.println(Pattern.compile("o").matcher("foo boo").results().map(result -> result.start() + "").collect(Collectors.joining(",")));
        System.out.println("a.b*c".replace(".", "\\") + "camelCaseText".replaceAll("([A-Z])", "_$1").toLowerCase() + Matcher.quoteReplacement("$1\\"));
        System.out.println(Pattern.compile("^a").asPredicate().test("abc") + " " + Pattern.compile("a").asMatchPredicate().test("abc"));
        try {
            "x".replaceAll("x", "$5");
        } catch (IndexOutOfBoundsException error) {
            System.out.println(error.getMessage());
        }
    }
}
