// What of math.h the machine computes itself, so that a root of an input stays a term.
#include "ferret.h"

#define ROOT(name, type, root, nan)      \
    API type name(type x) {              \
        if (x >= 0) return root(x);      \
        if (x != x) return x;            \
        errno = EDOM;                    \
        return -nan("");                 \
    }

ROOT(sqrt, double, __builtin_sqrt, __builtin_nan)
ROOT(sqrtf, float, __builtin_sqrtf, __builtin_nanf)
ROOT(sqrtl, long double, __builtin_sqrtl, __builtin_nanl)
