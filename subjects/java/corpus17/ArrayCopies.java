// arrays: copying, overlapping and partial
import java.util.Arrays;

public class ArrayCopies {
    public static void main(String[] args) {
        int[] a = {1, 2, 3, 4, 5, 6};
        System.arraycopy(a, 0, a, 1, 5);
        System.out.println(Arrays.toString(a));
        System.arraycopy(a, 2, a, 0, 4);
        System.out.println(Arrays.toString(a));
        Object[] from = {1, 2, "x", 4};
        Integer[] to = new Integer[4];
        try {
            System.arraycopy(from, 0, to, 0, 4);
        } catch (ArrayStoreException error) {
            System.out.println(Arrays.toString(to) + " " + error.getMessage());
        }
        System.out.println(Arrays.toString(Arrays.copyOf(a, 8)) + Arrays.toString(Arrays.copyOf(a, 2))
            + Arrays.toString(Arrays.copyOfRange(a, 4, 9)));
        String[] copy = Arrays.copyOf(new Object[] {"p", "q"}, 3, String[].class);
        System.out.println(Arrays.toString(copy) + copy.getClass().getSimpleName());
        double[] cloned = new double[] {1, 2}.clone();
        System.out.println(cloned.length + " " + cloned[1]);
    }
}
