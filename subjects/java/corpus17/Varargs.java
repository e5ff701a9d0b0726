// methods: variable numbers of arguments
public class Varargs {
    static String ints(int... values) {
        int sum = 0;
        for (int value : values) {
            sum += value;
        }
        return values.length + ":" + sum;
    }

    static String objects(Object... values) {
        return values == null ? "null" : values.length + "";
    }

    static String pick(int a) {
        return "int";
    }

    static String pick(Integer a) {
        return "Integer";
    }

    static String pick(long a) {
        return "long";
    }

    static String pick(Object... a) {
        return "many";
    }

    @SafeVarargs
    static <T> T last(T first, T... rest) {
        return rest.length == 0 ? first : rest[rest.length - 1];
    }

    public static void main(String[] args) {
        byte small = 1;
        System.out.println(ints() + " " + ints(1) + " " + ints(1, 2, 3) + " " + ints(new int[] {4, 5}));
        System.out.println(objects() + " " + objects((Object) null) + " " + objects((Object[]) null) + " "
            + objects(1, "a") + " " + objects(new int[] {1, 2}) + " " + objects((Object[]) new String[] {"a", "b"}));
        System.out.println(pick(1) + pick(small) + pick(1L) + pick(Integer.valueOf(1)) + pick('c') + pick(1.0f));
        System.out.println(last("a") + last("a", "b", "c") + last(1, 2));
    }
}
