// numerics: float arithmetic rounds to float
public class FloatArithmetic {
    public static void main(String[] args) {
        float[] values = {0f, -0f, 0.1f, 1 / 3f, 1e38f, 1.4e-45f, Float.NaN, Float.POSITIVE_INFINITY, 16777217f};
        for (float a : values) {
            for (float b : values) {
                System.out.println((a + b) + " " + (a - b) + " " + (a * b) + " " + (a / b) + " " + (a % b));
            }
        }
        float sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += 0.1f;
        }
        System.out.println(sum + " " + (double) sum);
    }
}
