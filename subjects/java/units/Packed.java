package units;

/** Bits of longs, and overflow. */
public class Packed {
    public static long pack(int high, int low) {
        return (long) high << 32 | low & 0xffffffffL;
    }

    public static boolean isMagic(long packed) {
        int high = (int) (packed >>> 32);
        int low = (int) packed;
        return (high ^ low) == 0x5eed && Integer.bitCount(low) == 3;
    }

    public static int saturated(int a, int b) {
        int sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            return a < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        }
        return sum;
    }

    public static byte checksum(byte[] bytes) {
        byte sum = 0;
        for (byte next : bytes) {
            sum = (byte) (sum * 31 + next);
        }
        if (bytes.length > 2 && sum == 0x55) {
            return 0;
        }
        return sum;
    }
}
