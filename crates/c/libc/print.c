// The printf family. Floating-point numbers are formatted by the machine, exactly and for any precision.
#include "ferret.h"

struct out {
    FILE *stream; // or null, and then
    char *buffer; // where it goes,
    size_t capacity; // as far as there is room
    size_t length;
    int failed;
};

static void emit(struct out *out, const char *bytes, size_t count) {
    if (!count) return;
    if (out->stream) {
        if (__ferret_print(out->stream, bytes, count) != count) out->failed = 1;
    } else if (out->length < out->capacity) {
        size_t room = out->capacity - out->length;
        __builtin_memmove(out->buffer + out->length, bytes, count < room ? count : room);
    }
    out->length += count;
}

static void repeat(struct out *out, char c, long count) {
    char block[64];
    if (count <= 0) return;
    __builtin_memset(block, c, sizeof block);
    for (; count > 64; count -= 64) emit(out, block, 64);
    emit(out, block, (size_t)count);
}

struct conversion {
    int position; // of its argument, as in `%2$s`; 0 for the next one
    int flags;
    int width;
    int precision; // -1 if there is none
    int length; // h, H for hh, l, L for ll and L, 0
    char letter;
};

// Puts `prefix`, zeros and `digits` into a field.
static void emit_number(struct out *out, const struct conversion *conversion, const char *prefix,
                        const char *digits, size_t count) {
    size_t prefixes = __ferret_length(prefix);
    long zeros = conversion->precision > (long)count ? conversion->precision - (long)count : 0;
    long blanks = conversion->width - (long)prefixes - zeros - (long)count;
    if (blanks < 0) blanks = 0;
    int left = conversion->flags & FLAG_LEFT;
    if ((conversion->flags & FLAG_ZERO) && !left && conversion->precision < 0) zeros = blanks, blanks = 0;
    if (!left) repeat(out, ' ', blanks);
    emit(out, prefix, prefixes);
    repeat(out, '0', zeros);
    emit(out, digits, count);
    if (left) repeat(out, ' ', blanks);
}

static void emit_integer(struct out *out, const struct conversion *conversion, unsigned long value,
                         int negative) {
    char digits[66];
    size_t at = sizeof digits;
    int letter = conversion->letter;
    unsigned base = letter == 'o' ? 8 : letter == 'x' || letter == 'X' || letter == 'p' ? 16
                    : letter == 'b' || letter == 'B' ? 2 : 10;
    const char *alphabet = letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    int is_zero = !value;
    for (; value; value /= base) digits[--at] = alphabet[value % base];
    if (is_zero && conversion->precision != 0) digits[--at] = '0';
    const char *prefix = "";
    int flags = conversion->flags;
    if (letter == 'd') {
        prefix = negative ? "-" : flags & FLAG_PLUS ? "+" : flags & FLAG_SPACE ? " " : "";
    } else if (letter == 'p') {
        prefix = flags & FLAG_PLUS ? "+0x" : flags & FLAG_SPACE ? " 0x" : "0x";
    } else if ((flags & FLAG_ALTERNATE) && !is_zero) {
        if (letter == 'x') prefix = "0x";
        if (letter == 'X') prefix = "0X";
        if (letter == 'b') prefix = "0b";
        if (letter == 'B') prefix = "0B";
    }
    size_t count = sizeof digits - at;
    if (letter == 'o' && (flags & FLAG_ALTERNATE) && conversion->precision <= (long)count &&
        (count == 0 || digits[at] != '0')) {
        digits[--at] = '0';
        count++;
    }
    emit_number(out, conversion, prefix, digits + at, count);
}

static void emit_text(struct out *out, const struct conversion *conversion, const char *text, size_t length) {
    long blanks = conversion->width - (long)length;
    if (!(conversion->flags & FLAG_LEFT)) repeat(out, ' ', blanks);
    emit(out, text, length);
    if (conversion->flags & FLAG_LEFT) repeat(out, ' ', blanks);
}

static void emit_string(struct out *out, const struct conversion *conversion, const char *text) {
    // glibc shows a null pointer only where there is room for all of it.
    if (!text) text = conversion->precision < 0 || conversion->precision >= 6 ? "(null)" : "";
    size_t length = 0;
    while ((conversion->precision < 0 || length < (size_t)conversion->precision) && text[length]) length++;
    emit_text(out, conversion, text, length);
}

