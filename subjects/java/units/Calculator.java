package units;

/** A parser: sums, products and brackets. */
public class Calculator {
    private final String text;
    private int at;

    private Calculator(String text) {
        this.text = text;
    }

    public static int evaluate(String text) {
        Calculator calculator = new Calculator(text);
        int result = calculator.sum();
        if (calculator.at < text.length()) {
            throw new IllegalArgumentException("unexpected at " + calculator.at);
        }
        return result;
    }

    private int sum() {
        int result = product();
        while (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
            result = text.charAt(at++) == '+' ? result + product() : result - product();
        }
        return result;
    }

    private int product() {
        int result = atom();
        while (at < text.length() && text.charAt(at) == '*') {
            at++;
            result *= atom();
        }
        return result;
    }

    private int atom() {
        if (at == text.length()) {
            throw new IllegalArgumentException("it ends too early");
        }
        char letter = text.charAt(at++);
        if (letter == '(') {
            int result = sum();
            if (at == text.length() || text.charAt(at++) != ')') {
                throw new IllegalArgumentException("no closing bracket");
            }
            return result;
        }
        if (letter < '0' || letter > '9') {
            throw new IllegalArgumentException("no number: " + letter);
        }
        return letter - '0';
    }
}
