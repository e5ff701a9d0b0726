/* Code that relies on the terminator of a text, and on an array that is there. */
#include <stddef.h>

size_t home(const char *path)
{
    size_t length = 0;

    if (path[0] != '~')
        return 0;
    while (path[length] && path[length] != '/')
        length++;
    return length;
}

int first(const unsigned char key[16], int strict)
{
    if (strict > 3)
        return -1;
    return key[0];
}
