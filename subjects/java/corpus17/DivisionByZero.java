// numerics: integer division by zero throws, floating division does not
public class DivisionByZero {
    static void attempt(Runnable work) {
        try {
            work.run();
        } catch (ArithmeticException error) {
            System.out.println(error.getMessage());
        }
    }

    public static void main(String[] args) {
        int zero = args.length;
        long longZero = zero;
        attempt(() -> System.out.println(1 / zero));
        attempt(() -> System.out.println(1 % zero));
        attempt(() -> System.out.println(1L / longZero));
        attempt(() -> System.out.println(1L % longZero));
        System.out.println(1.0 / zero + " " + -1.0 / zero + " " + 0.0 / zero + " " + 1.0 % zero);
        System.out.println(1f / zero + " " + -1f / zero + " " + 0f / zero + " " + 1f % zero);
        System.out.println(Integer.MIN_VALUE / -1 + " " + Integer.MIN_VALUE % -1);
        System.out.println(Long.MIN_VALUE / -1 + " " + Long.MIN_VALUE % -1);
    }
}
