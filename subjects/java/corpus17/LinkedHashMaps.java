// collections: LinkedHashMap in insertion and access order
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

public class LinkedHashMaps {
    static class Cache<K, V> extends LinkedHashMap<K, V> {
        private final int limit;

        Cache(int limit) {
            super(16, 0.75f, true);
            this.limit = limit;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > limit;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put("a", 2);
        map.put("m", 3);
        map.put("z", 4);
        map.remove("a");
        map.put("a", 5);
        System.out.println(map + " " + map.keySet() + map.values());
        Cache<Integer, String> cache = new Cache<>(3);
        for (int i = 0; i < 5; i++) {
            cache.put(i, "v" + i);
            cache.get(2);
        }
        System.out.println(cache);
        System.out.println(new LinkedHashSet<>(List.of(3, 1, 2)));
    }
}
