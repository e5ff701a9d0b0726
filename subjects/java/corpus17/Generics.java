// generics: type parameters, bounds and wildcards
import java.util.ArrayList;
import java.util.List;

public class Generics {
    static class Box<T extends Comparable<T>> {
        private T value;

        Box(T value) {
            this.value = value;
        }

        <R extends Comparable<R>> Box<R> map(java.util.function.Function<? super T, ? extends R> f) {
            return new Box<>(f.apply(value));
        }

        boolean beats(Box<? extends T> other) {
            return value.compareTo(other.value) > 0;
        }

        @Override
        public String toString() {
            return "[" + value + "]";
        }
    }

    static <T extends Comparable<? super T>> T max(List<? extends T> list) {
        T best = null;
        for (T one : list) {
            if (best == null || one.compareTo(best) > 0) {
                best = one;
            }
        }
        return best;
    }

    static void fill(List<? super Integer> list) {
        for (int i = 0; i < 3; i++) {
            list.add(i * 5 % 7);
        }
    }

    static <T extends Number & Comparable<T>> double both(T a, T b) {
        return a.compareTo(b) > 0 ? a.doubleValue() : b.doubleValue();
    }

    public static void main(String[] args) {
        List<Number> numbers = new ArrayList<>();
        fill(numbers);
        System.out.println(numbers + " " + max(List.of("a", "c", "b")) + " " + both(3, 4) + " " + both(2.5, 1.5));
        Box<String> box = new Box<>("text");
        System.out.println(box + " " + box.map(String::length) + " " + box.beats(new Box<>("sext")));
        System.out.println(new Box<>(1).getClass() == (Object) box.getClass());
    }
}
