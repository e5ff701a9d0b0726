// streams: streams of int, long and double
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

public class IntStreams {
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 10).sum() + " " + IntStream.range(0, 5).boxed().toList() + " "
            + IntStream.of(3, 1, 2).sorted().mapToObj(Integer::toString).reduce("", String::concat));
        System.out.println(IntStream.rangeClosed(1, 5).summaryStatistics());
        System.out.println(DoubleStream.of(1.5, 2.5, 4).average().getAsDouble() + " " + DoubleStream.of(0.1, 0.2, 0.3).sum() + " "
            + DoubleStream.of(1, 2).summaryStatistics());
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + LongStream.empty().max().isPresent());
        System.out.println(Arrays.toString(IntStream.iterate(10, x -> x > 0, x -> x - 3).toArray()) + " "
            + IntStream.generate(() -> 7).limit(3).mapToLong(x -> x * 1000000000L).sum() + " " + "hello".chars().filter(c -> c == 'l').count());
        System.out.println(IntStream.range(0, 20).filter(x -> IntStream.range(2, x).noneMatch(y -> x % y == 0)).boxed().toList()
            + " " + IntStream.range(0, 3).asDoubleStream().boxed().toList() + IntStream.empty().average());
        System.out.println(IntStream.range(0, 6).flatMap(x -> IntStream.range(0, x)).distinct().max().getAsInt());
    }
}
