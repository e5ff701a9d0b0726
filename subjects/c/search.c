/* Loops that are left early. */

int index_of(const int *values, int count, int wanted)
{
    for (int i = 0; i < count; i++)
        if (values[i] == wanted)
            return i;
    return -1;
}

/* The first place where a number and its successor are 1 and 2 while skipping zeros, or -1. */
int one_two(const int *values, int count)
{
    int seen = 0;

    for (int i = 0; i < count; i++) {
        if (values[i] == 0)
            continue;
        if (values[i] < 0)
            break;
        if (seen && values[i] == 2)
            return i;
        seen = values[i] == 1;
    }
    return -1;
}

/* Steps of the Collatz sequence, at most 50; -1 if that is not enough. */
int collatz(unsigned n)
{
    int steps = 0;

    if (n == 0)
        return -1;
    while (n != 1) {
        if (++steps > 50)
            return -1;
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    }
    return steps;
}
