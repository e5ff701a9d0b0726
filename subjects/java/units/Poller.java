package units;

/** Reads numbers until there are no more: the answers of the source change from call to call. */
public class Poller {
    /** Where the numbers come from. */
    public interface Source {
        boolean hasMore();

        int next();
    }

    /** The sum of at most three numbers; a negative one ends the list. */
    public static int sum(Source source) {
        int sum = 0;
        int count = 0;
        while (source.hasMore()) {
            int next = source.next();
            if (next < 0) {
                return count == 0 ? -1 : sum;
            }
            sum += next;
            if (++count == 3) {
                return sum;
            }
        }
        return count == 1 ? sum * 100 : sum;
    }
}
