// The smallest number by minus one does not fit.
#include <limits.h>

int main(int argc, char **argv) {
    (void)argv;
    int divisor = -argc;
    int dividend = INT_MIN + argc - 1;
    return dividend % divisor; // trap: result out of range
}
