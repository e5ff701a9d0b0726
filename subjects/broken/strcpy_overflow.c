// A name that is longer than its field.
#include <stdio.h>
#include <string.h>

static void greet(const char *name) {
    char buffer[12] = "Hello, ";
    strcat(buffer, name); // trap: access out of bounds
    puts(buffer);
}

int main(void) {
    greet("Bo");
    greet("Friedrich");
    return 0;
}
