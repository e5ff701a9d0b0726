// Numbers with a fraction.
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 0.25 && x < 0.75) return 1;
    if (x >= 100.0) return 2;
    return 0;
}
