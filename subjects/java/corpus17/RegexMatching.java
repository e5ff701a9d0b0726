// regex: groups, quantifiers and look-around
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

public class RegexMatching {
    public static void main(String[] args) {
        Matcher matcher = Pattern.compile("(?<year>\\d{4})-(\\d\\d)(-(\\d\\d))?").matcher("on 2024-02-29 and 1999-12.");
        while (matcher.find()) {
            System.out.println(matcher.group() + " " + matcher.group("year") + " " + matcher.group(2) + " " + matcher.group(4) + " " + matcher.start()
                + " " + matcher.end(2) + " " + matcher.groupCount());
        }
        String[][] cases = {{"a*b", "aaab"}, {"a+?", "aaa"}, {"(a|ab)(c|bcd)(d*)", "abcd"}, {"^\\w+@\\w+\\.com$", "joe@site.com"}, {"(?i)HELLO", "hello"},
            {"(\\w)\\1", "hello"}, {"(?=.*\\d)(?=.*[a-z]).{4,}", "abc1"}, {"(?<!x)y", "xy zy"}, {"[^a-c&&[a-z]]+", "abcxyz"}, {"\\bcat\\b", "a cat!"},
            {"(?s)a.b", "a\nb"}, {"(?m)^b$", "a\nb"}, {"\\p{Lu}\\p{javaLowerCase}+", "Ünder"}, {"x{2,3}+x", "xxx"}, {"(?>a+)b", "aaab"},
            {"\\Qa.b\\E", "a.b"}, {"[\\d\\s]+", "1 2\t3"}, {"(a)|(b)", "b"}, {"\\u0041\\x42", "AB"}, {"", "abc"}};
        for (String[] one : cases) {
            Matcher found = Pattern.compile(one[0]).matcher(one[1]);
            System.out.println(one[0] + " " + found.matches() + found.lookingAt() + " " + (found.reset().find() ? found.start() + "-" + found.end() : "no"));
        }
        try {
            Pattern.compile("a(b");
        } catch (PatternSyntaxException error) {
            System.out.println(error.getMessage());
        }
        System.out.println(Pattern.matches("[a-z]+", "abc") + " " + Pattern.quote("a.b") + " " + Pattern.compile("x", Pattern.CASE_INSENSITIVE).flags());
    }
}
