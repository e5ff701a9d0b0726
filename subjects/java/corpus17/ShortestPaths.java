// programs: Dijkstra on a graph of records
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

public class ShortestPaths {
    record Edge(String to, int weight) {
    }

    record Entry(String node, int distance) {
    }

    public static void main(String[] args) {
        Map<String, List<Edge>> graph = new HashMap<>();
        String[] edges = {"a-b:7", "a-c:9", "a-f:14", "b-c:10", "b-d:15", "c-d:11", "c-f:2", "d-e:6", "e-f:9"};
        for (String edge : edges) {
            String[] parts = edge.split("[-:]");
            int weight = Integer.parseInt(parts[2]);
            graph.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(new Edge(parts[1], weight));
            graph.computeIfAbsent(parts[1], key -> new ArrayList<>()).add(new Edge(parts[0], weight));
        }
        Map<String, Integer> distances = new TreeMap<>();
        PriorityQueue<Entry> queue = new PriorityQueue<>(Comparator.comparingInt(Entry::distance));
        queue.add(new Entry("a", 0));
        while (!queue.isEmpty()) {
            Entry entry = queue.poll();
            if (distances.putIfAbsent(entry.node(), entry.distance()) != null) {
                continue;
            }
            for (Edge edge : graph.get(entry.node())) {
                queue.add(new Entry(edge.to(), entry.distance() + edge.weight()));
            }
        }
        System.out.println(distances);
    }
}
