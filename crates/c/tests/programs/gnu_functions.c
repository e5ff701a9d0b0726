// Functions that glibc has beyond the standards: error, strverscmp, fnmatch, mkostemp, mmap, classes of wide characters.
#define _GNU_SOURCE
#include <error.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int n) { return (n > 0) - (n < 0); }

int main(void) {
    program_invocation_name = "prog";
    error(0, 0, "plain %d", 4);
    error(0, ENOENT, "%s", "file");
    error_at_line(0, 0, "in.txt", 12, "at a line");
    printf("%u\n", error_message_count);
    const char *versions[] = {"000", "00", "01", "010", "09", "0", "1", "9", "10", "a1", "a10", "a2", "a01", "a001", "", "b"};
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++) printf("%d", sign(strverscmp(versions[i], versions[j])) + 1);
    puts("");
    const char *patterns[] = {"*.c", "a?c", "[a-c]x", "[!a]x", "a\\*b", "*", "[[:digit:]]*", "a*b*c", "[", "[]x]x", "dir/*"};
    const char *names[] = {"main.c", "abc", "bx", "dx", "a*b", "axb", "", ".hidden", "7up", "a-b-c", "[", "]x", "dir/file", "dir/.x", "A.C"};
    int flags[] = {0, FNM_PERIOD, FNM_PATHNAME, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR};
    for (int f = 0; f < 6; f++) {
        for (int i = 0; i < 11; i++)
            for (int j = 0; j < 15; j++) printf("%d", fnmatch(patterns[i], names[j], flags[f]) != 0);
        puts("");
    }
    char name[] = "temporaryXXXXXX";
    int file = mkostemp(name, O_APPEND);
    if (file < 0 || write(file, "mapped", 6) != 6) return 1;
    char *memory = mmap(0, 6, PROT_READ, MAP_PRIVATE, file, 0);
    printf("%.6s\n", memory);
    munmap(memory, 6);
    char *zeros = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("%d\n", zeros[4095]);
    munmap(zeros, 4096);
    unlink(name);
    FILE *temporary = tmpfile();
    fputs("kept", temporary);
    rewind(temporary);
    printf("%d%c%c\n", fgetc(temporary), fgetc(temporary) ? 'e' : 'x', fgetc(temporary));
    fclose(temporary);
    printf("%d%d\n", __freading(stdin) != 0 || 1, __fwriting(stdout) != 0);
    const char *classes[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};
    for (int i = 0; i < 12; i++)
        for (wint_t c = 0; c < 128; c++) printf("%d", iswctype(c, wctype(classes[i])) != 0);
    puts("");
    printf("%d %d %d %d\n", btowc('a') == L'a', btowc(EOF) == WEOF, wctob(L'b'), wctype("none") == 0);
    return 0;
}
