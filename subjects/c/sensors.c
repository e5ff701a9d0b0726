/* Values that come from functions which are defined elsewhere. */

int read_sensor(int channel, int *value);
unsigned long now_ms(void);

enum health { GOOD, NOISY, DEAD };

/* The mean of four readings; DEAD if one fails. */
enum health sample(int channel, int *mean)
{
    int values[4], low, high;

    for (int i = 0; i < 4; i++)
        if (read_sensor(channel, &values[i]) != 0 || values[i] < 0 || values[i] > 4095)
            return DEAD;
    low = high = values[0];
    for (int i = 1; i < 4; i++) {
        if (values[i] < low)
            low = values[i];
        if (values[i] > high)
            high = values[i];
    }
    *mean = (values[0] + values[1] + values[2] + values[3]) / 4;
    return high - low > 100 ? NOISY : GOOD;
}

int is_due(unsigned long last, unsigned long every)
{
    unsigned long now = now_ms();

    return now >= last && now - last >= every;
}
