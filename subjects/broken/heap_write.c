// Room for the text, but not for its end.
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text) {
    size_t length = strlen(text);
    char *result = malloc(length);
    if (!result)
        return NULL;
    for (size_t i = 0; i < length; i++)
        result[i] = text[i];
    result[length] = '\0'; // trap: access out of bounds
    return result;
}

int main(void) {
    free(copy("ferret"));
    return 0;
}
