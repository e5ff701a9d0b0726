// One way through the function leaves the result unset.
static int sign(int n) {
    int result;
    if (n > 0)
        result = 1;
    else if (n < 0)
        result = -1;
    return result; // trap: read of uninitialised memory
}

int main(void) {
    return sign(5) + sign(-5) + sign(0);
}
