// Two owners of one name.
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
};

static void drop(struct person *person) {
    free(person->name); // trap: double free
}

int main(void) {
    struct person first = {strdup("Ada")};
    struct person second = first;
    drop(&first);
    drop(&second);
    return 0;
}
