// A recursion that misses its end.
static unsigned count(unsigned n) {
    if (n == 1) // limit: call depth (stack overflow)
        return 1;
    return 1 + count(n - 2);
}

int main(void) {
    return (int)count(7) + (int)count(8);
}
