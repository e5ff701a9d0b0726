/* A stack of numbers that its users know by its functions only. */
#include <stdlib.h>

struct stack {
    int *items;
    size_t count;
    size_t room;
};

struct stack *stack_new(size_t room)
{
    struct stack *stack;

    if (room == 0 || room > 1024)
        return NULL;
    stack = malloc(sizeof *stack);
    if (stack == NULL)
        return NULL;
    stack->items = malloc(room * sizeof *stack->items);
    if (stack->items == NULL) {
        free(stack);
        return NULL;
    }
    stack->count = 0;
    stack->room = room;
    return stack;
}

void stack_free(struct stack *stack)
{
    if (stack == NULL)
        return;
    free(stack->items);
    free(stack);
}

int stack_push(struct stack *stack, int value)
{
    if (stack == NULL || stack->count == stack->room)
        return 0;
    stack->items[stack->count++] = value;
    return 1;
}

int stack_pop(struct stack *stack, int *value)
{
    if (stack == NULL || stack->count == 0)
        return 0;
    *value = stack->items[--stack->count];
    return 1;
}

int stack_is_full(const struct stack *stack)
{
    return stack != NULL && stack->count == stack->room;
}
