package units;

/** The class of Figure 1 of the paper on whole suites and dynamic symbolic execution: counts, and knows a text. */
public class Foo {
    private int x;

    public void inc() {
        x++;
    }

    public int getX() {
        return x;
    }
}
