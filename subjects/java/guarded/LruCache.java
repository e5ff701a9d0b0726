package guarded;

/** A cache that forgets what was used least recently; the first entry is the last used. */
public class LruCache {
    private static final class Entry {
        final int key;
        int value;
        Entry next;

        Entry(int key, int value, Entry next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private final int capacity;
    private Entry first;
    private int size;
    private int misses;

    public LruCache(int capacity) {
        if (capacity < 1 || capacity > 8) {
            throw new IllegalArgumentException("capacity");
        }
        this.capacity = capacity;
    }

    public void put(int key, int value) {
        remove(key);
        if (size == capacity) {
            Entry last = null;
            Entry at = first;
            while (at.next != null) {
                last = at;
                at = at.next;
            }
            if (last == null) {
                first = null;
            } else {
                last.next = null;
            }
            size--;
        }
        first = new Entry(key, value, first);
        size++;
    }

    public int get(int key) {
        Entry found = remove(key);
        if (found == null) {
            misses++;
            return -1;
        }
        found.next = first;
        first = found;
        size++;
        return found.value;
    }

    private Entry remove(int key) {
        Entry before = null;
        for (Entry at = first; at != null; at = at.next) {
            if (at.key == key) {
                if (before == null) {
                    first = at.next;
                } else {
                    before.next = at.next;
                }
                size--;
                return at;
            }
            before = at;
        }
        return null;
    }

    /** What the cache is like. */
    public String state() {
        if (size > capacity) { // never
            return "overfull";
        }
        if (size == capacity && misses > 2) {
            return "thrashing";
        }
        if (first != null && first.next != null && first.key == first.next.key) { // never
            return "doubled";
        }
        if (first != null && first.next != null && first.value > first.next.value + 1000) {
            return "falling";
        }
        return size == 0 ? "empty" : "calm";
    }
}
