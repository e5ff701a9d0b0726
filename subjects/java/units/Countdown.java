package units;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What it gives has to be iterated over to be seen. */
public class Countdown implements Iterable<Integer> {
    private final int from;

    public Countdown(int from) {
        this.from = Math.min(from, 9);
    }

    @Override
    public Iterator<Integer> iterator() {
        List<Integer> numbers = new ArrayList<>();
        for (int number = from; number > 0; number--) {
            numbers.add(number);
        }
        return numbers.iterator();
    }

    public Enumeration<String> words() {
        List<String> words = new ArrayList<>();
        for (int number = from; number > 0; number--) {
            words.add("n" + number);
        }
        return Collections.enumeration(words);
    }

    public Stream<String> halves() {
        return from % 2 == 0 ? Stream.of("h" + from / 2) : Stream.of("odd", "h" + from / 2);
    }

    public IntStream doubles() {
        return IntStream.of(from + from, from + 1);
    }
}
