// bytecode: recursive calls
public class Recursion {
    static int ackermann(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static long fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    static void hanoi(int n, char from, char to, char over, StringBuilder out) {
        if (n > 0) {
            hanoi(n - 1, from, over, to, out);
            out.append(from).append(to).append(' ');
            hanoi(n - 1, over, to, from, out);
        }
    }

    public static void main(String[] args) {
        StringBuilder out = new StringBuilder();
        hanoi(4, 'a', 'c', 'b', out);
        System.out.println(ackermann(2, 3) + " " + fibonacci(18) + " " + even(500) + " " + odd(501) + " " + out);
    }
}
