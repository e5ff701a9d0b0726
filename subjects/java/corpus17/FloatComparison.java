// numerics: every comparison of NaN is false but one
public class FloatComparison {
    static String compare(double a, double b) {
        return "" + (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b) + !(a < b) + !(a > b);
    }

    static String compare(float a, float b) {
        return "" + (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b) + !(a <= b) + !(a >= b);
    }

    public static void main(String[] args) {
        double[] doubles = {0.0, -0.0, 1, Double.NaN, Double.NEGATIVE_INFINITY};
        for (double a : doubles) {
            for (double b : doubles) {
                System.out.println(compare(a, b) + " " + compare((float) a, (float) b) + " " + Double.compare(a, b)
                    + " " + Double.valueOf(a).equals(b) + " " + Float.compare((float) a, (float) b));
            }
        }
        double nan = Double.NaN;
        int count = 0;
        while (!(nan > 3) && count < 4) {
            count++;
        }
        System.out.println(count);
    }
}
