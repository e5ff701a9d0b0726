// The loops of the benchmark: arguments are which one and how many rounds. With a third one, the nanoseconds that
// its thread was given for it go to standard error.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;

public class Loops {
    static final class Node {
        final Node next;
        final int value;

        Node(Node next, int value) {
            this.next = next;
            this.value = value;
        }
    }

    interface Step {
        int apply(int x);
    }

    static final class Odd implements Step {
        @Override
        public int apply(int x) {
            return x * 5 + 1;
        }
    }

    static final class Even implements Step {
        @Override
        public int apply(int x) {
            return (x ^ 0x55) - 3;
        }
    }

    static int arithmetic(int rounds) {
        int x = 12345;
        for (int i = 0; i < rounds; i++) {
            x ^= x << 13;
            x ^= x >>> 17;
            x += (x << 5) - i;
            if ((x & 7) == 3) {
                x -= i;
            }
        }
        return x;
    }

    static int arrays(int rounds) {
        int[] data = new int[1024];
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            int at = i & 1023;
            data[at] += data[(at * 7 + 3) & 1023] + i;
            sum += data[at];
        }
        return sum;
    }

    static int add(int a, int b) {
        return a + b * 3;
    }

    static int calls(int rounds) {
        Step[] steps = {new Odd(), new Even()};
        int x = 1;
        for (int i = 0; i < rounds; i++) {
            x = add(x, i);
            x = steps[i & 1].apply(x);
        }
        return x;
    }

    static int allocation(int rounds) {
        Node list = null;
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            list = new Node((i & 63) == 0 ? null : list, i);
            sum += list.next == null ? 1 : list.next.value;
        }
        return sum;
    }

    static int scenario() {
        ArrayList<Integer> list = new ArrayList<>();
        list.add(30);
        list.add(10);
        list.add(20);
        Collections.sort(list);
        return list.get(0);
    }

    static long spent() throws IOException {
        Path path = Path.of("/proc/thread-self/schedstat");
        return Files.exists(path)
                ? Long.parseLong(Files.readString(path).split(" ")[0])
                : System.nanoTime();
    }

    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            return;
        }
        int rounds = Integer.parseInt(args[1]);
        int result = 0;
        long begin = args.length > 2 ? spent() : 0;
        switch (args[0]) {
            case "arithmetic":
                result = arithmetic(rounds);
                break;
            case "arrays":
                result = arrays(rounds);
                break;
            case "calls":
                result = calls(rounds);
                break;
            case "allocation":
                result = allocation(rounds);
                break;
            default:
                for (int i = 0; i < rounds; i++) {
                    result += scenario();
                }
        }
        if (args.length > 2) {
            System.err.println(spent() - begin);
        }
        System.out.println(result);
    }
}
