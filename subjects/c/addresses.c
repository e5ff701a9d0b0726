/* Numbers that come from addresses are others in each run. */

#include <stdint.h>

/* The place in a table of a size for a pointer; -1 for none. */
long place_of(const void *pointer, unsigned size)
{
    if (pointer == 0 || size == 0)
        return -1;
    return (long)((uintptr_t)pointer * 0x9e370001UL % size);
}

union slot {
    const char *text;
    double number;
};

/* The number in a slot, whatever was put there, and whether it is positive. */
int take(const union slot *slot, double *number)
{
    *number = slot->number;
    return slot->number > 1.0;
}
