package acme;

public class Values {
    public int count;
    public static String name = "values";
    public static final Values EMPTY = new Values();
    public Object held;

    static byte next(byte value) {
        return ++value;
    }

    static short next(short value) {
        return ++value;
    }

    static char next(char value) {
        return ++value;
    }

    static int next(int value) {
        return ++value;
    }

    static long next(long value) {
        return ++value;
    }

    static float half(float value) {
        return value / 2;
    }

    static double half(double value) {
        return value / 2;
    }

    static boolean not(boolean value) {
        return !value;
    }

    static Integer boxed(Integer value) {
        return value == null ? null : value + 1;
    }

    static Double doubled(Double value) {
        return value * 2;
    }

    static Boolean negated(Boolean value) {
        return !value;
    }

    static Object any(Object value) {
        return value;
    }

    static Byte small(Byte value) {
        return value;
    }

    static boolean same(Object a, Object b) {
        return a == b;
    }

    static int length(CharSequence text) {
        return text.length();
    }

    static String shown(Class<?> type) {
        return type.getName();
    }
}
