unsigned loop(int n, unsigned seed) {
    int i = 0;
    unsigned x = seed;
    int y = 0;
    while (i < n) {
        if ((x & 1) != 0) {
            x = x * 3;
            x = x + 1;
        } else {
            x = x >> 1;
        }
        if (x <= 1) {
            x = i + seed;
        } else if (y < (int)x) {
            y = y + (x & 1);
        }
        i = i + 1;
    }
    return y;
}
