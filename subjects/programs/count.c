// Counts lines, words or bytes of a file or of standard input, as its options say.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int lines, words, bytes;

static void count(FILE *from) {
    int inside = 0;
    for (int c; (c = getc(from)) != EOF; bytes++) {
        if (c == '\n') lines++;
        if (isspace(c)) {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
}

int main(int argc, char **argv) {
    int what = 0;
    for (int option; (option = getopt(argc, argv, "lwc")) != -1;) {
        if (option == '?') return 2;
        what = option;
    }
    FILE *from = stdin;
    if (optind < argc && strcmp(argv[optind], "-") != 0) {
        from = fopen(argv[optind], "r");
        if (!from) {
            perror(argv[optind]);
            return 1;
        }
    }
    count(from);
    if (what == 0 || what == 'l') printf("%d\n", lines);
    if (what == 0 || what == 'w') printf("%d\n", words);
    if (what == 0 || what == 'c') printf("%d\n", bytes);
    return words > 3;
}
