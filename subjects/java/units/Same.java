package units;

/** Compares two of a kind: whoever hands over one thing twice sees one side only. */
public class Same {
    public static boolean same(int a, int b) {
        if (a == b) {
            return true;
        }
        return false;
    }

    public static boolean isPair(Integer first, Integer second) {
        return first != null && first.equals(second);
    }
}
