// A small machine whose events are given from outside.
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    int state = 0;
    for (int i = 0; i < 4; i++) {
        unsigned event = __VERIFIER_nondet_uint();
        switch (state) {
        case 0: state = event == 7 ? 1 : 0; break;
        case 1: state = event > 4000000000u ? 2 : 0; break;
        case 2: state = event == 1 ? 3 : 1; break;
        default: break;
        }
    }
    return state == 3;
}
