// time: zones, instants, durations and periods
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

public class ZonesAndInstants {
    public static void main(String[] args) {
        Instant instant = Instant.ofEpochSecond(1_711_846_800L, 5);
        System.out.println(instant + " " + instant.plus(90, ChronoUnit.MINUTES) + " " + Instant.parse("1970-01-01T00:00:01.5Z").toEpochMilli() + " " + Instant.EPOCH);
        ZonedDateTime before = ZonedDateTime.of(2024, 3, 31, 1, 30, 0, 0, ZoneId.of("Europe/Berlin"));
        System.out.println(before + " " + before.plusHours(1) + " " + before.plusDays(1) + " " + before.withZoneSameInstant(ZoneId.of("America/New_York")));
        System.out.println(LocalDateTime.of(2024, 3, 31, 2, 30).atZone(ZoneId.of("Europe/Berlin")) + " "
            + ZoneId.of("Asia/Tokyo").getRules().getOffset(instant) + " " + ZoneId.systemDefault() + " " + ZoneOffset.of("+05:30").getTotalSeconds());
        Duration duration = Duration.ofSeconds(3661, 500_000_000);
        System.out.println(duration + " " + duration.toMinutes() + " " + duration.negated() + " " + Duration.parse("PT1H2M").plusMillis(5) + " "
            + Duration.between(instant, Instant.EPOCH).toDays() + " " + duration.dividedBy(2) + " " + duration.toMinutesPart());
        System.out.println(Period.of(1, 14, 40).normalized() + " " + Period.parse("P1Y2M3D").getMonths() + " " + Period.ofWeeks(2));
        System.out.println(OffsetDateTime.parse("2024-01-01T00:00:00+02:00").toInstant() + " " + Clock.fixed(instant, ZoneOffset.UTC).millis());
        try {
            ZoneId.of("Nowhere/City");
        } catch (java.time.DateTimeException error) {
            System.out.println(error.getMessage());
        }
    }
}
