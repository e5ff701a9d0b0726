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
static int failures;

#define CHECK(condition)                                                             \\
    do {                                                                             \\
        if (!(condition)) {                                                          \\
            fprintf(stderr, \"# %s:%d: %s\\n\", __FILE__, __LINE__, #condition);        \\
            failures++;                                                              \\
        }                                                                            \\
    } while (0)
";

/// Looks at what was printed.
pub const PRINTED: &str = "
/* Where standard output of a test goes. */
static FILE *output;

/* Whether this is all that was printed. */
static int printed(const char *expected, size_t length)
{
    size_t index;

    fflush(stdout);
    rewind(output);
    for (index = 0; index < length; index++)
        if (getc(output) != (unsigned char)expected[index])
            return 0;
    return getc(output) == EOF;
}
";

/// Gives standard input.
pub const GIVE_INPUT: &str = "
static void give_input(const char *text, size_t length)
{
    FILE *file = tmpfile();

    if (file == NULL || fwrite(text, 1, length, file) != length || fflush(file) != 0)
        exit(99);
    rewind(file);
    if (dup2(fileno(file), STDIN_FILENO) < 0)
        exit(99);
    clearerr(stdin);
}
";

/// Gives files.
pub const GIVE_FILE: &str = "
/* Files lie in a folder of the test's own. */
static void give_file(const char *path, const char *content, size_t length)
{
    static char folder[] = \"/tmp/test-XXXXXX\";
    static int made;
    FILE *file;

    if (!made && (mkdtemp(folder) == NULL || chdir(folder) != 0))
        exit(99);
    made = 1;
    file = fopen(path, \"wb\");
    if (file == NULL || fwrite(content, 1, length, file) != length || fclose(file) != 0)
        exit(99);
}
";

/// Sends standard output of a test nowhere.
pub const DROP_OUTPUT: &str = "\
        if (freopen(\"/dev/null\", \"w\", stdout) == NULL)
            exit(99);
";

/// Sends standard output of a test to a file.
pub const KEEP_OUTPUT: &str = "\
        output = tmpfile();
        if (output == NULL || dup2(fileno(output), STDOUT_FILENO) < 0)
            exit(99);
";

/// Runs the tests; `@OUTPUT@` stands for what is done with standard output.
pub const MAIN: &str = "
/* Seconds that a test may take. */
#define PATIENCE 10

static int run(const struct test *test)
{
    pid_t child;
    int status;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        if (freopen(\"/dev/null\", \"r\", stdin) == NULL)
            exit(99);
@OUTPUT@        alarm(PATIENCE);
        test->body();
        exit(failures == 0 ? 0 : 98);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 0;
    return WIFEXITED(status) && WEXITSTATUS(status) == test->exits;
}

/* Without arguments all tests are run, else those that are named. */
int main(int argc, char **argv)
{
    size_t count = sizeof tests / sizeof tests[0], index;
    int number = 0, failed = 0;

    for (index = 0; index < count; index++) {
        int wanted = argc < 2, argument;
        for (argument = 1; argument < argc; argument++)
            wanted |= strcmp(argv[argument], tests[index].name) == 0;
        if (wanted) {
            int passed = run(&tests[index]);
            printf(\"%sok %d - %s\\n\", passed ? \"\" : \"not \", ++number, tests[index].name);
            failed += !passed;
        }
    }
    printf(\"1..%d\\n\", number);
    return failed == 0 && number > 0 ? 0 : 1;
}
";
