// exceptions: thrown through library code
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

public class ExceptionsInStreams {
    public static void main(String[] args) {
        try {
            Stream.of(1, 2, 0, 4).map(x -> 10 / x).forEach(x -> System.out.print(x + " "));
        } catch (ArithmeticException error) {
            System.out.println(error.getMessage());
        }
        List<Integer> list = new ArrayList<>(List.of(3, 1, 2));
        try {
            list.sort((a, b) -> {
                throw new UnsupportedOperationException("no order");
            });
        } catch (UnsupportedOperationException error) {
            System.out.println(error.getMessage() + list);
        }
        Map<String, Integer> map = new TreeMap<>();
        try {
            map.computeIfAbsent("k", key -> {
                throw new IllegalStateException(key);
            });
        } catch (IllegalStateException error) {
            System.out.println(error.getMessage() + map);
        }
        try {
            Iterator<Integer> iterator = List.<Integer>of().iterator();
            iterator.next();
        } catch (java.util.NoSuchElementException error) {
            System.out.println("empty");
        }
        sneaky();
    }

    static void sneaky() {
        try {
            ExceptionsInStreams.<RuntimeException>raise(new java.io.IOException("sneaked"));
        } catch (Exception error) {
            System.out.println(error);
        }
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> void raise(Throwable error) throws E {
        throw (E) error;
    }
}