// Wide characters in the C locale: those that are one byte.
static void emit_wide_string(struct out *out, struct conversion *conversion, const int *text) {
    size_t length = 0;
    if (!text) {
        emit_string(out, conversion, 0);
        return;
    }
    while ((conversion->precision < 0 || length < (size_t)conversion->precision) && text[length]) {
        if (text[length] < 0 || text[length] > 127) {
            errno = EILSEQ;
            out->failed = 1;
            return;
        }
        length++;
    }
    char *narrow = __ferret_allocate(length + 1);
    for (size_t i = 0; i < length; i++) narrow[i] = (char)text[i];
    emit_text(out, conversion, narrow, length);
    __ferret_release(narrow);
}

static void emit_double(struct out *out, const struct conversion *conversion, double value) {
    int flags = conversion->flags | (out->stream ? FLAG_SHOWN : 0);
    char *field = __ferret_format_double(value, conversion->letter, flags, conversion->width,
                                         conversion->precision);
    emit(out, field, __ferret_object_size(field));
    __ferret_release(field);
}

static int read_number(const char **at) {
    long number = 0;
    for (; is_digit((byte)**at); ++*at)
        if (number < INT_MAX) number = number * 10 + (**at - '0');
    return number > INT_MAX ? INT_MAX : (int)number;
}

// Arguments that a format takes by position.
enum { MOST_POSITIONS = 99 };
enum { KIND_INT, KIND_LONG, KIND_POINTER, KIND_DOUBLE, KIND_LONG_DOUBLE };

union value {
    long integer;
    void *pointer;
    double number;
};

// Where the arguments of conversions come from.
struct arguments {
    va_list *list; // or null, and then
    union value *values; // from here, by position,
    byte *kinds; // or nowhere: what kinds they are is only noted
    int count; // up to this position
};

static void note_kind(struct arguments *arguments, int position, int kind) {
    if (position > MOST_POSITIONS) return;
    arguments->kinds[position] = (byte)kind;
    if (position > arguments->count) arguments->count = position;
}

// The argument at a position, or the next one; what was never noted is zero.
static union value positioned(const struct arguments *arguments, int position) {
    union value nothing = {0};
    return arguments->values && position && position <= arguments->count ? arguments->values[position] : nothing;
}

static int take_int(struct arguments *arguments, int position) {
    return arguments->list ? va_arg(*arguments->list, int) : (int)positioned(arguments, position).integer;
}
static long take_long(struct arguments *arguments, int position) {
    return arguments->list ? va_arg(*arguments->list, long) : positioned(arguments, position).integer;
}
static void *take_pointer(struct arguments *arguments, int position) {
    return arguments->list ? va_arg(*arguments->list, void *) : positioned(arguments, position).pointer;
}
static double take_double(struct arguments *arguments, int position) {
    return arguments->list ? va_arg(*arguments->list, double) : positioned(arguments, position).number;
}
static double take_long_double(struct arguments *arguments, int position) {
    if (arguments->list) return (double)va_arg(*arguments->list, long double);
    return positioned(arguments, position).number;
}

// Reads `2$`, if it is there.
static int read_position(const char **at) {
    const char *ahead = *at;
    int position = read_number(&ahead);
    if (!position || *ahead != '$') return 0;
    *at = ahead + 1;
    return position;
}

// A width or precision that is an argument.
static int read_argument(const char **at, struct arguments *arguments) {
    int position = read_position(at);
    if (arguments->kinds) note_kind(arguments, position, KIND_INT);
    return take_int(arguments, position);
}

// Reads position, flags, width, precision and length.
static void read_conversion(struct conversion *conversion, const char **format, struct arguments *arguments) {
    const char *at = *format;
    conversion->position = read_position(&at);
    conversion->flags = 0;
    for (;; at++) {
        if (*at == '-') conversion->flags |= FLAG_LEFT;
        else if (*at == '+') conversion->flags |= FLAG_PLUS;
        else if (*at == ' ') conversion->flags |= FLAG_SPACE;
        else if (*at == '#') conversion->flags |= FLAG_ALTERNATE;
        else if (*at == '0') conversion->flags |= FLAG_ZERO;
        else if (*at != '\'' && *at != 'I') break;
    }
    if (*at == '*') {
        at++;
        conversion->width = read_argument(&at, arguments);
        if (conversion->width < 0) {
            conversion->flags |= FLAG_LEFT;
            conversion->width = conversion->width == INT_MIN ? INT_MAX : -conversion->width;
        }
    } else {
        conversion->width = read_number(&at);
    }
    conversion->precision = -1;
    if (*at == '.') {
        at++;
        if (*at == '*') {
            at++;
            conversion->precision = read_argument(&at, arguments);
            if (conversion->precision < 0) conversion->precision = -1;
        } else {
            conversion->precision = read_number(&at);
        }
    }
    conversion->length = 0;
    for (;; at++) {
        if (*at == 'h') conversion->length = conversion->length == 'h' ? 'H' : 'h';
        else if (*at == 'l') conversion->length = conversion->length == 'l' ? 'L' : 'l';
        else if (*at == 'j' || *at == 'z' || *at == 't' || *at == 'Z') conversion->length = 'l';
        else if (*at == 'q' || *at == 'L') conversion->length = 'L';
        else break;
    }
    conversion->letter = *at;
    if (*at) at++;
    *format = at;
}

