// lambdas: default methods of functional interfaces
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

public class FunctionComposition {
    public static void main(String[] args) {
        Function<Integer, Integer> plus = x -> x + 1;
        Function<Integer, Integer> times = x -> x * 10;
        System.out.println(plus.andThen(times).apply(5) + " " + plus.compose(times).apply(5));
        Predicate<String> empty = String::isEmpty;
        Predicate<String> starts = text -> text.startsWith("a");
        System.out.println(empty.negate().and(starts).test("abc") + " " + empty.or(starts).test("b") + " "
            + Predicate.not(empty).test("") + " " + Predicate.isEqual("x").test("x"));
        BiFunction<Integer, Integer, Integer> sum = Integer::sum;
        System.out.println(sum.andThen(x -> "sum " + x).apply(3, 4));
        StringBuilder log = new StringBuilder();
        Consumer<String> first = text -> log.append("1").append(text);
        first.andThen(text -> log.append("2").append(text)).accept("x");
        System.out.println(log + " " + BinaryOperator.<Integer>minBy((a, b) -> b - a).apply(3, 8));
        IntUnaryOperator half = x -> x / 2;
        System.out.println(half.andThen(x -> x + 100).compose(x -> x * 3).applyAsInt(8));
    }
}
