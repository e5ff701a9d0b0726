// The scanf family.
#include "ferret.h"

struct in {
    FILE *stream; // or null, and then
    const char *text; // what is left
    long count; // characters read
    int ended; // whether the end was met
};

static int get(struct in *in) {
    int c;
    if (in->stream) {
        c = __ferret_get(in->stream);
    } else {
        c = (byte)*in->text;
        if (c) in->text++;
        else c = EOF;
    }
    if (c == EOF) in->ended = 1;
    else in->count++;
    return c;
}

static void unget(struct in *in, int c) {
    if (c == EOF) return;
    in->count--;
    if (in->stream) __ferret_unget(c, in->stream);
    else in->text--;
}

static void skip_blanks(struct in *in) {
    int c;
    do c = get(in);
    while (c != EOF && is_space(c));
    unget(in, c);
}

// Characters of a number as they are read, as far as a number needs them.
struct word {
    char *text;
    size_t length, capacity;
};

static void append(struct word *word, int c) {
    if (word->length + 1 >= word->capacity) {
        size_t capacity = word->capacity ? word->capacity * 2 : 64;
        char *text = __ferret_allocate(capacity);
        if (word->length) __builtin_memmove(text, word->text, word->length);
        __ferret_release(word->text);
        word->text = text;
        word->capacity = capacity;
    }
    word->text[word->length++] = (char)c;
    word->text[word->length] = 0;
}

enum { MATCHED, MISMATCHED, ENDED };

