static unsigned mix(unsigned x, unsigned y) {
    unsigned z = x ^ y;
    z = z + 7;
    return z;
}

unsigned loop(int n, unsigned seed) {
    int i = 0;
    unsigned x = seed;
    while (i < n) {
        x = mix(x, i);
        i = i + 1;
    }
    return x;
}
