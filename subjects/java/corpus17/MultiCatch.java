// exceptions: several types in one handler, most specific first
import java.io.FileNotFoundException;
import java.io.IOException;

public class MultiCatch {
    static void fail(int how) throws Exception {
        switch (how) {
            case 0: throw new IOException("io");
            case 1: throw new FileNotFoundException("file");
            case 2: throw new IllegalArgumentException("argument");
            case 3: throw new NullPointerException("null");
            case 4: throw new Exception("plain");
            case 5: throw new StackOverflowError("deep");
            default: System.out.println("no failure");
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 7; i++) {
            try {
                fail(i);
            } catch (FileNotFoundException error) {
                System.out.println("first " + error.getMessage());
            } catch (IOException | IllegalArgumentException error) {
                System.out.println("second " + error);
            } catch (RuntimeException error) {
                System.out.println("third " + error);
            } catch (Exception error) {
                System.out.println("fourth " + error);
            } catch (Throwable error) {
                System.out.println("fifth " + error);
            }
        }
    }
}
