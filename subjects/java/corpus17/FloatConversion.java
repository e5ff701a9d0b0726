// numerics: floating numbers become integers by saturation
public class FloatConversion {
    public static void main(String[] args) {
        double[] values = {0.9, -0.9, 1e10, -1e10, 1e20, -1e20, Double.NaN, Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY, 2147483647.5, -2147483649.0, 65.7, 300.2, 70000.9};
        for (double value : values) {
            float small = (float) value;
            System.out.println((int) value + " " + (long) value + " " + (byte) value + " " + (short) value + " "
                + (int) (char) value + " " + (int) small + " " + (long) small);
        }
    }
}
