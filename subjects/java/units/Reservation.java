package units;

import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.util.Base64;
import java.util.UUID;

/** Texts of kinds that the library reads. */
public final class Reservation {
    enum Room { SINGLE, DOUBLE, SUITE }

    private Reservation() {}

    public static String season(String day) {
        return LocalDate.parse(day).getMonthValue() == 12 ? "winter" : "other";
    }

    public static boolean isLarge(String room) {
        return Room.valueOf(room) == Room.SUITE;
    }

    public static int version(String id) {
        return UUID.fromString(id).version() == 4 ? 4 : 0;
    }

    public static boolean isFree(String price) {
        return new BigDecimal(price).signum() == 0;
    }

    public static boolean isSecure(String link) {
        return "https".equals(URI.create(link).getScheme());
    }

    public static int beds(String count) {
        return Integer.parseInt(count.trim()) > 2 ? 3 : 1;
    }

    public static boolean isLong(String encoded) {
        return Base64.getDecoder().decode(encoded).length > 3;
    }
}
