// What glibc has beyond the standards, as GNU's programs use it.
#include "ferret.h"

extern char *program_invocation_name;
API void (*error_print_progname)(void);
API unsigned error_message_count;
API int error_one_per_line;

static void say(const char *format, va_list *list) { __ferret_format(stderr, 0, 0, format, list); }
static void say_text(const char *text) { __ferret_print(stderr, text, __ferret_length(text)); }
API char *strerror(int error);
API _Noreturn void exit(int code);

static void say_number(unsigned number) {
    char digits[12];
    int at = 11;
    digits[at] = 0;
    do digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    say_text(digits + at);
}

static void tell(int status, int error, const char *file, unsigned line, const char *format, va_list *list) {
    if (error_print_progname) {
        error_print_progname();
    } else {
        say_text(program_invocation_name);
        say_text(file ? ":" : ": ");
    }
    if (file) {
        say_text(file);
        say_text(":");
        say_number(line);
        say_text(": ");
    }
    say(format, list);
    error_message_count++;
    if (error) {
        say_text(": ");
        say_text(strerror(error));
    }
    say_text("\n");
    if (status) exit(status);
}

API void error(int status, int error, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell(status, error, 0, 0, format, &list);
    va_end(list);
}

API void error_at_line(int status, int error, const char *file, unsigned line, const char *format, ...) {
    static const char *last_file;
    static unsigned last_line;
    if (error_one_per_line && file && last_file && last_line == line && __ferret_equal(file, last_file)) return;
    last_file = file;
    last_line = line;
    va_list list;
    va_start(list, format);
    tell(status, error, file, line, format, &list);
    va_end(list);
}

// What a stream has in its buffer: nothing, for there is none.
API size_t __fpending(FILE *stream) { (void)stream; return 0; }
API size_t __fbufsize(FILE *stream) { (void)stream; return 4096; }
API int __freading(FILE *stream) { return !stream->writes; }
API int __fwriting(FILE *stream) { return !stream->reads; }
API int __freadable(FILE *stream) { return stream->reads; }
API int __fwritable(FILE *stream) { return stream->writes; }
API void __fpurge(FILE *stream) { stream->pushed = 0; }
API int __fsetlocking(FILE *stream, int type) { (void)stream, (void)type; return 0; }
API void clearerr_unlocked(FILE *stream) { stream->end = stream->error = 0; }

// Compares names as versions: runs of digits by their values, those with leading zeros as fractions.
API int strverscmp(const char *a, const char *b) {
    size_t at = 0;
    while (a[at] && a[at] == b[at]) at++;
    size_t start = at;
    while (start && is_digit((byte)a[start - 1])) start--;
    int digits = is_digit((byte)a[at]) || is_digit((byte)b[at]);
    int order = (byte)a[at] - (byte)b[at];
    if (!digits || !order) return order;
    // A common prefix of zeros alone, or a zero here: fractions.
    int zeros = 1;
    for (size_t i = start; i < at; i++)
        if (a[i] != '0') zeros = 0;
    int has_prefix = at > start;
    if ((has_prefix && a[start] == '0') || (!has_prefix && (a[at] == '0' || b[at] == '0'))) {
        if (zeros && has_prefix && !(is_digit((byte)a[at]) && is_digit((byte)b[at])))
            return is_digit((byte)a[at]) ? -1 : is_digit((byte)b[at]) ? 1 : order;
        return order;
    }
    if (!has_prefix && !(is_digit((byte)a[at]) && is_digit((byte)b[at]))) return order;
    size_t i = at, j = at;
    while (is_digit((byte)a[i])) i++;
    while (is_digit((byte)b[j])) j++;
    return i == j ? order : i < j ? -1 : 1;
}

// Whether a name matches a pattern of the shell.
enum { NO_ESCAPE = 2, PATHNAME = 1, PERIOD = 4, LEADING_DIR = 8, CASE_FOLD = 16, NO_MATCH = 1 };

static int folded(int c, int flags) { return flags & CASE_FOLD ? lower_case(c) : c; }

static int is_in_class(const char *name, size_t length, int c) {
    static const char *const names[] = {"alpha", "digit", "alnum", "upper", "lower", "space", "blank",
                                        "punct", "print", "graph", "cntrl", "xdigit"};
    unsigned known = 0;
    for (; known < 12; known++) {
        size_t i = 0;
        while (i < length && names[known][i] == name[i]) i++;
        if (i == length && !names[known][i]) break;
    }
    switch (known) {
    case 0: return is_alpha(c);
    case 1: return is_digit(c);
    case 2: return is_alpha(c) || is_digit(c);
    case 3: return c >= 'A' && c <= 'Z';
    case 4: return c >= 'a' && c <= 'z';
    case 5: return is_space(c);
    case 6: return c == ' ' || c == '\t';
    case 7: return c > ' ' && c < 127 && !is_alpha(c) && !is_digit(c);
    case 8: return c >= ' ' && c < 127;
    case 9: return c > ' ' && c < 127;
    case 10: return c < ' ' || c == 127;
    case 11: return is_digit(c) || (lower_case(c) >= 'a' && lower_case(c) <= 'f');
    default: return 0;
    }
}

