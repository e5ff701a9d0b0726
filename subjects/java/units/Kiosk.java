package units;

/** Gives tickets, which nothing else makes. */
public class Kiosk {
    private final int price;

    public Kiosk(int price) {
        this.price = price;
    }

    /** A ticket. */
    public static final class Ticket {
        final int hours;

        private Ticket(int hours) {
            this.hours = hours;
        }
    }

    /** A ticket for as long as the money lasts. */
    public Ticket sell(int money) {
        return new Ticket(price <= 0 ? 0 : money / price);
    }
}
