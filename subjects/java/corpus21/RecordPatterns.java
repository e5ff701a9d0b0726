// patterns: records taken apart, nested and generic
public class RecordPatterns {
    record Point(int x, int y) {
    }

    record Line(Point from, Point to) {
    }

    record Box<T>(T content) {
    }

    static String describe(Object object) {
        return switch (object) {
            case Line(Point(var a, var b), Point(int c, int d)) when a == c -> "vertical " + (d - b);
            case Line(Point from, Point to) -> "line " + from.x() + to.y();
            case Point(int x, int y) -> "point " + (x + y);
            case Box<?>(String text) -> "text box " + text;
            case Box<?>(Box<?>(var inner)) -> "box in box " + inner;
            case Box<?>(var any) -> "box " + any;
            default -> "other";
        };
    }

    public static void main(String[] args) {
        System.out.println(describe(new Line(new Point(1, 2), new Point(1, 9))) + ", " + describe(new Line(new Point(1, 2), new Point(3, 4))) + ", "
            + describe(new Point(5, 6)) + ", " + describe(new Box<>("t")) + ", " + describe(new Box<>(new Box<>(7))) + ", " + describe(new Box<>(null)) + ", " + describe(""));
        Object object = new Line(null, new Point(0, 0));
        System.out.println(object instanceof Line(Point(int x, int y), Point p) ? "deep" : "shallow");
        if (new Box<>(new Point(8, 9)) instanceof Box<Point>(Point(int x, int y)) && x < y) {
            System.out.println(x * y);
        }
    }
}
