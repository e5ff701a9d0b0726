// numerics: int arithmetic wraps around
public class IntArithmetic {
    static int[] values = {0, 1, -1, 2, 7, -7, 46341, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x55555555};

    public static void main(String[] args) {
        for (int a : values) {
            for (int b : values) {
                StringBuilder line = new StringBuilder();
                line.append(a + b).append(' ').append(a - b).append(' ').append(a * b);
                if (b != 0) {
                    line.append(' ').append(a / b).append(' ').append(a % b);
                }
                line.append(' ').append(a & b).append(' ').append(a | b).append(' ').append(a ^ b);
                System.out.println(line);
            }
            System.out.println(-a + " " + ~a + " " + Math.abs(a));
        }
    }
}
