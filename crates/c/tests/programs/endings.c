// atexit handlers run backwards, then the streams are flushed.
#include <stdio.h>
#include <stdlib.h>

static void first(void) { printf("first registered\n"); }
static void more(void) { printf("registered by a handler\n"); }
static void second(void) {
    printf("second registered\n");
    atexit(more);
}

int main(void) {
    atexit(first);
    atexit(second);
    printf("leaving");
    printf("\n");
    exit(7);
}
