// long double values that a double holds exactly.
#include <stdarg.h>
#include <stdio.h>

static long double sum(int count, ...) {
    va_list list;
    va_start(list, count);
    long double total = 0;
    for (int i = 0; i < count; i++) total += va_arg(list, int) + va_arg(list, long double);
    va_end(list);
    return total;
}

int main(void) {
    long double v = 1.25L;
    printf("%Lf %Lg %Le\n", v, v, v);
    printf("%d %Lf %d %Lf %s\n", 1, v, 2, v * 2, "end");
    printf("%Lf\n", sum(3, 1, 0.5L, 2, 0.25L, 3, 0.125L));
    return 0;
}
