/* Functions that take more arguments than they have parameters. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The largest of some numbers; -1 if there is none. */
int largest(int count, ...)
{
    va_list list;
    int most = -1;

    va_start(list, count);
    while (count-- > 0) {
        int value = va_arg(list, int);
        if (value > most)
            most = value;
    }
    va_end(list);
    return most;
}

/* The mean of some numbers. */
double mean(int count, ...)
{
    va_list list;
    double sum = 0;
    int i;

    if (count <= 0)
        return 0;
    va_start(list, count);
    for (i = 0; i < count; i++)
        sum += va_arg(list, double);
    va_end(list);
    return sum / count;
}

struct line {
    char text[16];
    int cut;
};

/* Prints into a line; gives its length, and notes whether some of it was cut off. */
int line_print(struct line *line, const char *format, ...)
{
    va_list list;
    int length;

    va_start(list, format);
    length = vsnprintf(line->text, sizeof line->text, format, list);
    va_end(list);
    line->cut = length >= (int)sizeof line->text;
    if (line->cut)
        strcpy(line->text + sizeof line->text - 4, "...");
    return line->cut ? (int)sizeof line->text - 1 : length;
}
