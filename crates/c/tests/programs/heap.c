// The malloc family.
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(10);
    strcpy(p, "hello");
    p = realloc(p, 100);
    strcat(p, " again");
    p = realloc(p, 4);
    printf("%.4s\n", p);
    free(p);
    free(NULL);
    int *z = calloc(10, sizeof *z), sum = 0;
    for (int i = 0; i < 10; i++) sum += z[i];
    printf("%d\n", sum);
    free(z);
    volatile size_t huge = SIZE_MAX / 2;
    errno = 0;
    printf("%d %d\n", malloc(huge) == NULL, errno == ENOMEM);
    printf("%d %d\n", calloc(huge, 4) == NULL, reallocarray(NULL, huge, 8) == NULL);
    p = realloc(NULL, 5);
    printf("%d\n", p != NULL);
    free(p);
    void *a = aligned_alloc(64, 128), *b = NULL;
    printf("%d %d\n", (uintptr_t)a % 64 == 0, posix_memalign(&b, 128, 10));
    printf("%d %d\n", (uintptr_t)b % 128 == 0, posix_memalign(&b, 3, 10) == EINVAL);
    free(a);
    char *many[1000];
    for (int i = 0; i < 1000; i++) sprintf(many[i] = malloc(12), "%d", i);
    long total = 0;
    for (int i = 0; i < 1000; i++) total += atoi(many[i]), free(many[i]);
    printf("%ld %d\n", total, malloc(0) != NULL);
    return 0;
}
