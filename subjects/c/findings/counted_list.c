/* A variadic function whose own argument breaks it, whatever follows. */
#include <stdarg.h>

static const int weights[4] = {1, 2, 3, 4};

int weighted(int kind, int count, ...)
{
    va_list list;
    int total = 0;

    if (kind < 0 || kind > 4)
        return -1;
    va_start(list, count);
    if (count > 0)
        total = va_arg(list, int) & 7;
    va_end(list);
    return total + weights[kind];
}

/* How many texts there are is told by a null behind them. */
int texts(const char *first, ...)
{
    va_list list;
    int count = 0;

    va_start(list, first);
    while (va_arg(list, const char *))
        count++;
    va_end(list);
    return count;
}
