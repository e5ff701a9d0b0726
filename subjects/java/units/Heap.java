package units;

import java.util.Arrays;
import java.util.NoSuchElementException;

/** A heap of numbers with the smallest on top. */
public class Heap {
    private int[] items = new int[2];
    private int size;

    public void add(int item) {
        if (size == items.length) {
            items = Arrays.copyOf(items, size * 2);
        }
        int place = size++;
        while (place > 0 && items[(place - 1) / 2] > item) {
            items[place] = items[(place - 1) / 2];
            place = (place - 1) / 2;
        }
        items[place] = item;
    }

    public int poll() {
        if (size == 0) {
            throw new NoSuchElementException("empty");
        }
        int top = items[0];
        int last = items[--size];
        int place = 0;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && items[child + 1] < items[child]) {
                child++;
            }
            if (items[child] >= last) {
                break;
            }
            items[place] = items[child];
            place = child;
        }
        items[place] = last;
        return top;
    }

    public int size() {
        return size;
    }
}
