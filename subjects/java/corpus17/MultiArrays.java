// arrays: arrays of arrays
import java.util.Arrays;

public class MultiArrays {
    public static void main(String[] args) {
        int[][] square = new int[3][4];
        int[][][] partial = new int[2][3][];
        long[][] ragged = {{1}, {}, {1, 2, 3}, null};
        String[][][][] deep = new String[1][2][1][2];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 4; j++) {
                square[i][j] = i * 10 + j;
            }
        }
        partial[1][2] = new int[] {5};
        partial[1][2][0]--;
        deep[0][1][0][1] = "leaf";
        System.out.println(Arrays.deepToString(square));
        System.out.println(Arrays.deepToString(partial));
        System.out.println(Arrays.deepToString(ragged));
        System.out.println(Arrays.deepToString(deep) + " " + deep.getClass().getName());
        try {
            System.out.println(new int[2][-1].length);
        } catch (NegativeArraySizeException error) {
            System.out.println(error.getMessage());
        }
        int[][] copy = square.clone();
        copy[0][0] = 99;
        copy[1] = new int[0];
        System.out.println(square[0][0] + " " + square[1].length + " " + new int[0][5].length);
    }
}
