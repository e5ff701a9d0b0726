// exceptions: values live across handlers
public class HandlerOrder {
    static int calls;

    static int risky(int n) {
        calls++;
        if (n % 3 == 0) {
            throw new IllegalArgumentException("three");
        }
        return n * 2;
    }

    static long work() {
        long total = 0;
        int last = -1;
        double half = 0.5;
        String seen = "";
        for (int i = 0; i < 7; i++) {
            int before = last;
            try {
                last = i;
                total += risky(i) * half;
                half += 0.25;
                seen += i;
            } catch (IllegalArgumentException error) {
                total -= last * 100 + before;
                seen += error.getMessage().charAt(0);
            }
        }
        System.out.println(seen + " " + last + " " + half);
        return total;
    }

    public static void main(String[] args) {
        System.out.println(work() + " " + calls);
        int x = 1;
        try {
            x = 2;
            x = risky(3);
            x = 3;
        } catch (RuntimeException error) {
            x += 40;
        }
        System.out.println(x);
    }
}
