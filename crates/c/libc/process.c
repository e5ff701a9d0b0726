// The start and end of a program: arguments, environment, exit, signals, and what a process asks about
// itself.
#include "ferret.h"

int __ferret_errno;
API int *__errno_location(void) { return &__ferret_errno; }

static char *no_environment[1];
char **environ = no_environment;
API char *__progname_full = "program";
API char *program_invocation_name = "program";
API char *program_invocation_short_name = "program";
API char *__progname = "program";

// Arguments that are inputs of the run; the others are given as they are.
char **__ferret_arguments;

static char *argument(size_t index) {
    byte *data = 0;
    if (__ferret_arguments) data = (byte *)__ferret_arguments[index];
    if (!data) data = __ferret_given(GIVEN_ARGUMENT, index);
    size_t size = __ferret_object_size(data);
    char *text = __ferret_allocate(size + 1);
    __builtin_memmove(text, data, size);
    text[size] = 0;
    return text;
}

enum { MOST_HANDLERS = 256 };
static void (*handlers[MOST_HANDLERS])(void);
static void (*quick_handlers[MOST_HANDLERS])(void);
static int handler_count, quick_handler_count;

API int atexit(void (*handler)(void)) {
    if (handler_count == MOST_HANDLERS) return -1;
    handlers[handler_count++] = handler;
    return 0;
}

API int at_quick_exit(void (*handler)(void)) {
    if (quick_handler_count == MOST_HANDLERS) return -1;
    quick_handlers[quick_handler_count++] = handler;
    return 0;
}

static _Noreturn void end(int code) {
    // A handler may register further ones.
    while (handler_count) handlers[--handler_count]();
    __ferret_flush_all();
    __ferret_exit(code);
}

API _Noreturn void exit(int code) { end(code); }
API _Noreturn void _exit(int code) { __ferret_exit(code); }
API _Noreturn void _Exit(int code) { __ferret_exit(code); }
API _Noreturn void quick_exit(int code) {
    while (quick_handler_count) quick_handlers[--quick_handler_count]();
    __ferret_exit(code);
}

_Noreturn void __ferret_end(int code) { end(code); }

static void name_program(char *name) {
    __progname_full = program_invocation_name = program_invocation_short_name = name;
    for (char *at = name; *at; at++)
        if (*at == '/') program_invocation_short_name = at + 1;
    __progname = program_invocation_short_name;
}

void __ferret_start(void) {
    size_t count = __ferret_given_count(GIVEN_ARGUMENT);
    char **arguments = __ferret_allocate_zeroed((count + 1) * sizeof *arguments);
    for (size_t i = 0; i < count; i++) arguments[i] = argument(i);
    if (count) name_program(arguments[0]);
    end(__ferret_main((int)count, arguments, environ));
}

static int is_named(const char *entry, const char *name, size_t length) {
    size_t i = 0;
    while (i < length && entry[i] == name[i]) i++;
    return i == length && entry[i] == '=';
}

static void remove_variable(const char *name, size_t length) {
    char **to = environ;
    for (char **at = environ; *at; at++)
        if (!is_named(*at, name, length)) *to++ = *at;
    *to = 0;
}

static void add_variable(char *entry) {
    size_t count = 0;
    while (environ[count]) count++;
    char **larger = __ferret_allocate((count + 2) * sizeof *larger);
    __builtin_memmove(larger, environ, count * sizeof *larger);
    larger[count] = entry;
    larger[count + 1] = 0;
    environ = larger;
}

static size_t name_length(const char *name) {
    size_t length = 0;
    while (name[length] && name[length] != '=') length++;
    return length;
}

// Whether a variable is set is an input of the run, which is asked for when the program first looks.
struct variable {
    char *name;
    struct variable *next;
};
static struct variable *known;
static int all_known;

// Whether a variable was asked for or set before; from now on it was.
static int was_known(const char *name, size_t length) {
    for (struct variable *at = known; at; at = at->next) {
        size_t i = 0;
        while (i < length && at->name[i] == name[i]) i++;
        if (i == length && !at->name[i]) return 1;
    }
    if (all_known) return 1;
    struct variable *variable = __ferret_allocate(sizeof *variable);
    variable->name = __ferret_allocate(length + 1);
    __builtin_memmove(variable->name, name, length);
    variable->name[length] = 0;
    variable->next = known;
    known = variable;
    return 0;
}

// The name and the variables of a program whose inputs are parameters: there are no others.
void __ferret_give_process(char *name, char **variables) {
    name_program(name);
    environ = variables;
    all_known = 1;
    __ferret_confine();
}

