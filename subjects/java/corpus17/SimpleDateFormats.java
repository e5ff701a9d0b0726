// text: SimpleDateFormat
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

public class SimpleDateFormats {
    public static void main(String[] args) throws ParseException {
        Date date = new Date(1709210096789L);
        for (String pattern : new String[] {"yyyy-MM-dd'T'HH:mm:ss.SSSZ", "EEE, d MMM yyyy", "EEEE MMMM", "h:mm a", "D w W F u", "yy.M.d", "XXX z"}) {
            SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.US);
            format.setTimeZone(TimeZone.getTimeZone("UTC"));
            System.out.println(format.format(date));
        }
        SimpleDateFormat berlin = new SimpleDateFormat("yyyy-MM-dd HH:mm", Locale.US);
        berlin.setTimeZone(TimeZone.getTimeZone("Europe/Berlin"));
        System.out.println(berlin.format(date) + " " + berlin.parse("2020-07-01 12:00").getTime());
        try {
            berlin.parse("yesterday");
        } catch (ParseException error) {
            System.out.println(error.getMessage());
        }
        System.out.println(date + " " + new Date(0).before(date));
    }
}
