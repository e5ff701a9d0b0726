package guarded;

import java.util.Arrays;
import java.util.NoSuchElementException;

/** A binary heap: no number is smaller than the one above it. */
public class MinHeap {
    private int[] items = new int[2];
    private int count;

    public void push(int item) {
        if (count == items.length) {
            items = Arrays.copyOf(items, 2 * count);
        }
        int at = count++;
        items[at] = item;
        while (at > 0 && items[(at - 1) / 2] > items[at]) {
            int above = (at - 1) / 2;
            int other = items[above];
            items[above] = items[at];
            items[at] = other;
            at = above;
        }
    }

    public int pop() {
        if (count == 0) {
            throw new NoSuchElementException();
        }
        int least = items[0];
        items[0] = items[--count];
        int at = 0;
        while (2 * at + 1 < count) {
            int child = 2 * at + 1;
            if (child + 1 < count && items[child + 1] < items[child]) {
                child++;
            }
            if (items[at] <= items[child]) {
                break;
            }
            int other = items[child];
            items[child] = items[at];
            items[at] = other;
            at = child;
        }
        return least;
    }

    /** How the first numbers lie. */
    public int order() {
        if (count < 3) {
            return 0;
        }
        if (items[1] < items[0]) { // never
            return -1;
        }
        if (items[1] == items[2]) {
            return 1;
        }
        if (count > 3 && items[3] == items[1]) {
            return 2;
        }
        return items[1] < items[2] ? 3 : 4;
    }
}
