package acme;

import java.util.List;

class Rows {
    static int[] sorted(int[] numbers) {
        int[] copy = numbers.clone();
        java.util.Arrays.sort(copy);
        return copy;
    }

    static void reverse(int[] numbers) {
        for (int i = 0, j = numbers.length - 1; i < j; i++, j--) {
            int kept = numbers[i];
            numbers[i] = numbers[j];
            numbers[j] = kept;
        }
    }

    static double[] halves(double[] numbers) {
        double[] all = new double[numbers.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = numbers[i] / 2;
        }
        return all;
    }

    static int total(int[][] rows) {
        int total = 0;
        for (int[] row : rows) {
            for (int number : row == null ? new int[0] : row) {
                total += number;
            }
        }
        return total;
    }

    static String[] copied(String[] texts) {
        return texts.clone();
    }

    static Object hidden(Object array) {
        return array;
    }

    static byte[] bytes(byte[] bytes) {
        return bytes;
    }

    static int depth(Object[] items) {
        return items.length > 0 && items[0] == items ? -1 : items.length;
    }

    static int sizes(List<String>[] lists) {
        int all = 0;
        for (List<String> list : lists) {
            all += list == null ? 0 : list.size();
        }
        return all;
    }
}
