// getopt_long with operands between the options.
// args: -a first -b value --long=3 -c --flag second --longer -xyz --opt --opt=9 -b -- -a last
#include <getopt.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int flag = 0, index = -1, c;
    struct option options[] = {
        {"long", required_argument, 0, 'L'}, {"longer", no_argument, 0, 'R'}, {"flag", no_argument, &flag, 7},
        {"opt", optional_argument, 0, 'O'}, {0, 0, 0, 0},
    };
    while ((c = getopt_long(argc, argv, "ab:cxy::", options, &index)) != -1) {
        printf("%d(%c) [%s] ind %d opt %d flag %d\n", c, c > 32 ? c : '.', optarg ? optarg : "", optind, c == '?' ? optopt : 0, flag);
    }
    for (int i = optind; i < argc; i++) printf("operand %s\n", argv[i]);
    char *second[] = {"prog", "-n", "5", "file", "-v", "-q", "--", "x", NULL};
    optind = 1;
    while ((c = getopt(8, second, "+n:v")) != -1) printf("%c %s\n", c, optarg ? optarg : "");
    printf("%d\n", optind);
    optind = 0;
    opterr = 1;
    while ((c = getopt(8, second, ":n:v")) != -1) printf("%c %s %c\n", c, optarg ? optarg : "", c == '?' ? optopt : '-');
    printf("%d %s\n", optind, second[optind]);
    char *third[] = {"prog", "--lon=1", "--long", "--bad", "--longer=4", "-b", NULL};
    optind = 0;
    while ((c = getopt_long(6, third, "b:", options, &index)) != -1) printf("%d %s\n", c, optarg ? optarg : "");
    return 0;
}
