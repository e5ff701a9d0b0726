// Own variadic functions over the library's v functions.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int print(const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    char buffer[200];
    int a = vsnprintf(buffer, sizeof buffer, format, list);
    int b = vprintf(format, again);
    va_end(list);
    va_end(again);
    printf("|%s|%d %d\n", buffer, a, b);
    return a;
}

static double mixed(int count, ...) {
    va_list list;
    va_start(list, count);
    double total = 0;
    for (int i = 0; i < count; i++) {
        total += va_arg(list, int);
        total += va_arg(list, double);
        total += (double)va_arg(list, long);
        total += strlen(va_arg(list, char *));
    }
    va_end(list);
    return total;
}

struct pair { int a; double b; };
static double pairs(int count, ...) {
    va_list list;
    va_start(list, count);
    double total = 0;
    for (int i = 0; i < count; i++) {
        struct pair p = va_arg(list, struct pair);
        total += p.a * p.b;
    }
    va_end(list);
    return total;
}

int main(void) {
    print("%d %s %f %c %ld %p %x", 1, "two", 3.0, '4', 5L, (void *)0, 7);
    print("%d %d %d %d %d %d %d %d %d %d %f %f %f %f %f %f %f %f %f %f", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1.0);
    printf("%f\n", mixed(3, 1, 2.5, 3L, "four", 5, 6.5, 7L, "eight", 9, 1.5, 2L, "x"));
    printf("%f\n", pairs(2, (struct pair){2, 1.5}, (struct pair){3, 2.5}));
    return 0;
}
