// Runs the main methods of many programs in one JVM and writes down what each of them printed.
//
// Arguments: a file of lines `class|input file or empty|argument|...`, and the file to write. A program's
// record is its name, its exit status, and what it wrote to both streams.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

public class RunAll {
    public static void main(String[] arguments) throws Exception {
        PrintStream output = System.out;
        PrintStream error = System.err;
        InputStream input = System.in;
        try (DataOutputStream records = new DataOutputStream(new FileOutputStream(arguments[1]))) {
            for (String line : Files.readAllLines(Path.of(arguments[0]))) {
                String[] words = line.split("\\|", -1);
                byte[] given = words[1].isEmpty() ? new byte[0] : Files.readAllBytes(Path.of(words[1]));
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                ByteArrayOutputStream err = new ByteArrayOutputStream();
                System.setIn(new ByteArrayInputStream(given));
                System.setOut(new PrintStream(out, true, "UTF-8"));
                System.setErr(new PrintStream(err, true, "UTF-8"));
                int status = run(words[0], Arrays.copyOfRange(words, 2, words.length));
                System.out.flush();
                System.err.flush();
                records.writeUTF(words[0]);
                records.writeInt(status);
                for (byte[] written : new byte[][] {out.toByteArray(), err.toByteArray()}) {
                    records.writeInt(written.length);
                    records.write(written);
                }
            }
        } finally {
            System.setIn(input);
            System.setOut(output);
            System.setErr(error);
        }
        System.exit(0);
    }

    private static int run(String name, String[] arguments) throws Exception {
        try {
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) arguments);
            return 0;
        } catch (InvocationTargetException failure) {
            System.err.print("Exception in thread \"main\" ");
            failure.getCause().printStackTrace();
            return 1;
        }
    }
}
