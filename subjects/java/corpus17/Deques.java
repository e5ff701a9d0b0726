// collections: ArrayDeque
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

public class Deques {
    public static void main(String[] args) {
        Deque<Integer> deque = new ArrayDeque<>(2);
        for (int i = 0; i < 40; i++) {
            if (i % 3 == 0) {
                deque.addFirst(i);
            } else {
                deque.addLast(i);
            }
            if (i % 5 == 4) {
                deque.pollFirst();
            }
        }
        System.out.println(deque + " " + deque.size() + " " + deque.peekFirst() + " " + deque.peekLast());
        deque.removeIf(x -> x % 2 == 0);
        StringBuilder back = new StringBuilder();
        for (Iterator<Integer> i = deque.descendingIterator(); i.hasNext();) {
            back.append(i.next()).append(' ');
        }
        System.out.println(back);
        try {
            deque.add(null);
        } catch (NullPointerException error) {
            System.out.println("no null");
        }
    }
}
