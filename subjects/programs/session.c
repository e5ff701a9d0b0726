// Reads commands that may fail anywhere below; failures come back by longjmp, as in editors and shells.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf failed;
static FILE *notes;
static int depth;

static void fail(int reason) { longjmp(failed, reason); }

static int number(void) {
    int value = 0, c, digits = 0;
    while ((c = getchar()) >= '0' && c <= '9') {
        value = value * 10 + c - '0';
        if (++digits > 2) fail(2);
    }
    if (c != '\n') fail(3);
    return value;
}

static void nest(void) {
    if (++depth > 2) fail(4);
    int c = getchar();
    if (c == '(') nest();
    else if (c == EOF) fail(5);
    depth--;
}

int main(void) {
    notes = tmpfile();
    if (!notes) return 9;
    volatile int failures = 0;
    int reason = setjmp(failed);
    if (reason) {
        if (++failures > 1) return 10 + reason;
        depth = 0;
    }
    for (int c; (c = getchar()) != EOF;) {
        if (c == 'n') fputc('0' + number() % 10, notes);
        else if (c == '(') nest();
        else if (c == 'q') return failures;
        else if (c != '\n') fail(1);
    }
    rewind(notes);
    return getc(notes) == '7' ? 8 : 0;
}
