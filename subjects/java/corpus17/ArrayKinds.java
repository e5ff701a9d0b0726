// arrays: arrays of every element type
public class ArrayKinds {
    public static void main(String[] args) {
        boolean[] booleans = new boolean[2];
        byte[] bytes = {1, -128};
        char[] chars = {'a', '\uffff'};
        short[] shorts = {1, -32768};
        int[] ints = {1, 2};
        long[] longs = {1, Long.MIN_VALUE};
        float[] floats = {1.5f, -0f};
        double[] doubles = {2.5, Double.NaN};
        String[] strings = new String[2];
        booleans[1] = true;
        bytes[0] = (byte) 200;
        chars[0]++;
        shorts[0] = (short) 40000;
        longs[0] <<= 33;
        strings[1] = "x";
        for (int i = 0; i < 2; i++) {
            System.out.println(booleans[i] + " " + bytes[i] + " " + (int) chars[i] + " " + shorts[i] + " " + ints[i]
                + " " + longs[i] + " " + floats[i] + " " + doubles[i] + " " + strings[i]);
        }
        System.out.println(booleans.getClass() + " " + strings.getClass().getName() + " "
            + bytes.getClass().getSimpleName() + " " + long[][].class.getName() + " " + chars.length);
        Object object = ints;
        System.out.println((object instanceof int[]) + " " + (object instanceof Object[]) + " "
            + (strings instanceof Object[]) + " " + (object instanceof Cloneable));
    }
}
