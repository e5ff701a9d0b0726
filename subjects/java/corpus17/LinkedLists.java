// collections: LinkedList as list, queue and stack
import java.util.LinkedList;

public class LinkedLists {
    public static void main(String[] args) {
        LinkedList<String> list = new LinkedList<>();
        list.add("b");
        list.addFirst("a");
        list.addLast("c");
        list.add(1, "x");
        list.push("top");
        list.offer("end");
        System.out.println(list + " " + list.peek() + list.peekLast() + list.pop() + list.poll() + list.pollLast() + list.getFirst());
        System.out.println(list + " " + list.indexOf("c") + list.removeFirstOccurrence("b") + list.removeLast() + list);
        list.clear();
        System.out.println(list.peek() + " " + list.pollFirst());
        try {
            list.removeFirst();
        } catch (java.util.NoSuchElementException error) {
            System.out.println("empty");
        }
    }
}
