typedef __builtin_va_list va_list;

int classify(long key) {
    switch (key) {
    case 1 ... 3:
        return 10;
    case -7:
        return 20;
    default:
        return 30;
    }
}

int run(const unsigned char *code) {
    static void *const table[] = {&&stop, &&more, &&less};
    int sum = 0;
    goto *table[*code++];
more:
    sum++;
    goto *table[*code++];
less:
    sum--;
    goto *table[*code++];
stop:
    return sum;
}

int add(int count, ...) {
    va_list list;
    int sum = 0;
    __builtin_va_start(list, count);
    while (count--)
        sum += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return sum;
}

void barrier(int value) { __asm__ volatile("nop" : : "r"(value) : "memory"); }
