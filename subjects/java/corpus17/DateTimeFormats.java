// time: formatting and parsing
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

public class DateTimeFormats {
    public static void main(String[] args) {
        LocalDateTime time = LocalDateTime.of(2024, 2, 9, 17, 5, 3, 120_000_000);
        for (String pattern : new String[] {"yyyy-MM-dd HH:mm:ss.SSS", "EEEE, d MMMM uuuu", "EEE d LLL yy", "hh:mm a", "D/e/Q", "'quoted' y", "n", "[HH][':'mm]"}) {
            System.out.println(time.format(DateTimeFormatter.ofPattern(pattern, Locale.US)));
        }
        System.out.println(DateTimeFormatter.ISO_DATE_TIME.format(time) + " " + DateTimeFormatter.BASIC_ISO_DATE.format(time) + " "
            + DateTimeFormatter.ISO_WEEK_DATE.format(time) + " " + DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.ofHours(2))));
        System.out.println(LocalDate.parse("9/2/2024", DateTimeFormatter.ofPattern("d/M/yyyy")) + " " + ZonedDateTime.parse("2024-02-09T10:00+01:00[Europe/Paris]"));
        System.out.println(time.format(DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(Locale.US)) + " "
            + time.toLocalDate().format(DateTimeFormatter.ofPattern("d. MMMM yyyy", Locale.GERMANY)));
        DateTimeFormatter built = new DateTimeFormatterBuilder().appendValue(ChronoField.YEAR, 4).appendLiteral('#').appendValue(ChronoField.DAY_OF_YEAR, 3).toFormatter();
        System.out.println(built.format(time) + " " + LocalDate.parse("2024#060", built));
        try {
            LocalDate.parse("2024-02-30", DateTimeFormatter.ISO_DATE);
        } catch (DateTimeParseException error) {
            System.out.println(error.getMessage());
        }
    }
}
