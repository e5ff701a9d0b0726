package units;

/** Days and months of the Gregorian calendar. */
public class Calendar {
    public static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    public static int daysIn(int month, int year) {
        switch (month) {
            case 2:
                return isLeap(year) ? 29 : 28;
            case 4:
            case 6:
            case 9:
            case 11:
                return 30;
            default:
                if (month < 1 || month > 12) {
                    throw new IllegalArgumentException("month " + month);
                }
                return 31;
        }
    }

    public static boolean isDate(int day, int month, int year) {
        return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
    }
}
