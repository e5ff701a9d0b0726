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

// Complex numbers. clang computes products itself and asks for these where the result is not a number.
#define COMPLEX(type, suffix, product, quotient, root)                                            \
    type _Complex product(type a, type b, type c, type d) {                                       \
        type _Complex z;                                                                          \
        __real__ z = a * c - b * d;                                                               \
        __imag__ z = a * d + b * c;                                                               \
        return z;                                                                                 \
    }                                                                                             \
    type _Complex quotient(type a, type b, type c, type d) {                                      \
        type _Complex z;                                                                          \
        type square = c * c + d * d;                                                              \
        __real__ z = (a * c + b * d) / square;                                                    \
        __imag__ z = (b * c - a * d) / square;                                                    \
        return z;                                                                                 \
    }                                                                                             \
    API type creal##suffix(type _Complex z) { return __real__ z; }                                \
    API type cimag##suffix(type _Complex z) { return __imag__ z; }                                \
    API type cabs##suffix(type _Complex z) {                                                      \
        return root(__real__ z * __real__ z + __imag__ z * __imag__ z);                           \
    }                                                                                             \
    API type _Complex conj##suffix(type _Complex z) {                                             \
        __imag__ z = -__imag__ z;                                                                 \
        return z;                                                                                 \
    }

COMPLEX(double, , __muldc3, __divdc3, __builtin_sqrt)
COMPLEX(float, f, __mulsc3, __divsc3, __builtin_sqrtf)
