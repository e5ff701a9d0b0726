// collections: List.of, Map.of and copies
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

public class ImmutableCollections {
    static void attempt(Runnable work) {
        try {
            work.run();
            System.out.println("fine");
        } catch (RuntimeException error) {
            System.out.println(error.getClass().getSimpleName() + " " + error.getMessage());
        }
    }

    public static void main(String[] args) {
        System.out.println(List.of() + "" + List.of(1) + List.of(1, 2, 3) + List.of(1, 2, 3).subList(1, 3) + List.of(new String[] {"a"}));
        Set<String> set = Set.of("x", "y", "z");
        Map<String, Integer> map = Map.of("one", 1, "two", 2, "three", 3);
        System.out.println(new TreeSet<>(set) + " " + new TreeMap<>(map) + " " + set.contains("y") + map.get("two") + map.containsKey("four"));
        System.out.println(Map.entry("k", "v") + " " + new TreeMap<>(Map.ofEntries(Map.entry(1, "a"), Map.entry(2, "b"))) + set.hashCode() + map.hashCode());
        attempt(() -> Set.of("a", "a"));
        attempt(() -> Map.of("a", 1, "a", 2));
        attempt(() -> List.of(1).contains(null));
        attempt(() -> set.add("w"));
        attempt(() -> map.put("w", 0));
        attempt(() -> List.copyOf(new ArrayList<>(java.util.Arrays.asList(1, null))));
        System.out.println(List.copyOf(List.of(1)).equals(List.of(1)) + " " + List.of(1, 2).equals(new ArrayList<>(List.of(1, 2))));
    }
}
