// bytecode: conditional expressions and their types
public class Ternaries {
    static Object pick(int n) {
        return n == 0 ? Integer.valueOf(1) : n == 1 ? Long.valueOf(2) : n == 2 ? 'c' : "text";
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            Object picked = pick(i);
            System.out.println(picked + " " + picked.getClass().getSimpleName());
        }
        Integer none = null;
        boolean flag = args.length == 0;
        try {
            int x = flag ? none : 0;
        } catch (NullPointerException error) {
            System.out.println("unboxed null");
        }
        long mixed = flag ? 1 : 2L;
        double more = flag ? 'a' : 1.0f;
        String text = flag ? null : "x";
        System.out.println(mixed + " " + more + " " + text + (flag ? 1 : 'x') + (flag ? 1 : 2.0));
    }
}
