// A field that nobody set is copied, which is no harm, and the copy decides, which is.
#include <stdlib.h>

struct point {
    int x, y;
};

int main(void) {
    struct point *from = malloc(sizeof *from), *to = malloc(2 * sizeof *to);
    if (!from || !to)
        return 1;
    from->x = 3;
    to[0].x = from->x;
    to[0].y = from->y;
    to[1] = to[0];
    if (to[1].y > to[1].x) // trap: read of uninitialised memory
        return 2;
    return 0;
}
