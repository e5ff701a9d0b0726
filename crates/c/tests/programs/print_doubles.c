// Floating-point numbers through printf: every conversion, many precisions, flags.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    double values[] = {
        0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 1.5, 2.5, 0.05, 123.456, -123.456, 1e5, 1e6, 123456.5, 1e15, 1e16, 1e17,
        1e100, -1e-100, 1e300, DBL_MAX, DBL_MIN, 4.9e-324, 1e-5, 0.0001, 0.00012345, 9.995, 99.95, 0.99999999, 3.0 / 7,
        1.0 / 3, 1e22, 1e23, 5e-5, INFINITY, -INFINITY, NAN, 12345678901234567890.0, 0x1.fffffffffffffp0, 1.25, 0.125,
    };
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        double v = values[i];
        printf("[%f] [%e] [%g] [%a]\n", v, v, v, v);
        printf("[%F] [%E] [%G] [%A]\n", v, v, v, v);
        printf("[%.0f] [%.1f] [%.2f] [%.15f] [%.30f]\n", v, v, v, v, v);
        printf("[%.0e] [%.1e] [%.2e] [%.20e]\n", v, v, v, v);
        printf("[%.0g] [%.1g] [%.3g] [%.10g] [%.17g] [%.40g]\n", v, v, v, v, v, v);
        printf("[%.0a] [%.1a] [%.3a] [%.13a] [%.16a]\n", v, v, v, v, v);
        printf("[%12.3f] [%-12.3f] [%012.3f] [%+.2f] [% .2f] [%#.0f] [%#.0e] [%#g] [%#.3g] [%#a]\n", v, v, v, v, v, v, v, v, v, v);
        printf("[%15e] [%-15e] [%+15g] [%015g] [%20a] [%-20a] [%020a]\n", v, v, v, v, v, v, v);
        printf("[%*.*f]\n", 10, 1, v);
    }
    printf("%.1100f\n", DBL_MIN);
    printf("%.400f\n", 1e-300);
    printf("%f %f\n", 1.5f, (double)0.1f);
    return 0;
}
