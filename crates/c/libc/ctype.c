// ctype.h: classes of characters in the C locale, as functions and as glibc's tables.
#include "ferret.h"

// Bits of glibc's table on a little-endian machine.
enum {
    UPPER = 1 << 8, LOWER = 1 << 9, ALPHA = 1 << 10, DIGIT = 1 << 11, XDIGIT = 1 << 12, SPACE = 1 << 13,
    PRINT = 1 << 14, GRAPH = 1 << 15, BLANK = 1 << 0, CNTRL = 1 << 1, PUNCT = 1 << 2, ALNUM = 1 << 3
};

#define CONTROL CNTRL
#define CONTROL_SPACE (CNTRL | SPACE)
#define CONTROL_BLANK (CNTRL | SPACE | BLANK)
#define SPACE_ITSELF (SPACE | PRINT | BLANK)
#define P (PRINT | GRAPH | PUNCT)
#define D (PRINT | GRAPH | DIGIT | XDIGIT | ALNUM)
#define UX (PRINT | GRAPH | ALNUM | ALPHA | UPPER | XDIGIT)
#define U (PRINT | GRAPH | ALNUM | ALPHA | UPPER)
#define LX (PRINT | GRAPH | ALNUM | ALPHA | LOWER | XDIGIT)
#define L (PRINT | GRAPH | ALNUM | ALPHA | LOWER)
#define X8(x) x, x, x, x, x, x, x, x

// From -128 to 255.
static const unsigned short classes[384] = {
    [128] = X8(CONTROL), CONTROL, CONTROL_BLANK, CONTROL_SPACE, CONTROL_SPACE, CONTROL_SPACE, CONTROL_SPACE,
    CONTROL, CONTROL, X8(CONTROL), X8(CONTROL),
    SPACE_ITSELF, P, P, P, P, P, P, P, X8(P),
    X8(D), D, D, P, P, P, P, P, P,
    P, UX, UX, UX, UX, UX, UX, U, X8(U), X8(U), U, U, U, P, P, P, P, P,
    P, LX, LX, LX, LX, LX, LX, L, X8(L), X8(L), L, L, L, P, P, P, P, CONTROL,
};

static int lower_table[384], upper_table[384];
static int tables_made;

static void make_tables(void) {
    if (tables_made) return;
    for (int i = 0; i < 384; i++) {
        int c = i - 128;
        // EOF stays what it is; the other negative ones are bytes.
        int plain = c < -1 ? c + 256 : c;
        lower_table[i] = c >= 'A' && c <= 'Z' ? c + 32 : plain;
        upper_table[i] = c >= 'a' && c <= 'z' ? c - 32 : plain;
    }
    tables_made = 1;
}

API const unsigned short **__ctype_b_loc(void) {
    static const unsigned short *table = classes + 128;
    return &table;
}

API const int **__ctype_tolower_loc(void) {
    static const int *table = lower_table + 128;
    make_tables();
    return &table;
}

API const int **__ctype_toupper_loc(void) {
    static const int *table = upper_table + 128;
    make_tables();
    return &table;
}

// The same as the table says, by comparisons: a search and a solver see what a character is compared with. No branch is
// taken, so that a test is one condition for them.
#define IN(c, from, to) (((c) >= (from)) & ((c) <= (to)))
#define CLASS(name, bit, test) \
    int __ferret_is_##name(long c) { return (test) << (bit); } \
    API int is##name(int c) { return (test) << (bit); }

CLASS(upper, 8, IN(c, 'A', 'Z'))
CLASS(lower, 9, IN(c, 'a', 'z'))
CLASS(alpha, 10, IN(c, 'a', 'z') | IN(c, 'A', 'Z'))
CLASS(digit, 11, IN(c, '0', '9'))
CLASS(xdigit, 12, IN(c, '0', '9') | IN(c, 'a', 'f') | IN(c, 'A', 'F'))
CLASS(space, 13, IN(c, ' ', ' ') | IN(c, '\t', '\r'))
CLASS(print, 14, IN(c, ' ', '~'))
CLASS(graph, 15, IN(c, '!', '~'))
CLASS(blank, 0, IN(c, ' ', ' ') | IN(c, '\t', '\t'))
CLASS(cntrl, 1, IN(c, 0, 31) | IN(c, 127, 127))
CLASS(punct, 2, IN(c, '!', '/') | IN(c, ':', '@') | IN(c, '[', '`') | IN(c, '{', '~'))
CLASS(alnum, 3, IN(c, '0', '9') | IN(c, 'a', 'z') | IN(c, 'A', 'Z'))
API int isascii(int c) { return (c & ~0x7f) == 0; }
API int toascii(int c) { return c & 0x7f; }
API int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
API int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
