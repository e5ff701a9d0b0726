package units;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** A stack of a limited size whose items never become smaller. */
public class Bounded<T extends Comparable<T>> {
    private final List<T> items = new ArrayList<>();
    private final int limit;

    public Bounded(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit " + limit);
        }
        this.limit = limit;
    }

    public boolean push(T item) {
        if (items.size() >= limit) {
            return false;
        }
        if (!items.isEmpty() && items.get(items.size() - 1).compareTo(item) > 0) {
            throw new IllegalStateException("smaller than the last one");
        }
        items.add(item);
        return true;
    }

    public T pop() {
        if (items.isEmpty()) {
            throw new NoSuchElementException();
        }
        return items.remove(items.size() - 1);
    }

    public int size() {
        return items.size();
    }

    public boolean isFull() {
        return items.size() == limit;
    }

    @Override
    public String toString() {
        return "Bounded" + items;
    }
}
