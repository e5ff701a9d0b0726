// collections: ArrayList and its views
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

public class ArrayLists {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            list.add(i * 3 % 11);
        }
        list.add(2, 100);
        list.remove(0);
        list.remove(Integer.valueOf(9));
        list.set(1, -1);
        System.out.println(list + " " + list.size() + " " + list.indexOf(5) + " " + list.lastIndexOf(5) + " " + list.contains(77));
        list.sort(null);
        System.out.println(list);
        list.subList(2, 5).clear();
        list.removeIf(x -> x % 2 == 0);
        list.replaceAll(x -> x * x);
        System.out.println(list + " " + list.subList(1, 3) + " " + list.equals(new ArrayList<>(list)));
        list.addAll(1, List.of(7, 8));
        list.retainAll(Arrays.asList(7, 8, 9, 81));
        System.out.println(list + " " + list.hashCode() + " " + Arrays.toString(list.toArray()) + list.toArray(new Integer[0]).length);
        for (Runnable bad : new Runnable[] {() -> list.get(99), () -> list.add(-1, 1), () -> List.of(1).add(2),
            () -> Arrays.asList(1).add(2), () -> Collections.unmodifiableList(list).clear(), () -> List.of(1, null), () -> new ArrayList<>(-1),
            () -> list.subList(2, 1)}) {
            try {
                bad.run();
            } catch (RuntimeException error) {
                System.out.println(error.getClass().getSimpleName() + " " + error.getMessage());
            }
        }
    }
}
