/* A switch with cases that fall through and that share code. */
#include <limits.h>

enum status { FINE, BY_ZERO, TOO_LARGE, UNKNOWN };

enum status calculate(char operation, int a, int b, int *result)
{
    long long value = a;

    switch (operation) {
    case '~':
        b = a;
        value = 0;
        /* fall through */
    case '-':
        value -= b;
        break;
    case '+':
        value += b;
        break;
    case 'x':
    case '*':
        value *= b;
        break;
    case '/':
    case '%':
        if (b == 0)
            return BY_ZERO;
        value = operation == '/' ? value / b : value % b;
        break;
    default:
        return UNKNOWN;
    }
    if (value > INT_MAX || value < INT_MIN)
        return TOO_LARGE;
    *result = (int)value;
    return FINE;
}

const char *status_text(enum status status)
{
    switch (status) {
    case FINE: return "fine";
    case BY_ZERO: return "division by zero";
    case TOO_LARGE: return "too large";
    case UNKNOWN: return "unknown operation";
    }
    return "?";
}
