// The pointer that is freed was moved on.
#include <stdlib.h>

int main(void) {
    char *text = calloc(16, 1);
    if (!text)
        return 1;
    while (text[0] == '\0' && text[1] == '\0')
        text[1] = 'x';
    text++;
    free(text); // trap: invalid free
    return 0;
}
