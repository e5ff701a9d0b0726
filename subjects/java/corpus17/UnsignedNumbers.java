// numerics: unsigned views of int and long
public class UnsignedNumbers {
    public static void main(String[] args) {
        int[] values = {0, 1, -1, Integer.MIN_VALUE, 1234567};
        for (int a : values) {
            System.out.println(Integer.toUnsignedString(a) + " " + Integer.toUnsignedLong(a) + " "
                + Integer.divideUnsigned(a, 7) + " " + Integer.remainderUnsigned(a, 7) + " "
                + Integer.compareUnsigned(a, 5) + " " + Long.toUnsignedString(a) + " "
                + Long.divideUnsigned(a, 10) + " " + Long.remainderUnsigned(a, 10));
        }
        System.out.println(Integer.parseUnsignedInt("4294967295") + " " + Long.parseUnsignedLong("18446744073709551615"));
        try {
            Integer.parseUnsignedInt("4294967296");
        } catch (NumberFormatException error) {
            System.out.println(error.getMessage());
        }
        System.out.println(Byte.toUnsignedInt((byte) -1) + " " + Short.toUnsignedInt((short) -1));
    }
}
