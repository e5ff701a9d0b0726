// boxing: caches and identity
public class Boxing {
    static Object pick(boolean flag) {
        return flag ? 1 : 2.0;
    }

    public static void main(String[] args) {
        Integer a = 127;
        Integer b = 127;
        Integer c = 128;
        Integer d = 128;
        Long e = -128L;
        Long f = -128L;
        Character g = 'a';
        Character h = 'a';
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (e == f) + " " + (g == h) + " " + (c <= d && c >= d));
        Boolean yes = true;
        Byte small = (byte) -1;
        Short shorter = (short) 1000;
        System.out.println((yes == Boolean.TRUE) + " " + (small == Byte.valueOf((byte) -1)) + " " + (shorter == Short.valueOf((short) 1000)));
        System.out.println(pick(true) + " " + a.equals(127L) + " " + new java.util.HashMap<Object, String>(java.util.Map.of(1L, "x")).get(1));
        Integer counter = 5;
        counter++;
        counter += 2;
        int primitive = counter;
        Object boxed = primitive;
        System.out.println(counter + " " + boxed.getClass() + " " + ((Object) 'c').getClass() + " " + ((Object) 1.5f).getClass());
        System.out.println(Integer.valueOf(7).hashCode() + " " + Long.valueOf(1L << 33).hashCode() + " " + Boolean.hashCode(true) + " "
            + Double.valueOf(1.5).hashCode() + " " + Character.valueOf('x').hashCode() + " " + Integer.compare(3, 5) + " " + Integer.max(3, 5));
        System.out.println(a.doubleValue() + " " + Double.valueOf(300.7).byteValue() + " " + Long.valueOf(1L << 40).intValue());
    }
}
