// Greets in the language that the environment asks for, by a name from a file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *language = getenv("LANGUAGE");
    char name[16] = "nobody";
    FILE *file = fopen("name.txt", "r");
    if (file && fgets(name, sizeof name, file)) name[strcspn(name, "\n")] = 0;
    if (file) fclose(file);
    if (language && strcmp(language, "de") == 0) {
        printf("Hallo %s\n", name);
    } else if (language && strcmp(language, "fr") == 0) {
        printf("Bonjour %s\n", name);
    } else {
        printf("Hello %s\n", name);
    }
    return name[0] == 0;
}
