// library: lines read from standard input
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class ReaderInput {
    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        String line;
        int number = 0;
        while ((line = reader.readLine()) != null) {
            System.out.println(++number + ": " + line.strip().toUpperCase());
        }
        System.out.println(number + " " + System.in.read());
    }
}
