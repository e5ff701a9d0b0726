/* Memory that one way out does not give back. */
#include <stdlib.h>
#include <string.h>

int is_doubled(const char *text)
{
    size_t length = strlen(text), half = length / 2;
    char *copy = malloc(length + 1);

    if (copy == NULL)
        return -1;
    strcpy(copy, text);
    if (length % 2 != 0)
        return 0;
    length = memcmp(copy, copy + half, half) == 0;
    free(copy);
    return (int)length;
}
