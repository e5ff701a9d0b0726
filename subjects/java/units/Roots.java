package units;

/** Numeric routines on doubles. */
public class Roots {
    /** How many real roots a quadratic equation has; -1 if there are infinitely many. */
    public static int count(double a, double b, double c) {
        if (a == 0) {
            if (b == 0) {
                return c == 0 ? -1 : 0;
            }
            return 1;
        }
        double discriminant = b * b - 4 * a * c;
        if (discriminant > 0) {
            return 2;
        }
        return discriminant == 0 ? 1 : 0;
    }

    public static double squareRoot(double value) {
        if (Double.isNaN(value) || value < 0) {
            return Double.NaN;
        }
        if (value == 0 || value == Double.POSITIVE_INFINITY) {
            return value;
        }
        double guess = value > 1 ? value : 1;
        /* infeasible: it comes to its end much earlier */
        for (int i = 0; i < 2000; i++) {
            double next = (guess + value / guess) / 2;
            if (next >= guess) {
                return guess;
            }
            guess = next;
        }
        return guess;
    }
}
