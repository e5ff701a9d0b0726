// lambdas: boxing, widening and casting between lambda and interface
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

public class LambdaAdaptation {
    static int count() {
        return 7;
    }

    static long twice(long x) {
        return 2 * x;
    }

    static Integer boxed() {
        return 9;
    }

    static void nothing() {
        System.out.println("called");
    }

    static <T extends Comparable<T>> boolean less(T a, T b) {
        return a.compareTo(b) < 0;
    }

    interface IntPair {
        boolean test(Integer a, Integer b);
    }

    public static void main(String[] args) {
        LongSupplier longer = LambdaAdaptation::count;
        DoubleSupplier doubler = LambdaAdaptation::boxed;
        Supplier<Object> object = LambdaAdaptation::count;
        ToLongFunction<Integer> widen = LambdaAdaptation::twice;
        Function<Integer, Long> both = x -> twice(x);
        IntPair pair = LambdaAdaptation::less;
        Runnable dropped = LambdaAdaptation::count;
        dropped.run();
        Supplier<Runnable> nested = () -> LambdaAdaptation::nothing;
        nested.get().run();
        IntPredicate predicate = Integer.valueOf(3)::equals;
        System.out.println(longer.getAsLong() + " " + doubler.getAsDouble() + " " + object.get() + " "
            + widen.applyAsLong(21) + " " + both.apply(4) + " " + pair.test(1, 2) + " " + predicate.test(3));
        @SuppressWarnings({"unchecked", "rawtypes"})
        Function<Object, Object> raw = (Function) both;
        try {
            raw.apply("text");
        } catch (ClassCastException error) {
            System.out.println("cast in the adapter");
        }
    }
}
