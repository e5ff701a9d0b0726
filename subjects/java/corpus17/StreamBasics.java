// streams: map, filter, reduce, collect
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class StreamBasics {
    public static void main(String[] args) {
        List<String> words = List.of("delta", "alpha", "charlie", "bravo", "echo", "alpha");
        System.out.println(words.stream().filter(word -> word.length() == 5).map(String::toUpperCase).collect(Collectors.toList()));
        System.out.println(words.stream().distinct().sorted().limit(3).skip(1).toList());
        System.out.println(words.stream().mapToInt(String::length).sum() + " " + words.stream().reduce("", String::concat) + " "
            + words.stream().map(String::length).reduce(Integer::max).get());
        System.out.println(words.stream().anyMatch("echo"::equals) + " " + words.stream().allMatch(word -> word.length() > 3) + " "
            + words.stream().noneMatch(String::isEmpty) + " " + words.stream().count() + " " + words.stream().findFirst().get());
        System.out.println(Stream.iterate(1, x -> x * 2).limit(10).map(String::valueOf).collect(Collectors.joining(",", "[", "]")));
        System.out.println(Stream.iterate(1, x -> x < 100, x -> x * 3).toList() + " " + Stream.of(1, 2, 3, 4, 1).takeWhile(x -> x < 4).toList()
            + Stream.of(1, 2, 3, 4, 1).dropWhile(x -> x < 4).toList());
        System.out.println(Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).map(x -> x * x).toList());
        StringBuilder trail = new StringBuilder();
        words.stream().peek(word -> trail.append(word.charAt(0))).filter(word -> word.startsWith("c")).findFirst()
            .ifPresent(word -> trail.append("!").append(word));
        System.out.println(trail + " " + Stream.concat(Stream.of("a"), Stream.of("b")).toList() + Stream.of("max", "m").max(String::compareTo).get());
        System.out.println(Stream.of(1, 2, 3).<String>mapMulti((x, sink) -> {
            for (int i = 0; i < x; i++) {
                sink.accept(x + "");
            }
        }).collect(Collectors.joining()));
    }
}
