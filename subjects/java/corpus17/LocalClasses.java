// types: local and anonymous classes capture variables
import java.util.ArrayList;
import java.util.List;

public class LocalClasses {
    interface Counter {
        int next();
    }

    static Counter counter(int start, int step) {
        int[] state = {start};
        class Local implements Counter {
            final int mine = step * 2;

            @Override
            public int next() {
                return state[0] += step + mine;
            }
        }
        return new Local();
    }

    static abstract class Shape {
        final String name;

        Shape(String name) {
            this.name = name;
        }

        abstract double area();
    }

    public static void main(String[] args) {
        Counter counter = counter(5, 1);
        System.out.println(counter.next() + " " + counter.next() + " " + counter.getClass().getName());
        List<Shape> shapes = new ArrayList<>();
        for (int i = 1; i < 4; i++) {
            int side = i;
            shapes.add(new Shape("square" + i) {
                int extra = side;

                {
                    extra++;
                }

                @Override
                double area() {
                    return side * side + extra / 10.0;
                }
            });
        }
        for (Shape shape : shapes) {
            System.out.println(shape.name + " " + shape.area());
        }
        enum Local { X, Y }
        record Pair(int a, Local b) { }
        interface Face {
            int f();
        }
        Face face = () -> Local.values().length;
        System.out.println(new Pair(face.f(), Local.Y));
    }
}
