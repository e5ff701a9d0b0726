// library: Optional
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;

public class Optionals {
    public static void main(String[] args) {
        Optional<String> some = Optional.of("value");
        Optional<String> none = Optional.empty();
        System.out.println(some + " " + none + " " + some.isPresent() + none.isEmpty() + some.get() + none.orElse("else") + none.orElseGet(() -> "made"));
        System.out.println(some.map(String::length) + " " + some.filter(text -> text.length() > 9) + some.flatMap(text -> Optional.of(text + "!"))
            + none.or(() -> some) + some.stream().count() + Optional.ofNullable(null));
        some.ifPresentOrElse(System.out::println, () -> System.out.println("nothing"));
        none.ifPresentOrElse(System.out::println, () -> System.out.println("nothing"));
        try {
            none.get();
        } catch (NoSuchElementException error) {
            System.out.println(error.getMessage());
        }
        try {
            none.orElseThrow(() -> new IllegalStateException("own"));
        } catch (IllegalStateException error) {
            System.out.println(error.getMessage());
        }
        System.out.println(some.equals(Optional.of("value")) + " " + some.hashCode() + OptionalInt.of(3) + OptionalInt.empty().orElse(9));
    }
}
