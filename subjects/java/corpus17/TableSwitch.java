// bytecode: a dense switch
public class TableSwitch {
    static String name(int value) {
        switch (value) {
            case -1:
                return "minus one";
            case 0:
                return "zero";
            case 1:
            case 2:
                return "small";
            case 4:
                value += 10;
            case 5:
                value += 100;
                break;
            default:
                return "other";
        }
        return "fell " + value;
    }

    static int inner(char c) {
        return switch (c) {
            case 'a', 'b' -> 1;
            case 'c' -> {
                int x = c * 2;
                yield x;
            }
            default -> -1;
        };
    }

    public static void main(String[] args) {
        for (int i = -3; i < 8; i++) {
            System.out.println(i + " " + name(i));
        }
        System.out.println(name(Integer.MAX_VALUE) + name(Integer.MIN_VALUE));
        System.out.println(inner('a') + " " + inner('b') + " " + inner('c') + " " + inner('z'));
    }
}
