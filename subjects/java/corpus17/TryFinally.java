// exceptions: finally runs on every way out
public class TryFinally {
    static StringBuilder trail = new StringBuilder();

    static int returns() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
            trail.append("r");
        }
    }

    @SuppressWarnings("finally")
    static int overrides() {
        try {
            throw new IllegalStateException();
        } finally {
            return 3;
        }
    }

    static int loops() {
        int count = 0;
        for (int i = 0; i < 5; i++) {
            try {
                if (i == 1) {
                    continue;
                }
                if (i == 3) {
                    break;
                }
                count += 10;
            } finally {
                count++;
            }
        }
        return count;
    }

    static void nested() {
        try {
            try {
                trail.append("1");
                throw new RuntimeException("inner");
            } finally {
                trail.append("2");
            }
        } catch (RuntimeException error) {
            trail.append(error.getMessage());
            try {
                throw new Error("second");
            } catch (Error second) {
                trail.append(second.getMessage());
            } finally {
                trail.append("3");
            }
        } finally {
            trail.append("4");
        }
    }

    public static void main(String[] args) {
        System.out.println(returns() + " " + overrides() + " " + loops());
        nested();
        System.out.println(trail);
    }
}
