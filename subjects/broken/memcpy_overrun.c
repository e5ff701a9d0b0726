// The larger of two sizes is copied.
#include <string.h>

struct small { char text[8]; };
struct large { char text[24]; };

int main(void) {
    struct large from = {"a longer text than fits"};
    struct small to;
    memcpy(&to, &from, sizeof from); // trap: access out of bounds
    return to.text[0];
}
