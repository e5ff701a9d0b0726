// time: GregorianCalendar
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

public class Calendars {
    public static void main(String[] args) {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        calendar.clear();
        calendar.set(2024, Calendar.JANUARY, 31, 12, 0);
        calendar.add(Calendar.MONTH, 1);
        System.out.println(calendar.get(Calendar.DAY_OF_MONTH) + " " + calendar.get(Calendar.DAY_OF_WEEK) + " " + calendar.getTimeInMillis() + " "
            + calendar.getActualMaximum(Calendar.DAY_OF_MONTH) + " " + calendar.get(Calendar.WEEK_OF_YEAR));
        calendar.roll(Calendar.DAY_OF_MONTH, 5);
        calendar.add(Calendar.HOUR, -30);
        System.out.println(calendar.getTime() + " " + calendar.get(Calendar.AM_PM) + " " + ((GregorianCalendar) calendar).isLeapYear(1900));
        calendar.setLenient(false);
        calendar.set(Calendar.MONTH, 15);
        try {
            calendar.getTime();
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
    }
}
