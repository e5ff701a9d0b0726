package units;

/** Small prime numbers, found once when the class is first used: longer than all that follows. */
public class Primes {
    private static final boolean[] COMPOSITE = new boolean[20_000];

    static {
        for (int i = 2; i < COMPOSITE.length; i++) {
            for (int j = 2 * i; !COMPOSITE[i] && j < COMPOSITE.length; j += i) {
                COMPOSITE[j] = true;
            }
        }
    }

    public static boolean isPrime(int number) {
        if (number >= COMPOSITE.length) {
            throw new IllegalArgumentException("too large: " + number);
        }
        return number > 1 && !COMPOSITE[number];
    }
}
