// library: digests and checksums
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

public class Checksums {
    public static void main(String[] args) throws Exception {
        byte[] bytes = "The quick brown fox".getBytes(StandardCharsets.UTF_8);
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512"}) {
            System.out.println(name + " " + HexFormat.of().formatHex(MessageDigest.getInstance(name).digest(bytes)));
        }
        CRC32 crc = new CRC32();
        crc.update(bytes);
        Adler32 adler = new Adler32();
        adler.update(bytes, 4, 5);
        System.out.println(Long.toHexString(crc.getValue()) + " " + adler.getValue());
        try {
            MessageDigest.getInstance("NOPE");
        } catch (java.security.NoSuchAlgorithmException error) {
            System.out.println(error.getMessage());
        }
    }
}
