/* Two buffers, of which one may begin where the other ends. */
#include <string.h>

/* Whether a prefix of some length is continued by the rest. */
int continues(const char *prefix, int length, const char *rest)
{
    if (length <= 0)
        return 0;
    if (prefix + length == rest)
        return 1;
    return 2;
}

/* Gives the length of two texts, that of one if the second is its end. */
int joined(const char *first, const char *second)
{
    int length = (int)strlen(first);
    int kind = continues(first, length, second);

    if (kind == 1)
        return length;
    return length + (int)strlen(second);
}
