// numerics: how floating numbers print
public class FloatPrinting {
    public static void main(String[] args) {
        double[] doubles = {1, 100, 1e7, 1.0E-3, 9.999e-4, 123456789.125, 1e21, 0.1 + 0.2, 2e-323, 1.1e-310,
            Math.E, 1e23, 4.35, 2.2250738585072014E-308, 9007199254740993.0};
        for (double value : doubles) {
            System.out.println(value + " " + (float) value + " " + String.valueOf(-value));
        }
        for (String text : new String[] {"1", "1e5", ".5", "5.", "0x1p4", "NaN", "-Infinity", " 7.25 ", "1e400",
            "1e-400", "3.4028236e38", "1f", "2d"}) {
            System.out.println(Double.parseDouble(text) + " " + Float.parseFloat(text));
        }
        for (String bad : new String[] {"", "abc", "1e", "--1", "0x1", "1 2"}) {
            try {
                System.out.println(Double.parseDouble(bad));
            } catch (NumberFormatException error) {
                System.out.println(error.getMessage());
            }
        }
    }
}
