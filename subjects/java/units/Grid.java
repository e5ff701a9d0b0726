package units;

/** Arrays that are long, of arrays, and of things of several kinds. */
public class Grid {
    public static int[] ramp(int step) {
        int[] ramp = new int[40];
        for (int index = 0; index < ramp.length; index++) {
            ramp[index] = index * step;
        }
        return ramp;
    }

    public static char[] wide(char first) {
        char[] wide = new char[1000];
        wide[0] = first;
        wide[1] = (char) (first + 1);
        return wide;
    }

    public static int[][] table(int corner) {
        return new int[][] {{corner, 1}, {2, corner + 2}};
    }

    public static Object[] mixed(int number) {
        return new Object[] {"n", number + 1, null};
    }
}
