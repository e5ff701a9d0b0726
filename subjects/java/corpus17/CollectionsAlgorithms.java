// collections: algorithms of Collections
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

public class CollectionsAlgorithms {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>(Arrays.asList(5, 3, 8, 1, 9, 2));
        Collections.sort(list, Collections.reverseOrder());
        System.out.println(list + " " + Collections.max(list) + Collections.min(list) + Collections.frequency(list, 3));
        Collections.reverse(list);
        System.out.println(list + " " + Collections.binarySearch(list, 8) + Collections.binarySearch(list, 4));
        Collections.shuffle(list, new Random(7));
        System.out.println(list);
        Collections.rotate(list, 2);
        Collections.swap(list, 0, 5);
        System.out.println(list + " " + Collections.indexOfSubList(list, list.subList(2, 4)) + Collections.nCopies(3, "x")
            + Collections.disjoint(list, List.of(7, 10)));
        Collections.fill(list.subList(0, 2), 0);
        Collections.replaceAll(list, 0, 77);
        System.out.println(list + " " + Collections.emptyList() + Collections.singletonMap("k", 1) + Collections.unmodifiableCollection(list));
        Map<String, Integer> checked = Collections.checkedMap(new TreeMap<>(), String.class, Integer.class);
        checked.put("a", 1);
        System.out.println(checked + " " + Collections.synchronizedList(list).size() + Collections.list(Collections.enumeration(List.of(1, 2))));
        System.out.println(Collections.newSetFromMap(new TreeMap<Integer, Boolean>()).add(3) + " " + Collections.lastIndexOfSubList(list, List.of()));
    }
}
