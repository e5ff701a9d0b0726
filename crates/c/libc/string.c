// string.h and strings.h: strings.
#include "ferret.h"

size_t __ferret_length(const char *text) {
    const char *end = text;
    while (*end) end++;
    return (size_t)(end - text);
}

int __ferret_equal(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

char *__ferret_duplicate(const char *text) {
    size_t size = __ferret_length(text) + 1;
    char *copy = __ferret_allocate(size);
    __builtin_memmove(copy, text, size);
    return copy;
}

API size_t strlen(const char *text) {
    const char *end = text;
    while (*end) end++;
    return (size_t)(end - text);
}

API size_t strnlen(const char *text, size_t most) {
    size_t length = 0;
    while (length < most && text[length]) length++;
    return length;
}

API char *stpcpy(char *to, const char *from) {
    while ((*to = *from)) to++, from++;
    return to;
}

API char *strcpy(char *to, const char *from) {
    char *at = to;
    while ((*at = *from)) at++, from++;
    return to;
}

API char *stpncpy(char *to, const char *from, size_t count) {
    size_t i = 0;
    for (; i < count && from[i]; i++) to[i] = from[i];
    char *end = to + i;
    for (; i < count; i++) to[i] = 0;
    return end;
}

API char *strncpy(char *to, const char *from, size_t count) {
    size_t i = 0;
    for (; i < count && from[i]; i++) to[i] = from[i];
    for (; i < count; i++) to[i] = 0;
    return to;
}

API size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = 0;
    for (; from[length]; length++)
        if (length + 1 < size) to[length] = from[length];
    if (size) to[length < size ? length : size - 1] = 0;
    return length;
}

API char *strcat(char *to, const char *from) {
    char *at = to;
    while (*at) at++;
    while ((*at = *from)) at++, from++;
    return to;
}

API char *strncat(char *to, const char *from, size_t count) {
    char *at = to;
    while (*at) at++;
    for (; count && *from; count--) *at++ = *from++;
    *at = 0;
    return to;
}

API size_t strlcat(char *to, const char *from, size_t size) {
    size_t start = 0;
    while (start < size && to[start]) start++;
    size_t length = 0;
    for (; from[length]; length++)
        if (start + length + 1 < size) to[start + length] = from[length];
    if (start < size) to[start + length < size ? start + length : size - 1] = 0;
    return start + length;
}

static int compare(const char *a, const char *b) {
    const char *x = a, *y = b;
    while (*x == *y) {
        if (!*x) return 0;
        x++, y++;
    }
    return __ferret_compared((byte)*x - (byte)*y, a, b, SIZE_MAX, COMPARED_TEXT);
}

API int strcmp(const char *a, const char *b) { return compare(a, b); }

API int strcoll(const char *a, const char *b) { return compare(a, b); }

API int strncmp(const char *a, const char *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i])
            return __ferret_compared((byte)a[i] - (byte)b[i], a, b, count, COMPARED_TEXT);
        if (!a[i]) return 0;
    }
    return 0;
}

static int compare_any_case(const char *a, const char *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int x = lower_case((byte)a[i]), y = lower_case((byte)b[i]);
        if (x != y)
            return __ferret_compared(x - y, a, b, count, COMPARED_TEXT | COMPARED_ANY_CASE);
        if (!x) return 0;
    }
    return 0;
}

API int strcasecmp(const char *a, const char *b) { return compare_any_case(a, b, SIZE_MAX); }
API int strncasecmp(const char *a, const char *b, size_t count) {
    return compare_any_case(a, b, count);
}

API size_t strxfrm(char *to, const char *from, size_t size) {
    size_t length = 0;
    for (; from[length]; length++)
        if (length < size) to[length] = from[length];
    if (length < size) to[length] = 0;
    return length;
}

static char *find(const char *text, int c) {
    for (const char *at = text;; at++) {
        if (*at == (char)c) return (char *)at;
        if (!*at) {
            char wanted = (char)c;
            return __ferret_not_found(text, SIZE_MAX, &wanted, 1, COMPARED_TEXT);
        }
    }
}

API char *strchr(const char *text, int c) { return find(text, c); }

API char *index(const char *text, int c) { return find(text, c); }

API char *strchrnul(const char *text, int c) {
    while (*text && *text != (char)c) text++;
    return (char *)text;
}

API char *strrchr(const char *text, int c) {
    const char *last = 0;
    for (;; text++) {
        if (*text == (char)c) last = text;
        if (!*text) return (char *)last;
    }
}

API char *rindex(const char *text, int c) {
    const char *last = 0;
    for (;; text++) {
        if (*text == (char)c) last = text;
        if (!*text) return (char *)last;
    }
}

static int starts_with(const char *text, const char *start) {
    for (; *start; text++, start++)
        if (*text != *start) return 0;
    return 1;
}

