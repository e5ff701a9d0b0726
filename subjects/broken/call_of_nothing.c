// A function that is declared and nowhere defined.
int frobnicate(int n);

int main(void) {
    return frobnicate(4); // trap: call of `frobnicate`, which has no body and no model
}
