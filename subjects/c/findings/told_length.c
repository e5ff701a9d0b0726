/* A length is given, and the code reads one beyond it. */
#include <stddef.h>

int has_pair(const unsigned char *bytes, size_t length)
{
    size_t index;

    if (bytes == NULL)
        return 0;
    for (index = 0; index < length; index++)
        if (bytes[index] == bytes[index + 1])
            return 1;
    return 0;
}
