// A search that finds nothing, used as if it had.
#include <stddef.h>
#include <stdio.h>

struct entry {
    int key, value;
};

static struct entry table[] = {{1, 10}, {2, 20}};

static struct entry *find(int key) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].key == key)
            return &table[i];
    return NULL;
}

int main(void) {
    printf("%d\n", find(2)->value);
    printf("%d\n", find(3)->value); // trap: null pointer used
    return 0;
}
