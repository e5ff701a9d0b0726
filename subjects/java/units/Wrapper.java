package units;

import java.util.List;
import java.util.Objects;

/** A class for subclasses: the constructor without arguments is for those that set `inner` otherwise. */
public abstract class Wrapper {
    private List<String> inner;

    protected Wrapper() {
    }

    protected Wrapper(List<String> inner) {
        this.inner = Objects.requireNonNull(inner);
    }

    public int size() {
        return inner.size();
    }

    public String first() {
        return inner.isEmpty() ? "" : inner.get(0);
    }
}
