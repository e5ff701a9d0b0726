package units;

/** Keeps what it is told in static fields until it bakes. */
public final class Oven {
    private static int degrees = 180;
    private static boolean fan;

    private Oven() {}

    public static void heat(int to) {
        degrees = to > 250 ? 250 : to;
    }

    public static void useFan() {
        fan = true;
    }

    public static String bake(String dish) {
        String baked = dish + " at " + degrees + (fan ? " with the fan" : "");
        degrees = 180;
        fan = false;
        return baked;
    }
}
