package units;

import java.util.ArrayList;
import java.util.List;

/** Takes entries until it is closed: a test that opens one closes it. */
public class Ledger implements AutoCloseable {
    private final List<String> entries = new ArrayList<>();
    private boolean closed;

    public Ledger(String title) {
        if (title.isEmpty()) {
            throw new IllegalArgumentException("a ledger needs a title");
        }
        entries.add(title);
    }

    public int write(String entry) {
        if (closed) {
            throw new IllegalStateException("the ledger is closed");
        }
        entries.add(entry);
        return entries.size();
    }

    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
