package units;

/** Code that asks what kind of class an object has: a test that implements an interface writes a class without a name. */
public class Nameless {
    public interface Step {
        int run(int number);

        int undo(int number);
    }

    public static String kind(Step step) {
        if (step.getClass().isAnonymousClass()) {
            return step.getClass().getSimpleName().isEmpty() ? "anonymous" : "odd";
        }
        return step.getClass().isHidden() ? "hidden" : "named";
    }
}
