// math: BigDecimal
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

public class BigDecimals {
    public static void main(String[] args) {
        BigDecimal a = new BigDecimal("123.4500");
        BigDecimal b = new BigDecimal("-0.07");
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b, 5, RoundingMode.HALF_UP) + " " + a.remainder(b) + " " + a.scale() + a.precision());
        for (RoundingMode mode : RoundingMode.values()) {
            if (mode != RoundingMode.UNNECESSARY) {
                System.out.print(mode + " " + new BigDecimal("2.5").setScale(0, mode) + new BigDecimal("-1.1").setScale(0, mode) + " ");
            }
        }
        System.out.println();
        System.out.println(a.stripTrailingZeros() + " " + new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("1E+5") + " " + new BigDecimal("0.0000001234") + " "
            + new BigDecimal("12345E-10").toEngineeringString() + " " + new BigDecimal(0.1) + " " + BigDecimal.valueOf(0.1));
        System.out.println(new BigDecimal("2.0").equals(new BigDecimal("2.00")) + " " + new BigDecimal("2.0").compareTo(new BigDecimal("2.00")) + " " + new BigDecimal("2.0").hashCode()
            + " " + BigDecimal.ONE.divide(new BigDecimal(3), MathContext.DECIMAL64) + " " + new BigDecimal(2).sqrt(new MathContext(30)) + " " + a.pow(3) + " " + a.negate().toBigInteger());
        System.out.println(a.movePointLeft(5) + " " + a.unscaledValue() + " " + a.round(new MathContext(2)) + " " + a.doubleValue() + " " + a.max(b) + a.signum() + a.ulp());
        try {
            BigDecimal.ONE.divide(new BigDecimal(3));
        } catch (ArithmeticException error) {
            System.out.println(error.getMessage());
        }
        try {
            a.setScale(1, RoundingMode.UNNECESSARY);
        } catch (ArithmeticException error) {
            System.out.println(error.getMessage());
        }
    }
}
