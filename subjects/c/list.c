/* A linked list whose nodes belong to the caller. */
#include <stddef.h>

struct node {
    int value;
    struct node *next;
};

int length(const struct node *head)
{
    int count = 0;

    for (; head != NULL; head = head->next)
        count++;
    return count;
}

struct node *find(struct node *head, int value)
{
    while (head != NULL && head->value != value)
        head = head->next;
    return head;
}

/* The same nodes the other way round. */
struct node *reverse(struct node *head)
{
    struct node *done = NULL;

    while (head != NULL) {
        struct node *next = head->next;
        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

/* Whether values never fall. */
int is_rising(const struct node *head)
{
    if (head == NULL)
        return 1;
    for (; head->next != NULL; head = head->next)
        if (head->value > head->next->value)
            return 0;
    return 1;
}
