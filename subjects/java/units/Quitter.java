package units;

/** Ends the whole JVM for some inputs, which no test may do. */
public class Quitter {
    private int strikes;

    public int strike(int weight) {
        if (weight < 0) {
            throw new IllegalArgumentException("weight " + weight);
        }
        strikes += weight;
        /* infeasible: no test may end the JVM */
        if (strikes > 10) {
            System.exit(3);
        }
        return strikes;
    }
}
