// generics: arrays and erasure
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class GenericArrays {
    @SafeVarargs
    static <T> T[] array(T... items) {
        return items;
    }

    @SuppressWarnings("unchecked")
    static class Stack<E> {
        private E[] items = (E[]) new Object[2];
        private int size;

        void push(E item) {
            if (size == items.length) {
                items = Arrays.copyOf(items, size * 2);
            }
            items[size++] = item;
        }

        E pop() {
            E top = items[--size];
            items[size] = null;
            return top;
        }
    }

    static <T> T[] two(T a, T b) {
        return array(a, b);
    }

    public static void main(String[] args) {
        Stack<String> stack = new Stack<>();
        for (String word : "one two three four five".split(" ")) {
            stack.push(word);
        }
        System.out.println(stack.pop() + stack.pop());
        System.out.println(array("a", "b").getClass().getSimpleName() + GenericArrays.<Object>two(1, 2).getClass().getSimpleName());
        try {
            String[] wrong = two("a", "b");
        } catch (ClassCastException error) {
            System.out.println("erased");
        }
        List<String>[] lists = new List[2];
        lists[0] = new ArrayList<>(List.of("x"));
        System.out.println(lists[0].get(0).length() + " " + List.of(1, 2).toArray(new Integer[0]).length);
    }
}
