// time: LocalDate, LocalTime and LocalDateTime
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.YearMonth;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

public class LocalDates {
    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, Month.FEBRUARY, 29);
        System.out.println(date + " " + date.plusYears(1) + " " + date.minusMonths(1) + " " + date.getDayOfWeek() + " " + date.getDayOfYear() + " "
            + date.isLeapYear() + " " + date.lengthOfMonth() + " " + date.with(TemporalAdjusters.firstInMonth(DayOfWeek.MONDAY)) + " " + date.withDayOfYear(60));
        System.out.println(date.until(LocalDate.of(2025, 1, 1)) + " " + ChronoUnit.DAYS.between(date, LocalDate.EPOCH) + " " + date.toEpochDay() + " "
            + date.get(ChronoField.ALIGNED_WEEK_OF_YEAR) + " " + LocalDate.ofEpochDay(-1) + " " + date.isAfter(LocalDate.MIN));
        LocalTime time = LocalTime.of(23, 59, 30, 5);
        System.out.println(time + " " + time.plusSeconds(31) + " " + time.truncatedTo(ChronoUnit.HOURS) + " " + time.toSecondOfDay() + " " + LocalTime.NOON);
        LocalDateTime both = date.atTime(time);
        System.out.println(both + " " + both.plusNanos(999999996) + " " + both.minusWeeks(3).toLocalDate() + " " + both.compareTo(date.atStartOfDay()));
        System.out.println(YearMonth.of(2023, 2).atEndOfMonth() + " " + LocalDate.parse("2020-12-31").plusDays(1) + " " + Month.MAY.plus(10) + DayOfWeek.SUNDAY.plus(1));
        for (Runnable bad : new Runnable[] {() -> LocalDate.of(2023, 2, 29), () -> LocalDate.of(2023, 13, 1), () -> LocalDate.parse("2023-1-1"),
            () -> LocalTime.of(25, 0), () -> date.get(ChronoField.HOUR_OF_DAY)}) {
            try {
                bad.run();
            } catch (DateTimeException error) {
                System.out.println(error.getMessage());
            }
        }
    }
}
