/* A sliding door as a state machine. */

enum state { CLOSED, OPENING, OPEN, CLOSING, STUCK };
enum event { BUTTON, SENSOR, LIMIT, TIMEOUT, RESET };

enum state next_state(enum state state, enum event event)
{
    if (event == RESET)
        return CLOSED;
    switch (state) {
    case CLOSED:
        return event == BUTTON || event == SENSOR ? OPENING : CLOSED;
    case OPENING:
        if (event == LIMIT)
            return OPEN;
        return event == TIMEOUT ? STUCK : OPENING;
    case OPEN:
        return event == TIMEOUT ? CLOSING : OPEN;
    case CLOSING:
        if (event == SENSOR)
            return OPENING;
        if (event == LIMIT)
            return CLOSED;
        return event == TIMEOUT ? STUCK : CLOSING;
    case STUCK:
        break;
    }
    return STUCK;
}

/* Runs events until the door is stuck; says how many were used. */
int run_events(const enum event *events, int count, enum state *state)
{
    int used = 0;

    while (used < count && *state != STUCK)
        *state = next_state(*state, events[used++]);
    return used;
}
