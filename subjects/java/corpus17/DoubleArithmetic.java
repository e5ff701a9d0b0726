// numerics: double arithmetic with NaN, infinities and both zeros
public class DoubleArithmetic {
    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 1.5, -2.25, 1e308, 4.9e-324, Double.NaN, Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY, 1.0 / 3};
        for (double a : values) {
            for (double b : values) {
                System.out.println((a + b) + " " + (a - b) + " " + (a * b) + " " + (a / b) + " " + (a % b));
            }
        }
        System.out.println(Math.min(0.0, -0.0) + " " + Math.max(-0.0, 0.0) + " " + Math.min(Double.NaN, 1));
    }
}
