package acme;

/** Bears the name of another list. */
public class List {
    final java.util.List<Integer> numbers;

    public List(java.util.List<Integer> numbers) {
        this.numbers = numbers;
    }

    public java.util.List<Integer> numbers() {
        return numbers;
    }
}
