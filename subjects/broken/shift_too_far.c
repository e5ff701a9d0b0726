// A mask for a whole word shifts by the word's width.
#include <stdio.h>

static unsigned mask(unsigned width) {
    return (1u << width) - 1; // trap: result out of range
}

int main(void) {
    printf("%x\n", mask(8));
    printf("%x\n", mask(32));
    return 0;
}
