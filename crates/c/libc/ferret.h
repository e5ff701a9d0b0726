// What the sources of this library share: types as the x86-64 ABI and the system's headers lay them
// out, the primitives that the machine answers, and the few helpers that cross files.
//
// Functions that programs call are weak, so that a program may bring its own. For the same reason the
// library never calls them itself where it can help it: helpers have names that programs must not use.
#ifndef FERRET_H
#define FERRET_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define API __attribute__((weak))

typedef long ssize_t;
typedef long off_t;
typedef long time_t;
typedef unsigned char byte;

// Error numbers of Linux.
enum {
    EPERM = 1, ENOENT = 2, EINTR = 4, EIO = 5, EBADF = 9, ECHILD = 10, ENOMEM = 12, EACCES = 13,
    EEXIST = 17, ENOTDIR = 20, EISDIR = 21, EINVAL = 22, EMFILE = 24, ENOTTY = 25, ENOSPC = 28,
    ESPIPE = 29, EDOM = 33, ERANGE = 34, ENOSYS = 38, EILSEQ = 84, EOVERFLOW = 75
};

extern int __ferret_errno;
#define errno __ferret_errno

// Primitives, answered by the machine.
// Hands bytes to an output stream: 1 standard output, 2 standard error.
void __ferret_write(int stream, const void *bytes, size_t count);
// The program's `main`, however many parameters it has.
int __ferret_main(int count, char **arguments, char **environment);
_Noreturn void __ferret_exit(int code);
_Noreturn void __ferret_abort(void);
_Noreturn void __ferret_assertion(void);
// Does `__ferret_thread` with a thread, until that ends or is left by the other one.
void __ferret_run_thread(void *thread);
_Noreturn void __ferret_leave_thread(void);
// Waits for what never comes.
_Noreturn void __ferret_hang(void);
void *__ferret_allocate(size_t size);
void *__ferret_allocate_zeroed(size_t size);
// Whether more than any object can have is refused, as a system does; a run that tests are made of ends there.
int __ferret_too_large(void);
void __ferret_release(void *object);
// The size of the object that an address lies in.
size_t __ferret_object_size(const void *object);
void __ferret_check_block(const void *object);
// What the run was given: how many of a kind, and one of them as a new object.
size_t __ferret_given_count(int kind);
byte *__ferret_given(int kind, size_t index);
enum { GIVEN_ARGUMENT, GIVEN_INPUT, GIVEN_FILE_NAME, GIVEN_FILE };
// Asks the scenario for what only the world outside knows.
long __ferret_ask(int question, long otherwise);
enum { ASK_RAND, ASK_TIME, ASK_TIME_NANOSECONDS, ASK_CLOCK, ASK_MALLOC_FAILS, ASK_FOPEN_FAILS,
       ASK_READ_FAILS, ASK_READ_MOST, ASK_WRITE_FAILS, ASK_CLOSE_FAILS };
// The same of a variable of the environment: whether it is set, or the next byte of its value.
long __ferret_ask_variable(const char *name, int part, long otherwise);
enum { ASK_VARIABLE_SET, ASK_VARIABLE_BYTE };
// Notes that the program looked for what the scenario could give and did not: standard input, a file.
void __ferret_want(int what, const char *path);
enum { WANT_INPUT, WANT_FILE };
// What a comparison of two texts or blocks came to, with how far it was from being zero: told to
// searches, of no effect otherwise.
int __ferret_compared(int order, const void *a, const void *b, size_t count, int how);
// The same for a search that found nothing.
void *__ferret_not_found(const void *in, size_t count, const void *wanted, size_t length, int how);
enum { COMPARED_TEXT = 1, COMPARED_ANY_CASE = 2, WANTED_ONE_OF = 4 };
// A value for the eyes only: what it depends on is forgotten.
long __ferret_shown(long value);
// A value that is fixed to what it is in this run.
long __ferret_concrete(long value);
// A number in the form that a conversion asks for, as a new object that ends with its last character.
char *__ferret_format_double(double value, int conversion, int flags, int width, int precision);
// The double or float nearest to a well-formed number of that many characters.
double __ferret_parse_double(const char *text, size_t length);
float __ferret_parse_float(const char *text, size_t length);

// Flags of a conversion.
enum {
    FLAG_LEFT = 1, FLAG_PLUS = 2, FLAG_SPACE = 4, FLAG_ALTERNATE = 8, FLAG_ZERO = 16,
    // The result is shown and read by nobody.
    FLAG_SHOWN = 64
};

// An object for the program, or null and ENOMEM.
void *__ferret_allocate_or_fail(size_t size);
void *__ferret_sure_malloc(size_t size);

// Strings.
size_t __ferret_length(const char *text);
int __ferret_equal(const char *a, const char *b);
char *__ferret_duplicate(const char *text);
const char *__ferret_error_text(int error);

