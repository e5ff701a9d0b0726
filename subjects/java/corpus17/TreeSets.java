// collections: TreeSet
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

public class TreeSets {
    public static void main(String[] args) {
        TreeSet<String> set = new TreeSet<>(List.of("delta", "alpha", "charlie", "bravo"));
        System.out.println(set + " " + set.first() + set.last() + set.higher("bravo") + set.headSet("charlie", true) + set.tailSet("b"));
        System.out.println(set.descendingSet() + " " + set.pollLast() + set.subSet("a", "c") + set.ceiling("zz") + set.add("alpha"));
        TreeSet<Integer> numbers = new TreeSet<>(Collections.reverseOrder());
        Collections.addAll(numbers, 5, 1, 9, 3);
        numbers.retainAll(List.of(1, 9, 10));
        System.out.println(numbers + " " + numbers.comparator().compare(1, 2));
    }
}
