// numerics: Math and StrictMath
public class MathFunctions {
    public static void main(String[] args) {
        double[] values = {0.0, -0.0, 0.5, 1, -1, 2.75, -3.5, 10, 100.125, 1e-5, 1e10, Double.NaN,
            Double.POSITIVE_INFINITY};
        for (double x : values) {
            System.out.println(Math.sqrt(x) + " " + Math.cbrt(x) + " " + Math.floor(x) + " " + Math.ceil(x) + " "
                + Math.rint(x) + " " + Math.signum(x) + " " + Math.ulp(x) + " " + Math.abs(x));
            System.out.println(StrictMath.sin(x) + " " + StrictMath.cos(x) + " " + StrictMath.tan(x) + " "
                + StrictMath.exp(x) + " " + StrictMath.log(x) + " " + StrictMath.log10(x) + " "
                + StrictMath.atan(x) + " " + StrictMath.asin(x) + " " + StrictMath.sinh(x));
            System.out.println(StrictMath.pow(x, 2.5) + " " + Math.hypot(x, 3) + " " + StrictMath.atan2(x, -1) + " "
                + Math.nextUp(x) + " " + Math.nextDown(x) + " " + Math.scalb(x, 3) + " " + Math.getExponent(x)
                + " " + Math.copySign(x, -1) + " " + Math.IEEEremainder(x, 0.3) + " " + Math.fma(x, x, 1));
        }
    }
}
