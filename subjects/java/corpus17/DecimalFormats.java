// text: DecimalFormat and NumberFormat
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.text.ParseException;
import java.util.Locale;

public class DecimalFormats {
    public static void main(String[] args) throws ParseException {
        for (String pattern : new String[] {"0", "0.00", "#,##0.###", "000.0", "0.##E0", "#%", "¤#,##0.00", "0.00;(0.00)", "'#'0"}) {
            DecimalFormat format = new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.US));
            System.out.println(pattern + " " + format.format(1234.5678) + " " + format.format(-0.125) + " " + format.format(0) + " " + format.format(1e10));
        }
        System.out.println(NumberFormat.getInstance(Locale.US).format(1234567.891) + " " + NumberFormat.getPercentInstance(Locale.US).format(0.256) + " "
            + NumberFormat.getCurrencyInstance(Locale.US).format(-9.5) + " " + NumberFormat.getInstance(Locale.GERMANY).format(1234.5) + " "
            + NumberFormat.getIntegerInstance(Locale.US).format(2.5));
        System.out.println(NumberFormat.getInstance(Locale.US).parse("1,234.5xyz") + " " + new DecimalFormat("0.0#").parse("7"));
        try {
            NumberFormat.getInstance(Locale.US).parse("abc");
        } catch (ParseException error) {
            System.out.println(error.getMessage() + error.getErrorOffset());
        }
        NumberFormat compact = NumberFormat.getCompactNumberInstance(Locale.US, NumberFormat.Style.SHORT);
        System.out.println(compact.format(12345) + " " + compact.format(9_800_000));
    }
}
