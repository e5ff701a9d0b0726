package guarded;

/** From one day to another, neither before the other; days are numbered from 1970. */
public final class DateRange {
    private final int first;
    private final int last;

    private DateRange(int first, int last) {
        this.first = first;
        this.last = last;
    }

    public static DateRange of(int first, int last) {
        if (last < first) {
            throw new IllegalArgumentException("ends before it begins");
        }
        if (first < 0 || last > 100_000) {
            throw new IllegalArgumentException("out of range");
        }
        return new DateRange(first, last);
    }

    public DateRange widen(int days) {
        if (days < 0) {
            throw new IllegalArgumentException();
        }
        return of(Math.max(0, first - days), Math.min(100_000, last + days));
    }

    public String relation(DateRange other) {
        if (other == this) {
            return "same";
        }
        if (first == other.first && last == other.last) {
            return "equal";
        }
        if (last < other.first) {
            return last + 1 == other.first ? "meets" : "before";
        }
        if (other.last < first) {
            return "after";
        }
        if (first <= other.first && last >= other.last) {
            if (last - first > 36_500) {
                return "contains for a century";
            }
            return "contains";
        }
        if (last - first < 0) { // never
            return "broken";
        }
        return "overlaps";
    }
}
