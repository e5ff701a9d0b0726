// exceptions: handlers inside loops, switches and lambdas
import java.util.function.IntFunction;

public class NestedTry {
    static String run(int n) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < n; i++) {
            try {
                switch (i % 4) {
                    case 0:
                        try {
                            out.append(10 / (i % 8));
                        } catch (ArithmeticException error) {
                            out.append("z");
                            continue;
                        } finally {
                            out.append("f");
                        }
                        break;
                    case 1:
                        throw new RuntimeException("" + i);
                    case 2:
                        IntFunction<String> inner = x -> {
                            try {
                                return "abc".substring(x);
                            } catch (StringIndexOutOfBoundsException error) {
                                return "s";
                            }
                        };
                        out.append(inner.apply(i));
                        break;
                    default:
                        out.append(new int[2][i % 3][0].length);
                }
            } catch (RuntimeException error) {
                out.append("r").append(error.getMessage());
            } finally {
                out.append(";");
            }
        }
        return out.toString();
    }

    public static void main(String[] args) {
        System.out.println(run(13));
    }
}
