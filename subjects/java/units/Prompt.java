package units;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Asks for a number on standard input, again if it is none. */
public class Prompt {
    private final int most;

    public Prompt(int most) {
        this.most = most;
    }

    /** The first line that is a number from 1 on; the largest one allowed if there is none. */
    public int ask() throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        String line = reader.readLine();
        while (line != null) {
            int number = number(line);
            if (number > 0) {
                return Math.min(number, most);
            }
            line = reader.readLine();
        }
        return most;
    }

    private static int number(String line) {
        int number = 0;
        for (int index = 0; index < line.length(); index++) {
            char letter = line.charAt(index);
            if (letter < '0' || letter > '9' || number > 1000) {
                return -1;
            }
            number = 10 * number + (letter - '0');
        }
        return number;
    }
}
