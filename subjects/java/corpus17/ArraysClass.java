// arrays: sorting, searching, comparing
import java.util.Arrays;
import java.util.Comparator;

public class ArraysClass {
    public static void main(String[] args) {
        int[] ints = new int[200];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = (i * 7919) % 1009 - 400;
        }
        Arrays.sort(ints);
        System.out.println(ints[0] + " " + ints[100] + " " + ints[199] + " " + Arrays.binarySearch(ints, ints[57]) + " "
            + Arrays.binarySearch(ints, 5000) + " " + Arrays.hashCode(ints));
        double[] doubles = {3, -0.0, 0.0, Double.NaN, -1, Double.NEGATIVE_INFINITY};
        Arrays.sort(doubles);
        System.out.println(Arrays.toString(doubles));
        String[] words = "the quick brown fox jumps over the lazy dog".split(" ");
        Arrays.sort(words, Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, 2, 6);
        System.out.println(Arrays.asList(words));
        byte[] filled = new byte[5];
        Arrays.fill(filled, 1, 3, (byte) 7);
        System.out.println(Arrays.toString(filled) + Arrays.equals(filled, filled.clone()) + " "
            + Arrays.mismatch(filled, new byte[] {0, 7, 8}) + " " + Arrays.compare(filled, new byte[] {0, 8}));
        long[] sums = {1, 2, 3, 4};
        Arrays.parallelPrefix(sums, Long::sum);
        Arrays.setAll(ints, i -> i * i);
        System.out.println(Arrays.toString(sums) + ints[14] + " " + Arrays.stream(ints, 0, 5).sum());
        Integer[][] nested = {{1, 2}, {3}};
        System.out.println(Arrays.deepEquals(nested, new Integer[][] {{1, 2}, {3}}) + " " + Arrays.deepHashCode(nested));
    }
}
