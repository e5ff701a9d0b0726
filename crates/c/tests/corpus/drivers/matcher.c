// Matches each pattern against each line of standard input.
#include <stdio.h>
#include <string.h>
#include "tre.h"

int main(void) {
    const char *patterns[] = {"^[a-z]+$", "(ab|cd)*e", "([0-9]+)-([0-9]+)", "a.c", "x{2,3}y?", "(a)(b)?(c)", "[^ ]+ +([[:upper:]])", "("};
    char line[200];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++) {
            regex_t regex;
            int error = tre_regcomp(&regex, patterns[i], REG_EXTENDED);
            if (error) {
                printf("%s: error %d\n", patterns[i], error);
                continue;
            }
            regmatch_t found[4];
            error = tre_regexec(&regex, line, 4, found, 0);
            printf("%s ~ %s: %d", line, patterns[i], error);
            for (int j = 0; !error && j < 4; j++) printf(" %d-%d", (int)found[j].rm_so, (int)found[j].rm_eo);
            printf("\n");
            tre_regfree(&regex);
        }
    }
    return 0;
}