static int read_integer(struct in *in, int width, int base, int is_signed, unsigned long *value) {
    struct word word = {0, 0, 0};
    int c = get(in), digits = 0;
    if (c == EOF) return ENDED;
    if (width > 0 && (c == '-' || c == '+')) append(&word, c), width--, c = width ? get(in) : EOF;
    if (width > 0 && c == '0' && (base == 0 || base == 16)) {
        append(&word, c), width--, digits = 1;
        c = width ? get(in) : EOF;
        if (width > 0 && (c == 'x' || c == 'X')) {
            append(&word, c), width--, digits = 0, base = 16;
            c = width ? get(in) : EOF;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) base = 10;
    while (width > 0 && c != EOF && digit_value(c) < base) {
        append(&word, c), width--, digits = 1;
        c = width ? get(in) : EOF;
    }
    if (width > 0) unget(in, c);
    if (digits) *value = __ferret_integer(word.text, 0, base, is_signed);
    __ferret_release(word.text);
    return digits ? MATCHED : MISMATCHED;
}

static int matches_word(struct in *in, struct word *word, const char *wanted, int *width, int *c) {
    for (; *wanted; wanted++) {
        if (*width <= 0 || *c == EOF || lower_case(*c) != *wanted) return 0;
        append(word, *c);
        *c = --*width ? get(in) : EOF;
    }
    return 1;
}

// Reads the characters of a floating-point number; a prefix that is none is a mismatch.
static int read_double(struct in *in, int width, struct word *word) {
    int c = get(in);
    if (c == EOF) return ENDED;
    int matched;
    if (c == '-' || c == '+') append(word, c), c = --width ? get(in) : EOF;
    if (c != EOF && lower_case(c) == 'n') {
        matched = matches_word(in, word, "nan", &width, &c);
    } else if (c != EOF && lower_case(c) == 'i') {
        matched = matches_word(in, word, "inf", &width, &c);
        if (matched && width > 0 && c != EOF && lower_case(c) == 'i')
            matched = matches_word(in, word, "inity", &width, &c);
    } else {
        int base = 10, digits = 0, point = 0;
        if (c == '0' && width > 0) {
            append(word, c), c = --width ? get(in) : EOF, digits = 1;
            if (width > 0 && (c == 'x' || c == 'X')) {
                append(word, c), c = --width ? get(in) : EOF, base = 16, digits = 0;
            }
        }
        while (width > 0 && c != EOF && (digit_value(c) < base || (c == '.' && !point))) {
            if (c == '.') point = 1;
            else digits = 1;
            append(word, c), c = --width ? get(in) : EOF;
        }
        matched = digits;
        if (digits && width > 0 && c != EOF && lower_case(c) == (base == 16 ? 'p' : 'e')) {
            append(word, c), c = --width ? get(in) : EOF, matched = 0;
            if (width > 0 && (c == '-' || c == '+')) append(word, c), c = --width ? get(in) : EOF;
            while (width > 0 && c != EOF && is_digit(c)) {
                append(word, c), c = --width ? get(in) : EOF, matched = 1;
            }
        }
    }
    if (width > 0) unget(in, c);
    return matched ? MATCHED : MISMATCHED;
}

static void store_integer(void *to, unsigned long value, int length) {
    switch (length) {
    case 'H': *(byte *)to = (byte)value; break;
    case 'h': *(unsigned short *)to = (unsigned short)value; break;
    case 0: *(unsigned *)to = (unsigned)value; break;
    default: *(unsigned long *)to = value;
    }
}

static void store_double(void *to, const struct word *word, int length) {
    if (length == 'l') *(double *)to = __ferret_parse_double(word->text, word->length);
    else if (length == 'L') *(long double *)to = __ferret_parse_double(word->text, word->length);
    else *(float *)to = __ferret_parse_float(word->text, word->length);
}

// Where characters go: a buffer of the program's, a new one (%ms), or nowhere.
struct sink {
    char *buffer;
    char **new;
    struct word word;
};

static void sink_put(struct sink *sink, long index, int c) {
    if (sink->new) append(&sink->word, c);
    else if (sink->buffer) sink->buffer[index] = (char)c;
}

static void sink_end(struct sink *sink, long length, int matched) {
    if (sink->new) {
        if (matched) *sink->new = sink->word.text;
        else __ferret_release(sink->word.text);
    } else if (sink->buffer && matched) {
        sink->buffer[length] = 0;
    }
}

// A set as a table; gives what follows its closing bracket.
static const char *read_set(const char *at, byte *set) {
    int inverted = *at == '^';
    if (inverted) at++;
    __builtin_memset(set, inverted, 256);
    const char *first = at;
    for (; *at && (*at != ']' || at == first); at++) {
        if (*at == '-' && at != first && at[1] && at[1] != ']') {
            for (int c = (byte)at[-1]; c <= (byte)at[1]; c++) set[c] = (byte)!inverted;
            at++;
        } else {
            set[(byte)*at] = (byte)!inverted;
        }
    }
    return *at ? at + 1 : at;
}

static int read_text(struct in *in, int width, const byte *set, struct sink *sink) {
    long length = 0;
    int c = get(in);
    if (c == EOF) return ENDED;
    while (c != EOF && (set ? set[c] : !is_space(c))) {
        sink_put(sink, length++, c);
        if (!--width) break;
        c = get(in);
    }
    if (width) unget(in, c);
    sink_end(sink, length, length > 0);
    return length ? MATCHED : MISMATCHED;
}

static int read_characters(struct in *in, int width, struct sink *sink) {
    for (long i = 0; i < width; i++) {
        int c = get(in);
        if (c == EOF) return i ? MISMATCHED : ENDED;
        sink_put(sink, i, c);
    }
    if (sink->new) *sink->new = sink->word.text;
    return MATCHED;
}

int __ferret_scan(FILE *stream, const char *text, const char *format, va_list *list) {
    struct in in = {stream, text, 0, 0};
    int assigned = 0, state = MATCHED;
    const char *at = format;
    while (*at && state == MATCHED) {
        if (is_space((byte)*at)) {
            skip_blanks(&in);
            at++;
            continue;
        }
        if (*at != '%' || at[1] == '%') {
            if (*at == '%') {
                at++;
                skip_blanks(&in);
            }
            int c = get(&in);
            if (c == EOF) state = ENDED;
            else if (c != (byte)*at) {
                unget(&in, c);
                state = MISMATCHED;
            }
            at++;
            continue;
        }
        at++;
        int dropped = 0, allocates = 0, width = 0, length = 0;
        if (*at == '*') dropped = 1, at++;
        for (; is_digit((byte)*at); at++)
            if (width < 100000000) width = width * 10 + (*at - '0');
        if (*at == 'm') allocates = 1, at++;
        for (;; at++) {
            if (*at == 'h') length = length == 'h' ? 'H' : 'h';
            else if (*at == 'l') length = length == 'l' ? 'L' : 'l';
            else if (*at == 'j' || *at == 'z' || *at == 't') length = 'l';
            else if (*at == 'q' || *at == 'L') length = 'L';
            else break;
        }
        char letter = *at;
        if (letter) at++;
        if (letter == 'n') {
            if (!dropped) store_integer(va_arg(*list, void *), (unsigned long)in.count, length);
            continue;
        }
        int everything = width ? width : INT_MAX;
        if (letter != 'c' && letter != '[' && letter != 'C') skip_blanks(&in);
        struct sink sink = {0, 0, {0, 0, 0}};
        int base = 10, is_signed = 1;
        switch (letter) {
        case 'i': base = 0; goto integer;
        case 'o': base = 8, is_signed = 0; goto integer;
        case 'x': case 'X': case 'p': base = 16, is_signed = 0; goto integer;
        case 'u': is_signed = 0; goto integer;
        case 'd':
        integer: {
            unsigned long value = 0;
            state = read_integer(&in, everything, base, is_signed, &value);
            if (state == MATCHED && !dropped) {
                store_integer(va_arg(*list, void *), value, letter == 'p' ? 'l' : length);
                assigned++;
            }
            break;
        }
        case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': {
            struct word word = {0, 0, 0};
            state = read_double(&in, everything, &word);
            if (state == MATCHED && !dropped) {
                store_double(va_arg(*list, void *), &word, length);
                assigned++;
            }
            __ferret_release(word.text);
            break;
        }
        case 's':
        case '[':
        case 'c': {
            byte set[256];
            if (letter == '[') at = read_set(at, set);
            if (!dropped && allocates) sink.new = va_arg(*list, char **);
            else if (!dropped) sink.buffer = va_arg(*list, char *);
            if (letter == 'c') state = read_characters(&in, width ? width : 1, &sink);
            else state = read_text(&in, everything, letter == '[' ? set : 0, &sink);
            if (state == MATCHED && !dropped) assigned++;
            break;
        }
        default: state = MISMATCHED;
        }
    }
    return state == ENDED && !assigned ? EOF : assigned;
}

