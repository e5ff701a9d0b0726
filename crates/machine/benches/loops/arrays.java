class Loop {
    static int loop(int n, int seed) {
        int[] a = new int[1024];
        int s = seed;
        for (int i = 0; i < n; i++) {
            int k = i & 1023;
            a[k] += s;
            s = s * 31 + a[(k + 7) & 1023];
        }
        return s;
    }
}
