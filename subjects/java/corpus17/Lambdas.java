// lambdas: captures, returns and recursion
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

public class Lambdas {
    int field = 3;
    static Function<Integer, Integer> factorial;

    Supplier<Integer> bound(int parameter, long wide, double floating, String text) {
        return () -> (int) (field + parameter + wide + floating + text.length());
    }

    static <T, R> Function<T, R> twice(Function<T, T> f, Function<T, R> last) {
        return f.andThen(f).andThen(last);
    }

    interface Three<A, B, C, R> {
        R apply(A a, B b, C c);

        default Function<C, R> two(A a, B b) {
            return c -> apply(a, b, c);
        }
    }

    public static void main(String[] args) {
        Lambdas lambdas = new Lambdas();
        Supplier<Integer> bound = lambdas.bound(1, 2L, 3.9, "four");
        lambdas.field = 10;
        System.out.println(bound.get());
        factorial = n -> n <= 1 ? 1 : n * factorial.apply(n - 1);
        System.out.println(factorial.apply(10) + " " + twice((Integer x) -> x * x, x -> "=" + x).apply(3));
        IntBinaryOperator gcd = new IntBinaryOperator() {
            @Override
            public int applyAsInt(int a, int b) {
                return b == 0 ? a : applyAsInt(b, a % b);
            }
        };
        Three<Integer, Long, String, String> three = (a, b, c) -> a + "," + b + "," + c;
        System.out.println(gcd.applyAsInt(48, 36) + " " + three.two(1, 2L).apply("x"));
        BiFunction<Integer, Integer, Function<Integer, Integer>> curried = (a, b) -> c -> a * b + c;
        System.out.println(curried.apply(3, 4).apply(5) + " " + Function.<String>identity().apply("id"));
        Runnable nested = () -> {
            Runnable inner = () -> System.out.println("inner " + lambdas.field);
            inner.run();
        };
        nested.run();
        System.out.println(nested.getClass().isSynthetic() + " " + nested.getClass().getSimpleName().startsWith("Lambdas$$Lambda"));
    }
}
