// Functions that calls are given where an interface of java.util.function, a comparator or the like is asked for.
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

public class Functions {
    /** The interfaces that `make` knows, by name. */
    static final Class<?>[] KNOWN = {Comparator.class, Function.class, BiFunction.class, Predicate.class, BiPredicate.class, Supplier.class,
        Consumer.class, BiConsumer.class, UnaryOperator.class, BinaryOperator.class, IntFunction.class, IntPredicate.class, IntUnaryOperator.class,
        IntBinaryOperator.class, LongBinaryOperator.class, DoubleUnaryOperator.class, DoubleBinaryOperator.class, ToIntFunction.class,
        ToLongFunction.class, ToDoubleFunction.class, Runnable.class, Callable.class};

    static Object make(String name) {
        switch (name) {
            case "java.util.Comparator":
                return (Comparator<Object>) (a, b) -> String.valueOf(a).compareTo(String.valueOf(b));
            case "java.util.function.Function":
                return (Function<Object, Object>) x -> "f" + x;
            case "java.util.function.BiFunction":
                return (BiFunction<Object, Object, Object>) (a, b) -> a + "+" + b;
            case "java.util.function.Predicate":
                return (Predicate<Object>) x -> String.valueOf(x).length() % 2 == 0;
            case "java.util.function.BiPredicate":
                return (BiPredicate<Object, Object>) (a, b) -> String.valueOf(a).equals(String.valueOf(b));
            case "java.util.function.Supplier":
                return (Supplier<Object>) () -> "supplied";
            case "java.util.function.Consumer":
                return (Consumer<Object>) x -> { };
            case "java.util.function.BiConsumer":
                return (BiConsumer<Object, Object>) (a, b) -> { };
            case "java.util.function.UnaryOperator":
                return (UnaryOperator<Object>) x -> x;
            case "java.util.function.BinaryOperator":
                return (BinaryOperator<Object>) (a, b) -> b;
            case "java.util.function.IntFunction":
                return (IntFunction<Object>) x -> "i" + x;
            case "java.util.function.IntPredicate":
                return (IntPredicate) x -> x % 2 == 0;
            case "java.util.function.IntUnaryOperator":
                return (IntUnaryOperator) x -> x * 3 + 1;
            case "java.util.function.IntBinaryOperator":
                return (IntBinaryOperator) (a, b) -> a - b;
            case "java.util.function.LongBinaryOperator":
                return (LongBinaryOperator) (a, b) -> a * 31 + b;
            case "java.util.function.DoubleUnaryOperator":
                return (DoubleUnaryOperator) x -> x / 3;
            case "java.util.function.DoubleBinaryOperator":
                return (DoubleBinaryOperator) (a, b) -> a - b;
            case "java.util.function.ToIntFunction":
                return (ToIntFunction<Object>) x -> String.valueOf(x).length();
            case "java.util.function.ToLongFunction":
                return (ToLongFunction<Object>) x -> String.valueOf(x).length() * 10000000000L;
            case "java.util.function.ToDoubleFunction":
                return (ToDoubleFunction<Object>) x -> String.valueOf(x).length() / 4.0;
            case "java.lang.Runnable":
                return (Runnable) () -> { };
            case "java.util.concurrent.Callable":
                return (Callable<Object>) () -> "called";
            default:
                throw new IllegalArgumentException(name);
        }
    }
}
