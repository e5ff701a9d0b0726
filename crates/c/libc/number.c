// Numbers from text: strtol, strtod and their relatives; abs and div.
#include "ferret.h"

unsigned long __ferret_integer(const char *text, char **end, int base, int is_signed) {
    const char *at = text;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    while (is_space((byte)*at)) at++;
    int negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') &&
        digit_value((byte)at[2]) < 16) {
        at += 2;
        base = 16;
    } else if (base == 0) {
        base = *at == '0' ? 8 : 10;
    }
    unsigned long most = is_signed ? (~0ul >> 1) + (unsigned long)negative : ~0ul;
    unsigned long value = 0;
    int digits = 0, too_large = 0;
    for (;; at++, digits++) {
        int digit = digit_value((byte)*at);
        if (digit >= base) break;
        if (too_large) continue;
        if (value > (most - (unsigned long)digit) / (unsigned long)base) too_large = 1;
        else value = value * (unsigned long)base + (unsigned long)digit;
    }
    if (end) *end = (char *)(digits ? at : text);
    if (too_large) {
        errno = ERANGE;
        // A negative limit is its own negation in 64 bits.
        return most;
    }
    return negative ? 0 - value : value;
}

API long strtol(const char *text, char **end, int base) {
    return (long)__ferret_integer(text, end, base, 1);
}
API long long strtoll(const char *text, char **end, int base) {
    return (long long)__ferret_integer(text, end, base, 1);
}
API unsigned long strtoul(const char *text, char **end, int base) {
    return __ferret_integer(text, end, base, 0);
}
API unsigned long long strtoull(const char *text, char **end, int base) {
    return __ferret_integer(text, end, base, 0);
}
API long strtoimax(const char *text, char **end, int base) {
    return (long)__ferret_integer(text, end, base, 1);
}
API unsigned long strtoumax(const char *text, char **end, int base) {
    return __ferret_integer(text, end, base, 0);
}
API long strtoq(const char *text, char **end, int base) {
    return (long)__ferret_integer(text, end, base, 1);
}
API unsigned long strtouq(const char *text, char **end, int base) {
    return __ferret_integer(text, end, base, 0);
}

// C23 lets 0b prefix binary numbers.
static unsigned long integer_of_c23(const char *text, char **end, int base, int is_signed) {
    const char *at = text;
    while (is_space((byte)*at)) at++;
    int negative = *at == '-';
    if (*at == '-' || *at == '+') at++;
    int binary = (base == 0 || base == 2) && at[0] == '0' && (at[1] == 'b' || at[1] == 'B') &&
                 (at[2] == '0' || at[2] == '1');
    if (!binary) return __ferret_integer(text, end, base, is_signed);
    unsigned long value = __ferret_integer(at + 2, end, 2, 0);
    unsigned long most = is_signed ? (~0ul >> 1) + (unsigned long)negative : ~0ul;
    if (value > most) {
        errno = ERANGE;
        return most;
    }
    return negative ? 0 - value : value;
}

API long __isoc23_strtol(const char *text, char **end, int base) {
    return (long)integer_of_c23(text, end, base, 1);
}
API long long __isoc23_strtoll(const char *text, char **end, int base) {
    return (long long)integer_of_c23(text, end, base, 1);
}
API unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
    return integer_of_c23(text, end, base, 0);
}
API unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
    return integer_of_c23(text, end, base, 0);
}
API long __isoc23_strtoimax(const char *text, char **end, int base) {
    return (long)integer_of_c23(text, end, base, 1);
}
API unsigned long __isoc23_strtoumax(const char *text, char **end, int base) {
    return integer_of_c23(text, end, base, 0);
}

API int atoi(const char *text) { return (int)(long)__ferret_integer(text, 0, 10, 1); }
API long atol(const char *text) { return (long)__ferret_integer(text, 0, 10, 1); }
API long long atoll(const char *text) { return (long long)__ferret_integer(text, 0, 10, 1); }

static size_t word_length(const char *text, const char *word) {
    size_t i = 0;
    while (word[i] && lower_case((byte)text[i]) == word[i]) i++;
    return word[i] ? 0 : i;
}

