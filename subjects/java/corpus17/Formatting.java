// library: String.format
import java.util.Formatter;
import java.util.Locale;

public class Formatting {
    static void attempt(String format, Object... arguments) {
        try {
            System.out.println("|" + String.format(format, arguments) + "|");
        } catch (RuntimeException error) {
            System.out.println(error.getClass().getSimpleName() + " " + error.getMessage());
        }
    }

    public static void main(String[] args) {
        attempt("%d %5d %-5d %05d %+d %,d %(d %x %X %o %#x", 1, 2, 3, 4, 5, 1234567, -8, 255, 255, 8, 16);
        attempt("%s %10s %-10s %.3s %S %c %b %B %n%%", "text", "right", "left", "truncate", "upper", 'c', true, null);
        attempt("%f %.2f %10.3f %-10.1f %e %.3E %g %a", 3.14159, 2.005, 1e3, 9.99, 12345.678, 0.00012, 0.0001, 1.0);
        attempt("%2$s %1$s %<s %s", "a", "b");
        attempt("%08.2f %+.1f %,.2f %(.1f", -3.14159, 2.0, 1234567.891, -5.55);
        attempt("%h %h", "hash", 42);
        attempt("%.0f %.0f %.0f %.1f", 0.5, 1.5, 2.5, 0.25);
        attempt("%s %s %s", null, new int[0].length, java.util.List.of(1, 2));
        attempt("%f %f %e", Double.NaN, Double.POSITIVE_INFINITY, 0.0);
        attempt("%d", "text");
        attempt("%q", 1);
        attempt("%s %s", "one");
        attempt("%-d", 1);
        attempt("%x %d %d", -1, (byte) -1, Long.MIN_VALUE);
        attempt("%x", (byte) -1);
        attempt("%,d %s", new java.math.BigInteger("123456789012345678901234567890"), new java.math.BigDecimal("1.50"));
        attempt("%.3f", new java.math.BigDecimal("2.71828"));
        StringBuilder out = new StringBuilder();
        Formatter formatter = new Formatter(out, Locale.GERMANY);
        formatter.format("%,.2f", 1234.5);
        System.out.println(out + " " + String.format(Locale.ROOT, "%tY-%<tm-%<td", java.time.LocalDate.of(2024, 2, 29)));
        System.out.printf("%s %s%n", "printf", 'x');
    }
}
