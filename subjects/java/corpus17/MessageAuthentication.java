// library: keyed digests
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class MessageAuthentication {
    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"HmacMD5", "HmacSHA1", "HmacSHA256"}) {
            Mac mac = Mac.getInstance(name);
            mac.init(new SecretKeySpec(new byte[] {1, 2, 3}, name));
            System.out.println(name + " " + HexFormat.of().formatHex(mac.doFinal("text".getBytes("UTF-8"))));
        }
    }
}
