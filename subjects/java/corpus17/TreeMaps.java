// collections: TreeMap and its views
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.TreeMap;

public class TreeMaps {
    public static void main(String[] args) {
        TreeMap<Integer, String> map = new TreeMap<>();
        for (int i = 0; i < 30; i++) {
            map.put(i * 17 % 31, "v" + i);
        }
        for (int i = 0; i < 31; i += 3) {
            map.remove(i);
        }
        System.out.println(map);
        System.out.println(map.firstKey() + " " + map.lastEntry() + " " + map.floorKey(15) + " " + map.ceilingKey(15) + " " + map.lowerKey(2) + " "
            + map.higherEntry(28) + " " + map.pollFirstEntry() + map.size());
        NavigableMap<Integer, String> view = map.subMap(5, true, 12, false);
        view.put(6, "six");
        System.out.println(view + " " + view.descendingMap() + " " + map.headMap(5) + map.tailMap(26, false));
        try {
            view.put(50, "outside");
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
        TreeMap<String, Integer> words = new TreeMap<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        for (String word : "pear fig apple date kiwi".split(" ")) {
            words.put(word, word.length());
        }
        System.out.println(words + " " + words.descendingKeySet() + words.navigableKeySet().floor("zzz"));
        try {
            new TreeMap<Object, Object>().put(new Object(), 1);
        } catch (ClassCastException error) {
            System.out.println("not comparable");
        }
    }
}
