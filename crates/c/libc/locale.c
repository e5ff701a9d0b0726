// locale.h and the messages of errno: there is one locale, C.
#include "ferret.h"

API char *setlocale(int category, const char *name) {
    (void)category;
    if (name && *name && !__ferret_equal(name, "C") && !__ferret_equal(name, "POSIX")) return 0;
    return "C";
}

struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point,
        *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char rest[14];
};

API struct lconv *localeconv(void) {
    static struct lconv conventions = {".", "", "", "", "", "", "", "", "", "", {0}};
    __builtin_memset(conventions.rest, CHAR_MAX, sizeof conventions.rest);
    return &conventions;
}

API char *nl_langinfo(int item) {
    enum { CODESET = 14, RADIX = 0x10000 };
    return item == CODESET ? "ANSI_X3.4-1968" : item == RADIX ? "." : "";
}

API char *bindtextdomain(const char *domain, const char *directory) { (void)domain; return (char *)directory; }
API char *textdomain(const char *domain) { return (char *)domain; }
API char *gettext(const char *text) { return (char *)text; }
API char *dgettext(const char *domain, const char *text) { (void)domain; return (char *)text; }
API char *dcgettext(const char *domain, const char *text, int category) {
    (void)domain, (void)category;
    return (char *)text;
}
API char *ngettext(const char *one, const char *many, unsigned long count) {
    return (char *)(count == 1 ? one : many);
}

const char *__ferret_error_text(int error) {
    switch (error) {
    case 0: return "Success";
    case 1: return "Operation not permitted";
    case 2: return "No such file or directory";
    case 3: return "No such process";
    case 4: return "Interrupted system call";
    case 5: return "Input/output error";
    case 6: return "No such device or address";
    case 7: return "Argument list too long";
    case 8: return "Exec format error";
    case 9: return "Bad file descriptor";
    case 10: return "No child processes";
    case 11: return "Resource temporarily unavailable";
    case 12: return "Cannot allocate memory";
    case 13: return "Permission denied";
    case 14: return "Bad address";
    case 15: return "Block device required";
    case 16: return "Device or resource busy";
    case 17: return "File exists";
    case 18: return "Invalid cross-device link";
    case 19: return "No such device";
    case 20: return "Not a directory";
    case 21: return "Is a directory";
    case 22: return "Invalid argument";
    case 23: return "Too many open files in system";
    case 24: return "Too many open files";
    case 25: return "Inappropriate ioctl for device";
    case 26: return "Text file busy";
    case 27: return "File too large";
    case 28: return "No space left on device";
    case 29: return "Illegal seek";
    case 30: return "Read-only file system";
    case 31: return "Too many links";
    case 32: return "Broken pipe";
    case 33: return "Numerical argument out of domain";
    case 34: return "Numerical result out of range";
    case 35: return "Resource deadlock avoided";
    case 36: return "File name too long";
    case 37: return "No locks available";
    case 38: return "Function not implemented";
    case 39: return "Directory not empty";
    case 40: return "Too many levels of symbolic links";
    case 75: return "Value too large for defined data type";
    case 84: return "Invalid or incomplete multibyte or wide character";
    case 95: return "Operation not supported";
    case 110: return "Connection timed out";
    default: return 0;
    }
}

static char unknown[40];

static char *message(int error) {
    const char *known = __ferret_error_text(error);
    if (known) return (char *)known;
    __builtin_memmove(unknown, "Unknown error ", 15);
    size_t at = 14;
    unsigned rest = error < 0 ? 0 - (unsigned)error : (unsigned)error;
    if (error < 0) unknown[at++] = '-';
    char digits[12];
    size_t count = 0;
    do digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    while (count) unknown[at++] = digits[--count];
    unknown[at] = 0;
    return unknown;
}

API char *strerror(int error) { return message(error); }
API char *strerror_r(int error, char *to, size_t size) {
    (void)to, (void)size;
    return message(error);
}
API int __xpg_strerror_r(int error, char *to, size_t size) {
    const char *text = message(error);
    size_t i = 0;
    for (; i + 1 < size && text[i]; i++) to[i] = text[i];
    if (size) to[i] = 0;
    return text[i] ? ERANGE : 0;
}

API char *strsignal(int number) {
    switch (number) {
    case 2: return "Interrupt";
    case 6: return "Aborted";
    case 8: return "Floating point exception";
    case 11: return "Segmentation fault";
    case 15: return "Terminated";
    default: return "Unknown signal";
    }
}
