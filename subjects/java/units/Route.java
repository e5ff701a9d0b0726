package units;

/** Gives objects that have no text of their own: only their parts, and the parts of these, tell them apart. */
public class Route {
    /** A place on the way. */
    public static class Stop {
        private final String name;
        public final int minute;

        Stop(String name, int minute) {
            this.name = name;
            this.minute = minute;
        }

        public String getName() {
            return name;
        }
    }

    /** From one place to another. */
    public static class Leg {
        private final Stop from;
        private final Stop to;

        Leg(Stop from, Stop to) {
            this.from = from;
            this.to = to;
        }

        public Stop getFrom() {
            return from;
        }

        public Stop getTo() {
            return to;
        }
    }

    public static Leg leg(String from, String to, int minutes) {
        if (minutes < 0) {
            return new Leg(new Stop(to, 0), new Stop(from, -minutes));
        }
        return new Leg(new Stop(from, 0), new Stop(to, minutes + 1));
    }

    public static Stop[] stops(int minutes) {
        return new Stop[] {new Stop("A", minutes), new Stop("B", minutes * 2)};
    }
}
