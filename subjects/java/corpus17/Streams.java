// files: byte and character streams in memory
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PushbackReader;
import java.io.SequenceInputStream;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;

public class Streams {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(bytes);
        data.writeInt(-2);
        data.writeUTF("é€");
        data.writeDouble(1.5);
        data.writeLong(1L << 50);
        data.writeBoolean(true);
        DataInputStream in = new DataInputStream(new BufferedInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        System.out.println(in.readInt() + in.readUTF() + in.readDouble() + in.readLong() + in.readBoolean() + bytes.size());
        try {
            in.readByte();
        } catch (EOFException error) {
            System.out.println("end");
        }
        ByteArrayOutputStream target = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(target, true, "UTF-8");
        print.print("x€");
        print.printf("%03d", 7);
        OutputStreamWriter writer = new OutputStreamWriter(target, StandardCharsets.UTF_16BE);
        writer.write("ab");
        writer.flush();
        System.out.println(target.size() + " " + new InputStreamReader(new ByteArrayInputStream(target.toByteArray()), "UTF-8").read());
        LineNumberReader lines = new LineNumberReader(new StringReader("a\r\nb\nc"));
        while (lines.readLine() != null) {
            System.out.print(lines.getLineNumber() + " ");
        }
        PushbackReader push = new PushbackReader(new CharArrayReader("xy".toCharArray()));
        push.unread(push.read());
        System.out.println((char) push.read());
        StreamTokenizer tokens = new StreamTokenizer(new StringReader("x = 3.5 + 'str' // rest"));
        StringBuilder out = new StringBuilder();
        while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
            out.append(tokens.ttype).append(tokens.sval).append(tokens.nval).append(' ');
        }
        System.out.println(out);
        System.out.println(new SequenceInputStream(new ByteArrayInputStream(new byte[] {1}), new ByteArrayInputStream(new byte[] {2, 3})).readAllBytes().length);
    }
}
