// A checksum over digits that are read one by one.
extern int __VERIFIER_nondet_int(void);

static int digit(void) {
    int value = __VERIFIER_nondet_int();
    return value >= 0 && value <= 9 ? value : -1;
}

int main(void) {
    int sum = 0;
    for (int i = 1; i <= 4; i++) {
        int value = digit();
        if (value < 0) return 1;
        sum += i * value;
    }
    if (sum == 0) return 2;
    return sum % 11 == 0 ? 3 : 0;
}
