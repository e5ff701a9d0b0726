// strings: StringJoiner
import java.util.List;
import java.util.StringJoiner;
import java.util.StringTokenizer;

public class StringJoining {
    public static void main(String[] args) {
        StringJoiner joiner = new StringJoiner(", ", "{", "}");
        System.out.println(joiner + " " + joiner.length());
        joiner.setEmptyValue("EMPTY");
        System.out.println(joiner);
        joiner.add("a").add(null).add("");
        StringJoiner other = new StringJoiner("-").add("x").add("y");
        System.out.println(joiner.merge(other) + " " + joiner.length());
        System.out.println(String.join("|", List.of("p", "q")));
        StringTokenizer tokens = new StringTokenizer("a b;c", " ;", true);
        System.out.print(tokens.countTokens());
        while (tokens.hasMoreTokens()) {
            System.out.print("[" + tokens.nextToken() + "]");
        }
        System.out.println();
    }
}