// A copy of bytes that ends with a zero, behind as many characters of a prefix.
char *__ferret_text(const char *prefix, const byte *data, size_t size) {
    size_t before = __ferret_length(prefix);
    char *text = __ferret_allocate(before + size + 1);
    __builtin_memmove(text, prefix, before);
    __builtin_memmove(text + before, data, size);
    text[before + size] = 0;
    return text;
}

static char *find_variable(const char *name, size_t length) {
    for (char **at = environ; *at; at++)
        if (is_named(*at, name, length)) return *at + length + 1;
    return 0;
}

// A variable that only the scenario knows.
static void add_asked_variable(const char *name, size_t length) {
    enum { MOST = 4096 };
    char value[MOST];
    size_t size = 0;
    while (size < MOST - 1 && (value[size] = (char)__ferret_ask_variable(name, ASK_VARIABLE_BYTE, 0))) size++;
    char *entry = __ferret_allocate(length + 1 + size + 1);
    __builtin_memmove(entry, name, length);
    entry[length] = '=';
    __builtin_memmove(entry + length + 1, value, size);
    entry[length + 1 + size] = 0;
    add_variable(entry);
}

static char *look_up(const char *name) {
    size_t length = name_length(name);
    if (!length || name[length]) return 0;
    char *value = find_variable(name, length);
    if (was_known(name, length)) return value;
    if (!__ferret_ask_variable(name, ASK_VARIABLE_SET, value != 0)) {
        remove_variable(name, length);
        return 0;
    }
    if (!value) add_asked_variable(name, length);
    return find_variable(name, length);
}

API char *getenv(const char *name) { return look_up(name); }
API char *secure_getenv(const char *name) { return look_up(name); }

API int setenv(const char *name, const char *value, int overwrite) {
    size_t length = name_length(name);
    if (!length || name[length]) {
        errno = EINVAL;
        return -1;
    }
    if (!overwrite && look_up(name)) return 0;
    was_known(name, length);
    remove_variable(name, length);
    size_t size = __ferret_length(value) + 1;
    char *entry = __ferret_allocate(length + 1 + size);
    __builtin_memmove(entry, name, length);
    entry[length] = '=';
    __builtin_memmove(entry + length + 1, value, size);
    add_variable(entry);
    return 0;
}

API int unsetenv(const char *name) {
    was_known(name, name_length(name));
    remove_variable(name, name_length(name));
    return 0;
}

API int putenv(char *entry) {
    size_t length = name_length(entry);
    was_known(entry, length);
    remove_variable(entry, length);
    if (entry[length]) add_variable(entry);
    return 0;
}

API int clearenv(void) {
    all_known = 1;
    environ = no_environment;
    return 0;
}

API _Noreturn void abort(void) { __ferret_abort(); }

static void say(const char *text) { __ferret_write(2, text, __ferret_length(text)); }

API _Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line,
                                 const char *function) {
    char number[12];
    int at = 11;
    number[at] = 0;
    do number[--at] = (char)('0' + line % 10);
    while (line /= 10);
    say(program_invocation_short_name);
    say(": ");
    say(file);
    say(":");
    say(number + at);
    say(": ");
    say(function ? function : "");
    say(function ? ": " : "");
    say("Assertion `");
    say(assertion);
    say("' failed.\n");
    __ferret_assertion();
}

API _Noreturn void __assert(const char *assertion, const char *file, int line) {
    __assert_fail(assertion, file, (unsigned)line, 0);
}

API _Noreturn void __stack_chk_fail(void) { __ferret_abort(); }
API _Noreturn void __chk_fail(void) { __ferret_abort(); }

// Signals are never delivered, except those that a program sends to itself.
typedef void Handler(int);
enum { SIGNALS = 65, SIGABRT = 6 };
static Handler *signal_handlers[SIGNALS];

API Handler *signal(int number, Handler *handler) {
    if (number < 1 || number >= SIGNALS) {
        errno = EINVAL;
        return (Handler *)-1;
    }
    Handler *old = signal_handlers[number];
    signal_handlers[number] = handler;
    return old;
}
API Handler *__sysv_signal(int number, Handler *handler) { return signal(number, handler); }

struct sigaction {
    Handler *handler;
    unsigned long mask[16];
    int flags;
    void (*restorer)(void);
};

