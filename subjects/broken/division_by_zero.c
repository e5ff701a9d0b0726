// The mean of nothing.
#include <stdio.h>

static int mean(const int *values, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i];
    return sum / count; // trap: division by zero
}

int main(void) {
    int values[] = {3, 4, 8};
    printf("%d\n", mean(values, 3));
    printf("%d\n", mean(values, 0));
    return 0;
}
