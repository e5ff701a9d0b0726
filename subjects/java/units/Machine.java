package units;

/** A door with a lock: a state machine. */
public class Machine {
    enum State { OPEN, CLOSED, LOCKED }

    private State state = State.OPEN;
    private int wrong;

    public State getState() {
        return state;
    }

    public void close() {
        if (state != State.OPEN) {
            throw new IllegalStateException("it is " + state);
        }
        state = State.CLOSED;
    }

    public boolean lock(int code) {
        if (state == State.CLOSED && code > 999) {
            state = State.LOCKED;
            return true;
        }
        return false;
    }

    public boolean open(int code) {
        switch (state) {
            case CLOSED:
                state = State.OPEN;
                return true;
            case LOCKED:
                if (wrong >= 2) {
                    throw new IllegalStateException("too often");
                }
                if (code == 4711) {
                    state = State.OPEN;
                    return true;
                }
                wrong++;
                return false;
            default:
                return false;
        }
    }
}
