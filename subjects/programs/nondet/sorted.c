// Three numbers in order, the first of which is assumed to be small.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar();
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(a < 10);
    if (a < b && b < c) return 1;
    if (a == b || b == c) return 2;
    return 0;
}
