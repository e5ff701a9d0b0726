typedef float pair __attribute__((vector_size(8)));
struct big {
    long parts[4];
};
struct point {
    float x, y;
};

long double third = 1.0L / 3;
float tenth = 0.1f;
double nan_value = __builtin_nan("");
__int128 wide = -((__int128)5 << 70);
_Thread_local int counter = 1;
int *inside = (int *)&wide + 2;
long gap = (long)&tenth;

struct big twice(struct big value) {
    value.parts[1] *= 2;
    return value;
}

struct point mirror(struct point at) {
    struct point other = {at.y, -at.x};
    return other;
}

int safe(int a, int b) {
    int sum;
    return __builtin_add_overflow(a, b, &sum) ? -1 : sum;
}

double mix(pair v, unsigned char c, long double l) { return v[0] + c + (double)l; }

int exchange(int *cell, int old) {
    __atomic_compare_exchange_n(cell, &old, 5, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    __atomic_fetch_add(cell, 2, __ATOMIC_SEQ_CST);
    return __atomic_load_n(cell, __ATOMIC_ACQUIRE);
}
