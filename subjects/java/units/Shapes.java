package units;

/** A sealed hierarchy with records, and what is computed over it. */
public class Shapes {
    public sealed interface Shape permits Circle, Box {}

    public record Circle(double radius) implements Shape {}

    public record Box(double width, double height) implements Shape {
        public Box {
            if (width < 0 || height < 0) {
                throw new IllegalArgumentException("a side is negative");
            }
        }

        public boolean isSquare() {
            return width == height;
        }
    }

    public static double area(Shape shape) {
        if (shape instanceof Circle circle) {
            return Math.PI * circle.radius() * circle.radius();
        }
        if (shape instanceof Box box) {
            return box.width() * box.height();
        }
        return 0;
    }
}
