// What the Plan 9 library asks of its system, for a program of one thread that gets no notes.
#include <u.h>
#include <libc.h>

void lock(Lock *lock) {
}

void unlock(Lock *lock) {
}

int notify(void (*handler)(void *, char *)) {
    return 0;
}

int noted(int what) {
    return 0;
}
