// The address of a local variable outlives it.
static int *largest(int a, int b) {
    int best = a > b ? a : b;
    int *result = &best;
    return result;
}

int main(void) {
    int *found = largest(3, 4);
    return *found; // trap: use after free
}
