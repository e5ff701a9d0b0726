// programs: sorting algorithms written out
import java.util.Arrays;

public class Sorting {
    static void quick(int[] a, int low, int high) {
        if (low >= high) {
            return;
        }
        int pivot = a[(low + high) >>> 1];
        int i = low;
        int j = high;
        while (i <= j) {
            while (a[i] < pivot) {
                i++;
            }
            while (a[j] > pivot) {
                j--;
            }
            if (i <= j) {
                int swap = a[i];
                a[i++] = a[j];
                a[j--] = swap;
            }
        }
        quick(a, low, j);
        quick(a, i, high);
    }

    static void heap(int[] a) {
        for (int end = a.length; end > 1; end--) {
            for (int root = (end - 2) / 2; root >= 0; root--) {
                int child = 2 * root + 1;
                if (child + 1 < end && a[child + 1] > a[child]) {
                    child++;
                }
                if (a[child] > a[root]) {
                    int swap = a[child];
                    a[child] = a[root];
                    a[root] = swap;
                }
            }
            int last = a[end - 1];
            a[end - 1] = a[0];
            a[0] = last;
        }
    }

    static int[] merge(int[] a) {
        if (a.length < 2) {
            return a;
        }
        int[] left = merge(Arrays.copyOf(a, a.length / 2));
        int[] right = merge(Arrays.copyOfRange(a, a.length / 2, a.length));
        int[] out = new int[a.length];
        for (int i = 0, j = 0, k = 0; k < out.length; k++) {
            out[k] = j >= right.length || i < left.length && left[i] <= right[j] ? left[i++] : right[j++];
        }
        return out;
    }

    public static void main(String[] args) {
        int[] input = new int[60];
        for (int i = 0; i < input.length; i++) {
            input[i] = (i * 7919 + 13) % 127 - 60;
        }
        int[] expected = input.clone();
        Arrays.sort(expected);
        int[] quick = input.clone();
        quick(quick, 0, quick.length - 1);
        int[] heap = input.clone();
        heap(heap);
        System.out.println(Arrays.equals(expected, quick) + " " + Arrays.equals(expected, heap) + " " + Arrays.equals(expected, merge(input)) + Arrays.toString(expected));
    }
}
