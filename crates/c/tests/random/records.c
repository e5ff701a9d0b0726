#include <stddef.h>

struct point { double x, y; };
struct node { int value; struct node *next; };
struct tree { int key; struct tree *left, *right; };
struct flags { unsigned ready : 1; unsigned level : 3; int delta : 4; };
struct account { long balance; char name[8]; struct { int day, month; } opened; enum { OPEN = 3, CLOSED = 9 } state; };

int quadrant(struct point p) {
    if (p.x > 0) return p.y > 0 ? 1 : 4;
    return p.y > 0 ? 2 : 3;
}

int length(const struct node *list) {
    int count = 0;
    while (list && count < 100) {
        count++;
        list = list->next;
    }
    return count;
}

int is_sorted(const struct node *list) {
    for (; list && list->next; list = list->next)
        if (list->value > list->next->value) return 0;
    return 1;
}

int find(const struct tree *tree, int key) {
    int depth = 0;
    while (tree && depth < 50) {
        if (tree->key == key) return depth;
        tree = key < tree->key ? tree->left : tree->right;
        depth++;
    }
    return -1;
}

int alarm_level(struct flags flags) {
    if (!flags.ready) return -1;
    if (flags.level == 5 && flags.delta < -2) return 2;
    return flags.level > 5;
}

int withdraw(struct account *account, long amount) {
    if (account->state != OPEN) return -1;
    if (account->name[0] == 0) return -2;
    if (account->opened.day < 1 || account->opened.day > 31) return -3;
    if (amount <= 0 || amount > account->balance) return -4;
    account->balance -= amount;
    return 0;
}

struct point mirror(struct point p, int axis) {
    struct point q = p;
    if (axis == 'x') q.y = -p.y;
    else if (axis == 'y') q.x = -p.x;
    return q;
}

int largest(const int *values, int count) {
    if (count <= 0) return -1;
    int best = 0;
    for (int i = 1; i < count; i++)
        if (values[i] > values[best]) best = i;
    return best;
}

int trace(int m[3][3]) {
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += m[i][i] & 15;
    return sum == 42 ? 1 : 0;
}
