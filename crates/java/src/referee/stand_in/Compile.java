import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles again and again. Each line of standard input is a folder with a file "request": words that end with a zero, first
 * the number of options, then the options, then the sources. What the compiler says is in the file "said" when the line "ok",
 * "failed" or "broken" comes back. No code of the class path is ever run here.
 */
final class Compile {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    /** Keeps the jars of the last class path open. */
    private static StandardJavaFileManager files;
    private static String identity = "";

    private Compile() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        System.setOut(System.err);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = requests.readLine()) != null; ) {
            answers.println(answer(Paths.get(line)));
            answers.flush();
        }
    }

    private static String answer(Path folder) throws Exception {
        StringWriter said = new StringWriter();
        String answer;
        try {
            String[] words = Files.readString(folder.resolve("request")).split("\0");
            int options = 1 + Integer.parseInt(words[0]);
            answer = compile(Arrays.asList(words).subList(1, options), Arrays.asList(words).subList(options, words.length), said);
        } catch (Throwable thrown) {
            thrown.printStackTrace();
            answer = "broken";
        }
        Files.writeString(folder.resolve("said"), said.toString());
        return answer;
    }

    private static String compile(List<String> options, List<String> sources, StringWriter said) throws Exception {
        String path = identity(options.get(1 + options.indexOf("-classpath")));
        if (files == null || !path.equals(identity)) {
            if (files != null) {
                files.close();
            }
            files = COMPILER.getStandardFileManager(null, Locale.getDefault(), StandardCharsets.UTF_8);
            identity = path;
        }
        PrintWriter out = new PrintWriter(said);
        boolean compiled =
                COMPILER.getTask(out, files, null, options, null, files.getJavaFileObjectsFromStrings(sources)).call();
        out.flush();
        return compiled ? "ok" : "failed";
    }

    /** A class path together with what shows that a jar of it is not the one that it was. */
    private static String identity(String path) {
        StringBuilder text = new StringBuilder();
        for (String entry : path.split(File.pathSeparator)) {
            File file = new File(entry);
            text.append(entry).append(' ').append(file.lastModified()).append(' ').append(file.length()).append('\n');
        }
        return text.toString();
    }
}
