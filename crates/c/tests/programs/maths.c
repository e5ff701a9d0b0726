// math.h on many values, printed exactly.
#include <math.h>
#include <stdio.h>

int main(void) {
    double values[] = {0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.5, -2.5, 3.7, 10, 100.25, 1e-10, 1e10, 1e300, 0.1, 0.9999, 2, 3, 4, 7.5,
                       INFINITY, -INFINITY, NAN, 5e-324, 709.5, -745.2, 123456789.123};
    int n = sizeof values / sizeof *values;
    for (int i = 0; i < n; i++) {
        double x = values[i];
        float f = (float)x;
        printf("%g: sin %a cos %a tan %a\n", x, sin(x), cos(x), tan(x));
        printf("asin %a acos %a atan %a\n", asin(x), acos(x), atan(x));
        printf("sinh %a cosh %a tanh %a\n", sinh(x), cosh(x), tanh(x));
        printf("exp %a exp2 %a expm1 %a log %a log2 %a log10 %a log1p %a\n", exp(x), exp2(x), expm1(x), log(x), log2(x), log10(x), log1p(x));
        printf("sqrt %a cbrt %.13g floor %a ceil %a trunc %a round %a rint %a nearbyint %a fabs %a\n", sqrt(x), cbrt(x), floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x), fabs(x));
        // The sign of a NaN does not survive the way from float to double in the machine.
        if (x >= 0 && isfinite(f)) printf("sinf %a cosf %a expf %a logf %a sqrtf %a powf %a floorf %a roundf %a\n", sinf(f), cosf(f), expf(f), logf(f), sqrtf(f), powf(f, 1.5f), floorf(f), roundf(f));
        int e = 0;
        double whole = 0, m = frexp(x, &e);
        printf("frexp %a %d modf %a", m, isfinite(x) ? e : 0, modf(x, &whole));
        printf(" %a ldexp %a scalbn %a logb %a ilogb %d\n", whole, ldexp(x, 3), scalbn(x, -3), logb(x), ilogb(x));
        printf("class %d %d %d %d %d %d\n", !!isnan(x), !!isinf(x), !!isfinite(x), !!signbit(x), !!isnormal(x), fpclassify(x));
        if (fabs(x) < 1e15) printf("lround %ld lrint %ld %lld\n", lround(x), lrint(x), llround(x));
        for (int j = 0; j < n; j += 3) {
            double y = values[j];
            printf("%a %a %a %a %a %a %a ", pow(x, y), atan2(x, y), fmod(x, y), hypot(x, y), fmax(x, y) + 0.0, fmin(x, y) + 0.0, copysign(x, y));
            printf("%a %a %a %a\n", fdim(x, y), remainder(x, y), nextafter(x, y), isfinite(x) && isfinite(y) ? fma(x, y, 1.0) : 0);
        }
    }
    printf("%a %a %.13g %a\n", erf(0.5), erfc(0.5), tgamma(5.5), lgamma(5.5));
    printf("%a %a %a\n", asinh(0.5), acosh(1.5), atanh(0.5));
    double s, c;
    sincos(0.5, &s, &c);
    printf("%a %a %a\n", s, c, nan(""));
    return 0;
}
