// Every class and both conversions for every value an unsigned char or EOF can have.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    for (int c = -1; c < 256; c++) {
        printf("%d: %d%d%d%d%d%d%d%d%d%d%d%d %d %d %d %d\n", c, !!isalpha(c), !!isdigit(c), !!isalnum(c),
               !!isspace(c), !!isblank(c), !!isupper(c), !!islower(c), !!isprint(c), !!isgraph(c),
               !!ispunct(c), !!iscntrl(c), !!isxdigit(c), tolower(c), toupper(c), !!isascii(c), toascii(c));
        printf("%x %d\n", (*__ctype_b_loc())[c], (*__ctype_tolower_loc())[c] + (*__ctype_toupper_loc())[c]);
    }
    for (int c = -128; c < -1; c++) printf("%d %d ", (*__ctype_tolower_loc())[c], (*__ctype_b_loc())[c]);
    return 0;
}
