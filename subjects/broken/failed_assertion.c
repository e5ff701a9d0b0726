// An assertion that does not hold.
#include <assert.h>

static int root(int n) {
    int r = 0;
    while (r * r < n)
        r++;
    assert(r * r == n); // trap: assertion failed
    return r;
}

int main(void) {
    return root(16) + root(17);
}
