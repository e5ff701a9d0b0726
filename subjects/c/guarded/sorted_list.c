// A list in ascending order without doubles.
#include <stdbool.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

struct list {
    struct node *head;
    int length;
};

struct list *list_new(void) {
    return calloc(1, sizeof(struct list));
}

bool list_add(struct list *list, int value) {
    struct node **at = &list->head;
    while (*at != NULL && (*at)->value < value) {
        at = &(*at)->next;
    }
    if (*at != NULL && (*at)->value == value) {
        return false;
    }
    struct node *node = malloc(sizeof *node);
    if (node == NULL) {
        return false;
    }
    node->value = value;
    node->next = *at;
    *at = node;
    list->length++;
    return true;
}

bool list_remove(struct list *list, int value) {
    for (struct node **at = &list->head; *at != NULL; at = &(*at)->next) {
        if ((*at)->value == value) {
            struct node *gone = *at;
            *at = gone->next;
            free(gone);
            list->length--;
            return true;
        }
    }
    return false;
}

// 0 empty, 1 one value, 2 neighbours in a row, 3 a wide gap, 4 anything else; -1 and -2 never.
int list_kind(const struct list *list) {
    if (list->head == NULL) {
        return list->length == 0 ? 0 : -1;
    }
    if (list->head->next == NULL) {
        return 1;
    }
    int gap = list->head->next->value - list->head->value;
    if (gap <= 0) { // never, but for gaps that are too wide
        return -2;
    }
    if (gap == 1 && list->length > 2) {
        return 2;
    }
    return gap > 5000 ? 3 : 4;
}
