struct node {
    int value;
    struct node *next;
    unsigned kind : 3;
    int weight : 21;
};

static struct node tail = {7, 0, 5, -2};
struct node head = {1, &tail, 0, 0};
const char *names[2] = {"head", "tail\n"};

int sum(struct node *list, int limit) {
    int total = 0;
    for (; list && (total < limit || list->kind == 5); list = list->next)
        total += list->value * (list->weight ? 2 : 1);
    return total;
}
