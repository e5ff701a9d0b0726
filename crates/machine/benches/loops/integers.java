class Loop {
    static int loop(int n, int seed) {
        int i = 0;
        int x = seed, y = 0;
        while (i < n) {
            x = x * 1103515245;
            x = x + 12345;
            y = y ^ (x >>> 16);
            y = y + i;
            i = i + 1;
        }
        return y;
    }
}
