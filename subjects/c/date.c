/* Dates such as 2024-02-29. */
#include <ctype.h>

struct date {
    int year;
    int month;
    int day;
};

enum { DATE_OK, DATE_SYNTAX, DATE_MONTH, DATE_DAY };

int is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in(int year, int month)
{
    switch (month) {
    case 2:
        return is_leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    default:
        return 31;
    }
}

static int number(const char *text, int digits, int *value)
{
    *value = 0;
    for (int i = 0; i < digits; i++) {
        if (!isdigit((unsigned char)text[i]))
            return 0;
        *value = *value * 10 + (text[i] - '0');
    }
    return 1;
}

int parse_date(const char *text, struct date *date)
{
    if (!number(text, 4, &date->year) || text[4] != '-')
        return DATE_SYNTAX;
    if (!number(text + 5, 2, &date->month) || text[7] != '-')
        return DATE_SYNTAX;
    if (!number(text + 8, 2, &date->day) || text[10] != '\0')
        return DATE_SYNTAX;
    if (date->month < 1 || date->month > 12)
        return DATE_MONTH;
    if (date->day < 1 || date->day > days_in(date->year, date->month))
        return DATE_DAY;
    return DATE_OK;
}