static long signed_argument(const struct conversion *conversion, struct arguments *arguments) {
    int position = conversion->position;
    switch (conversion->length) {
    case 'H': return (signed char)take_int(arguments, position);
    case 'h': return (short)take_int(arguments, position);
    case 0: return take_int(arguments, position);
    default: return take_long(arguments, position);
    }
}

static unsigned long unsigned_argument(const struct conversion *conversion, struct arguments *arguments) {
    int position = conversion->position;
    switch (conversion->length) {
    case 'H': return (byte)take_int(arguments, position);
    case 'h': return (unsigned short)take_int(arguments, position);
    case 0: return (unsigned)take_int(arguments, position);
    default: return (unsigned long)take_long(arguments, position);
    }
}

static void store_count(size_t count, int length, void *to) {
    switch (length) {
    case 'H': *(signed char *)to = (signed char)count; break;
    case 'h': *(short *)to = (short)count; break;
    case 0: *(int *)to = (int)count; break;
    default: *(long *)to = (long)count;
    }
}

static long settled(const struct out *out, long value) {
    return out->stream ? __ferret_shown(value) : __ferret_concrete(value);
}

// Carries out one conversion; gives whether it is one.
static int convert(struct out *out, struct conversion *conversion, struct arguments *arguments) {
    int position = conversion->position;
    switch (conversion->letter) {
    case 'd':
    case 'i': {
        long value = settled(out, signed_argument(conversion, arguments));
        conversion->letter = 'd';
        emit_integer(out, conversion, value < 0 ? 0 - (unsigned long)value : (unsigned long)value, value < 0);
        return 1;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B': {
        unsigned long value = unsigned_argument(conversion, arguments);
        emit_integer(out, conversion, (unsigned long)settled(out, (long)value), 0);
        return 1;
    }
    case 'p': {
        unsigned long value = (unsigned long)take_pointer(arguments, position);
        if (value) emit_integer(out, conversion, value, 0);
        else emit_text(out, conversion, "(nil)", 5);
        return 1;
    }
    case 'C':
    case 'c': {
        char c = (char)take_int(arguments, position);
        emit_text(out, conversion, &c, 1);
        return 1;
    }
    case 'S': emit_wide_string(out, conversion, take_pointer(arguments, position)); return 1;
    case 's':
        if (conversion->length == 'l') emit_wide_string(out, conversion, take_pointer(arguments, position));
        else emit_string(out, conversion, take_pointer(arguments, position));
        return 1;
    case 'm': emit_string(out, conversion, __ferret_error_text(errno)); return 1;
    case 'n': store_count(out->length, conversion->length, take_pointer(arguments, position)); return 1;
    case '%': emit(out, "%", 1); return 1;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        if (conversion->length == 'L') emit_double(out, conversion, take_long_double(arguments, position));
        else emit_double(out, conversion, take_double(arguments, position));
        return 1;
    default: return 0;
    }
}

static void format_with(struct out *out, const char *format, struct arguments *arguments) {
    for (const char *at = format; *at;) {
        size_t plain = 0;
        while (at[plain] && at[plain] != '%') plain++;
        emit(out, at, plain);
        at += plain;
        if (!*at) break;
        const char *start = at++;
        struct conversion conversion;
        read_conversion(&conversion, &at, arguments);
        // What is no conversion is shown as it is written; one that ends with the text is an error.
        if (!conversion.letter) {
            errno = EINVAL;
            out->failed = 1;
            break;
        }
        if (!convert(out, &conversion, arguments)) emit(out, start, (size_t)(at - start));
    }
}

