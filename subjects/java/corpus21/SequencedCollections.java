// collections: first, last and reversed
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.TreeSet;

public class SequencedCollections {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        list.addFirst(0);
        list.addLast(4);
        System.out.println(list.getFirst() + " " + list.getLast() + " " + list.reversed() + " " + list.removeFirst() + list.removeLast() + list);
        list.reversed().add(99);
        System.out.println(list);
        LinkedHashSet<String> set = new LinkedHashSet<>(List.of("a", "b", "c"));
        set.addFirst("c");
        System.out.println(set + " " + set.reversed() + set.removeLast());
        SequencedMap<String, Integer> map = new LinkedHashMap<>();
        map.put("x", 1);
        map.putFirst("w", 0);
        System.out.println(map.firstEntry() + " " + map.lastEntry() + " " + map.reversed() + " " + map.pollFirstEntry() + map.sequencedKeySet());
        for (SequencedCollection<Integer> one : List.<SequencedCollection<Integer>>of(new ArrayDeque<>(List.of(5, 6)), new TreeSet<>(List.of(9, 8)))) {
            System.out.println(one.getFirst() + " " + one.reversed());
        }
        try {
            new ArrayList<>().getFirst();
        } catch (java.util.NoSuchElementException error) {
            System.out.println("empty");
        }
        try {
            List.of(1).addFirst(2);
        } catch (UnsupportedOperationException error) {
            System.out.println("immutable");
        }
    }
}
