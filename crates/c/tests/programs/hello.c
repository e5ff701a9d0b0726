// args: one two
// input: first line
#include <stdio.h>

int main(int argc, char **argv) {
    puts("hello, world");
    for (int i = 1; i < argc; i++) printf("%d: [%s]\n", i, argv[i]);
    char line[100];
    while (fgets(line, sizeof line, stdin)) printf("read %s", line);
    fprintf(stderr, "done\n");
    return 3;
}
