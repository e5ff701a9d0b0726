// The smallest number has no positive counterpart.
#include <limits.h>
#include <stdio.h>

static long magnitude(long n) {
    if (n >= 0)
        return n;
    return -n; // trap: result out of range
}

int main(void) {
    printf("%ld\n", magnitude(-5));
    printf("%ld\n", magnitude(LONG_MIN));
    return 0;
}
