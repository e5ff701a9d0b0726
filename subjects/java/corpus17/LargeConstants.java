// bytecode: constants of every size
public class LargeConstants {
    static final long LONG = 0x123456789abcdefL;
    static final double DOUBLE = 1.23456789012345e-200;
    static final float FLOAT = 3.4e38f;
    static final char CHAR = '\u1234';
    static final byte BYTE = -128;
    static final boolean FLAG = true;
    static final String TEXT = "constant \0 null \u0080 \uffff end";

    public static void main(String[] args) {
        int[] ints = {-1, 0, 5, 6, 127, 128, -128, -129, 32767, 32768, -32768, -32769, 65536, Integer.MAX_VALUE};
        long sum = 0;
        for (int value : ints) {
            sum = sum * 31 + value;
        }
        System.out.println(sum + " " + LONG + " " + DOUBLE + " " + FLOAT + " " + (int) CHAR + " " + BYTE + FLAG);
        for (char c : TEXT.toCharArray()) {
            System.out.print((int) c + " ");
        }
        System.out.println(0L + 1L + " " + (0f + 1f + 2f) + (0d + 1d) + 'a' + 100_000_000_000L + 0b1010 + 017 + 0x7fff_ffff);
    }
}
