unsigned loop(int n, unsigned seed) {
    int i = 0;
    unsigned x = seed, y = 0;
    while (i < n) {
        x = x * 1103515245u;
        x = x + 12345u;
        y = y ^ (x >> 16);
        y = y + i;
        i = i + 1;
    }
    return y;
}
