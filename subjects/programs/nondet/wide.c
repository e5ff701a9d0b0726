// Numbers of 64 bits.
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    long a = __VERIFIER_nondet_long();
    unsigned long b = __VERIFIER_nondet_ulong();
    if (a == -5000000000L) return 1;
    if (b > 0xfffffffffffffff0ul) return 2;
    return a < 0;
}
