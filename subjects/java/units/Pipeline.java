package units;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Work that is handed over as lambdas. */
public class Pipeline {
    public static List<String> select(List<String> texts, Predicate<? super String> wanted) {
        List<String> chosen = new ArrayList<>();
        for (String text : texts) {
            if (wanted.test(text)) {
                chosen.add(text);
            }
        }
        return chosen;
    }

    public static <T, R> R first(List<T> items, Function<T, R> change, Supplier<R> otherwise) {
        return items.isEmpty() ? otherwise.get() : change.apply(items.get(0));
    }

    public static int fold(int[] numbers, IntBinaryOperator operator) {
        int result = 0;
        for (int number : numbers) {
            result = operator.applyAsInt(result, number);
            if (result == 4711) {
                return -1;
            }
        }
        return result;
    }

    public static String guarded(Runnable work, Runnable after) {
        if (work == null) {
            return "nothing";
        }
        work.run();
        if (after != null) {
            after.run();
            return "both";
        }
        return "one";
    }
}
