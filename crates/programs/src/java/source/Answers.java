package ferret;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a program asks for itself, answered from the file that FERRET_ANSWERS names. */
public final class Given {
    private static final List<String[]> ANSWERS = read();

    private Given() {}

    private static List<String[]> read() {
        List<String[]> answers = new ArrayList<>();
        String path = System.getenv("FERRET_ANSWERS");
        if (path == null || !new java.io.File(path).exists()) return answers;
        try (BufferedReader reader = new BufferedReader(new FileReader(path))) {
            for (String line; (line = reader.readLine()) != null;) answers.add(line.split(" ", 3));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return answers;
    }

    /** The first answer to the question that was not given yet. */
    private static long next(String name) {
        for (int i = 0; i < ANSWERS.size(); i++) {
            if (ANSWERS.get(i)[2].equals(name)) {
                return Long.parseUnsignedLong(ANSWERS.remove(i)[1].substring(2), 16);
            }
        }
        return 0;
    }

    public static long ask(String name, int bits) {
        long answer = next(name);
        return bits == 1 || bits == 64 ? answer : answer << (64 - bits) >> (64 - bits);
    }

    public static float askFloat(String name) {
        return Float.intBitsToFloat((int) next(name));
    }

    public static double askDouble(String name) {
        return Double.longBitsToDouble(next(name));
    }

    public static void discard() {
        Runtime.getRuntime().halt(0);
    }
}
