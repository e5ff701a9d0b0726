package units;

import java.util.Optional;

/** A record with a check, methods of its own and a static factory. */
public record Interval(int low, int high) implements Comparable<Interval> {
    public static final Interval UNIT = new Interval(0, 1);

    public Interval {
        if (low > high) {
            throw new IllegalArgumentException(low + " > " + high);
        }
    }

    public static Interval around(int middle, int radius) {
        return new Interval(Math.subtractExact(middle, radius), Math.addExact(middle, radius));
    }

    public boolean contains(int number) {
        return low <= number && number <= high;
    }

    public Optional<Interval> intersection(Interval other) {
        int from = Math.max(low, other.low);
        int to = Math.min(high, other.high);
        return from <= to ? Optional.of(new Interval(from, to)) : Optional.empty();
    }

    @Override
    public int compareTo(Interval other) {
        return low != other.low ? Integer.compare(low, other.low) : Integer.compare(high, other.high);
    }
}
