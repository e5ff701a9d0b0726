/* A program that relies on the terminators of its arguments. */
#include <string.h>

static int digits(const char *text)
{
    int count = 0;

    while (*text >= '0' && *text <= '9') {
        text++;
        count++;
    }
    return count;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 1;
    if (strcmp(argv[1], "-h") == 0)
        return 2;
    return digits(argv[1]) > 2 ? 0 : 3;
}
