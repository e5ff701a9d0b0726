// A number where the format says text.
#include <stdio.h>

int main(void) {
    long age = 7;
    printf("%s is %ld\n", "ferret", age);
    printf("%s is %s\n", "ferret", (char *)age); // trap: null pointer used
    return 0;
}
