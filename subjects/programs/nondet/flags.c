// Truth values and characters, asked for in turn.
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int score = 0;
    if (__VERIFIER_nondet_bool()) score += 1;
    if (__VERIFIER_nondet_char() == 'q') score += 2;
    if (__VERIFIER_nondet_bool() && score == 3) return 7;
    return score;
}
