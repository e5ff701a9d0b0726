// qsort and bsearch. The sort is a merge sort, as glibc's is: equal elements keep their order.
#include "ferret.h"

typedef int Compare(const void *, const void *, void *);

struct sort {
    size_t size;
    Compare *compare;
    void *extra;
    byte *room;
};

static void merge_sort(const struct sort *sort, byte *elements, size_t count) {
    if (count < 2) return;
    size_t half = count / 2, size = sort->size;
    byte *left = elements, *right = elements + half * size;
    merge_sort(sort, left, half);
    merge_sort(sort, right, count - half);
    byte *out = sort->room;
    size_t lefts = half, rights = count - half;
    while (lefts && rights) {
        if (sort->compare(left, right, sort->extra) <= 0) {
            __builtin_memmove(out, left, size);
            left += size, lefts--;
        } else {
            __builtin_memmove(out, right, size);
            right += size, rights--;
        }
        out += size;
    }
    // What is left on the right lies where it belongs.
    __builtin_memmove(out, left, lefts * size);
    __builtin_memmove(elements, sort->room, (count - rights) * size);
}

static void sort_all(void *elements, size_t count, size_t size, Compare *compare, void *extra) {
    if (count < 2 || !size) return;
    struct sort sort = {size, compare, extra, __ferret_allocate(count * size)};
    merge_sort(&sort, elements, count);
    __ferret_release(sort.room);
}

API void qsort_r(void *elements, size_t count, size_t size, Compare *compare, void *extra) {
    sort_all(elements, count, size, compare, extra);
}

// The comparison without an extra argument is reached through one that has it.
static int compare_plain(const void *a, const void *b, void *extra) {
    int (**compare)(const void *, const void *) = extra;
    return (*compare)(a, b);
}

API void qsort(void *elements, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    sort_all(elements, count, size, compare_plain, &compare);
}

API void *bsearch(const void *key, const void *elements, size_t count, size_t size,
                  int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const byte *at = (const byte *)elements + middle * size;
        int order = compare(key, at);
        if (order < 0) high = middle;
        else if (order > 0) low = middle + 1;
        else return (void *)at;
    }
    return 0;
}

API void *lfind(const void *key, const void *elements, size_t *count, size_t size,
                int (*compare)(const void *, const void *)) {
    for (size_t i = 0; i < *count; i++) {
        const byte *at = (const byte *)elements + i * size;
        if (!compare(key, at)) return (void *)at;
    }
    return 0;
}
