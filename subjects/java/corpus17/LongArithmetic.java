// numerics: long arithmetic wraps around
public class LongArithmetic {
    static long[] values = {0, 1, -1, 3, -10, 3037000500L, Long.MAX_VALUE, Long.MIN_VALUE, 0x5555555555555555L};

    public static void main(String[] args) {
        for (long a : values) {
            for (long b : values) {
                System.out.print((a + b) + " " + (a - b) + " " + (a * b) + " " + Long.compare(a, b));
                if (b != 0) {
                    System.out.print(" " + (a / b) + " " + (a % b) + " " + Math.floorMod(a, b));
                }
                System.out.println(" " + (a & b) + " " + (a | b) + " " + (a ^ b) + " " + (a < b) + (a >= b));
            }
        }
    }
}
