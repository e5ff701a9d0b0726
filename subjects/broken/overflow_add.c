// The sum of two large numbers does not fit.
#include <limits.h>
#include <stdio.h>

static int total(const int *prices, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += prices[i]; // trap: result out of range
    return sum;
}

int main(void) {
    int prices[] = {7, INT_MAX - 8, 1, 5};
    printf("%d\n", total(prices, 4));
    return 0;
}
