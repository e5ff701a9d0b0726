package units;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collections with elements of the right type. */
public class Words {
    public static Map<String, Integer> count(List<String> words) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : words) {
            if (word == null || word.isBlank()) {
                continue;
            }
            counts.merge(word.toLowerCase(java.util.Locale.ROOT), 1, Integer::sum);
        }
        return counts;
    }

    public static List<String> twice(List<String> words) {
        List<String> found = new ArrayList<>();
        for (Map.Entry<String, Integer> entry : count(words).entrySet()) {
            if (entry.getValue() == 2) {
                found.add(entry.getKey());
            }
        }
        return found;
    }

    public static Integer largest(Map<String, Integer> counts) {
        Integer largest = null;
        for (Integer count : counts.values()) {
            if (largest == null || count > largest) {
                largest = count;
            }
        }
        return largest;
    }
}
