package units;

import java.util.regex.Pattern;

/** What kind of address a text is. */
public final class Addresses {
    private static final String URL = "^(https?|ftp)://([a-z0-9-]+\\.)+[a-z]{2,6}(:\\d{1,5})?(/\\S*)?$";
    private static final String MAIL = "[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,4}";
    private static final String IP = "(\\d{1,3}\\.){3}\\d{1,3}";

    private Addresses() {}

    public static String kind(String text) {
        if (Pattern.matches(URL, text)) {
            return "url";
        }
        if (Pattern.matches(MAIL, text)) {
            return "mail";
        }
        if (Pattern.matches(IP, text)) {
            return "ip";
        }
        return "other";
    }
}
