// A string literal is not the program's to change.
#include <ctype.h>

static void capitalise(char *word) {
    word[0] = (char)toupper(word[0]); // trap: write to read-only memory
}

int main(void) {
    char own[] = "ferret";
    capitalise(own);
    capitalise("ferret");
    return 0;
}
