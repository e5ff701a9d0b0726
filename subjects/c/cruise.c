/* A speed controller in 16 bit fixed point, as in a control unit. */
#include <stdint.h>

#define GAIN 12
#define LIMIT 1000

struct cruise {
    int16_t target;
    int16_t integral;
    uint16_t faults;
    unsigned char active;
};

static int16_t saturated(int32_t value)
{
    if (value > INT16_MAX)
        return INT16_MAX;
    if (value < INT16_MIN)
        return INT16_MIN;
    return (int16_t)value;
}

int16_t add_short(int16_t a, int16_t b, uint8_t *overflow)
{
    int32_t sum = (int32_t)a + b;

    *overflow = sum > INT16_MAX ? 1 : sum < INT16_MIN ? 2 : 0;
    return saturated(sum);
}

/* One step: the throttle from 0 to LIMIT. */
int16_t cruise_step(struct cruise *cruise, int16_t speed, uint8_t brake)
{
    int32_t error, throttle;
    uint8_t overflow;

    if (brake || !cruise->active || speed < 0) {
        cruise->active = 0;
        cruise->integral = 0;
        return 0;
    }
    error = (int32_t)cruise->target - speed;
    cruise->integral = add_short(cruise->integral, saturated(error), &overflow);
    if (overflow != 0 && cruise->faults < UINT16_MAX)
        cruise->faults++;
    throttle = GAIN * error + cruise->integral / 4;
    if (throttle < 0)
        return 0;
    return throttle > LIMIT ? LIMIT : (int16_t)throttle;
}