API int sigaction(int number, const struct sigaction *new, struct sigaction *old) {
    if (number < 1 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    if (old) {
        __builtin_memset(old, 0, sizeof *old);
        old->handler = signal_handlers[number];
    }
    if (new) signal_handlers[number] = new->handler;
    return 0;
}

static int send(int number) {
    if (number < 1 || number >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    Handler *handler = signal_handlers[number];
    if (handler == (Handler *)1) return 0; // ignored
    if (handler) {
        handler(number);
        return 0;
    }
    enum { CHILD = 17, CONTINUE = 18, URGENT = 23, WINDOW = 28 };
    if (number == CHILD || number == CONTINUE || number == URGENT || number == WINDOW) return 0;
    if (number == SIGABRT) __ferret_abort();
    __ferret_exit(128 + number);
}

API int raise(int number) { return send(number); }
API int kill(int process, int number) {
    if (process != 4242 && process != 0) {
        errno = EPERM;
        return -1;
    }
    return number ? send(number) : 0;
}

typedef struct { unsigned long bits[16]; } Signals;
API int sigemptyset(Signals *set) { __builtin_memset(set, 0, sizeof *set); return 0; }
API int sigfillset(Signals *set) { __builtin_memset(set, 255, sizeof *set); return 0; }
API int sigaddset(Signals *set, int n) { set->bits[(n - 1) / 64] |= 1ul << ((n - 1) % 64); return 0; }
API int sigdelset(Signals *set, int n) { set->bits[(n - 1) / 64] &= ~(1ul << ((n - 1) % 64)); return 0; }
API int sigismember(const Signals *set, int n) { return set->bits[(n - 1) / 64] >> ((n - 1) % 64) & 1; }
API int sigprocmask(int how, const Signals *new, Signals *old) {
    (void)how, (void)new;
    if (old) __builtin_memset(old, 0, sizeof *old);
    return 0;
}
API int sigsuspend(const Signals *set) { (void)set; errno = EINTR; return -1; }
API int sigpending(Signals *set) { __builtin_memset(set, 0, sizeof *set); return 0; }
API int sigaltstack(const void *new, void *old) {
    struct { void *memory; int flags; size_t size; } none = {0, 2, 0};
    (void)new;
    if (old) __builtin_memmove(old, &none, sizeof none);
    return 0;
}
API int siginterrupt(int number, int flag) { (void)number, (void)flag; return 0; }
API unsigned alarm(unsigned seconds) { (void)seconds; return 0; }
API unsigned sleep(unsigned seconds) { __ferret_clock += seconds; return 0; }
API int usleep(unsigned microseconds) { (void)microseconds; return 0; }

API int getpid(void) { return 4242; }
API int getppid(void) { return 4241; }
API unsigned getuid(void) { return 1000; }
API unsigned geteuid(void) { return 1000; }
API unsigned getgid(void) { return 1000; }
API unsigned getegid(void) { return 1000; }
API int getgroups(int size, unsigned *to) { if (size > 0) *to = 1000; return 1; }
API int getpgrp(void) { return 4242; }
API int setsid(void) { errno = EPERM; return -1; }
API int pipe(int *ends) { (void)ends; errno = EMFILE; return -1; }
API char *getlogin(void) { return "user"; }
API int gethostname(char *to, size_t size) {
    static const char name[] = "localhost";
    if (size < sizeof name) return -1;
    __builtin_memmove(to, name, sizeof name);
    return 0;
}
API long sysconf(int name) {
    enum { CLOCK_TICKS = 2, OPEN_MAX = 4, PAGE_SIZE = 30, PROCESSORS = 83, ONLINE = 84 };
    switch (name) {
    case CLOCK_TICKS: return 100;
    case OPEN_MAX: return 1024;
    case PAGE_SIZE: return 4096;
    case PROCESSORS:
    case ONLINE: return 1;
    default: errno = EINVAL; return -1;
    }
}
API int getpagesize(void) { return 4096; }

// Nothing is ever executed on the host.
API int system(const char *command) { return command ? __ferret_shell(command) : __ferret_shell("") == 0; }
API int fork(void) { errno = ENOSYS; return -1; }
API int vfork(void) { errno = ENOSYS; return -1; }
API int execv(const char *path, char *const *arguments) { (void)path, (void)arguments; errno = ENOENT; return -1; }
API int execl(const char *path, const char *argument, ...) { (void)path, (void)argument; errno = ENOENT; return -1; }
API int execlp(const char *path, const char *argument, ...) { (void)path, (void)argument; errno = ENOENT; return -1; }
API int execvp(const char *path, char *const *arguments) { (void)path, (void)arguments; errno = ENOENT; return -1; }
API int waitpid(int process, int *status, int options) { (void)process, (void)status, (void)options; errno = ECHILD; return -1; }
API int wait(int *status) { (void)status; errno = ECHILD; return -1; }
