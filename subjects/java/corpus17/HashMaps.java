// collections: HashMap with collisions, resizing and trees
import java.util.HashMap;
import java.util.Map;

public class HashMaps {
    static class Key implements Comparable<Key> {
        final int value;

        Key(int value) {
            this.value = value;
        }

        @Override
        public int hashCode() {
            return value % 3;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.value == value;
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(value, other.value);
        }
    }

    public static void main(String[] args) {
        Map<Key, Integer> map = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            map.put(new Key(i), i);
        }
        int sum = 0;
        for (int i = 0; i < 220; i += 7) {
            Integer found = map.get(new Key(i));
            sum += found == null ? 1000 : found;
        }
        for (int i = 0; i < 190; i++) {
            map.remove(new Key(i));
        }
        System.out.println(sum + " " + map.size());
        Map<String, Integer> counts = new HashMap<>();
        for (String word : "to be or not to be that is the question".split(" ")) {
            counts.merge(word, 1, Integer::sum);
        }
        System.out.println(counts);
        counts.computeIfAbsent("new", String::length);
        counts.computeIfPresent("to", (key, value) -> null);
        counts.compute("be", (key, value) -> value == null ? 0 : value * 10);
        counts.putIfAbsent("be", 99);
        counts.replaceAll((key, value) -> value + key.length());
        counts.put(null, -1);
        System.out.println(counts + " " + counts.getOrDefault("zzz", 42) + counts.containsValue(-1) + counts.get(null));
        counts.entrySet().removeIf(entry -> entry.getValue() > 4);
        counts.keySet().remove("is");
        counts.values().remove(-1);
        System.out.println(counts + " " + counts.replace("or", 5) + counts.remove("or", 6) + counts.hashCode());
    }
}
