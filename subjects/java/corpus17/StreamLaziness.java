// streams: laziness, order and reuse
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

public class StreamLaziness {
    public static void main(String[] args) {
        List<String> trail = new ArrayList<>();
        Stream<Integer> stream = Stream.of(5, 3, 8, 1).filter(x -> trail.add("f" + x)).sorted(Comparator.reverseOrder()).map(x -> {
            trail.add("m" + x);
            return x * 2;
        });
        System.out.println(trail);
        System.out.println(stream.limit(2).collect(Collectors.toList()) + " " + trail);
        try {
            stream.count();
        } catch (IllegalStateException error) {
            System.out.println(error.getMessage());
        }
        Iterator<Integer> iterator = IntStream.range(0, 3).iterator();
        int sum = 0;
        while (iterator.hasNext()) {
            sum += iterator.next();
        }
        System.out.println(sum);
        Spliterator<String> source = Spliterators.spliteratorUnknownSize(List.of("x", "y").iterator(), Spliterator.ORDERED);
        System.out.println(StreamSupport.stream(source, false).map(text -> text + text).toList());
        try (Stream<String> closing = Stream.of("a").onClose(() -> System.out.println("closed"))) {
            System.out.println(closing.toList());
        }
        System.out.println(Stream.<Integer>builder().add(1).add(2).build().mapToInt(x -> x).sum() + Stream.ofNullable(null).count());
        System.out.println(IntStream.range(0, 100).parallel().map(x -> x * x).filter(x -> x % 3 == 1).sum());
    }
}
