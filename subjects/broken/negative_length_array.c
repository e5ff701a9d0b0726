// The length of an array comes out negative.
static int sum(int from, int to) {
    int numbers[to - from]; // trap: negative size
    for (int i = 0; i < to - from; i++)
        numbers[i] = from + i;
    return numbers[0];
}

int main(void) {
    return sum(2, 5) + sum(5, 2);
}
