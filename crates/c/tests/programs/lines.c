// Standard input in lines, words and characters.
// input: the quick brown fox
// input: .
// input: jumps over  the lazy dog
// input: 12 34 56
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[64];
    int lines = 0, words = 0, characters = 0;
    if (fgets(line, 10, stdin)) printf("[%s]\n", line);
    int c, in_word = 0;
    while ((c = getchar()) != EOF) {
        characters++;
        if (c == '\n') lines++;
        if (isspace(c)) in_word = 0;
        else if (!in_word) in_word = 1, words++;
        if (lines == 3) break;
    }
    printf("%d %d %d\n", lines, words, characters);
    ungetc('7', stdin);
    int total = 0, x;
    while (scanf("%d", &x) == 1) total += x;
    printf("%d %d %d\n", total, feof(stdin) != 0, getchar());
    return 0;
}
