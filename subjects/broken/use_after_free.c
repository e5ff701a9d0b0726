// A list is walked while it is freed.
#include <stdlib.h>

struct item {
    int value;
    struct item *next;
};

static struct item *push(struct item *list, int value) {
    struct item *item = malloc(sizeof *item);
    if (!item)
        exit(1);
    item->value = value;
    item->next = list;
    return item;
}

int main(void) {
    struct item *list = push(push(NULL, 1), 2);
    for (struct item *item = list; item;
         item = item->next) // trap: use after free
        free(item);
    return 0;
}
