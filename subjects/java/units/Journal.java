package units;

import java.util.ArrayList;
import java.util.List;

/** Notes in the order in which they were made; what is below it says which it wants to hear of. */
public abstract class Journal<T> {
    private final List<T> notes = new ArrayList<>();

    public boolean add(T note) {
        if (!accepts(note)) {
            return false;
        }
        notes.add(note);
        return true;
    }

    public int size() {
        return notes.size();
    }

    public void clear() {
        notes.clear();
    }

    abstract boolean accepts(T note);
}
