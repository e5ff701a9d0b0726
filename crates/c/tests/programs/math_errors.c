// What the functions of math.h leave in errno.
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define UNARY(name) {#name, name, name##f}
static const struct { const char *name; double (*wide)(double); float (*narrow)(float); } unary[] = {
    UNARY(acos), UNARY(acosh), UNARY(asin), UNARY(asinh), UNARY(atan), UNARY(atanh), UNARY(cbrt), UNARY(ceil),
    UNARY(cos), UNARY(cosh), UNARY(erf), UNARY(erfc), UNARY(exp), UNARY(exp10), UNARY(exp2), UNARY(expm1),
    UNARY(fabs), UNARY(floor), UNARY(lgamma), UNARY(log), UNARY(log10), UNARY(log1p), UNARY(log2), UNARY(logb),
    UNARY(rint), UNARY(round), UNARY(sin), UNARY(sinh), UNARY(sqrt), UNARY(tan), UNARY(tanh), UNARY(tgamma),
    UNARY(trunc), UNARY(y0), UNARY(y1), UNARY(j0), UNARY(j1),
};
static const struct { const char *name; double (*wide)(double, double); float (*narrow)(float, float); } binary[] = {
    UNARY(atan2), UNARY(copysign), UNARY(fdim), UNARY(fmax), UNARY(fmin), UNARY(fmod), UNARY(hypot),
    UNARY(nextafter), UNARY(pow), UNARY(remainder),
};

static const double values[] = {0.0, -0.0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, -3, 40, -40, 171.5, 180, -180.5, 800, -800,
                                1e-310, -1e-310, 5e-324, 1e-45, 1e38, 1e300, -1e300, 1e308, 1.7976931348623157e308,
                                INFINITY, -INFINITY, NAN};
enum { COUNT = sizeof values / sizeof *values };

static const char *told(void) {
    int error = errno;
    errno = 0;
    return error == 0 ? "." : error == EDOM ? "D" : error == ERANGE ? "R" : "?";
}

int main(void) {
    for (unsigned f = 0; f < sizeof unary / sizeof *unary; f++) {
        printf("%s ", unary[f].name);
        for (int i = 0; i < COUNT; i++) unary[f].wide(values[i]), printf("%s", told());
        printf(" ");
        for (int i = 0; i < COUNT; i++) unary[f].narrow((float)values[i]), printf("%s", told());
        printf("\n");
    }
    for (unsigned f = 0; f < sizeof binary / sizeof *binary; f++) {
        for (int i = 0; i < COUNT; i++) {
            printf("%s %a ", binary[f].name, values[i]);
            for (int j = 0; j < COUNT; j++) binary[f].wide(values[i], values[j]), printf("%s", told());
            printf(" ");
            for (int j = 0; j < COUNT; j++) binary[f].narrow((float)values[i], (float)values[j]), printf("%s", told());
            printf("\n");
        }
    }
    for (int i = 0; i < COUNT; i++) {
        static const int powers[] = {0, 3, -3, 1000, -1000, 2000, -2200};
        int sign, quotient;
        printf("%a ", values[i]);
        for (int j = 0; j < 7; j++) {
            ldexp(values[i], powers[j]), printf("%s", told());
            scalbn(values[i], powers[j]), printf("%s", told());
            scalbnf((float)values[i], powers[j]), printf("%s ", told());
        }
        ilogb(values[i]), printf("%s", told());
        ilogbf((float)values[i]), printf("%s", told());
        lgamma_r(values[i], &sign), printf("%s", told());
        remquo(values[i], 0, &quotient), printf("%s", told());
        remquo(1, values[i], &quotient), printf("%s", told());
        jn(2, values[i]), printf("%s", told());
        yn(2, values[i]), printf("%s", told());
        lround(values[i]), printf("%s", told());
        lrint(values[i]), printf("%s", told());
        fma(values[i], values[i], 1), printf("%s", told());
        double s, c;
        sincos(values[i], &s, &c), printf("%s", told());
        nexttoward(values[i], 1.0L), printf("%s\n", told());
    }
    // The functions themselves, as compilers know them.
    double root = sqrt(values[5]);
    printf("%f %d\n", root, errno == EDOM);
    errno = 7;
    root = sqrt(values[6]);
    printf("%f %d\n", root, errno);
    // Of two zeros, by the functions of the library; compilers have their own.
    volatile double zero = 0.0, minus = -0.0;
    double (*volatile most)(double, double) = fmax, (*volatile least)(double, double) = fmin;
    printf("%g %g %g %g\n", most(zero, minus), most(minus, zero), least(zero, minus), least(minus, zero));
    return 0;
}
