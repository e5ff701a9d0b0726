// types: record patterns whose parts are primitives, with guards
import java.util.List;

public class RecordsOfPrimitives {
    sealed interface Shape permits Circle, Box, Flag, Many {}

    record Circle(double radius) implements Shape {}

    record Box(int width, long height) implements Shape {}

    record Flag(boolean up, char letter, byte small, short middle, float share) implements Shape {}

    record Many(String name, List<Shape> parts) implements Shape {}

    static String tell(Shape shape) {
        return switch (shape) {
            case Circle(double r) when r > 100 -> "huge";
            case Circle(double r) when r < 0 -> "negative";
            case Circle(var r) -> "circle " + r;
            case Box(int w, long h) when w == h -> "square " + w;
            case Box(int w, long h) when w > 10 -> "wide " + w;
            case Box(int w, long h) -> "box " + w + " " + h;
            case Flag(boolean up, char c, byte b, short s, float f) when up -> "up " + c + b + s + f;
            case Flag(boolean up, char c, byte b, short s, float f) when c == 'x' -> "x " + f;
            case Flag f -> f.toString();
            case Many(String n, var parts) when parts.isEmpty() -> n + " of nothing";
            case Many(String n, var parts) -> n + parts.stream().map(RecordsOfPrimitives::tell).toList();
        };
    }

    static int nested(Object o) {
        return o instanceof Many(var n, List<?> l) && !l.isEmpty() && l.get(0) instanceof Box(int w, long h) ? w + (int) h : -1;
    }

    public static void main(String[] args) {
        Shape[] shapes = {
            new Circle(200), new Circle(-1), new Circle(Double.NaN), new Circle(-0.0), new Box(3, 3), new Box(11, 2), new Box(2, 1L << 40),
            new Flag(true, 'a', (byte) -1, (short) 7, 1.5f), new Flag(false, 'x', (byte) 0, (short) 0, Float.NaN),
            new Flag(false, 'y', (byte) 1, (short) 2, 0f), new Many("none", List.of()),
        };
        for (Shape shape : shapes) {
            System.out.println(tell(shape));
        }
        System.out.println(tell(new Many("all", List.of(shapes))));
        System.out.println(nested(new Many("m", List.of(new Box(4, 5)))) + " " + nested("m"));
    }
}
