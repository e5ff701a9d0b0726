// patterns: inferred type arguments in record patterns
import java.util.Optional;

public class GenericRecordInference {
    record Pair<A, B>(A first, B second) {
    }

    sealed interface Result<T> {
        record Ok<T>(T value) implements Result<T> {
        }

        record Failed<T>(String why) implements Result<T> {
        }
    }

    static <T> String show(Result<T> result) {
        return switch (result) {
            case Result.Ok(var value) -> "ok " + value;
            case Result.Failed(var why) -> "failed " + why;
        };
    }

    static int sum(Pair<Integer, Pair<Integer, Integer>> pair) {
        return pair instanceof Pair(var a, Pair(var b, var c)) ? a + b + c : -1;
    }

    public static void main(String[] args) {
        System.out.println(show(new Result.Ok<>(5)) + " " + show(new Result.Failed<>("reason")) + " " + sum(new Pair<>(1, new Pair<>(2, 3))) + " " + sum(new Pair<>(1, null)));
        System.out.println(Optional.of(new Pair<>("k", 1L)).map(pair -> pair.first() + pair.second()).get());
    }
}
