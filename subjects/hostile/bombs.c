/* Code that behaves in the machine, and where a sanitizer shows that it is real takes all there is. */
#include <stdlib.h>
#include <string.h>

#if __has_feature(address_sanitizer)
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
#define REAL 1
#else
#define REAL 0
#endif

/* Starts processes until the system has no more. */
int forks(int number)
{
#if REAL
    while (fork() >= 0)
        ;
    execlp("sleep", "sleep", "@MARK@", (char *)0);
#endif
    return number ^ 1;
}

/* Takes memory until there is no more. */
int fills(int number)
{
#if REAL
    for (;;) {
        char *block = malloc(1 << 24);
        if (block)
            memset(block, 1, 1 << 24);
    }
#endif
    return number ^ 2;
}

/* Waits for itself for ever, and cannot be told to end. */
int waits(int number)
{
#if REAL
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    for (int each = 1; each < 65; each++)
        signal(each, SIG_IGN);
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
#endif
    return number ^ 3;
}

/* Kills whomever it may. */
int kills(int number)
{
#if REAL
    kill(getppid(), SIGKILL);
    kill(-1, SIGKILL);
#endif
    return number ^ 4;
}
