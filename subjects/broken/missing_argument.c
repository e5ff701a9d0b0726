// The format asks for more than it is given.
#include <stdio.h>

int main(void) {
    const char *format = "%d and %d\n";
    printf(format, 1, 2);
    printf(format, 1); // trap: access out of bounds
    return 0;
}
