/* Tells its caller of a failure by `errno`, which an allocation that fails sets. */
#include <errno.h>
#include <stdlib.h>

static int make(char **to)
{
    *to = malloc(4);
    return *to ? 0 : errno;
}

int store(char letter)
{
    char *text;
    int failed = make(&text);

    if (failed)
        return failed;
    text[0] = letter;
    free(text);
    return 0;
}
