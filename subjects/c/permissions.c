/* Flags in an enumeration. */
#include <stdio.h>

enum permission {
    READ = 1 << 0,
    WRITE = 1 << 1,
    EXECUTE = 1 << 2,
    SHARE = 1 << 3,
    EVERYTHING = READ | WRITE | EXECUTE | SHARE
};

enum permission granted(enum permission wanted, enum permission allowed)
{
    unsigned result = wanted & allowed;

    /* What is shared must be readable. */
    if ((result & SHARE) && !(result & READ))
        result &= ~(unsigned)SHARE;
    return result;
}

int is_safe(unsigned permissions)
{
    if (permissions & ~(unsigned)EVERYTHING)
        return 0;
    return !((permissions & WRITE) && (permissions & EXECUTE));
}

void show(unsigned permissions, char *text)
{
    text[0] = permissions & READ ? 'r' : '-';
    text[1] = permissions & WRITE ? 'w' : '-';
    text[2] = permissions & EXECUTE ? 'x' : '-';
    text[3] = '\0';
}

void print_permissions(unsigned permissions)
{
    if (permissions == 0)
        puts("nothing");
    else
        printf("%s%s\n", permissions & READ ? "read " : "", permissions & WRITE ? "write" : "");
}
