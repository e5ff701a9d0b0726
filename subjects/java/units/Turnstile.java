package units;

/** A gate: objects of it come from the factory of its interface, tickets from another class. */
class Turnstile implements Gate {
    private final Key key;

    Turnstile(Key key) {
        this.key = key;
    }

    @Override
    public boolean pass(Kiosk.Ticket ticket, int hour) {
        if (key.kind == 7) {
            return true;
        }
        return ticket.hours > 2 && hour >= 0 && hour < ticket.hours;
    }
}