// The end of a bracket expression behind its `[`, or null; whether a character is in it.
static const char *bracket(const char *pattern, int c, int flags, int *is_in) {
    int negated = *pattern == '!' || *pattern == '^', found = 0;
    if (negated) pattern++;
    for (int first = 1; first || *pattern != ']'; first = 0) {
        if (!*pattern) return 0;
        if (pattern[0] == '[' && pattern[1] == ':') {
            const char *name = pattern + 2;
            size_t length = 0;
            while (name[length] && name[length] != ':') length++;
            if (name[length] && name[length + 1] == ']') {
                found |= is_in_class(name, length, c);
                pattern = name + length + 2;
                continue;
            }
        }
        if (*pattern == '\\' && !(flags & NO_ESCAPE) && pattern[1]) pattern++;
        int low = folded((byte)*pattern++, flags), high = low;
        if (pattern[0] == '-' && pattern[1] && pattern[1] != ']') {
            pattern++;
            if (*pattern == '\\' && !(flags & NO_ESCAPE) && pattern[1]) pattern++;
            high = folded((byte)*pattern++, flags);
        }
        if (folded(c, flags) >= low && folded(c, flags) <= high) found = 1;
    }
    *is_in = found != negated;
    return pattern + 1;
}

static int matches(const char *pattern, const char *name, const char *start, int flags) {
    for (; *pattern; name++) {
        int leading = *name == '.' && flags & PERIOD &&
                      (name == start || (flags & PATHNAME && name[-1] == '/'));
        if (*pattern == '*') {
            if (leading) return 0;
            while (*pattern == '*') pattern++;
            for (;; name++) {
                if (matches(pattern, name, start, flags)) return 1;
                if (!*name || (*name == '/' && flags & PATHNAME)) return 0;
            }
        }
        if (!*name) return 0;
        if (*pattern == '?' || *pattern == '[') {
            int is_in = 1;
            const char *end = *pattern == '?' ? pattern + 1 : bracket(pattern + 1, (byte)*name, flags, &is_in);
            if (end) {
                if (leading || !is_in || (*name == '/' && flags & PATHNAME)) return 0;
                pattern = end;
                continue;
            }
        }
        if (*pattern == '\\' && !(flags & NO_ESCAPE)) {
            if (!*++pattern) return 0;
        }
        if (folded((byte)*pattern++, flags) != folded((byte)*name, flags)) return 0;
    }
    return !*name || (*name == '/' && flags & LEADING_DIR);
}

API int fnmatch(const char *pattern, const char *name, int flags) {
    return matches(pattern, name, name, flags) ? 0 : NO_MATCH;
}

// Memory that is mapped: zeros, or a copy of a file's content.
API void *mmap(void *at, size_t size, int protection, int flags, int descriptor, off_t offset) {
    enum { ANONYMOUS = 0x20, FIXED = 0x10 };
    (void)at, (void)protection;
    if (!size || flags & FIXED) {
        errno = EINVAL;
        return (void *)-1;
    }
    struct opening *opening = 0;
    if (!(flags & ANONYMOUS) && !(opening = __ferret_opening(descriptor))) return (void *)-1;
    byte *memory = __ferret_allocate_zeroed(size);
    if (opening && (size_t)offset < opening->node->size) {
        size_t left = opening->node->size - (size_t)offset;
        __builtin_memmove(memory, opening->node->data + offset, left < size ? left : size);
    }
    return memory;
}
API void *mmap64(void *at, size_t size, int protection, int flags, int descriptor, off_t offset) {
    extern void *mmap(void *, size_t, int, int, int, off_t);
    return mmap(at, size, protection, flags, descriptor, offset);
}
API int munmap(void *memory, size_t size) {
    if (__ferret_object_size(memory) == size) __ferret_release(memory);
    return 0;
}
API int mincore(void *memory, size_t size, byte *pages) { (void)memory, (void)size, (void)pages; errno = ENOSYS; return -1; }
API int mprotect(void *memory, size_t size, int protection) { (void)memory, (void)size, (void)protection; return 0; }
API int madvise(void *memory, size_t size, int advice) { (void)memory, (void)size, (void)advice; return 0; }
