// qsort, qsort_r, bsearch, lfind.
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item { int key; int order; char name[9]; };
static int by_key(const void *a, const void *b) {
    return ((const struct item *)a)->key - ((const struct item *)b)->key;
}
static int ints(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int words(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int backwards(const void *a, const void *b, void *extra) {
    ++*(int *)extra;
    return ints(b, a);
}

int main(void) {
    int numbers[100];
    unsigned seed = 12345;
    for (int i = 0; i < 100; i++) numbers[i] = (int)((seed = seed * 1103515245 + 12345) >> 16) % 1000;
    qsort(numbers, 100, sizeof *numbers, ints);
    for (int i = 0; i < 100; i++) printf("%d ", numbers[i]);
    printf("\n");
    for (int key = 0; key < 1000; key += 37) {
        int *found = bsearch(&key, numbers, 100, sizeof *numbers, ints);
        printf("%d ", found ? *found : -1);
    }
    struct item items[40];
    for (int i = 0; i < 40; i++) {
        items[i].key = (i * 7) % 5;
        items[i].order = i;
        snprintf(items[i].name, 9, "n%d", i);
    }
    qsort(items, 40, sizeof *items, by_key);
    for (int i = 0; i < 40; i++) printf("%d/%d/%s ", items[i].key, items[i].order, items[i].name);
    char *names[] = {"pear", "apple", "fig", "banana", "cherry"};
    qsort(names, 5, sizeof *names, words);
    for (int i = 0; i < 5; i++) printf("%s ", names[i]);
    int count = 0, few[] = {3, 1, 2};
    qsort_r(few, 3, sizeof *few, backwards, &count);
    printf("%d%d%d %d\n", few[0], few[1], few[2], count > 0);
    size_t n = 3;
    int wanted = 1;
    printf("%d\n", lfind(&wanted, few, &n, sizeof *few, ints) != NULL);
    qsort(few, 0, sizeof *few, ints);
    return 0;
}
