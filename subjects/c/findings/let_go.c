/* A name that is kept nowhere where it could be given back. */
#include <stdlib.h>
#include <string.h>

struct registry {
    int count;
    int lost;
};

int registry_add(struct registry *registry, const char *name)
{
    char *copy = malloc(strlen(name) + 1);

    if (copy == NULL)
        return -1;
    strcpy(copy, name);
    if (name[0] == '/')
        registry->lost++;
    else
        free(copy);
    return ++registry->count;
}