API char *strstr(const char *text, const char *wanted) {
    for (const char *at = text;; at++) {
        if (starts_with(at, wanted)) return (char *)at;
        if (!*at)
            return __ferret_not_found(text, SIZE_MAX, wanted, __ferret_length(wanted), COMPARED_TEXT);
    }
}

API char *strcasestr(const char *text, const char *wanted) {
    for (const char *at = text;; at++) {
        size_t i = 0;
        while (wanted[i] && lower_case((byte)at[i]) == lower_case((byte)wanted[i])) i++;
        if (!wanted[i]) return (char *)at;
        if (!*at)
            return __ferret_not_found(text, SIZE_MAX, wanted, __ferret_length(wanted),
                                      COMPARED_TEXT | COMPARED_ANY_CASE);
    }
}

static int is_among(char c, const char *set) {
    for (; *set; set++)
        if (*set == c) return 1;
    return 0;
}

API size_t strspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && is_among(text[length], set)) length++;
    return length;
}

API size_t strcspn(const char *text, const char *set) {
    size_t length = 0;
    while (text[length] && !is_among(text[length], set)) length++;
    return length;
}

API char *strpbrk(const char *text, const char *set) {
    for (const char *at = text; *at; at++)
        if (is_among(*at, set)) return (char *)at;
    return __ferret_not_found(text, SIZE_MAX, set, __ferret_length(set), COMPARED_TEXT | WANTED_ONE_OF);
}

static char *token(char *text, const char *separators, char **rest) {
    if (!text) text = *rest;
    if (!text) return 0;
    while (*text && is_among(*text, separators)) text++;
    if (!*text) {
        *rest = text;
        return 0;
    }
    char *start = text;
    while (*text && !is_among(*text, separators)) text++;
    if (*text) *text++ = 0;
    *rest = text;
    return start;
}

API char *strtok_r(char *text, const char *separators, char **rest) {
    return token(text, separators, rest);
}

API char *__strtok_r(char *text, const char *separators, char **rest) {
    return token(text, separators, rest);
}

API char *strtok(char *text, const char *separators) {
    static char *rest;
    return token(text, separators, &rest);
}

API char *strsep(char **rest, const char *separators) {
    char *start = *rest;
    if (!start) return 0;
    char *end = start;
    while (*end && !is_among(*end, separators)) end++;
    *rest = *end ? end + 1 : 0;
    *end = 0;
    return start;
}

static char *duplicate(const char *text, size_t length) {
    char *copy = __ferret_allocate_or_fail(length + 1);
    if (!copy) return 0;
    __builtin_memmove(copy, text, length);
    copy[length] = 0;
    return copy;
}

API char *strdup(const char *text) { return duplicate(text, __ferret_length(text)); }
API char *__strdup(const char *text) { return duplicate(text, __ferret_length(text)); }

API char *strndup(const char *text, size_t most) {
    size_t length = 0;
    while (length < most && text[length]) length++;
    return duplicate(text, length);
}

API char *basename(char *path) {
    char *last = path;
    for (char *at = path; *at; at++)
        if (*at == '/') last = at + 1;
    return last;
}

API char *__xpg_basename(char *path) {
    if (!path || !*path) return ".";
    size_t end = __ferret_length(path);
    while (end > 1 && path[end - 1] == '/') path[--end] = 0;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/') start--;
    return start == end ? path : path + start;
}

API char *dirname(char *path) {
    if (!path) return ".";
    size_t end = __ferret_length(path);
    while (end > 1 && path[end - 1] == '/') end--;
    while (end > 0 && path[end - 1] != '/') end--;
    if (!end) return ".";
    while (end > 1 && path[end - 1] == '/') end--;
    path[end] = 0;
    return path;
}

// The variants that the compiler calls when it knows the size of the destination. The machine checks
// bounds itself.
API char *__strcpy_chk(char *to, const char *from, size_t size) {
    (void)size;
    char *at = to;
    while ((*at = *from)) at++, from++;
    return to;
}

API char *__stpcpy_chk(char *to, const char *from, size_t size) {
    (void)size;
    while ((*to = *from)) to++, from++;
    return to;
}

API char *__strncpy_chk(char *to, const char *from, size_t count, size_t size) {
    (void)size;
    size_t i = 0;
    for (; i < count && from[i]; i++) to[i] = from[i];
    for (; i < count; i++) to[i] = 0;
    return to;
}

API char *__strcat_chk(char *to, const char *from, size_t size) {
    (void)size;
    char *at = to;
    while (*at) at++;
    while ((*at = *from)) at++, from++;
    return to;
}

API char *__strncat_chk(char *to, const char *from, size_t count, size_t size) {
    (void)size;
    char *at = to;
    while (*at) at++;
    for (; count && *from; count--) *at++ = *from++;
    *at = 0;
    return to;
}
