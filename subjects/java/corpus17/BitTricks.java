// numerics: bits counted, reversed and rotated
public class BitTricks {
    public static void main(String[] args) {
        for (int value : new int[] {0, 1, -1, 0x12345678, Integer.MIN_VALUE, 1000}) {
            System.out.println(Integer.bitCount(value) + " " + Integer.reverse(value) + " "
                + Integer.reverseBytes(value) + " " + Integer.numberOfLeadingZeros(value) + " "
                + Integer.numberOfTrailingZeros(value) + " " + Integer.highestOneBit(value) + " "
                + Integer.lowestOneBit(value) + " " + Integer.rotateLeft(value, 7) + " "
                + Integer.rotateRight(value, 7) + " " + Integer.signum(value));
            long wide = value * 0x100000001L;
            System.out.println(Long.bitCount(wide) + " " + Long.reverse(wide) + " " + Long.reverseBytes(wide) + " "
                + Long.numberOfLeadingZeros(wide) + " " + Long.numberOfTrailingZeros(wide) + " "
                + Long.rotateLeft(wide, 11) + " " + Long.signum(wide));
        }
        int a = 5;
        int b = 9;
        a ^= b;
        b ^= a;
        a ^= b;
        System.out.println(a + " " + b + " " + ((a & (a - 1)) == 0) + " " + (-b >>> 31));
    }
}
