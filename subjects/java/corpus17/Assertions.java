// exceptions: assertions are on
public class Assertions {
    static int calls;

    static boolean check(int x) {
        calls++;
        return x > 0;
    }

    public static void main(String[] args) {
        assert check(1);
        assert check(2) : "fine";
        try {
            assert check(-1) : "negative: " + -1;
        } catch (AssertionError error) {
            System.out.println(error.getMessage());
        }
        try {
            assert check(0);
        } catch (AssertionError error) {
            System.out.println(error);
        }
        try {
            assert false : new RuntimeException("as cause");
        } catch (AssertionError error) {
            System.out.println(error.getMessage() + " / " + error.getCause().getMessage());
        }
        System.out.println(calls + " " + Assertions.class.desiredAssertionStatus());
    }
}
