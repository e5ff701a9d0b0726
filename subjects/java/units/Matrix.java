package units;

/** Arrays of arrays. */
public class Matrix {
    public static int[][] product(int[][] left, int[][] right) {
        int rows = left.length;
        int shared = right.length;
        if (rows == 0 || shared == 0) {
            throw new IllegalArgumentException("empty");
        }
        int columns = right[0].length;
        int[][] result = new int[rows][columns];
        for (int i = 0; i < rows; i++) {
            if (left[i].length != shared) {
                throw new IllegalArgumentException("row " + i);
            }
            for (int j = 0; j < columns; j++) {
                for (int k = 0; k < shared; k++) {
                    result[i][j] += left[i][k] * right[k][j];
                }
            }
        }
        return result;
    }

    public static boolean isSymmetric(double[][] rows) {
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < i; j++) {
                if (rows[i][j] != rows[j][i]) {
                    return false;
                }
            }
        }
        return true;
    }
}
