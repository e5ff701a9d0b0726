// enums: switches on enums
public class EnumSwitch {
    enum Colour { RED, GREEN, BLUE, NONE }

    static int classic(Colour colour) {
        switch (colour) {
            case RED:
                return 1;
            case BLUE:
                return 3;
            default:
                return 0;
        }
    }

    static String arrow(Colour colour) {
        return switch (colour) {
            case RED, GREEN -> "warm";
            case BLUE -> "cold";
            case NONE -> {
                String text = "no";
                yield text + "thing";
            }
        };
    }

    public static void main(String[] args) {
        for (Colour colour : Colour.values()) {
            System.out.println(classic(colour) + " " + arrow(colour));
        }
        try {
            classic(null);
        } catch (NullPointerException error) {
            System.out.println("null colour");
        }
    }
}
