// The sign of a number.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0) return 1;
    if (x < 0) return 2;
    return 0;
}