#define WITH_LIST(call)                                                                                 \
    va_list list;                                                                                       \
    va_start(list, format);                                                                             \
    int result = call;                                                                                  \
    va_end(list);                                                                                       \
    return result
#define WITH_COPY(call)                                                                                 \
    va_list list;                                                                                       \
    va_copy(list, given);                                                                               \
    int result = call;                                                                                  \
    va_end(list);                                                                                       \
    return result

// The same functions under the names that different standards give them.
#define FAMILY(prefix)                                                                                  \
    API int prefix##scanf(const char *format, ...) {                                                    \
        WITH_LIST(__ferret_scan(stdin, 0, format, &list));                                              \
    }                                                                                                   \
    API int prefix##fscanf(FILE *stream, const char *format, ...) {                                     \
        WITH_LIST(__ferret_scan(stream, 0, format, &list));                                             \
    }                                                                                                   \
    API int prefix##sscanf(const char *text, const char *format, ...) {                                 \
        WITH_LIST(__ferret_scan(0, text, format, &list));                                               \
    }                                                                                                   \
    API int prefix##vscanf(const char *format, va_list given) {                                         \
        WITH_COPY(__ferret_scan(stdin, 0, format, &list));                                              \
    }                                                                                                   \
    API int prefix##vfscanf(FILE *stream, const char *format, va_list given) {                          \
        WITH_COPY(__ferret_scan(stream, 0, format, &list));                                             \
    }                                                                                                   \
    API int prefix##vsscanf(const char *text, const char *format, va_list given) {                      \
        WITH_COPY(__ferret_scan(0, text, format, &list));                                               \
    }

FAMILY()
FAMILY(__isoc99_)
FAMILY(__isoc23_)
