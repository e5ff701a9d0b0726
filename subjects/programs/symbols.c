// Marks its inputs as programs for KLEE do.
#include <string.h>

void klee_make_symbolic(void *object, unsigned long size, const char *name);
void klee_assume(unsigned long condition);
int klee_range(int from, int to, const char *name);
int klee_int(const char *name);

int main(void) {
    char word[6];
    klee_make_symbolic(word, sizeof word, "word");
    klee_assume(word[5] == 0);
    int at = klee_range(0, 5, "at"), limit = klee_int("limit");
    if (strcmp(word, "klee") == 0) return 1;
    if (word[at] == '!' && limit > 1000) return 2;
    return limit < -5 ? 3 : 0;
}
