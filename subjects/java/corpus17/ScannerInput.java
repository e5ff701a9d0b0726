// library: Scanner on standard input
import java.util.NoSuchElementException;
import java.util.Scanner;

public class ScannerInput {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        System.out.println(scanner.nextInt() + scanner.nextInt());
        System.out.println(scanner.next() + "|" + scanner.nextLine() + "|" + scanner.nextLine());
        System.out.println(scanner.nextDouble() + " " + scanner.nextBoolean() + " " + scanner.nextLong());
        System.out.println(scanner.hasNextInt() + " " + scanner.hasNext());
        while (scanner.hasNextLine()) {
            System.out.println("[" + scanner.nextLine() + "]");
        }
        try {
            scanner.next();
        } catch (NoSuchElementException error) {
            System.out.println("end");
        }
        Scanner text = new Scanner("1,2;x").useDelimiter("[,;]");
        System.out.println(text.nextInt() + text.nextInt() + text.next());
    }
}
