// getenv and setenv, locale, errno, signals.
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int caught;
static void handle(int number) { caught += number; }

int main(void) {
    printf("%s\n", getenv("NOT_THERE") ? "there" : "not there");
    printf("%d %s\n", setenv("NAME", "value", 1), getenv("NAME"));
    setenv("NAME", "other", 0);
    printf("%s\n", getenv("NAME"));
    setenv("NAME", "third", 1);
    printf("%s\n", getenv("NAME"));
    printf("%d\n", setenv("A=B", "x", 1));
    putenv("PUT=1");
    printf("%s\n", getenv("PUT"));
    unsetenv("NAME");
    printf("%d\n", getenv("NAME") == NULL);
    printf("%s %s\n", setlocale(LC_ALL, "C"), localeconv()->decimal_point);
    printf("%d\n", setlocale(LC_ALL, "xx_YY") == NULL);
    errno = EDOM;
    perror("domain");
    errno = ENOENT;
    perror(NULL);
    printf("%m\n");
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    printf("%d\n", caught == SIGUSR1);
    signal(SIGTERM, SIG_IGN);
    raise(SIGTERM);
    printf("%d\n", system(NULL) == 0 || 1);
    return EXIT_SUCCESS;
}
