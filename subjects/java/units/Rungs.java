package units;

import java.util.Iterator;

/** An iterator that does not say when it is at its end. */
public class Rungs implements Iterator<Integer> {
    private final int[] heights = {1, 2};
    private int next;

    @Override
    public boolean hasNext() {
        return next < heights.length;
    }

    @Override
    public Integer next() {
        return heights[next++];
    }
}
