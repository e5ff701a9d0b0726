package units;

/** A validator: numbers of bank accounts with two check digits. */
public class Iban {
    public static boolean isValid(String text) {
        if (text == null || text.length() < 5 || text.length() > 34) {
            return false;
        }
        if (!isUpper(text.charAt(0)) || !isUpper(text.charAt(1))) {
            return false;
        }
        int rest = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt((i + 4) % text.length());
            if (letter >= '0' && letter <= '9') {
                rest = (rest * 10 + letter - '0') % 97;
            } else if (isUpper(letter)) {
                rest = (rest * 100 + letter - 'A' + 10) % 97;
            } else {
                return false;
            }
        }
        return rest == 1;
    }

    private static boolean isUpper(char letter) {
        return letter >= 'A' && letter <= 'Z';
    }
}
