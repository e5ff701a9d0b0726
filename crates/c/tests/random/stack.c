#include <stdlib.h>

typedef struct stack stack;
stack *stack_new(int room);
int stack_push(stack *s, int value);
int stack_pop(stack *s, int *out);
void stack_free(stack *s);
static int operations;

int use(stack *s);

struct stack { int *items; int count, room; };

stack *stack_new(int room) {
    if (room < 1 || room > 1000) return NULL;
    stack *s = malloc(sizeof *s);
    if (!s) return NULL;
    s->items = malloc(sizeof(int) * (size_t)room);
    if (!s->items) {
        free(s);
        return NULL;
    }
    s->count = 0;
    s->room = room;
    return s;
}

int stack_push(stack *s, int value) {
    operations++;
    if (!s) return -1;
    if (s->count == s->room) return 0;
    s->items[s->count++] = value;
    return 1;
}

int stack_pop(stack *s, int *out) {
    if (!s || !out) return -1;
    if (s->count == 0) return 0;
    *out = s->items[--s->count];
    return 1;
}

int is_busy(void) { return operations > 3; }