size_t __ferret_double_length(const char *text) {
    size_t at = 0;
    if (text[at] == '-' || text[at] == '+') at++;
    size_t word = word_length(text + at, "infinity");
    if (!word) word = word_length(text + at, "inf");
    if (word) return at + word;
    word = word_length(text + at, "nan");
    if (word) {
        at += word;
        if (text[at] == '(') {
            size_t end = at + 1;
            while (digit_value((byte)text[end]) < 36 || text[end] == '_') end++;
            if (text[end] == ')') at = end + 1;
        }
        return at;
    }
    int hexadecimal = 0;
    if (text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')) {
        int first = (byte)text[at + 2];
        if (first == '.') first = (byte)text[at + 3];
        if (digit_value(first) < 16) hexadecimal = 1, at += 2;
    }
    int base = hexadecimal ? 16 : 10;
    int digits = 0;
    for (; digit_value((byte)text[at]) < base; at++) digits = 1;
    if (text[at] == '.' && (digits || digit_value((byte)text[at + 1]) < base)) {
        at++;
        for (; digit_value((byte)text[at]) < base; at++) digits = 1;
    }
    if (!digits) return 0;
    if (lower_case((byte)text[at]) == (hexadecimal ? 'p' : 'e')) {
        size_t exponent = at + 1;
        if (text[exponent] == '-' || text[exponent] == '+') exponent++;
        if (is_digit((byte)text[exponent])) {
            while (is_digit((byte)text[exponent])) exponent++;
            at = exponent;
        }
    }
    return at;
}

// Whether a number is written with a digit that is not zero, so that it is not zero itself.
static int is_written_nonzero(const char *text, size_t length) {
    size_t start = 0;
    if (text[start] == '-' || text[start] == '+') start++;
    int hexadecimal = start + 1 < length && lower_case((byte)text[start + 1]) == 'x';
    if (hexadecimal) start += 2;
    for (size_t i = start; i < length; i++) {
        int c = lower_case((byte)text[i]);
        if (c == (hexadecimal ? 'p' : 'e')) return 0;
        int digit = digit_value(c);
        if (digit > 0 && digit < 16) return 1;
    }
    return 0;
}

static int is_word(const char *text) {
    if (*text == '-' || *text == '+') text++;
    int c = lower_case((byte)*text);
    return c == 'i' || c == 'n';
}

// Numbers too small for full precision are out of range, also the few that are exact nevertheless.
API double strtod(const char *text, char **end) {
    const char *at = text;
    while (is_space((byte)*at)) at++;
    size_t length = __ferret_double_length(at);
    if (end) *end = (char *)(length ? at + length : text);
    if (!length) return 0;
    double value = __ferret_parse_double(at, length);
    double size = value < 0 ? -value : value;
    if (!is_word(at) &&
        (size > 0x1.fffffffffffffp1023 || (size < 0x1p-1022 && is_written_nonzero(at, length))))
        errno = ERANGE;
    return value;
}

API float strtof(const char *text, char **end) {
    const char *at = text;
    while (is_space((byte)*at)) at++;
    size_t length = __ferret_double_length(at);
    if (end) *end = (char *)(length ? at + length : text);
    if (!length) return 0;
    float value = __ferret_parse_float(at, length);
    float size = value < 0 ? -value : value;
    if (!is_word(at) &&
        (size > 0x1.fffffep127f || (size < 0x1p-126f && is_written_nonzero(at, length))))
        errno = ERANGE;
    return value;
}

static double plain_double(const char *text, char **end) {
    while (is_space((byte)*text)) text++;
    size_t length = __ferret_double_length(text);
    if (end) *end = (char *)text + length;
    return length ? __ferret_parse_double(text, length) : 0;
}

API long double strtold(const char *text, char **end) {
    char *stop;
    double value = plain_double(text, &stop);
    const char *start = text;
    while (is_space((byte)*start)) start++;
    if (end) *end = stop == start ? (char *)text : stop;
    return value;
}

API double atof(const char *text) { return plain_double(text, 0); }

API int abs(int value) { return value < 0 ? -value : value; }
API long labs(long value) { return value < 0 ? -value : value; }
API long long llabs(long long value) { return value < 0 ? -value : value; }
API long imaxabs(long value) { return value < 0 ? -value : value; }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;

API div_t div(int a, int b) { return (div_t){a / b, a % b}; }
API ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
API ldiv_t lldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
API ldiv_t imaxdiv(long a, long b) { return (ldiv_t){a / b, a % b}; }

// Base 64 as POSIX has it: six bits a character, the lowest first.
API long a64l(const char *text) {
    unsigned value = 0;
    for (int i = 0; i < 6 && text[i]; i++) {
        int c = (byte)text[i];
        unsigned digit = c == '.' ? 0 : c == '/' ? 1 : is_digit(c) ? (unsigned)c - '0' + 2
                         : c <= 'Z' ? (unsigned)c - 'A' + 12 : (unsigned)c - 'a' + 38;
        value |= digit << (6 * i);
    }
    return (int)value;
}

// Numbers as networks have them.
API uint16_t htons(uint16_t x) { return __builtin_bswap16(x); }
API uint16_t ntohs(uint16_t x) { return __builtin_bswap16(x); }
API uint32_t htonl(uint32_t x) { return __builtin_bswap32(x); }
API uint32_t ntohl(uint32_t x) { return __builtin_bswap32(x); }
