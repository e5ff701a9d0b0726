// records: generated members and compact constructors
import java.util.Arrays;
import java.util.Objects;

public class Records {
    record Point(int x, double y) {
        static final Point ORIGIN = new Point(0, 0);

        Point {
            if (x < 0) {
                throw new IllegalArgumentException("negative x: " + x);
            }
            y = y == -0.0 ? 0.0 : y;
        }

        Point(int x) {
            this(x, x * 0.5);
        }

        double norm() {
            return Math.sqrt(x * x + y * y);
        }
    }

    record Everything(boolean a, byte b, char c, short d, int e, long f, float g, double h, String i, int[] j) {
    }

    record Pair<A, B>(A first, B second) implements Comparable<Pair<A, B>> {
        @Override
        public int compareTo(Pair<A, B> other) {
            return first.toString().compareTo(other.first.toString());
        }
    }

    record Empty() {
    }

    public static void main(String[] args) {
        System.out.println(new Point(3, 4) + " " + new Point(3, 4).norm() + " " + new Point(3) + Point.ORIGIN);
        System.out.println(new Point(1, 2).equals(new Point(1, 2)) + " " + new Point(1, 2).equals(new Point(1, 3)) + " "
            + new Point(1, Double.NaN).equals(new Point(1, Double.NaN)) + " " + new Point(1, -0.0).y());
        System.out.println(new Point(5, 6).hashCode() + " " + new Pair<>("a", null).hashCode() + " "
            + new Pair<>(1, 2).equals(new Pair<>(1, 2)) + new Pair<>(null, "x") + new Empty() + new Empty().hashCode());
        try {
            new Point(-1, 0);
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
        int[] array = {1};
        Everything all = new Everything(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, "i", array);
        Everything same = new Everything(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.0, "i", array);
        System.out.println(all.equals(same) + " " + (all.hashCode() == same.hashCode()) + " " + all.c() + all.g()
            + Objects.toString(all).startsWith("Everything[a=true, b=1, c=c, d=2, e=3, f=4, g=5.0, h=6.0, i=i, j=[I@"));
        System.out.println(Arrays.toString(Point.class.getRecordComponents()) + " " + Point.class.isRecord());
        System.out.println(new Pair<>("b", 1).compareTo(new Pair<>("a", 2)));
    }
}
