/* Streams that a caller hands over, to read from and to write to. */
#include <stdio.h>
#include <string.h>

struct source {
    FILE *in;
    int words;
};

int count_lines(FILE *in)
{
    int letter, lines = 0;

    if (!in)
        return -1;
    while ((letter = getc(in)) != EOF)
        if (letter == '\n')
            lines++;
    return lines;
}

/* Reads a word; 1 at the last one, -1 behind it. */
int next_word(struct source *source, char word[4])
{
    int letter, count = 0;

    while ((letter = fgetc(source->in)) != EOF && letter != ' ' && count < 3)
        word[count++] = (char)letter;
    word[count] = '\0';
    source->words++;
    if (strcmp(word, "end") == 0)
        return 1;
    return feof(source->in) ? -1 : 0;
}

int greet(FILE *out, const char *name)
{
    if (*name == '\0')
        return -1;
    return fprintf(out, "hello %s\n", name);
}
