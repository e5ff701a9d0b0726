/* Sorting of a few numbers in place. */

static void swap(int *a, int *b)
{
    int kept = *a;

    *a = *b;
    *b = kept;
}

/* Sorts six numbers and says how many passes that took. */
int bubble_sort(int v[6])
{
    int passes = 0, swapped;

    do {
        swapped = 0;
        for (int i = 0; i + 1 < 6; i++) {
            if (v[i] > v[i + 1]) {
                swap(&v[i], &v[i + 1]);
                swapped = 1;
            }
        }
        passes++;
    } while (swapped);
    return passes;
}

int is_sorted(const int v[6])
{
    for (int i = 1; i < 6; i++)
        if (v[i - 1] > v[i])
            return 0;
    return 1;
}
