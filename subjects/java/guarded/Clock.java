package guarded;

/** A time of day that only moves by whole minutes. */
public class Clock {
    private int hour;
    private int minute;
    private int days;

    public Clock(int hour, int minute) {
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            throw new IllegalArgumentException();
        }
        this.hour = hour;
        this.minute = minute;
    }

    public void tick() {
        minute++;
        if (minute == 60) {
            minute = 0;
            hour++;
        }
        if (hour == 24) {
            hour = 0;
            days++;
        }
    }

    public String phase() {
        if (minute >= 60 || hour >= 24) { // never
            return "broken";
        }
        if (days > 0 && hour == 0) {
            return minute > 1 ? "past midnight" : "midnight";
        }
        if (hour < 6) {
            return "night";
        }
        return hour < 18 ? "day" : "evening";
    }
}
