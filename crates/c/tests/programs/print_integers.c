// Integers, characters and strings through printf with all flags.
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int values[] = {0, 1, -1, 42, -42, INT_MAX, INT_MIN};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        int v = values[i];
        printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d] [%-8.3d|] [%+05d] [%.0d]\n", v, v, v, v, v, v, v, v, v, v, v);
        printf("[%u] [%x] [%X] [%o] [%#x] [%#X] [%#o] [%#10x] [%-#10x] [%#010x] [%.8x] [%#.8o]\n", v, v, v, v, v, v, v, v, v, v, v, v);
        printf("[%hhd] [%hd] [%ld] [%lld] [%jd] [%zd] [%td]\n", (signed char)v, (short)v, (long)v, (long long)v, (intmax_t)v, (ssize_t)v, (ptrdiff_t)v);
        printf("[%hhu] [%hu] [%lu] [%llx] [%zu]\n", v, v, (unsigned long)v, (unsigned long long)v, (size_t)v);
        printf("[%*d] [%-*d] [%.*d] [%*.*d]\n", 7, v, 7, v, 4, v, -9, 3, v);
    }
    printf("[%ld] [%ld] [%lu]\n", LONG_MAX, LONG_MIN, ULONG_MAX);
    printf("[%c] [%3c] [%-3c] [%s] [%6s] [%-6s] [%.2s] [%6.2s] [%.0s] [%.10s]\n", 'a', 'b', 'c', "str", "str", "str", "str", "str", "str", "str");
    printf("[%%] [%5%] [%s] [%.3s] [%10s]\n", (char *)0, (char *)0, (char *)0);
    printf("[%p] [%10p]\n", (void *)0, (void *)0);
    printf("[%p]\n", (void *)0x1234);
    int n = -1;
    long ln = -1;
    printf("12345%n6789%ln\n", &n, &ln);
    printf("%d %ld\n", n, ln);
    char buffer[16];
    printf("%d [%s]", snprintf(buffer, 5, "%d-%s", 123, "abc"), buffer);
    printf("%d [%s]", snprintf(buffer, sizeof buffer, "%s", "0123456789abcdefXYZ"), buffer);
    printf("%d ", snprintf(NULL, 0, "%d%d", 12, 345));
    printf("%d [%s]\n", sprintf(buffer, "%04x", 0xbeef), buffer);
    char *made;
    printf("%d ", asprintf(&made, "%s and %d", "text", 7));
    printf("[%s]\n", made);
    char nul[4] = {'a', 0, 'b', 0};
    fwrite(nul, 1, 3, stdout);
    printf("%c", 0);
    printf("%#b %b\n", 5u, 10u);
    return 0;
}
