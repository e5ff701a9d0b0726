// The mem functions of string.h.
#include "ferret.h"

API void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    __builtin_memmove(to, from, count);
    return to;
}

API void *memmove(void *to, const void *from, size_t count) {
    __builtin_memmove(to, from, count);
    return to;
}

API void *mempcpy(void *to, const void *from, size_t count) {
    __builtin_memmove(to, from, count);
    return (byte *)to + count;
}

API void *__mempcpy(void *to, const void *from, size_t count) {
    __builtin_memmove(to, from, count);
    return (byte *)to + count;
}

API void *memset(void *to, int c, size_t count) {
    __builtin_memset(to, c, count);
    return to;
}

API void bcopy(const void *from, void *to, size_t count) { __builtin_memmove(to, from, count); }
API void bzero(void *to, size_t count) { __builtin_memset(to, 0, count); }
API void explicit_bzero(void *to, size_t count) { __builtin_memset(to, 0, count); }

API void *memccpy(void *restrict to, const void *restrict from, int c, size_t count) {
    byte *out = to;
    const byte *in = from;
    for (size_t i = 0; i < count; i++) {
        out[i] = in[i];
        if (in[i] == (byte)c) return out + i + 1;
    }
    return 0;
}

static int compare(const byte *a, const byte *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (a[i] != b[i]) return __ferret_compared(a[i] - b[i], a, b, count, 0);
    return 0;
}

API int memcmp(const void *a, const void *b, size_t count) { return compare(a, b, count); }

API int bcmp(const void *a, const void *b, size_t count) { return compare(a, b, count); }

API void *memchr(const void *bytes, int c, size_t count) {
    const byte *at = bytes;
    for (size_t i = 0; i < count; i++)
        if (at[i] == (byte)c) return (void *)(at + i);
    byte wanted = (byte)c;
    return __ferret_not_found(bytes, count, &wanted, 1, 0);
}

API void *rawmemchr(const void *bytes, int c) {
    const byte *at = bytes;
    while (*at != (byte)c) at++;
    return (void *)at;
}

API void *memrchr(const void *bytes, int c, size_t count) {
    const byte *start = bytes;
    while (count--)
        if (start[count] == (byte)c) return (void *)(start + count);
    return 0;
}

API void *memmem(const void *bytes, size_t count, const void *wanted, size_t length) {
    const byte *in = bytes, *what = wanted;
    for (size_t start = 0; start + length <= count; start++) {
        size_t i = 0;
        while (i < length && in[start + i] == what[i]) i++;
        if (i == length) return (void *)(in + start);
    }
    return __ferret_not_found(bytes, count, wanted, length, 0);
}

API void swab(const void *restrict from, void *restrict to, ssize_t count) {
    const byte *in = from;
    byte *out = to;
    for (ssize_t i = 0; i + 1 < count; i += 2) {
        byte first = in[i];
        out[i] = in[i + 1];
        out[i + 1] = first;
    }
}

API int ffs(int value) { return __builtin_ffs(value); }
API int ffsl(long value) { return __builtin_ffsl(value); }
API int ffsll(long long value) { return __builtin_ffsll(value); }

API void *__memcpy_chk(void *to, const void *from, size_t count, size_t size) {
    (void)size;
    __builtin_memmove(to, from, count);
    return to;
}

API void *__memmove_chk(void *to, const void *from, size_t count, size_t size) {
    (void)size;
    __builtin_memmove(to, from, count);
    return to;
}

API void *__memset_chk(void *to, int c, size_t count, size_t size) {
    (void)size;
    __builtin_memset(to, c, count);
    return to;
}
