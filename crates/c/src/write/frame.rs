//! What stands around the tests of a file: includes, helpers, and a `main` that runs each test in a process of
//! its own.

/// Headers of the helpers; they come behind the source, which may want to define what they depend on.
pub const HEADERS: &str = "\
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
";

/// The check of a test.
pub const CHECK: &str = "
static int ferret_failures;

#undef CHECK
#define CHECK(condition)                                                             \\
    do {                                                                             \\
        if (!(condition)) {                                                          \\
            fprintf(stderr, \"# %s:%d: %s\\n\", __FILE__, __LINE__, #condition);        \\
            ferret_failures++;                                                       \\
        }                                                                            \\
    } while (0)
";

/// What POSIX has and a compiler that is told to know the standard of C alone does not declare.
pub const POSIX: [(&str, &str); 3] = [
    ("fileno(", "int fileno(FILE *file);\n"),
    (" setenv(", "int setenv(const char *name, const char *value, int overwrite);\n"),
    (" unsetenv(", "int unsetenv(const char *name);\n"),
];

/// Looks at what was printed.
pub const PRINTED: &str = "
/* Where standard output of a test goes. */
static FILE *ferret_output;

/* Whether this is all that was printed. */
static int ferret_printed(const char *expected, size_t length)
{
    size_t index;

    fflush(stdout);
    rewind(ferret_output);
    for (index = 0; index < length; index++)
        if (getc(ferret_output) != (unsigned char)expected[index])
            return 0;
    return getc(ferret_output) == EOF;
}
";

/// A file for what a test reads or prints. What the C library offers for this does not ask where such files may lie.
pub const SCRATCH: &str = "
int ferret_make_file(char *pattern) __asm__(\"mkstemp\");
int ferret_forget_file(const char *path) __asm__(\"unlink\");
FILE *ferret_open_file(int number, const char *mode) __asm__(\"fdopen\");

/* A file without a name in the folder for temporary ones; it is gone when the test ends. */
static FILE *ferret_scratch(void)
{
    const char *folder = (getenv)(\"TMPDIR\");
    char path[4096];
    int number;

    snprintf(path, sizeof path, \"%s/test-XXXXXX\", folder == NULL ? \"/tmp\" : folder);
    number = ferret_make_file(path);
    if (number < 0 || ferret_forget_file(path) != 0)
        exit(99);
    return ferret_open_file(number, \"w+b\");
}
";

/// Gives standard input.
pub const GIVE_INPUT: &str = "
static void ferret_input(const char *text, size_t length)
{
    FILE *file = ferret_scratch();

    if (file == NULL || fwrite(text, 1, length, file) != length || fflush(file) != 0)
        exit(99);
    rewind(file);
    if (dup2(fileno(file), STDIN_FILENO) < 0)
        exit(99);
    clearerr(stdin);
}
";

/// Gives streams.
pub const GIVE_STREAM: &str = "
/* A temporary file that holds a text, at its beginning. */
static FILE *ferret_stream(const char *text)
{
    FILE *file = text == NULL ? NULL : ferret_scratch();

    if (text == NULL)
        return NULL;
    if (file == NULL || fputs(text, file) < 0 || fflush(file) != 0)
        exit(99);
    rewind(file);
    return file;
}
";

/// Gives blocks of the heap, whatever the source's own requests are answered with.
pub const GIVE_BLOCK: &str = "
void *ferret_allocate(size_t size) __asm__(\"malloc\");

/* A block of the heap, for code that gives it back or asks what lies behind it; where it does not, it is no leak. */
static void *ferret_block(const void *content, size_t size)
{
    static void *blocks[64];
    static int next;
    void *block = ferret_allocate(size);

    if (block == NULL)
        exit(99);
    memcpy(block, content, size);
    return blocks[next++ % 64] = block;
}
";

/// Says that memory which a test loses is not worth a report: the call, and its definition. The sanitizer may not be
/// there.
pub const LET_LEAK: (&str, &str) = (
    "ferret_let_leak();",
    "
void __lsan_disable(void) __attribute__((weak));

/* Some memory is lost in the test that calls this: nothing here gives it back. */
static void ferret_let_leak(void)
{
    if (__lsan_disable)
        __lsan_disable();
}
",
);

/// What a test calls may be deprecated, and is tested anyway.
pub const DEPRECATED: &str = "
#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"
";

/// A stub takes a pointer where its declaration may say an array.
pub const ARRAYS_AS_POINTERS: &str = "
#if !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic ignored \"-Warray-parameter\"
#endif
";

/// What asks for memory is tested with sizes that nothing has.
pub const HUGE_SIZES: &str = "
#ifndef __clang__
#pragma GCC diagnostic ignored \"-Walloc-size-larger-than=\"
#endif
";

/// A stub looks whether there is an answer and somewhere to put it, whatever its declaration promises.
pub const NON_NULL: &str = "
#ifdef __clang__
#pragma GCC diagnostic ignored \"-Wpointer-bool-conversion\"
#else
#pragma GCC diagnostic ignored \"-Wnonnull-compare\"
#endif
";

/// Memory that any type may lie in.
pub const ALIGNED: &str = "
#undef ALIGNED
#define ALIGNED __attribute__((aligned(16)))
";

/// Gives files.
pub const GIVE_FILE: &str = "
FILE *ferret_create(const char *path, const char *mode) __asm__(\"fopen\");

static void ferret_file(const char *path, const char *content, size_t length)
{
    FILE *file = ferret_create(path, \"wb\");

    if (file == NULL || fwrite(content, 1, length, file) != length || fclose(file) != 0)
        exit(99);
}
";

/// What comes before headers of the system where `configure` made a `config.h`: headers of the project that stand in for them
/// (gnulib's) ask for it, and the source need not have included it.
pub const CONFIGURED: &str =
    "#if defined(HAVE_CONFIG_H) && !defined(PACKAGE_NAME) && defined(__has_include)
#if __has_include(<config.h>)
#include <config.h>
#endif
#endif

";

/// Headers that the folder of a test needs.
pub const FOLDER_HEADERS: &str = "#include <dirent.h>\n";

/// A folder of a test's own, which files lie in.
pub const FOLDER: &str = "
/* Each test runs in a folder of its own. */
char *ferret_folder(char *pattern) __asm__(\"mkdtemp\");
static char ferret_home[4096];

static void ferret_go_home(void)
{
    if (chdir(ferret_home) != 0)
        _exit(99);
}

static void ferret_remove(const char *folder)
{
    DIR *files = opendir(folder);
    struct dirent *file;

    if (files == NULL || chdir(folder) != 0)
        return;
    while ((file = readdir(files)) != NULL)
        if (strcmp(file->d_name, \".\") != 0 && strcmp(file->d_name, \"..\") != 0)
            remove(file->d_name);
    closedir(files);
    ferret_go_home();
    rmdir(folder);
}
";

/// Makes the folder of a test.
pub const MAKE_FOLDER: &str = "    const char *temporary = (getenv)(\"TMPDIR\");
    char folder[4096];

    snprintf(folder, sizeof folder, \"%s/test-XXXXXX\", temporary == NULL ? \"/tmp\" : temporary);
    if (getcwd(ferret_home, sizeof ferret_home) == NULL || ferret_folder(folder) == NULL)
        return 0;
";

/// Goes into the folder; what is written at the end of the process goes where it would go otherwise.
pub const ENTER_FOLDER: &str = "        if (chdir(folder) != 0 || atexit(ferret_go_home) != 0)
            exit(99);
";

/// Removes the folder.
pub const REMOVE_FOLDER: &str = "    ferret_remove(folder);
";

/// Sends standard output of a test nowhere.
pub const DROP_OUTPUT: &str = "        if (freopen(\"/dev/null\", \"w\", stdout) == NULL)
            exit(99);
";

/// Sends standard output of a test to a file.
pub const KEEP_OUTPUT: &str = "        ferret_output = ferret_scratch();
        if (ferret_output == NULL || dup2(fileno(ferret_output), STDOUT_FILENO) < 0)
            exit(99);
";

/// What a test's process must end with.
pub const PASSED: &str = "WIFEXITED(status) && WEXITSTATUS(status) == test->exits";

/// What the process of a finding must end with: a signal that is not the clock's, or a sanitizer's status.
pub const DIED: &str = "(WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM)
        || (WIFEXITED(status) && WEXITSTATUS(status) != 0 && WEXITSTATUS(status) < 98)";

/// The same where a call may not end: it must use up its processor time.
pub const DIED_OR_HUNG: &str = "test->exits < 0
        ? WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU
        : (WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM)
              || (WIFEXITED(status) && WEXITSTATUS(status) != 0 && WEXITSTATUS(status) < 98)";

/// Limits the time of a test.
pub const PATIENCE: &str = "        alarm(PATIENCE);
";

/// Limits the time of a test, and its processor time where its call may not end.
pub const LESS_PATIENCE: &str = "        if (test->exits < 0) {
            struct rlimit limit = {2, 4}; /* seconds of processor time */
            setrlimit(RLIMIT_CPU, &limit);
        } else {
            alarm(PATIENCE);
        }
";

/// Headers that limits of processor time need.
pub const LIMIT_HEADERS: &str = "#include <sys/resource.h>\n";

/// Runs a test; `@OUTPUT@` stands for what is done with standard output, `@PASSED@` for how a test must end,
/// `@PATIENCE@` for how long it may take, and `@MAKE@`, `@ENTER@` and `@REMOVE@` for what is done with a folder of its own.
pub const RUN: &str = "
/* Seconds that a test may take. */
#undef PATIENCE
#define PATIENCE 10

static int ferret_run(const struct ferret_test *test)
{
    pid_t child;
    int status = -1;
@MAKE@
    fflush(stdout);
    child = fork();
    if (child == 0) {
        if (freopen(\"/dev/null\", \"r\", stdin) == NULL)
            exit(99);
@OUTPUT@@ENTER@@PATIENCE@        test->body();
        exit(ferret_failures == 0 ? 0 : 98);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        status = -1;
@REMOVE@    return @PASSED@;
}
";

/// The `main` of a file that needs nothing but C: it prints TAP.
pub const PLAIN_MAIN: &str = "
/* Without arguments all tests are run, else those that are named. */
int main(int argc, char **argv)
{
    size_t count = sizeof ferret_tests / sizeof ferret_tests[0], index;
    int number = 0, failed = 0;

    for (index = 0; index < count; index++) {
        int wanted = argc < 2, argument;
        for (argument = 1; argument < argc; argument++)
            wanted |= strcmp(argv[argument], ferret_tests[index].name) == 0;
        if (wanted) {
            int passed = ferret_run(&ferret_tests[index]);
            printf(\"%sok %d - %s\\n\", passed ? \"\" : \"not \", ++number,
                   ferret_tests[index].name);
            failed += !passed;
        }
    }
    printf(\"1..%d\\n\", number);
    return failed == 0 && number > 0 ? 0 : 1;
}
";

/// Headers of cmocka, which come behind the others.
pub const CMOCKA_HEADERS: &str = "\
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
";

/// The `main` of a file for cmocka, which decides what is run and how it is told. A test still has a process of its
/// own: it may end in `exit`, and it leaves no state behind.
pub const CMOCKA_MAIN: &str = "
static void ferret_case(void **state)
{
    assert_true(ferret_run(*state));
}

/* Without arguments all tests are run, else those that a pattern names. */
int main(int argc, char **argv)
{
    enum { COUNT = sizeof ferret_tests / sizeof ferret_tests[0] };
    struct CMUnitTest cases[COUNT];
    size_t index;

    for (index = 0; index < COUNT; index++) {
        struct CMUnitTest one = {ferret_tests[index].name, ferret_case, NULL, NULL,
                                 (void *)&ferret_tests[index]};
        cases[index] = one;
    }
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(cases, NULL, NULL);
}
";
