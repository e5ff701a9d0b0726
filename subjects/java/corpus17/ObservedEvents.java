// library: PropertyChange-like listeners and timers of own making
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

public class ObservedEvents {
    private final Map<String, List<BiConsumer<Object, Object>>> listeners = new LinkedHashMap<>();
    private final Map<String, Object> values = new LinkedHashMap<>();

    void listen(String name, BiConsumer<Object, Object> listener) {
        listeners.computeIfAbsent(name, key -> new ArrayList<>()).add(listener);
    }

    void set(String name, Object value) {
        Object before = values.put(name, value);
        for (BiConsumer<Object, Object> listener : listeners.getOrDefault(name, List.of())) {
            listener.accept(before, value);
        }
    }

    public static void main(String[] args) {
        ObservedEvents events = new ObservedEvents();
        StringBuilder log = new StringBuilder();
        events.listen("x", (before, after) -> log.append(before).append("->").append(after).append(' '));
        events.listen("x", (before, after) -> {
            if (after instanceof Integer number && number < 3) {
                events.set("x", number + 1);
            }
        });
        events.set("x", 0);
        events.set("y", 5);
        System.out.println(log + "" + events.values);
    }
}
