package guarded;

/** Numbers in ascending order, each as often as it was added. */
public class SortedBag {
    private static final class Link {
        final int value;
        Link next;

        Link(int value, Link next) {
            this.value = value;
            this.next = next;
        }
    }

    private Link head;
    private int size;

    public void add(int value) {
        size++;
        if (head == null || value <= head.value) {
            head = new Link(value, head);
            return;
        }
        Link at = head;
        while (at.next != null && at.next.value < value) {
            at = at.next;
        }
        at.next = new Link(value, at.next);
    }

    public boolean removeFirst() {
        if (head == null) {
            return false;
        }
        head = head.next;
        size--;
        return true;
    }

    public String describe(int limit) {
        if (head == null) {
            return "empty";
        }
        if (head.next != null && head.next.value < head.value) { // never
            return "unsorted";
        }
        if (head.next != null && head.next.next != null) {
            if (head.value == head.next.value && head.next.value == head.next.next.value) {
                return "three of a kind";
            }
            if (head.next.next.value - head.value == 2 && head.next.value - head.value == 1) {
                return "straight";
            }
        }
        return head.value > limit ? "above" : "below";
    }
}
