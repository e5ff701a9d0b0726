package units;

/** Breaks what `equals`, `hashCode` and `compareTo` promise, divides by zero and leaves arrays. */
@SuppressWarnings("overrides")
public class Careless implements Comparable<Careless> {
    private final int number;
    private final int[] counts = new int[4];

    public Careless(int number) {
        this.number = number;
    }

    public int share(int parts) {
        return number / parts;
    }

    public int count(int kind) {
        return ++counts[kind];
    }

    public int length(String text) {
        return text.length();
    }

    @Override
    public boolean equals(Object other) {
        return ((Careless) other).number >= number;
    }

    @Override
    public int compareTo(Careless other) {
        return number < other.number ? -1 : 1;
    }
}
