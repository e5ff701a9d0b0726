// library: HexFormat and newer methods of numbers
import java.util.HexFormat;

public class HexAndBits {
    public static void main(String[] args) {
        HexFormat format = HexFormat.ofDelimiter(":").withUpperCase().withPrefix("0x");
        System.out.println(format.formatHex(new byte[] {1, -1, 127}) + " " + HexFormat.of().toHexDigits((short) 255) + " " + HexFormat.fromHexDigits("ff7"));
        System.out.println(Float.float16ToFloat((short) 0x3c00) + " " + Float.floatToFloat16(2.5f) + " " + Double.toString(2e23) + " " + 1.0E23 + " " + 2.0E-3f);
        try {
            HexFormat.of().parseHex("abc");
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
    }
}
