package units;

/** Public fields that anybody sets. */
public class Point {
    public int x;
    public int y;
    public boolean fixed;
    public final String label;

    public Point(String label) {
        this.label = label;
    }

    public boolean isOnDiagonal() {
        return x == y && x != 0;
    }

    public Point move(int dx, int dy) {
        if (fixed) {
            throw new IllegalStateException("fixed");
        }
        x += dx;
        y += dy;
        return this;
    }

    public int quadrant() {
        if (x == 0 || y == 0) {
            return 0;
        }
        if (x > 0) {
            return y > 0 ? 1 : 4;
        }
        return y > 0 ? 2 : 3;
    }
}
