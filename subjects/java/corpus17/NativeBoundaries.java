// natives: arguments at the edges of what they take
public class NativeBoundaries {
    public static void main(String[] args) throws Exception {
        fused();
        copies();
        arrays();
        bits();
        texts();
    }

    private static void fused() {
        System.out.println(Math.fma(0.1, 10, -1) + " " + (0.1 * 10 - 1));
        System.out.println(Math.fma(0.1f, 10f, -1f) + " " + (0.1f * 10f - 1f));
        System.out.println(Math.fma(Double.MAX_VALUE, 2, -Double.MAX_VALUE) + " "
            + Math.fma(Double.POSITIVE_INFINITY, 0, 1) + " " + Math.fma(-0.0, 1, 0.0) + " " + Math.fma(-0.0, 1, -0.0));
        System.out.println(Math.fma(Float.MAX_VALUE, 2f, -Float.MAX_VALUE) + " " + Math.fma(1e-45f, 0.5f, 1e-45f));
        System.out.println(Math.sqrt(-0.0) + " " + Math.sqrt(-1) + " " + Math.sqrt(Double.MIN_VALUE) + " "
            + StrictMath.IEEEremainder(5, 0) + " " + StrictMath.IEEEremainder(-4, 2) + " " + StrictMath.atan2(-0.0, -1));
    }

    private static void copy(Object from, int at, Object to, int there, int count) {
        try {
            System.arraycopy(from, at, to, there, count);
            System.out.println("copied");
        } catch (RuntimeException error) {
            System.out.println(error.getClass().getName() + ": " + error.getMessage());
        }
    }

    private static void copies() {
        int[] from = new int[10];
        int[] to = new int[5];
        copy(from, 5, to, 0, Integer.MAX_VALUE);
        copy(from, 0, to, 3, Integer.MAX_VALUE);
        copy(from, Integer.MAX_VALUE, to, 0, 1);
        copy(from, 0, to, Integer.MAX_VALUE, 1);
        copy(from, Integer.MAX_VALUE, to, Integer.MAX_VALUE, Integer.MAX_VALUE);
        copy(from, 10, to, 5, 0);
        copy(from, 11, to, 0, 0);
        copy(from, 0, to, 6, 0);
        copy(from, -1, to, -1, -1);
        copy(from, 0, to, -1, -1);
        copy(from, 0, to, 0, -1);
        copy(from, 0, new long[10], 0, 1);
        copy(from, 0, new Object[10], 0, 1);
        copy("text", 0, to, 0, 1);
        copy(from, 0, "text", 0, 1);
        copy(new Object[2], 1, new String[2], 1, 2);
        copy(null, 0, to, 0, 0);
        copy(from, 0, null, 0, 0);
    }

    private static void arrays() {
        int[] numbers = {1, 2};
        for (int index : new int[] {-1, 0, 2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            try {
                System.out.println(java.lang.reflect.Array.get(numbers, index));
                java.lang.reflect.Array.set(numbers, index, 7);
            } catch (RuntimeException error) {
                System.out.println(error.getClass().getName() + ": " + error.getMessage());
            }
        }
        try {
            java.lang.reflect.Array.setByte(new byte[0], 0, (byte) 1);
        } catch (RuntimeException error) {
            System.out.println(error.getClass().getName() + ": " + error.getMessage());
        }
        for (int length : new int[] {0, -1}) {
            try {
                System.out.println(java.lang.reflect.Array.getLength(
                    java.lang.reflect.Array.newInstance(int.class, length)));
            } catch (RuntimeException error) {
                System.out.println(error.getClass().getName() + ": " + error.getMessage());
            }
        }
        try {
            java.lang.reflect.Array.getLength("text");
        } catch (RuntimeException error) {
            System.out.println(error.getClass().getName() + ": " + error.getMessage());
        }
        try {
            java.lang.reflect.Array.newInstance(void.class, 1);
        } catch (RuntimeException error) {
            System.out.println(error.getClass().getName() + ": " + error.getMessage());
        }
    }

    private static void bits() {
        System.out.println(Integer.toHexString(Float.floatToRawIntBits(-0.0f)) + " "
            + Integer.toHexString(Float.floatToIntBits(Float.intBitsToFloat(0x7fc01234))) + " "
            + Float.intBitsToFloat(1) + " " + Float.intBitsToFloat(0x7f7fffff) + " " + Float.intBitsToFloat(0xff800000));
        System.out.println(Long.toHexString(Double.doubleToRawLongBits(-0.0)) + " "
            + Long.toHexString(Double.doubleToLongBits(Double.longBitsToDouble(0x7ff8000000001234L))) + " "
            + Double.longBitsToDouble(1) + " " + Double.longBitsToDouble(0x7fefffffffffffffL));
    }

    private static void texts() throws Exception {
        System.out.println("".intern() == "" ? "same" : "other");
        System.out.println(new String(new char[] {'a', '\ud800'}).intern().length());
        Object object = new Object();
        System.out.println(object.hashCode() == System.identityHashCode(object));
        System.out.println(System.identityHashCode(null));
        try {
            Thread.sleep(-1);
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
        try {
            Class.forName("");
        } catch (ClassNotFoundException error) {
            System.out.println(error.getMessage());
        }
        try {
            Class.forName("[I;");
        } catch (ClassNotFoundException error) {
            System.out.println(error.getMessage());
        }
        System.out.println(Class.forName("[[I").getName() + " " + Class.forName("[Ljava.lang.String;").getName());
        java.util.zip.CRC32 sum = new java.util.zip.CRC32();
        sum.update(new byte[0]);
        System.out.println(sum.getValue());
        try {
            sum.update(new byte[2], 1, Integer.MAX_VALUE);
        } catch (ArrayIndexOutOfBoundsException error) {
            System.out.println("out of bounds");
        }
    }
}
