// collections: own iterators and for-each
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;

public class Iterators {
    record Range(int from, int to) implements Iterable<Integer> {
        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                private int next = from;

                @Override
                public boolean hasNext() {
                    return next < to;
                }

                @Override
                public Integer next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException("after " + to);
                    }
                    return next++;
                }
            };
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int value : new Range(3, 8)) {
            sum += value;
        }
        Iterator<Integer> iterator = new Range(0, 1).iterator();
        iterator.next();
        try {
            iterator.next();
        } catch (NoSuchElementException error) {
            System.out.println(sum + " " + error.getMessage());
        }
        try {
            iterator.remove();
        } catch (UnsupportedOperationException error) {
            System.out.println(error.getMessage());
        }
        List<String> list = new ArrayList<>(List.of("a", "b", "c", "d"));
        for (Iterator<String> i = list.iterator(); i.hasNext();) {
            if (i.next().compareTo("b") <= 0) {
                i.remove();
            }
        }
        ListIterator<String> both = list.listIterator();
        both.next();
        both.set("C");
        both.add("x");
        System.out.println(list + " " + both.previous() + both.previousIndex() + both.hasPrevious());
        try {
            for (String text : list) {
                list.add(text);
            }
        } catch (ConcurrentModificationException error) {
            System.out.println("modified " + list.size());
        }
        new Range(0, 3).forEach(value -> System.out.print(value + ";"));
        new Range(5, 7).spliterator().forEachRemaining(System.out::println);
    }
}
