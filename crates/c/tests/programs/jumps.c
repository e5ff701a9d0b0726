// setjmp and longjmp: across calls, from a callback of the library, with values that locals have got since, again and
// again, and a jump of 0, which returns 1.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf outer, inner;
static sigjmp_buf masked;

static int deep(int n) {
    char room[16] = {0};
    room[n % 16] = 1;
    if (n == 0) longjmp(outer, 7);
    return deep(n - 1) + room[0];
}

static int order(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == 13 || y == 13) longjmp(inner, 13);
    return x - y;
}

static int sorted(int *numbers, size_t count) {
    if (setjmp(inner)) return 0;
    qsort(numbers, count, sizeof *numbers, order);
    return 1;
}

static int rounds(void) {
    volatile int round = 0;
    int code = setjmp(inner);
    printf("round %d code %d\n", round, code);
    if (round < 3) {
        round++;
        longjmp(inner, round == 2 ? 0 : round * 10);
    }
    return round;
}

struct saved {
    int depth;
    jmp_buf place;
};

static void leave(struct saved *saved) {
    saved->depth++;
    longjmp(saved->place, saved->depth);
}

int main(void) {
    volatile int kept = 1;
    int code = setjmp(outer);
    if (code == 0) {
        kept = 2;
        deep(20);
        puts("not reached");
    }
    printf("%d %d\n", code, kept);
    int good[] = {3, 1, 2}, bad[] = {3, 13, 2, 1};
    printf("%d %d\n", sorted(good, 3), sorted(bad, 4));
    printf("%d\n", rounds());
    struct saved saved = {0};
    switch (setjmp(saved.place)) {
    case 0: leave(&saved); break;
    case 1: puts("one"); leave(&saved); break;
    case 2: puts("two"); break;
    }
    if (sigsetjmp(masked, 1) == 0) siglongjmp(masked, -4);
    else puts("masked");
    return saved.depth;
}
