// rand, random and drand48 give the numbers of the native library.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 20; i++) printf("%d ", rand());
    unsigned seeds[] = {0, 1, 2, 42, 123456789, 4294967295u};
    for (int s = 0; s < 6; s++) {
        srand(seeds[s]);
        for (int i = 0; i < 50; i++) printf("%d ", rand());
        srandom(seeds[s]);
        for (int i = 0; i < 5; i++) printf("%ld ", random());
        unsigned r = seeds[s];
        for (int i = 0; i < 5; i++) printf("%d ", rand_r(&r));
        srand48(seeds[s]);
        for (int i = 0; i < 5; i++) printf("%.17g %ld %ld ", drand48(), lrand48(), mrand48());
        printf("\n");
    }
    printf("%d\n", RAND_MAX);
    return 0;
}
