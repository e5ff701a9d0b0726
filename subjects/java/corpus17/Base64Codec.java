// library: Base64
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

public class Base64Codec {
    public static void main(String[] args) {
        for (String text : new String[] {"", "a", "ab", "abc", "hello world\u00ff?>"}) {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            String encoded = Base64.getEncoder().encodeToString(bytes);
            System.out.println(encoded + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + " "
                + Arrays.equals(bytes, Base64.getDecoder().decode(encoded)));
        }
        byte[] large = new byte[100];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 7);
        }
        System.out.println(Base64.getMimeEncoder().encodeToString(large).replace("\r\n", "$"));
        try {
            Base64.getDecoder().decode("ab*=");
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
    }
}
