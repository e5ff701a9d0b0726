/* A pointer that is used without a check, and one that is only handed on. */
typedef int (*visitor)(void *user, int value);

int visit(const int *first, visitor visit, void *user)
{
    return visit(user, *first);
}
