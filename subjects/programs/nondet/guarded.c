// An error that only one input reaches.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

void reach_error(void) { abort(); }

int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x > 100 && x < 200) {
        if (y == x * 3) reach_error();
        return 1;
    }
    return 0;
}
