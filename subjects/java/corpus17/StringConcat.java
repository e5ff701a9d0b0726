// strings: concatenation of every type
public class StringConcat {
    static String all(boolean a, byte b, char c, short d, int e, long f, float g, double h, String i, Object j) {
        return "a" + a + b + c + d + "\u0001" + e + f + g + h + i + j + "\u0002z";
    }

    @Override
    public String toString() {
        return null;
    }

    public static void main(String[] args) {
        System.out.println(all(true, (byte) -1, 'x', (short) 300, -5, 1L << 40, 1.5f, -0.0, null, null).replace('\u0001', '<')
            .replace('\u0002', '>'));
        String text = "";
        text += 'a' + 1;
        text += (char) ('a' + 1);
        text = 1 + 2 + text + 1 + 2;
        System.out.println(text + new StringConcat() + (Object) null + new char[0].length);
        String many = "";
        for (int i = 0; i < 20; i++) {
            many += i + (i % 2 == 0 ? "," : ";");
        }
        System.out.println(many + many.length() + "ü€😀" + '\u20ac');
        final String constant = "con" + "stant" + 5;
        System.out.println((constant == "constant5") + " " + 1.0f + 1e10 + 'c' + true);
    }
}
