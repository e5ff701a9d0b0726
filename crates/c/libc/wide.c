// wchar.h, as far as the C locale needs it: a wide character is one byte below 128.
#include "ferret.h"

typedef int wchar;

API size_t wcslen(const wchar *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

API wchar *wcscpy(wchar *to, const wchar *from) {
    size_t i = 0;
    do to[i] = from[i];
    while (from[i++]);
    return to;
}

API wchar *wcsncpy(wchar *to, const wchar *from, size_t count) {
    size_t i = 0;
    for (; i < count && from[i]; i++) to[i] = from[i];
    for (; i < count; i++) to[i] = 0;
    return to;
}

API wchar *wcscat(wchar *to, const wchar *from) {
    size_t end = 0, i = 0;
    while (to[end]) end++;
    do to[end + i] = from[i];
    while (from[i++]);
    return to;
}

API int wcscmp(const wchar *a, const wchar *b) {
    while (*a && *a == *b) a++, b++;
    return *a < *b ? -1 : *a > *b;
}

API int wcsncmp(const wchar *a, const wchar *b, size_t count) {
    for (; count; count--, a++, b++) {
        if (*a != *b) return *a < *b ? -1 : 1;
        if (!*a) return 0;
    }
    return 0;
}

API wchar *wcschr(const wchar *text, wchar c) {
    for (;; text++) {
        if (*text == c) return (wchar *)text;
        if (!*text) return 0;
    }
}

API wchar *wmemcpy(wchar *to, const wchar *from, size_t count) {
    __builtin_memmove(to, from, count * sizeof *to);
    return to;
}

API wchar *wmemset(wchar *to, wchar c, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = c;
    return to;
}

static int to_wide(wchar *to, byte c) {
    if (c > 127) {
        errno = EILSEQ;
        return -1;
    }
    if (to) *to = c;
    return c != 0;
}

API int mbtowc(wchar *to, const char *from, size_t count) {
    return from ? count ? to_wide(to, (byte)*from) : -1 : 0;
}
API size_t mbrtowc(wchar *to, const char *from, size_t count, void *state) {
    (void)state;
    if (!from) return 0;
    return count ? (size_t)to_wide(to, (byte)*from) : (size_t)-2;
}
API int mblen(const char *from, size_t count) {
    return from ? count ? to_wide(0, (byte)*from) : -1 : 0;
}
API size_t mbrlen(const char *from, size_t count, void *state) { return mbrtowc(0, from, count, state); }
API int mbsinit(const void *state) { (void)state; return 1; }
API size_t __ctype_get_mb_cur_max(void) { return 1; }

API int wctomb(char *to, wchar c) {
    if (!to) return 0;
    if (c < 0 || c > 127) {
        errno = EILSEQ;
        return -1;
    }
    *to = (char)c;
    return 1;
}
API size_t wcrtomb(char *to, wchar c, void *state) {
    (void)state;
    if (!to) return 1;
    return (size_t)wctomb(to, c);
}

API size_t mbstowcs(wchar *to, const char *from, size_t count) {
    size_t i = 0;
    for (; !to || i < count; i++) {
        wchar c;
        if (to_wide(&c, (byte)from[i]) < 0) return (size_t)-1;
        if (to) to[i] = c;
        if (!c) break;
    }
    return i;
}

API size_t wcstombs(char *to, const wchar *from, size_t count) {
    size_t i = 0;
    for (; !to || i < count; i++) {
        char c;
        if (wctomb(&c, from[i]) < 0) return (size_t)-1;
        if (to) to[i] = c;
        if (!c) break;
    }
    return i;
}

API int iswalpha(unsigned c) { return c < 128 && is_alpha((int)c); }
API int iswdigit(unsigned c) { return c < 128 && is_digit((int)c); }
API int iswalnum(unsigned c) { return c < 128 && (is_alpha((int)c) || is_digit((int)c)); }
API int iswspace(unsigned c) { return c < 128 && is_space((int)c); }
API int iswupper(unsigned c) { return c >= 'A' && c <= 'Z'; }
API int iswlower(unsigned c) { return c >= 'a' && c <= 'z'; }
API int iswprint(unsigned c) { return c >= ' ' && c < 127; }
API int iswpunct(unsigned c) { return c > ' ' && c < 127 && !is_alpha((int)c) && !is_digit((int)c); }
API int iswcntrl(unsigned c) { return c < ' ' || c == 127; }
API unsigned towlower(unsigned c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
API unsigned towupper(unsigned c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
API int wcwidth(wchar c) { return c ? c >= ' ' && c < 127 ? 1 : -1 : 0; }
API int iswxdigit(unsigned c) { return c < 128 && (is_digit((int)c) || ((c | 32) >= 'a' && (c | 32) <= 'f')); }
API int iswgraph(unsigned c) { return c > ' ' && c < 127; }
API int iswblank(unsigned c) { return c == ' ' || c == '\t'; }
API int btowc(int c) { return c >= 0 && c < 128 ? c : EOF; }
API int wctob(unsigned c) { return c < 128 ? (int)c : EOF; }
API int wcscoll(const wchar *a, const wchar *b) {
    while (*a && *a == *b) a++, b++;
    return *a < *b ? -1 : *a > *b;
}

// A class of characters by its name: its place in the list, from 1 on.
API unsigned long wctype(const char *name) {
    static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                        "lower", "print", "punct", "space", "upper", "xdigit"};
    for (unsigned long i = 0; i < 12; i++)
        if (__ferret_equal(name, names[i])) return i + 1;
    return 0;
}

API int iswctype(unsigned c, unsigned long class) {
    switch (class) {
    case 1: return c < 128 && (is_alpha((int)c) || is_digit((int)c));
    case 2: return c < 128 && is_alpha((int)c);
    case 3: return c == ' ' || c == '\t';
    case 4: return c < ' ' || c == 127;
    case 5: return c < 128 && is_digit((int)c);
    case 6: return c > ' ' && c < 127;
    case 7: return c >= 'a' && c <= 'z';
    case 8: return c >= ' ' && c < 127;
    case 9: return c > ' ' && c < 127 && !is_alpha((int)c) && !is_digit((int)c);
    case 10: return c < 128 && is_space((int)c);
    case 11: return c >= 'A' && c <= 'Z';
    case 12: return c < 128 && (is_digit((int)c) || ((c | 32) >= 'a' && (c | 32) <= 'f'));
    default: return 0;
    }
}
