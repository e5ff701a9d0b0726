// numerics: compound assignment casts back
public class CompoundAssignment {
    static byte field = 100;
    static int calls;

    static int next() {
        return calls++;
    }

    public static void main(String[] args) {
        byte b = 10;
        b += 300;
        b *= 1.5;
        char c = 'a';
        c += 1;
        c++;
        short s = 1;
        s -= 40000;
        int i = 5;
        i += 3.99;
        i /= 0.3;
        long l = 1;
        l <<= 40;
        l |= 3;
        float f = 1;
        f += 1e-3;
        field += 100;
        field++;
        int[] array = {1, 2, 3};
        array[next()] += 10;
        array[next()]++;
        --array[next()];
        int x = 3;
        x = x++ + ++x;
        System.out.println(b + " " + c + " " + s + " " + i + " " + l + " " + f + " " + field + " " + x);
        System.out.println(array[0] + " " + array[1] + " " + array[2] + " " + calls);
        String text = "x";
        text += 1 + 2;
        text += 'c';
        text += null;
        System.out.println(text);
    }
}
