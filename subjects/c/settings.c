/* Settings from a file: what happens when it cannot be opened, or memory is short. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_FILE = -1, NO_MEMORY = -2 };

/* The first line of a file, on the heap. */
char *first_line(const char *path, int *status)
{
    FILE *file = fopen(path, "r");
    char *line;

    if (file == NULL) {
        *status = NO_FILE;
        return NULL;
    }
    line = malloc(80);
    if (line == NULL) {
        fclose(file);
        *status = NO_MEMORY;
        return NULL;
    }
    if (fgets(line, 80, file) == NULL)
        line[0] = '\0';
    line[strcspn(line, "\n")] = '\0';
    fclose(file);
    *status = 0;
    return line;
}

/* The lines of the file of settings, or what is wrong. */
int count_settings(void)
{
    FILE *file = fopen("settings.txt", "r");
    int letter, lines = 0;

    if (file == NULL)
        return NO_FILE;
    while ((letter = getc(file)) != EOF)
        if (letter == '\n')
            lines++;
    fclose(file);
    return lines;
}
