// Only every second element is set.
#include <stdlib.h>

int main(void) {
    int *values = malloc(8 * sizeof *values);
    if (!values)
        return 1;
    for (int i = 0; i < 8; i += 2)
        values[i] = i;
    int sum = 0;
    for (int i = 0; i < 8; i++)
        if (values[i] > 3) // trap: read of uninitialised memory
            sum++;
    free(values);
    return sum;
}
