typedef int (*operation)(int, int);

int sensor_read(int channel, int *value);
extern int threshold;
static int mode = 2;

static int add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
static int less(int a, int b) { return a < b; }

int apply(operation f, int a, int b) {
    if (!f) return 0;
    int r = f(a, b);
    if (r == 1) return 1;
    return r > 1000 ? 2 : 3;
}

int each(int (*visit)(const char *, double), const char *name) {
    if (!visit) return -1;
    return visit(name, 1.5) > 3;
}

int monitor(int channel) {
    int value;
    if (sensor_read(channel, &value) != 0) return -1;
    if (value > threshold) return 1;
    if (mode == 7) return value == 12 ? 3 : 2;
    return 0;
}

int swap_if(int *a, int *b) {
    if (a == b) return 2;
    if (*a > *b) {
        int t = *a;
        *a = *b;
        *b = t;
        return 1;
    }
    return 0;
}

int keep(void) { return add(1, 2) + less(1, 2); }
