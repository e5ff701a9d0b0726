// _Exit runs no handlers; codes are cut to a byte.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { printf("not printed\n"); }

int main(void) {
    atexit(never);
    printf("printed\n");
    fflush(stdout);
    _Exit(256 + 9);
}
