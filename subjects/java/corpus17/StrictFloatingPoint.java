// numerics: strictfp changes nothing any more
public class StrictFloatingPoint {
    static strictfp double product(double a, double b, double c) {
        return a * b / c;
    }

    public static void main(String[] args) {
        System.out.println(product(1e300, 1e10, 1e5));
        System.out.println(product(4.9e-324, 0.5, 0.25));
        double x = 0;
        for (int i = 1; i <= 200; i++) {
            x += 1.0 / i / i;
        }
        System.out.println(x + " " + Math.sqrt(6 * x));
    }
}
