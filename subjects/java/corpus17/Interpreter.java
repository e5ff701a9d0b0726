// programs: a calculator with a parser
import java.util.HashMap;
import java.util.Map;

public class Interpreter {
    private final String text;
    private int at;
    private final Map<String, Double> variables = new HashMap<>();

    Interpreter(String text) {
        this.text = text;
        variables.put("pi", 3.0);
    }

    double expression() {
        double value = term();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '+' && c != '-') {
                break;
            }
            at++;
            value = c == '+' ? value + term() : value - term();
        }
        return value;
    }

    double term() {
        double value = factor();
        while (at < text.length() && (text.charAt(at) == '*' || text.charAt(at) == '/')) {
            value = text.charAt(at++) == '*' ? value * factor() : value / factor();
        }
        return value;
    }

    double factor() {
        if (at >= text.length()) {
            throw new IllegalArgumentException("unexpected end");
        }
        char c = text.charAt(at);
        if (c == '(') {
            at++;
            double value = expression();
            if (at >= text.length() || text.charAt(at++) != ')') {
                throw new IllegalArgumentException("missing ) at " + at);
            }
            return value;
        }
        if (c == '-') {
            at++;
            return -factor();
        }
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        String word = text.substring(start, at);
        if (word.isEmpty()) {
            throw new IllegalArgumentException("what is " + c);
        }
        return Character.isDigit(word.charAt(0)) ? Double.parseDouble(word) : variables.get(word);
    }

    public static void main(String[] args) {
        for (String text : new String[] {"1+2*3", "(1+2)*3", "-4/8-pi*2", "2*(3-", "1/0", "x+1", "7$", "2.5*2.5"}) {
            try {
                System.out.println(text + " = " + new Interpreter(text).expression());
            } catch (RuntimeException error) {
                System.out.println(text + " ! " + error.getClass().getSimpleName());
            }
        }
    }
}
