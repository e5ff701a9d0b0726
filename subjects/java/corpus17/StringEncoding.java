// strings: bytes and charsets
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public class StringEncoding {
    public static void main(String[] args) throws Exception {
        String text = "aé€😀";
        for (Charset charset : new Charset[] {StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII,
            StandardCharsets.UTF_16, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE}) {
            byte[] bytes = text.getBytes(charset);
            System.out.println(charset + " " + Arrays.toString(bytes) + " " + new String(bytes, charset));
        }
        System.out.println(Arrays.toString(text.getBytes()) + " " + Charset.defaultCharset());
        byte[] bad = {'a', (byte) 0xc3, 'b', (byte) 0xff, (byte) 0xe2, (byte) 0x82};
        for (char c : new String(bad, "UTF-8").toCharArray()) {
            System.out.print((int) c + " ");
        }
        System.out.println(new String(bad, 0, 1, StandardCharsets.US_ASCII) + new String(new byte[] {(byte) 0xe9}, "ISO-8859-1"));
        System.out.println(Arrays.toString("\ud800x".getBytes("UTF-8")) + Charset.isSupported("windows-1252") + Charset.forName("utf8").aliases().size());
        try {
            "x".getBytes("no-such-charset");
        } catch (java.io.UnsupportedEncodingException error) {
            System.out.println(error.getMessage());
        }
    }
}
