// numerics: narrowing cuts bits off, widening keeps the sign
public class IntegerConversion {
    public static void main(String[] args) {
        int[] values = {0, 127, 128, 255, 256, -1, -129, 32768, 65535, 65536, Integer.MIN_VALUE};
        for (int value : values) {
            System.out.println((byte) value + " " + (short) value + " " + (int) (char) value + " " + (long) value
                + " " + (float) value + " " + (double) value + " " + (int) (char) (byte) value);
        }
        long[] longs = {1L << 32, (1L << 53) + 1, Long.MAX_VALUE, -(1L << 40)};
        for (long value : longs) {
            System.out.println((int) value + " " + (byte) value + " " + (float) value + " " + (double) value);
        }
    }
}
