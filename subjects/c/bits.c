/* Tricks with bits. */
#include <stdint.h>

int population(uint32_t x)
{
    int count = 0;

    for (; x != 0; x &= x - 1)
        count++;
    return count;
}

uint32_t reverse_bits(uint32_t x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return x >> 24 | (x >> 8 & 0xff00) | (x & 0xff00) << 8 | x << 24;
}

int is_power_of_two(uint64_t x)
{
    return x != 0 && (x & (x - 1)) == 0;
}

/* The position of the highest bit, or -1. */
int highest_bit(uint64_t x)
{
    int position = -1;

    while (x != 0) {
        x >>= 1;
        position++;
    }
    return position;
}

/* Sums without wrapping around. */
uint8_t add_saturated(uint8_t a, uint8_t b)
{
    uint8_t sum = (uint8_t)(a + b);

    if (sum < a)
        return UINT8_MAX;
    return sum;
}

/* Even parity of a byte over its eight bits. */
int parity_is_even(uint8_t byte)
{
    byte ^= byte >> 4;
    byte ^= byte >> 2;
    byte ^= byte >> 1;
    return !(byte & 1);
}
