/* A check that ends the program, called inside of a condition. */
#include <stdio.h>
#include <stdlib.h>

static int checked(int value)
{
    if (value < 0) {
        fprintf(stderr, "negative: %d\n", value);
        exit(3);
    }
    return value > 10;
}

int both_large(int a, int b)
{
    if (checked(a) && checked(b))
        return 1;
    return 0;
}

int any_large(int a, int b, int c)
{
    return checked(a) || (b != c && checked(b)) || checked(c) ? a : 0;
}
