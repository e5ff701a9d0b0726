// patterns: variables and patterns without a name
import java.util.List;

public class UnnamedVariables {
    record Point(int x, int y) {
    }

    static String side(Object object) {
        return switch (object) {
            case Point(int x, _) when x < 0 -> "left";
            case Point(_, int y) -> "at " + y;
            case String _, Integer _ -> "simple";
            default -> "other";
        };
    }

    public static void main(String[] args) {
        int count = 0;
        for (var _ : List.of(1, 2, 3)) {
            count++;
        }
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) {
            count += 10;
        }
        System.out.println(count + side(new Point(-1, 2)) + side(new Point(1, 2)) + side("s") + side(1) + side(1.5));
    }
}
