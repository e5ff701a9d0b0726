/* Complex numbers: taken, given back, in a record and in an array. */
#include <complex.h>

struct wave {
    double complex amplitude;
    int beats;
};

/* Which quarter of the plane a number lies in, from 1 on; 0 on the axes. */
int quarter(double complex z)
{
    if (creal(z) > 0 && cimag(z) > 0)
        return 1;
    if (creal(z) < 0 && cimag(z) > 0)
        return 2;
    if (creal(z) < 0 && cimag(z) < 0)
        return 3;
    return creal(z) > 0 && cimag(z) < 0 ? 4 : 0;
}

float complex turned(float complex z, int quarters)
{
    for (quarters &= 3; quarters > 0; quarters--)
        z = -cimagf(z) + crealf(z) * I;
    return z;
}

int beat(struct wave *wave)
{
    if (creal(wave->amplitude) < 1.0)
        return 0;
    wave->amplitude *= 0.5;
    return ++wave->beats;
}

void mirror(double complex numbers[4])
{
    int i;

    for (i = 0; i < 4; i++)
        if (cimag(numbers[i]) < 0)
            numbers[i] = conj(numbers[i]);
}
