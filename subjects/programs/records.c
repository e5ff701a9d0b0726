// Reads records of a length and so many bytes; one that is too long is a mistake that nothing checks.
#include <stdio.h>
#include <string.h>

int main(void) {
    char field[8];
    int count = 0;
    for (int length; (length = getchar()) != EOF; count++) {
        if (length == 0) break;
        for (int i = 0; i < length; i++) {
            int c = getchar();
            if (c == EOF) {
                fprintf(stderr, "record %d is cut\n", count);
                return 1;
            }
            field[i] = (char)c;
        }
        if (length == 3 && memcmp(field, "end", 3) == 0) {
            puts("end");
            return 0;
        }
    }
    printf("%d records\n", count);
    return 0;
}
