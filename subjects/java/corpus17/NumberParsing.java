// numerics: numbers read from text in any radix
public class NumberParsing {
    public static void main(String[] args) {
        System.out.println(Integer.parseInt("-2147483648") + " " + Integer.parseInt("+7") + " "
            + Integer.parseInt("zz", 36) + " " + Integer.parseInt("-1010", 2) + " " + Integer.decode("0x1F") + " "
            + Integer.decode("-010") + " " + Integer.decode("#ff") + " " + Long.decode("-0x8000000000000000"));
        System.out.println(Long.parseLong("-9223372036854775808") + " " + Short.parseShort("-12") + " "
            + Byte.parseByte("7f", 16) + " " + Boolean.parseBoolean("TRUE"));
        for (String bad : new String[] {"", "-", "2147483648", "1_000", "12a", " 1", "９9x"}) {
            try {
                System.out.println(Integer.parseInt(bad));
            } catch (NumberFormatException error) {
                System.out.println(error.getMessage());
            }
        }
        try {
            Byte.parseByte("200");
        } catch (NumberFormatException error) {
            System.out.println(error.getMessage());
        }
        System.out.println(Integer.parseInt("１２") + " " + Integer.toString(-255, 16) + " " + Integer.toHexString(-255)
            + " " + Integer.toOctalString(8) + " " + Integer.toBinaryString(-8) + " " + Long.toString(-1L, 36) + " "
            + Long.toHexString(1L << 63));
    }
}
