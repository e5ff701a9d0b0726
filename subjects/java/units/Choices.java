package units;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

/** Lambdas that the library calls, and such that only the caller of a method does. */
public class Choices {
    public static long lucky(List<Integer> numbers) {
        return numbers.stream().filter(number -> number > 1000 && number % 7 == 3).count();
    }

    public static IntPredicate between(int low, int high) {
        return number -> number >= low && number < high;
    }

    public static Comparator<String> shortestFirst() {
        return new Comparator<>() {
            @Override
            public int compare(String one, String other) {
                if (one.length() != other.length()) {
                    return one.length() < other.length() ? -1 : 1;
                }
                return one.compareTo(other);
            }
        };
    }
}