// Whether the first conversion takes its argument by position; then all of them do.
static int has_positions(const char *format) {
    for (const char *at = format; *at; at++) {
        if (*at != '%') continue;
        if (*++at != '%') return read_position(&at) > 0;
    }
    return 0;
}

static int kind_of(const struct conversion *conversion) {
    switch (conversion->letter) {
    case 's': case 'S': case 'p': case 'n': return KIND_POINTER;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
        return conversion->length == 'L' ? KIND_LONG_DOUBLE : KIND_DOUBLE;
    case 'c': case 'C': return KIND_INT;
    default: return conversion->length == 'l' || conversion->length == 'L' ? KIND_LONG : KIND_INT;
    }
}

// Formats by position: what is where has to be known before the first argument is taken.
static void format_positioned(struct out *out, const char *format, va_list *list) {
    byte kinds[MOST_POSITIONS + 1] = {0};
    union value values[MOST_POSITIONS + 1];
    struct arguments arguments = {0, 0, kinds, 0};
    for (const char *at = format; *at;) {
        if (*at++ != '%') continue;
        struct conversion conversion;
        read_conversion(&conversion, &at, &arguments);
        if (conversion.position) note_kind(&arguments, conversion.position, kind_of(&conversion));
    }
    for (int i = 1; i <= arguments.count; i++) {
        switch (kinds[i]) {
        case KIND_INT: values[i].integer = va_arg(*list, int); break;
        case KIND_LONG: values[i].integer = va_arg(*list, long); break;
        case KIND_POINTER: values[i].pointer = va_arg(*list, void *); break;
        case KIND_DOUBLE: values[i].number = va_arg(*list, double); break;
        default: values[i].number = (double)va_arg(*list, long double);
        }
    }
    arguments.values = values;
    arguments.kinds = 0;
    format_with(out, format, &arguments);
}

int __ferret_format(FILE *stream, char *buffer, size_t capacity, const char *format, va_list *list) {
    struct out out = {stream, buffer, capacity ? capacity - 1 : 0, 0, 0};
    if (has_positions(format)) {
        format_positioned(&out, format, list);
    } else {
        struct arguments arguments = {list, 0, 0, 0};
        format_with(&out, format, &arguments);
    }
    if (!stream && capacity) buffer[out.length < capacity ? out.length : capacity - 1] = 0;
    if (out.length > INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return out.failed ? -1 : (int)out.length;
}

// Formats into a new string.
static int format_new(char **to, const char *format, va_list *list) {
    va_list again;
    va_copy(again, *list);
    int length = __ferret_format(0, 0, 0, format, list);
    if (length >= 0) {
        *to = __ferret_allocate_or_fail((size_t)length + 1);
        if (*to) __ferret_format(0, *to, (size_t)length + 1, format, &again);
        else length = -1;
    }
    va_end(again);
    return length;
}

// A formatting function is the core with its list of arguments.
#define WITH_LIST(call)                                                                                 \
    va_list list;                                                                                       \
    va_start(list, format);                                                                             \
    int result = call;                                                                                  \
    va_end(list);                                                                                       \
    return result

// A list that was handed over is copied: only then is its address one of a list.
#define WITH_COPY(call)                                                                                 \
    va_list list;                                                                                       \
    va_copy(list, given);                                                                               \
    int result = call;                                                                                  \
    va_end(list);                                                                                       \
    return result

static FILE *descriptor_stream(int descriptor) {
    static FILE stream;
    stream = (FILE){.descriptor = descriptor, .writes = 1};
    return &stream;
}

static const size_t unbounded = (size_t)INT_MAX + 1;

API int printf(const char *format, ...) { WITH_LIST(__ferret_format(stdout, 0, 0, format, &list)); }
// No stream means a buffer to the formatter; to a caller it is a mistake.
static FILE *existing(FILE *stream) {
    (void)*(volatile char *)stream;
    return stream;
}

API int fprintf(FILE *stream, const char *format, ...) {
    WITH_LIST(__ferret_format(existing(stream), 0, 0, format, &list));
}
API int dprintf(int descriptor, const char *format, ...) {
    WITH_LIST(__ferret_format(descriptor_stream(descriptor), 0, 0, format, &list));
}
API int sprintf(char *to, const char *format, ...) {
    WITH_LIST(__ferret_format(0, to, unbounded, format, &list));
}
API int snprintf(char *to, size_t size, const char *format, ...) {
    WITH_LIST(__ferret_format(0, to, size, format, &list));
}
API int asprintf(char **to, const char *format, ...) { WITH_LIST(format_new(to, format, &list)); }

API int vprintf(const char *format, va_list given) {
    WITH_COPY(__ferret_format(stdout, 0, 0, format, &list));
}
API int vfprintf(FILE *stream, const char *format, va_list given) {
    WITH_COPY(__ferret_format(existing(stream), 0, 0, format, &list));
}
API int vdprintf(int descriptor, const char *format, va_list given) {
    WITH_COPY(__ferret_format(descriptor_stream(descriptor), 0, 0, format, &list));
}
API int vsprintf(char *to, const char *format, va_list given) {
    WITH_COPY(__ferret_format(0, to, unbounded, format, &list));
}
API int vsnprintf(char *to, size_t size, const char *format, va_list given) {
    WITH_COPY(__ferret_format(0, to, size, format, &list));
}
API int vasprintf(char **to, const char *format, va_list given) { WITH_COPY(format_new(to, format, &list)); }

// The variants of a fortified build.
API int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    WITH_LIST(__ferret_format(stdout, 0, 0, format, &list));
}
API int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
    (void)flag;
    WITH_LIST(__ferret_format(existing(stream), 0, 0, format, &list));
}
API int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
    (void)flag, (void)room;
    WITH_LIST(__ferret_format(0, to, unbounded, format, &list));
}
API int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
    (void)flag, (void)room;
    WITH_LIST(__ferret_format(0, to, size, format, &list));
}
API int __asprintf_chk(char **to, int flag, const char *format, ...) {
    (void)flag;
    WITH_LIST(format_new(to, format, &list));
}
API int __vprintf_chk(int flag, const char *format, va_list given) {
    (void)flag;
    WITH_COPY(__ferret_format(stdout, 0, 0, format, &list));
}
API int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list given) {
    (void)flag;
    WITH_COPY(__ferret_format(existing(stream), 0, 0, format, &list));
}
API int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list given) {
    (void)flag, (void)room;
    WITH_COPY(__ferret_format(0, to, unbounded, format, &list));
}
API int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list given) {
    (void)flag, (void)room;
    WITH_COPY(__ferret_format(0, to, size, format, &list));
}
API int __vasprintf_chk(char **to, int flag, const char *format, va_list given) {
    (void)flag;
    WITH_COPY(format_new(to, format, &list));
}

