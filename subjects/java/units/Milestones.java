package units;

/** What it tells rests on a superclass: nothing of its own adds a note. */
public class Milestones extends Journal<String> {
    private int refused;

    @Override
    final boolean accepts(String note) {
        if (note.isEmpty()) {
            refused++;
            return false;
        }
        return true;
    }

    public String state() {
        if (size() >= 3) {
            return refused > 0 ? "late" : "done";
        }
        return size() == 0 ? "idle" : "busy";
    }
}
