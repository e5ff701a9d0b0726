package acme;

public class Triangle {
    public enum Kind { EQUILATERAL, ISOSCELES, SCALENE }

    static Kind classify(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            throw new IllegalArgumentException("sides are positive");
        }
        return a == b && b == c ? Kind.EQUILATERAL
                : a == b || b == c || a == c ? Kind.ISOSCELES : Kind.SCALENE;
    }
}
