// patterns: an exhaustive switch over a sealed hierarchy
public class SealedSwitch {
    sealed interface Expression permits Constant, Add, Multiply, Negate {
    }

    record Constant(int value) implements Expression {
    }

    record Add(Expression left, Expression right) implements Expression {
    }

    record Multiply(Expression left, Expression right) implements Expression {
    }

    record Negate(Expression inner) implements Expression {
    }

    static int evaluate(Expression expression) {
        return switch (expression) {
            case Constant(int value) -> value;
            case Add(var left, var right) -> evaluate(left) + evaluate(right);
            case Multiply(var left, var right) -> evaluate(left) * evaluate(right);
            case Negate(var inner) -> -evaluate(inner);
        };
    }

    static Expression simplify(Expression expression) {
        return switch (expression) {
            case Add(Constant(int a), Constant(int b)) -> new Constant(a + b);
            case Add(Constant(int zero), var right) when zero == 0 -> simplify(right);
            case Multiply(Constant(int one), Expression right) when one == 1 -> simplify(right);
            case Negate(Negate(var inner)) -> simplify(inner);
            case Expression other -> other;
        };
    }

    public static void main(String[] args) {
        Expression expression = new Add(new Multiply(new Constant(6), new Constant(7)), new Negate(new Constant(2)));
        System.out.println(evaluate(expression) + " " + expression);
        System.out.println(simplify(new Negate(new Negate(new Add(new Constant(0), new Multiply(new Constant(1), new Constant(9)))))));
        try {
            evaluate(null);
        } catch (NullPointerException error) {
            System.out.println("no null");
        }
        try {
            evaluate(new Negate(null));
        } catch (NullPointerException error) {
            System.out.println("no null inside");
        }
    }
}
