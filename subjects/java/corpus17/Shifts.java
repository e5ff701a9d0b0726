// numerics: shift amounts are masked
public class Shifts {
    public static void main(String[] args) {
        int[] ints = {1, -1, 0x80000001, 12345};
        long[] longs = {1, -1, 0x8000000000000001L, 1234567890123L};
        for (int by : new int[] {0, 1, 5, 31, 32, 33, 63, 64, 65, -1, -32}) {
            for (int value : ints) {
                System.out.print((value << by) + " " + (value >> by) + " " + (value >>> by) + "; ");
            }
            for (long value : longs) {
                System.out.print((value << by) + " " + (value >> by) + " " + (value >>> by) + "; ");
            }
            System.out.println();
        }
        long far = 1L << 35;
        System.out.println((1 << far) + " " + (8 >> (far + 1)));
        byte small = (byte) 0xf0;
        small >>>= 2;
        System.out.println(small + " " + (small >>> 1) + " " + ((small & 0xff) >>> 1));
        short wide = -5;
        wide >>= 1;
        wide <<= 14;
        System.out.println(wide);
    }
}
