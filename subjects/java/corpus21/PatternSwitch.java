// patterns: a switch on types with guards and null
import java.util.List;

public class PatternSwitch {
    enum Colour { RED, GREEN }

    static String describe(Object object) {
        return switch (object) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + l;
            case String text when text.isEmpty() -> "empty";
            case String text -> "text " + text.length();
            case int[] array -> "ints " + array.length;
            case Colour colour when colour == Colour.RED -> "red";
            case Colour colour -> "colour " + colour.ordinal();
            case List<?> list when list.size() > 1 -> "list of " + list.size();
            case CharSequence sequence -> "sequence " + sequence;
            case Character c -> "char " + (int) c;
            default -> "default " + object.getClass().getSimpleName();
        };
    }

    static void statement(Object object) {
        switch (object) {
            case String text when text.startsWith("a"):
                System.out.println("a-text");
                break;
            case String text:
                System.out.println("text");
            default:
                System.out.println("fell");
        }
    }

    public static void main(String[] args) {
        Object[] objects = {null, 5, 500, 7L, "", "abc", new int[3], Colour.RED, Colour.GREEN, List.of(1, 2), List.of(), new StringBuilder("sb"), 'c', 1.5};
        for (Object object : objects) {
            System.out.println(describe(object));
        }
        statement("abc");
        statement(3);
    }
}
