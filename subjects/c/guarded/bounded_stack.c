// A stack with a limit: its inside is nobody's business but this file's.
#include <stdbool.h>
#include <stdlib.h>

struct stack {
    int *items;
    size_t count;
    size_t capacity;
};

struct stack *stack_new(unsigned capacity) {
    if (capacity == 0 || capacity > 16) {
        return NULL;
    }
    struct stack *made = malloc(sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->items = malloc(capacity * sizeof *made->items);
    if (made->items == NULL) {
        free(made);
        return NULL;
    }
    made->count = 0;
    made->capacity = capacity;
    return made;
}

void stack_free(struct stack *stack) {
    if (stack != NULL) {
        free(stack->items);
        free(stack);
    }
}

bool stack_push(struct stack *stack, int item) {
    if (stack->count == stack->capacity) {
        return false;
    }
    stack->items[stack->count++] = item;
    return true;
}

bool stack_pop(struct stack *stack, int *item) {
    if (stack->count == 0) {
        return false;
    }
    *item = stack->items[--stack->count];
    return true;
}

// What lies on top: 1 for a pair, 2 for a rising run of three, 3 when full; -1 never.
int stack_top_kind(const struct stack *stack) {
    if (stack->count > stack->capacity) { // never
        return -1;
    }
    if (stack->count == stack->capacity) {
        return 3;
    }
    if (stack->count >= 3 && stack->items[stack->count - 1] == stack->items[stack->count - 2] + 1
        && stack->items[stack->count - 2] == stack->items[stack->count - 3] + 1) {
        return 2;
    }
    if (stack->count >= 2 && stack->items[stack->count - 1] == stack->items[stack->count - 2]) {
        return 1;
    }
    return 0;
}
