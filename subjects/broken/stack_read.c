// A loop that goes one element too far.
#include <stdio.h>

int main(void) {
    int squares[10], sum = 0;
    for (int i = 0; i < 10; i++)
        squares[i] = i * i;
    for (int i = 0; i <= 10; i++)
        sum += squares[i]; // trap: access out of bounds
    printf("%d\n", sum);
    return 0;
}
