package units;

/** What the virtual machine checks by itself, where it takes something to make it fail, and what it never does. */
public class Guards {
    private final int[] four = new int[4];

    public int divide(int number, int divisor) {
        if (number > 1000) {
            return number / (divisor - 7777);
        }
        return 0;
    }

    public int pick(int[] numbers, int index) {
        return numbers[index];
    }

    public int[] make(int size) {
        return new int[size + 40];
    }

    public String text(Object value) {
        return (String) value;
    }

    public int caught(int divisor) {
        try {
            return 10 / divisor;
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    /** Takes five letters in a row. */
    public int climb(String text) {
        int[] rungs = new int[5];
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            at = text.charAt(i) == 'x' ? at + 1 : 0;
            rungs[at]++;
        }
        return rungs[0];
    }

    public int refuse(int number) {
        if (number < 0) {
            throw new IllegalArgumentException();
        }
        if (number == 0) {
            throw new IllegalStateException();
        }
        return number;
    }

    /** Never leaves the array. */
    public int round(int number) {
        return four[number & 3];
    }
}
