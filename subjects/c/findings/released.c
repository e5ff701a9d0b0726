/* A counter that is used after its own destructor. */
#include <stdlib.h>

struct counter {
    int count;
};

struct counter *counter_create(void)
{
    return calloc(1, sizeof(struct counter));
}

void counter_destroy(struct counter *counter)
{
    free(counter);
}

int counter_next(struct counter *counter)
{
    if (counter == NULL)
        return -1;
    return ++counter->count;
}
