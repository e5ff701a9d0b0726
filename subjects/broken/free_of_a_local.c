// What was never allocated is freed.
#include <stdlib.h>

static void release(int *numbers, int owned) {
    if (owned)
        free(numbers); // trap: invalid free
}

int main(void) {
    int numbers[4] = {1, 2, 3, 4};
    release(numbers, 0);
    release(numbers, 1);
    return numbers[0];
}
