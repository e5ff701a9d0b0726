// Bit-fields of structures that nobody has written to yet.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct flags {
    unsigned a : 3;
    int b : 5;
    unsigned long c : 40;
    unsigned char d : 1, e : 7;
    int plain;
    unsigned f : 32;
    unsigned : 0;
    long g : 33;
};

struct __attribute__((packed)) packed {
    unsigned a : 7;
    unsigned long b : 50;
    char plain;
    int c : 31;
};

union both {
    struct { unsigned low : 4, high : 4; } parts;
    unsigned char whole;
};

static void fill(struct flags *s) {
    s->b = -7;
    s->a = 5;
    s->c = 0x123456789aul;
    s->d = 1;
    s->e = 77;
    s->plain = 42;
    s->f = 0xdeadbeef;
    s->g = -3000000000;
}

static void show(const struct flags *s) {
    printf("%u %d %lx %d %d %d %x %ld\n", s->a, s->b, (unsigned long)s->c, s->d, s->e, s->plain, s->f, (long)s->g);
}

int main(void) {
    struct flags *heap = malloc(2 * sizeof *heap), local;
    fill(heap);
    fill(heap + 1);
    heap[1].a++;
    heap[1].b -= 3;
    heap[1].c |= 1;
    fill(&local);
    local.e = local.a ^ 3;
    show(heap);
    show(heap + 1);
    show(&local);
    heap = realloc(heap, 4 * sizeof *heap);
    memcpy(heap + 3, heap, sizeof *heap);
    heap[3].a = 9;
    show(heap + 3);
    free(heap);

    struct packed *p = malloc(sizeof *p);
    p->b = 0x3fffffffffffful;
    p->a = 100;
    p->c = -5;
    p->plain = 'x';
    printf("%u %lx %c %d\n", p->a, (unsigned long)p->b, p->plain, p->c);
    free(p);

    union both *u = malloc(sizeof *u);
    u->parts.high = 10;
    u->parts.low = 3;
    printf("%x\n", u->whole);
    free(u);
    return 0;
}
