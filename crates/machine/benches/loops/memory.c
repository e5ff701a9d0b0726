unsigned loop(int n, unsigned seed) {
    unsigned a[64] = {0};
    a[0] = seed;
    int i = 0;
    while (i < n) {
        unsigned *p = &a[i & 63];
        *p = *p + a[0];
        i = i + 1;
    }
    return a[63];
}
