package units;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Tells what it holds only when it is asked for it. */
public final class Shelf {
    private final Map<String, Integer> weights = new HashMap<>();
    private int heaviest;

    public void put(String name, int weight) {
        Objects.requireNonNull(name, "a name is needed");
        weights.put(name.trim(), weight);
        if (weight > heaviest) {
            heaviest = weight;
        }
    }

    public void remove(String name) {
        weights.remove(name);
    }

    public int getWeight(String name) {
        return weights.getOrDefault(name, -1);
    }
}
