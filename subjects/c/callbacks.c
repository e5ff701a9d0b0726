/* Functions that are handed over and chosen from a table. */
#include <stddef.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
static int sub(int a, int b) { return (int)((unsigned)a - (unsigned)b); }
static int larger(int a, int b) { return a > b ? a : b; }

static const struct {
    char name;
    operation run;
} operations[] = {
    {'+', add},
    {'-', sub},
    {'m', larger},
};

operation find_operation(char name)
{
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
        if (operations[i].name == name)
            return operations[i].run;
    return NULL;
}

int apply(char name, int a, int b, int *result)
{
    operation found = find_operation(name);

    if (found == NULL)
        return -1;
    *result = found(a, b);
    return 0;
}

int fold(operation combine, const int *values, int count, int start)
{
    if (combine == NULL)
        return start;
    for (int i = 0; i < count; i++)
        start = combine(start, values[i]);
    return start;
}
