package units;

/** The check digit of card numbers. */
public class Luhn {
    public static boolean isValid(String number) {
        if (number == null || number.length() < 2) {
            return false;
        }
        int sum = 0;
        boolean twice = false;
        for (int i = number.length() - 1; i >= 0; i--) {
            char letter = number.charAt(i);
            if (letter < '0' || letter > '9') {
                throw new NumberFormatException("not a digit: " + letter);
            }
            int digit = letter - '0';
            if (twice) {
                digit *= 2;
                if (digit > 9) {
                    digit -= 9;
                }
            }
            sum += digit;
            twice = !twice;
        }
        return sum % 10 == 0;
    }
}
