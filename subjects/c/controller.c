/* A controller on 16-bit numbers with saturating arithmetic, as code generators write it for engines. */

struct controller {
    short target, limit_low, limit_high;
    short integral, previous;
    unsigned char mode, fault;
};

/* The difference of two numbers, at the end of the range where it does not fit. */
short difference(short v11, short v9)
{
    short result = (short)(v11 - v9);

    if (v11 >= 0) {
        if (v9 < 0) {
            if (result < 0)
                result = 32767;
        }
    } else {
        if (v9 >= 0) {
            if (result >= 0)
                result = -32768;
        }
    }
    return result;
}

/* The sum of two numbers, at the end of the range where it does not fit. */
short sum(short a, short b)
{
    short result = (short)(a + b);

    if (a >= 0 && b >= 0 && result < 0)
        return 32767;
    if (a < 0 && b < 0 && result >= 0)
        return -32768;
    return result;
}

/* One step: the position of the actuator for what was measured. */
short step(struct controller *state, short measured, short gain, short rate)
{
    short error, change, output;

    error = difference(state->target, measured);
    if (state->mode == 0)
        return 0;
    if (state->mode == 1) {
        if (error > 0) {
            if (measured < 0)
                state->integral = sum(state->integral, 1);
        } else if (error < -100) {
            state->integral = sum(state->integral, -1);
        }
    }
    change = difference(error, state->previous);
    state->previous = error;
    if (gain > 0) {
        if (change > rate) {
            if (rate == 250)
                state->fault = 1;
            else
                change = rate;
        }
        output = sum(state->integral, change);
    } else {
        output = state->integral;
    }
    if (output > state->limit_high) {
        if (state->limit_high == state->limit_low)
            state->fault = 2;
        output = state->limit_high;
    } else if (output < state->limit_low) {
        output = state->limit_low;
    }
    return output;
}
