// patterns: strings and integers with guards
public class StringSwitchPatterns {
    static String answer(String text) {
        return switch (text) {
            case null -> "nothing";
            case "yes", "y" -> "agreed";
            case "no" -> "denied";
            case String s when s.equalsIgnoreCase("YES") -> "agreed loudly";
            case String s -> "what is " + s;
        };
    }

    static String number(Integer value) {
        return switch (value) {
            case 1 -> "one";
            case Integer i when i < 0 -> "negative";
            case Integer i when i % 2 == 0 -> "even";
            case Integer i -> "odd " + i;
        };
    }

    public static void main(String[] args) {
        for (String text : new String[] {"yes", "y", "no", "Yes", "maybe", null}) {
            System.out.println(answer(text));
        }
        System.out.println(number(1) + number(-4) + number(8) + number(9));
    }
}
