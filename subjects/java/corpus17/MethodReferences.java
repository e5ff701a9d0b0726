// lambdas: method references of every kind
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

public class MethodReferences {
    final int base;

    MethodReferences(int base) {
        this.base = base;
    }

    int add(int x) {
        return base + x;
    }

    static String join(Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            text.append(part).append('/');
        }
        return text.toString();
    }

    class Inner {
        final int value = base * 2;
    }

    Supplier<Inner> inner() {
        return Inner::new;
    }

    @Override
    public String toString() {
        Supplier<String> parent = super::toString;
        return parent.get().startsWith("MethodReferences@") ? "super works" : "no";
    }

    public static void main(String[] args) {
        Function<String, Integer> statically = Integer::parseInt;
        Function<String, String> unbound = String::trim;
        BiFunction<String, String, Boolean> unboundTwo = String::startsWith;
        UnaryOperator<Integer> bound = new MethodReferences(5)::add;
        IntFunction<MethodReferences> constructor = MethodReferences::new;
        IntFunction<int[][]> array = int[][]::new;
        Supplier<List<String>> generic = ArrayList<String>::new;
        BiFunction<Integer, Object, String> variable = MethodReferences::join;
        ToIntFunction<Long> unboxing = Long::intValue;
        Function<Object, String> widening = String::valueOf;
        System.out.println(statically.apply("12") + unbound.apply(" a ") + unboundTwo.apply("abc", "ab") + bound.apply(7));
        System.out.println(constructor.apply(9).base + " " + array.apply(3).length + " " + generic.get().size() + " "
            + variable.apply(1, "two") + " " + unboxing.applyAsInt(77L) + widening.apply(null));
        System.out.println(new MethodReferences(4).inner().get().value + " " + new MethodReferences(1));
        Function<int[], int[]> clone = int[]::clone;
        System.out.println(clone.apply(new int[] {1, 2}).length);
        try {
            MethodReferences none = null;
            Supplier<String> broken = none::toString;
        } catch (NullPointerException error) {
            System.out.println("bound to null");
        }
    }
}
