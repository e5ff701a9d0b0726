/* A device's control register as bit-fields and as a union with its raw value. */
#include <stdint.h>

struct control {
    unsigned enabled : 1;
    unsigned mode : 3;
    signed trim : 4;
    unsigned divider : 8;
};

union word {
    uint32_t whole;
    uint8_t bytes[4];
};

int clock_of(const struct control *control)
{
    if (!control->enabled)
        return 0;
    if (control->divider == 0)
        return -1;
    switch (control->mode) {
    case 0:
        return 16000 / control->divider;
    case 1:
        return 8000 / control->divider + control->trim;
    case 5:
        return control->trim < 0 ? 1 : 2;
    default:
        return -2;
    }
}

void disable(struct control *control)
{
    control->enabled = 0;
    if (control->mode > 5)
        control->mode = 0;
}

uint32_t swapped(uint32_t value)
{
    union word from, to;

    from.whole = value;
    for (int i = 0; i < 4; i++)
        to.bytes[i] = from.bytes[3 - i];
    return to.whole;
}

int is_magic(const union word *word)
{
    return word->bytes[0] == 0x7f && word->bytes[1] == 'E' && word->whole >> 16 == 0x464c;
}
