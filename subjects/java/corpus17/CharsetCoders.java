// strings: encoders and decoders with errors reported
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

public class CharsetCoders {
    public static void main(String[] args) throws Exception {
        CharsetEncoder encoder = StandardCharsets.US_ASCII.newEncoder();
        System.out.println(encoder.canEncode('é') + " " + encoder.canEncode("abc") + " " + encoder.maxBytesPerChar());
        try {
            encoder.encode(CharBuffer.wrap("é"));
        } catch (CharacterCodingException error) {
            System.out.println(error.getClass().getSimpleName() + " " + error.getMessage());
        }
        ByteBuffer bytes = encoder.onUnmappableCharacter(CodingErrorAction.REPLACE).encode(CharBuffer.wrap("aéb"));
        System.out.println(bytes.remaining() + " " + bytes.get(1));
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(new byte[] {(byte) 0xc0, 1}));
        } catch (CharacterCodingException error) {
            System.out.println(error.getMessage());
        }
        System.out.println(StandardCharsets.UTF_8.decode(ByteBuffer.wrap(new byte[] {'o', 'k'})) + " "
            + StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.IGNORE)
                .decode(ByteBuffer.wrap(new byte[] {'x', (byte) 0xff, 'y'})));
    }
}