// Characters of the C locale.
static inline int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline int is_digit(int c) { return c >= '0' && c <= '9'; }
static inline int lower_case(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
static inline int is_alpha(int c) { c = lower_case(c); return c >= 'a' && c <= 'z'; }
// The value of a digit in any base, or a number that is too large for one.
static inline int digit_value(int c) {
    if (is_digit(c)) return c - '0';
    if (is_alpha(c)) return lower_case(c) - 'a' + 10;
    return 99;
}

// Files.
enum { NODE_FILE, NODE_OUTPUT, NODE_NULL };

struct node {
    char *name; // null once it is removed
    byte *data;
    size_t size;
    size_t capacity; // 0 as long as the data is what the run was given
    int kind;
    int stream; // of an output
    int opens;
    int directory;
    unsigned number; // 0 for the content of a stream over memory
    unsigned mode;
    struct node *next;
};

struct opening {
    struct node *node;
    size_t position;
    int flags;
    int references;
};

enum {
    O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_ACCMODE = 3, O_CREAT = 0100, O_EXCL = 0200,
    O_TRUNC = 01000, O_APPEND = 02000
};
enum { SEEK_SET, SEEK_CUR, SEEK_END };

struct opening *__ferret_opening(int descriptor);
int __ferret_temporary(byte *data, size_t size);
int __ferret_open(const char *path, int flags, unsigned mode);
int __ferret_close(int descriptor);
ssize_t __ferret_read(struct opening *opening, void *to, size_t count);
ssize_t __ferret_put(struct opening *opening, const void *from, size_t count);
off_t __ferret_seek(struct opening *opening, off_t offset, int whence);
int __ferret_unlink(const char *path);
// The entry of a folder with a number: its name, the number of the node and its type for `readdir`; 0 behind the last.
int __ferret_entry(const struct node *folder, unsigned index, char *name, unsigned long *number, byte *type);
// What a shell gives for a command: that there is no such one, or -1 if there is no shell.
int __ferret_shell(const char *command);
// From now on the program runs in a folder of its own and writes nowhere else.
void __ferret_confine(void);

// Streams.
typedef struct __ferret_stream {
    int descriptor; // -1 for a stream over memory
    int flags;
    int end;
    int error;
    int pushed; // how many characters were pushed back
    int pushed_back[8];
    int reads, writes;
    size_t filled; // up to which position reads were tried
    struct opening *opening;
    // A stream over memory that hands its content to the program.
    char **memory;
    size_t *memory_size;
    int status; // that a command ends with
    struct __ferret_stream *next;
} FILE;

#define EOF (-1)

int __ferret_get(FILE *stream);
int __ferret_unget(int c, FILE *stream);
size_t __ferret_print(FILE *stream, const void *bytes, size_t count);
int __ferret_format(FILE *stream, char *buffer, size_t capacity, const char *format, va_list *list);
int __ferret_scan(FILE *stream, const char *text, const char *format, va_list *list);
FILE *__ferret_stream(int descriptor, int flags);
void __ferret_flush_all(void);
extern FILE *stdin, *stdout, *stderr;

// The integer that a text begins with, as `strtol` and `strtoul` read it.
unsigned long __ferret_integer(const char *text, char **end, int base, int is_signed);
// How many characters of a text are a floating-point number, leading blanks not among them.
size_t __ferret_double_length(const char *text);

// Regular expressions.
enum { REG_EXTENDED = 1, REG_ICASE = 2, REG_NEWLINE = 4, REG_NOSUB = 8 };
enum { REG_NOTBOL = 1, REG_NOTEOL = 2, REG_STARTEND = 4 };
enum {
    REG_NOERROR, REG_NOMATCH, REG_BADPAT, REG_ECOLLATE, REG_ECTYPE, REG_EESCAPE, REG_ESUBREG, REG_EBRACK,
    REG_EPAREN, REG_EBRACE, REG_BADBR, REG_ERANGE, REG_ESPACE, REG_BADRPT, REG_EEND, REG_ESIZE, REG_ERPAREN
};

typedef int regoff_t;
typedef struct { regoff_t rm_so, rm_eo; } regmatch_t;

// As the system's header lays it out.
typedef struct {
    struct pattern *pattern;
    size_t allocated, used;
    unsigned long syntax;
    char *fastmap;
    byte *translate;
    size_t re_nsub;
    unsigned flags;
} regex_t;

enum kind { EMPTY, SET, CAT, ALT, STAR, GROUP, BACK, LINE_START, LINE_END, TEXT_START, TEXT_END, WORD_EDGE, WORD_INSIDE, WORD_START, WORD_END };

struct part {
    enum kind kind;
    int first, second; // children
    int number;        // of a group or back-reference; of a star, whether it follows its own first round
    uint64_t set[4];   // characters
};

struct pattern {
    struct part *nodes;
    int count, capacity;
    int root, groups, flags, has_references;
};

static inline int includes(const uint64_t *set, int c) { return (int)(set[c >> 6] >> (c & 63) & 1); }
static inline int is_word_character(int c) { return is_alpha(c) || is_digit(c) || c == '_'; }

extern time_t __ferret_clock;
extern char **environ;

#endif
