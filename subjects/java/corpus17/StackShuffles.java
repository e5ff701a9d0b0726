// bytecode: values duplicated and swapped on the stack
public class StackShuffles {
    int a;
    long b;
    static int c;
    static double d;
    int[] ints = new int[3];
    long[] longs = new long[3];

    int chain(int value) {
        return a = c = ints[1] = value;
    }

    long wide(long value) {
        return b = longs[2] = value;
    }

    long post() {
        return b++ + longs[2]++ + a++ + ints[1]-- + c++;
    }

    double floating() {
        return d++ + ++d + (d *= 2);
    }

    public static void main(String[] args) {
        StackShuffles shuffles = new StackShuffles();
        System.out.println(shuffles.chain(7) + " " + shuffles.wide(1L << 40) + " " + shuffles.post() + " "
            + shuffles.floating());
        System.out.println(shuffles.a + " " + shuffles.b + " " + c + " " + d + " " + shuffles.ints[1] + " "
            + shuffles.longs[2]);
    }
}
