// strtod and its relatives: decimal, hexadecimal, words, borders; errors and ends.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *texts[] = {
        "0", "-0", "1", "1.5", ".5", "5.", ".", "1e3", "1e", "1e+", "1E-2x", "inf", "-INFINITY", "infin", "nan",
        "NaN(12)", "nan(", "0x1.8p3", "0x.8", "0x", "0xp1", "0x1p", "1e308", "1.7976931348623157e308",
        "1.7976931348623159e308", "1e309", "-1e400", "5e-324", "2.4703282292062327e-324",
        "2.4703282292062328e-324", "1e-400", "2.2250738585072011e-308", "2.2250738585072014e-308",
        "0.1", "0.3", "123456789012345678901234567890", "9007199254740993", "  7.25 rest", "+3", "-+3", "1..2",
        "0x1.fffffffffffff8p0", "0x1p-1075", "0x1.0000000000001p-1075", "1e-45", "3.4028236e38",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000001e80",
        "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *end;
        errno = 0;
        double d = strtod(texts[i], &end);
        printf("%s -> %a %.17g +%ld e%d", texts[i], d, d, (long)(end - texts[i]), errno);
        errno = 0;
        float f = strtof(texts[i], &end);
        printf(" %a +%ld e%d", f, (long)(end - texts[i]), errno);
        printf(" %g\n", atof(texts[i]));
    }
    return 0;
}