// err.h, whose messages are formatted.
static void warn_with(const char *format, va_list *list, int error) {
    extern char *program_invocation_short_name;
    const char *name = program_invocation_short_name;
    __ferret_print(stderr, name, __ferret_length(name));
    __ferret_print(stderr, ": ", 2);
    if (format) __ferret_format(stderr, 0, 0, format, list);
    if (error) {
        const char *text = __ferret_error_text(error);
        if (format) __ferret_print(stderr, ": ", 2);
        __ferret_print(stderr, text, __ferret_length(text));
    }
    __ferret_print(stderr, "\n", 1);
}

// A test that follows a format hands over a text and a number; no caller would write a format that asks for something
// else.
void __ferret_check_format(const char *format, const char *text) {
    int asked = 0;
    if (!format) return;
    if (!*format) __ferret_hang();
    for (const char *at = format; *at; at++) {
        if (*at != '%' || *++at == '%') continue;
        while (*at == '-' || *at == '+' || *at == ' ' || *at == '#' || *at == '0') at++;
        for (int digits = 0; is_digit(*at); at++)
            if (++digits > 2) __ferret_hang();
        if (*at == '.' && is_digit(*++at)) at++;
        int is_text = *at == 's';
        int is_number = *at == 'd' || *at == 'i' || *at == 'u' || *at == 'x' || *at == 'c';
        if (asked == 0 ? !is_text || !text : asked > 1 || !is_number) __ferret_hang();
        asked++;
    }
}

_Noreturn void exit(int);

API void warn(const char *format, ...) {
    va_list list;
    va_start(list, format);
    warn_with(format, &list, errno);
    va_end(list);
}
API void warnx(const char *format, ...) {
    va_list list;
    va_start(list, format);
    warn_with(format, &list, 0);
    va_end(list);
}
API _Noreturn void err(int code, const char *format, ...) {
    va_list list;
    va_start(list, format);
    warn_with(format, &list, errno);
    exit(code);
}
API _Noreturn void errx(int code, const char *format, ...) {
    va_list list;
    va_start(list, format);
    warn_with(format, &list, 0);
    exit(code);
}
