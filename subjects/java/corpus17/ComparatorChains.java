// collections: comparators composed
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

public class ComparatorChains {
    record Person(String name, int age, Double score) {
    }

    public static void main(String[] args) {
        List<Person> people = new ArrayList<>(List.of(new Person("Bob", 30, 1.5), new Person("alice", 25, null),
            new Person("Carl", 30, 2.5), new Person("Dave", 25, 0.5), new Person("Alice", 41, null)));
        show(people, Comparator.comparing(Person::name));
        show(people, Comparator.comparing(Person::name, String.CASE_INSENSITIVE_ORDER).thenComparingInt(Person::age));
        show(people, Comparator.comparingInt(Person::age).reversed().thenComparing(Person::name, Comparator.reverseOrder()));
        show(people, Comparator.comparing(Person::score, Comparator.nullsFirst(Comparator.naturalOrder())).thenComparing(Person::age));
        show(people, Comparator.comparing(Person::score, Comparator.nullsLast(Comparator.reverseOrder())));
        Integer[] numbers = {5, -3, 8, 0, 12, -7};
        Arrays.sort(numbers, Comparator.comparing(Math::abs));
        System.out.println(Arrays.toString(numbers) + Comparator.<Integer>naturalOrder().compare(1, 2));
    }

    static void show(List<Person> people, Comparator<Person> order) {
        List<Person> sorted = new ArrayList<>(people);
        sorted.sort(order);
        StringBuilder line = new StringBuilder();
        sorted.forEach(person -> line.append(person.name()).append(person.age()).append(' '));
        System.out.println(line);
    }
}
