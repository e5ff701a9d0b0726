package hostile;

/** What is tested beside a processor. */
public final class Plain {
    private Plain() {}

    /** Larger of two. */
    public static int larger(int one, int other) {
        return one > other ? one : other;
    }
}
