/* Variables and functions that the file only declares: a test has to define them. */
struct reading {
    int value;
    unsigned char quality;
};

extern int limit;
extern int enabled;
extern struct reading last;

struct reading *reading_new(int channel);
int calibrate(struct reading *reading, int *offset);
void give_up(const char *why) __attribute__((noreturn));

enum state { IDLE, LOW, HIGH, BROKEN };

/* Reads a channel through functions that are elsewhere. */
enum state sample(int channel)
{
    struct reading *reading;
    int offset = 0;

    if (!enabled)
        return IDLE;
    reading = reading_new(channel);
    if (!reading)
        give_up("no memory");
    if (calibrate(reading, &offset) != 0)
        return BROKEN;
    if (reading->quality < 10)
        return BROKEN;
    last = *reading;
    if (offset > 100 && reading->value > limit)
        return HIGH;
    return LOW;
}

/* Whether the last reading was better than a threshold. */
int was_good(void)
{
    return last.quality > 200 && last.value != 0;
}
