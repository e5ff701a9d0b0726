/* Callers of functions with any number of arguments. */
#include <stdarg.h>
#include <stdio.h>

static int sum_of(int count, ...)
{
    va_list list;
    int sum = 0;

    va_start(list, count);
    while (count-- > 0)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

int weighted(short a, short b, int mode)
{
    switch (mode) {
    case 0:
        return 0;
    case 1:
        return sum_of(1, a);
    case 2:
        return sum_of(2, a, b);
    default:
        return sum_of(3, a, b, a > b ? a : b);
    }
}

/* Gives whether the text had room. */
int describe(char *text, unsigned size, const char *name, int value)
{
    int length;

    if (value < 0)
        length = snprintf(text, size, "%s: none", name);
    else
        length = snprintf(text, size, "%s: %d%s", name, value, value == 1 ? "" : "s");
    /* infeasible: with these formats there is always a length */
    return length >= 0 && (unsigned)length < size;
}
