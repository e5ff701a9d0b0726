// concurrency: ConcurrentHashMap and its kin
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

public class ConcurrentMaps {
    public static void main(String[] args) {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 100; i++) {
            map.merge("k" + i % 10, i, Integer::sum);
        }
        System.out.println(map.size() + " " + map.get("k3") + " " + map.reduceValues(1, Integer::sum) + " " + map.search(1, (k, v) -> v == 460 ? k : null));
        map.computeIfAbsent("new", key -> 5);
        map.compute("k0", (key, value) -> null);
        map.putIfAbsent("new", 6);
        System.out.println(map.replace("new", 5, 50) + " " + map.get("new") + map.containsKey("k0") + map.mappingCount() + map.getOrDefault("x", -1));
        try {
            map.put(null, 1);
        } catch (NullPointerException error) {
            System.out.println("no null");
        }
        for (int i = 0; i < 1000; i++) {
            map.put("many" + i, i);
        }
        map.keySet().removeIf(key -> key.startsWith("many"));
        System.out.println(map.size() + " " + ConcurrentHashMap.<String>newKeySet().add("x"));
        ConcurrentSkipListMap<Integer, String> skip = new ConcurrentSkipListMap<>();
        for (int i = 20; i > 0; i -= 3) {
            skip.put(i, "v" + i);
        }
        System.out.println(skip + " " + skip.ceilingKey(9) + skip.headMap(8));
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(new Integer[] {1, 2, 3});
        for (int value : list) {
            list.add(value * 10);
        }
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(list);
        System.out.println(list + " " + queue.poll() + queue.peek() + queue.size() + list.addIfAbsent(1));
    }
}
