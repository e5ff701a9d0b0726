// Bytes that nobody has written are handed on: padding, and fields that are copied before they are set.
#include <stdio.h>
#include <stdlib.h>

struct mixed { char a; int b; };
struct large { int x; char c; short d; long e; };
struct reals { float x, y, z; };
union either { void *pointer; int number; };
struct counts { unsigned now, before; struct counts *next; };

static struct mixed make_mixed(void) { struct mixed m; m.a = 1; m.b = 2; return m; }
static struct large make_large(void) { struct large l; l.x = 1; l.c = 2; l.d = 3; l.e = 4; return l; }
static struct reals make_reals(void) { struct reals r; r.x = 1; r.z = 3; return r; }
static union either make_either(int n) { union either e; e.number = n; return e; }

static int take_mixed(struct mixed m) { return m.a + m.b; }
static long take_large(struct large l) { return l.x + l.c; }
static double take_reals(struct reals r) { return r.x + r.z; }
static int take_either(union either e) { return e.number; }

int main(void) {
    struct mixed m = make_mixed(), n;
    n.a = 3;
    n.b = 4;
    printf("%d %d\n", take_mixed(m), take_mixed(n));
    struct large l;
    l.x = 5;
    l.c = 6;
    printf("%ld %ld\n", take_large(make_large()), take_large(l));
    printf("%g\n", take_reals(make_reals()));
    union either *all = malloc(3 * sizeof *all);
    all[1] = make_either(7);
    all[2] = all[1];
    printf("%d %d\n", take_either(all[2]), take_either(make_either(8)));
    struct counts *c = malloc(sizeof *c);
    c->before = c->now;
    c->now = 9;
    c->before = c->now + 1;
    printf("%u %u\n", c->now, c->before);
    free(c);
    free(all);
    return 0;
}
