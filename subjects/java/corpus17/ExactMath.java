// numerics: exact methods throw on overflow
public class ExactMath {
    interface Work {
        long run();
    }

    static void attempt(Work work) {
        try {
            System.out.println(work.run());
        } catch (ArithmeticException error) {
            System.out.println(error.getMessage());
        }
    }

    public static void main(String[] args) {
        int big = Integer.MAX_VALUE;
        long huge = Long.MAX_VALUE;
        attempt(() -> Math.addExact(big, 1));
        attempt(() -> Math.addExact(big, -1));
        attempt(() -> Math.multiplyExact(huge, 2));
        attempt(() -> Math.multiplyExact(3000000000L, 3));
        attempt(() -> Math.subtractExact(Integer.MIN_VALUE, 1));
        attempt(() -> Math.negateExact(Integer.MIN_VALUE));
        attempt(() -> Math.toIntExact(huge));
        attempt(() -> Math.incrementExact(big));
        attempt(() -> Math.absExact(Integer.MIN_VALUE));
        attempt(() -> Math.floorDiv(-7, 2) * 100 + Math.floorMod(-7, 2));
        attempt(() -> Math.multiplyHigh(huge, huge));
        attempt(() -> Math.round(2.5) * 1000 + Math.round(-2.5) * 10 + Math.round(1.49f));
    }
}
