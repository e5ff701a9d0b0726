// streams: gatherers
import java.util.List;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

public class Gatherers25 {
    public static void main(String[] args) {
        System.out.println(Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowFixed(2)).toList() + " " + Stream.of(1, 2, 3, 4).gather(Gatherers.windowSliding(3)).toList());
        System.out.println(Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 0, Integer::sum)).toList() + " " + List.of("a", "b").stream().gather(Gatherers.fold(() -> "", String::concat)).findFirst().get());
    }
}
