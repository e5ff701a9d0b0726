package units;

/** Rests on a class whose own start takes long. */
public class Lock {
    private int turns;

    /** Turns the lock; only primes fit. */
    public boolean turn(int key) {
        if (Primes.isPrime(key) && key > 10) {
            turns++;
        } else {
            turns = 0;
        }
        return turns == 2;
    }
}
