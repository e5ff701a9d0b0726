// types: sealed hierarchies
public class SealedTypes {
    sealed interface Shape permits Circle, Square, Other {
        double area();
    }

    record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return 3 * radius * radius;
        }
    }

    static final class Square implements Shape {
        @Override
        public double area() {
            return 4;
        }
    }

    static non-sealed class Other implements Shape {
        @Override
        public double area() {
            return -1;
        }
    }

    public static void main(String[] args) {
        Shape[] shapes = {new Circle(2), new Square(), new Other(), new Other() { }};
        for (Shape shape : shapes) {
            System.out.println(shape.area() + " " + (shape instanceof Circle circle ? circle.radius() : 0));
        }
        System.out.println(Shape.class.isSealed() + " " + Other.class.isSealed());
        for (Class<?> type : Shape.class.getPermittedSubclasses()) {
            System.out.println(type.getSimpleName());
        }
    }
}
