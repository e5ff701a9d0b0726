package guarded;

/** People who know each other: whoever is known knows back. */
public class Graph {
    private final boolean[][] edges;
    private int count;

    public Graph(int size) {
        if (size < 1 || size > 6) {
            throw new IllegalArgumentException();
        }
        edges = new boolean[size][size];
    }

    public boolean connect(int from, int to) {
        if (from < 0 || to < 0 || from >= edges.length || to >= edges.length || from == to) {
            return false;
        }
        if (edges[from][to]) {
            return false;
        }
        edges[from][to] = true;
        edges[to][from] = true;
        count++;
        return true;
    }

    public String form() {
        int size = edges.length;
        if (size >= 2 && edges[0][1] != edges[1][0]) { // never
            return "one-sided";
        }
        if (size >= 3 && edges[0][1] && edges[1][2] && edges[2][0]) {
            return count == 3 ? "triangle" : "triangle and more";
        }
        if (size >= 2 && count == size * (size - 1) / 2) {
            return "complete";
        }
        return count == 0 ? "strangers" : "loose";
    }
}
