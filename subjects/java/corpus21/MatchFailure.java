// patterns: an accessor that fails inside a pattern
public class MatchFailure {
    record Loud(int value) {
        public int value() {
            if (value < 0) {
                throw new IllegalStateException("accessor");
            }
            return value;
        }
    }

    public static void main(String[] args) {
        for (int i = 1; i >= -1; i -= 2) {
            Object object = new Loud(i);
            try {
                System.out.println(switch (object) {
                    case Loud(int value) -> value;
                    default -> 0;
                });
            } catch (MatchException error) {
                System.out.println(error.getMessage() + " / " + error.getCause());
            }
        }
    }
}
