// A sum that is read until it is large enough.
extern short __VERIFIER_nondet_short(void);

int main(void) {
    int sum = 0, rounds = 0;
    while (rounds < 5 && sum < 100) {
        short step = __VERIFIER_nondet_short();
        if (step < 0) break;
        sum += step;
        rounds++;
    }
    if (sum == 42) return 2;
    return rounds == 5;
}
