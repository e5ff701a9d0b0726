//! Functions that stand in for those of the library that reach out of the process: they answer from the lists of a
//! test, and where there is no answer as the machine does, so that a test is the same everywhere.
//!
//! A function of the library gets another name in the object file, by a declaration that stands before the source is
//! included, and a definition behind it. A macro would do the same, but would show in the source's own coverage as
//! code that is not there.

use super::markers;
use super::streams::list_name;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A function that stands in for one of the library.
pub(super) struct Function {
    pub name: &'static str,
    /// Result and parameters, in types that need no header; `@` stands for the name.
    pub declared: &'static str,
    /// The questions that it answers.
    pub questions: &'static [&'static str],
    /// Whether it stands in even if nothing is asked: what the library's own function says differs from one
    /// machine, or one moment, to another.
    pub always: bool,
    /// Whether the source can be told another name for it. Where headers have told one already, the name in the
    /// object file is defined here.
    pub renames: bool,
    /// The definition's body, in which `HAS(name)` is whether there is an answer left, `TAKE(name)` takes it, and
    /// `real_name` is the library's own function.
    pub body: &'static str,
}

const FUNCTIONS: &[Function] = &[
    Function {
        name: "rand",
        declared: "int @(void)",
        questions: &["rand"],
        always: false,
        renames: true,
        body: "{\n    int number = real_rand();\n    return HAS(rand) ? (int)(TAKE(rand) & 0x7fffffff) : number;\n}\n",
    },
    Function {
        name: "random",
        declared: "long @(void)",
        questions: &["rand"],
        always: false,
        renames: true,
        body: "{\n    long number = real_random();\n    return HAS(rand) ? TAKE(rand) & 0x7fffffff : number;\n}\n",
    },
    Function {
        name: "getrandom",
        declared: "long @(void *to, __SIZE_TYPE__ count, unsigned flags)",
        questions: &[],
        always: true,
        renames: true,
        body: "{\n    size_t index;\n    (void)flags;\n    for (index = 0; index < count; index++)\n        ((unsigned char *)to)[index] = (unsigned char)(random() >> 8);\n    return (long)count;\n}\n",
    },
    Function {
        name: "time",
        declared: "long @(long *at)",
        questions: &["time"],
        always: true,
        renames: true,
        body: "{\n    long now = ferret_now();\n    if (at)\n        *at = now;\n    return now;\n}\n",
    },
    Function {
        name: "gettimeofday",
        declared: "int @(struct timeval *at, void *zone)",
        questions: &["time", "time.nanoseconds"],
        always: true,
        renames: true,
        body: "{\n    (void)zone;\n    at->tv_sec = ferret_now();\n    at->tv_usec = ferret_fraction() / 1000;\n    return 0;\n}\n",
    },
    Function {
        name: "clock_gettime",
        declared: "int @(int which, struct timespec *at)",
        questions: &["time", "time.nanoseconds"],
        always: true,
        renames: true,
        body: "{\n    (void)which;\n    at->tv_sec = ferret_now();\n    at->tv_nsec = ferret_fraction();\n    return 0;\n}\n",
    },
    Function {
        name: "clock",
        declared: "long @(void)",
        questions: &["clock"],
        always: true,
        renames: true,
        body: "{\n    return HAS(clock) ? TAKE(clock) : 0;\n}\n",
    },
    Function {
        name: "malloc",
        declared: "void *@(__SIZE_TYPE__ size)",
        questions: &["malloc.fails"],
        always: false,
        renames: true,
        body: "{\n    if (HAS(malloc_fails) && TAKE(malloc_fails)) {\n        errno = ENOMEM;\n        return NULL;\n    }\n    return real_malloc(size);\n}\n",
    },
    Function {
        name: "calloc",
        declared: "void *@(__SIZE_TYPE__ count, __SIZE_TYPE__ size)",
        questions: &["malloc.fails"],
        always: false,
        renames: true,
        body: "{\n    if (HAS(malloc_fails) && TAKE(malloc_fails)) {\n        errno = ENOMEM;\n        return NULL;\n    }\n    return real_calloc(count, size);\n}\n",
    },
    Function {
        name: "realloc",
        declared: "void *@(void *old, __SIZE_TYPE__ size)",
        questions: &["malloc.fails"],
        always: false,
        renames: true,
        body: "{\n    if (HAS(malloc_fails) && TAKE(malloc_fails)) {\n        errno = ENOMEM;\n        return NULL;\n    }\n    return real_realloc(old, size);\n}\n",
    },
    Function {
        name: "reallocarray",
        declared: "void *@(void *old, __SIZE_TYPE__ count, __SIZE_TYPE__ size)",
        questions: &["malloc.fails"],
        always: false,
        renames: true,
        body: "{\n    if (HAS(malloc_fails) && TAKE(malloc_fails)) {\n        errno = ENOMEM;\n        return NULL;\n    }\n    return real_reallocarray(old, count, size);\n}\n",
    },
    Function {
        name: "aligned_alloc",
        declared: "void *@(__SIZE_TYPE__ alignment, __SIZE_TYPE__ size)",
        questions: &["malloc.fails"],
        always: false,
        renames: true,
        body: "{\n    if (HAS(malloc_fails) && TAKE(malloc_fails)) {\n        errno = ENOMEM;\n        return NULL;\n    }\n    return real_aligned_alloc(alignment, size);\n}\n",
    },
    Function {
        name: "posix_memalign",
        declared: "int @(void **to, __SIZE_TYPE__ alignment, __SIZE_TYPE__ size)",
        questions: &["malloc.fails"],
        always: false,
        renames: true,
        body: "{\n    if (HAS(malloc_fails) && TAKE(malloc_fails))\n        return ENOMEM;\n    return real_posix_memalign(to, alignment, size);\n}\n",
    },
    Function {
        name: "strdup",
        declared: "char *@(const char *text)",
        questions: &["malloc.fails"],
        always: false,
        renames: true,
        body: "{\n    if (HAS(malloc_fails) && TAKE(malloc_fails)) {\n        errno = ENOMEM;\n        return NULL;\n    }\n    return real_strdup(text);\n}\n",
    },
    Function {
        name: "strndup",
        declared: "char *@(const char *text, __SIZE_TYPE__ most)",
        questions: &["malloc.fails"],
        always: false,
        renames: true,
        body: "{\n    if (HAS(malloc_fails) && TAKE(malloc_fails)) {\n        errno = ENOMEM;\n        return NULL;\n    }\n    return real_strndup(text, most);\n}\n",
    },
    Function {
        name: "vasprintf",
        declared: "int @(char **to, const char *format, __builtin_va_list values)",
        questions: &["malloc.fails"],
        always: false,
        renames: true,
        body: "{\n    if (HAS(malloc_fails) && TAKE(malloc_fails)) {\n        errno = ENOMEM;\n        return -1;\n    }\n    return real_vasprintf(to, format, values);\n}\n",
    },
    Function {
        name: "asprintf",
        declared: "int @(char **to, const char *format, ...)",
        questions: &["malloc.fails"],
        always: false,
        renames: true,
        body: "{\n    __builtin_va_list values;\n    int count;\n\n    if (HAS(malloc_fails) && TAKE(malloc_fails)) {\n        errno = ENOMEM;\n        return -1;\n    }\n    __builtin_va_start(values, format);\n    count = ferret_format(to, format, values);\n    __builtin_va_end(values);\n    return count;\n}\n",
    },
    Function {
        name: "fopen",
        declared: "struct _IO_FILE *@(const char *path, const char *mode)",
        questions: &["fopen.fails"],
        always: true,
        renames: true,
        body: "{\n    FILE *file = ferret_is_outside(path) ? NULL : real_fopen(path, mode);\n    if (file && HAS(fopen_fails) && TAKE(fopen_fails)) {\n        fclose(file);\n        errno = EACCES;\n        return NULL;\n    }\n    return file;\n}\n",
    },
    Function {
        name: "fopen64",
        declared: "struct _IO_FILE *@(const char *path, const char *mode)",
        questions: &["fopen.fails"],
        always: true,
        renames: false,
        body: "{\n    FILE *file = ferret_is_outside(path) ? NULL : real_fopen64(path, mode);\n    if (file && HAS(fopen_fails) && TAKE(fopen_fails)) {\n        fclose(file);\n        errno = EACCES;\n        return NULL;\n    }\n    return file;\n}\n",
    },
    Function {
        name: "open",
        declared: "int @(const char *path, int flags, ...)",
        questions: &["fopen.fails"],
        always: true,
        renames: true,
        body: "{\n    int file = ferret_is_outside(path) ? -1 : real_open(path, flags, 0666);\n    if (file >= 0 && HAS(fopen_fails) && TAKE(fopen_fails)) {\n        close(file);\n        errno = EACCES;\n        return -1;\n    }\n    return file;\n}\n",
    },
    Function {
        name: "getpid",
        declared: "int @(void)",
        questions: &[],
        always: true,
        renames: true,
        body: "{\n    return 4242;\n}\n",
    },
    Function {
        name: "getppid",
        declared: "int @(void)",
        questions: &[],
        always: true,
        renames: true,
        body: "{\n    return 4241;\n}\n",
    },
    Function {
        name: "getuid",
        declared: "unsigned @(void)",
        questions: &[],
        always: true,
        renames: true,
        body: USER,
    },
    Function {
        name: "geteuid",
        declared: "unsigned @(void)",
        questions: &[],
        always: true,
        renames: true,
        body: USER,
    },
    Function {
        name: "getgid",
        declared: "unsigned @(void)",
        questions: &[],
        always: true,
        renames: true,
        body: USER,
    },
    Function {
        name: "getegid",
        declared: "unsigned @(void)",
        questions: &[],
        always: true,
        renames: true,
        body: USER,
    },
];

const USER: &str = "{\n    return 1000;\n}\n";

/// Helpers of the functions: a word that tells where one is used, and its text.
const HELPERS: &[(&str, &str)] = &[
    (
        "ferret_now(",
        "
/* The clock stands still unless a test moves it. */
static long ferret_now(void)
{
    static long now = 1000000000;

    if (HAS(time))
        now = TAKE(time);
    return now;
}
",
    ),
    (
        "ferret_fraction(",
        "
static long ferret_fraction(void)
{
    return HAS(time_nanoseconds) ? (long)((unsigned)TAKE(time_nanoseconds) % 1000000000) : 0;
}
",
    ),
    (
        "ferret_format(",
        "
int ferret_format(char **to, const char *format, __builtin_va_list values) __asm__(\"vasprintf\");
",
    ),
    (
        "ferret_is_outside(",
        "
/* There is nothing outside of the folder that a test runs in. */
static int ferret_is_outside(const char *path)
{
    errno = ENOENT;
    return path[0] == '/' || strstr(path, \"..\") != NULL;
}
",
    ),
];

/// Functions that work on files: a test of code that calls one of them runs in a folder of its own.
const FILES: &[&str] = &[
    "access", "chdir", "chmod", "creat", "fopen", "fopen64", "freopen", "link", "lstat", "mkdir",
    "mkstemp", "open", "open64", "opendir", "remove", "rename", "rmdir", "stat", "symlink",
    "tmpfile", "truncate", "unlink", "utime",
];

/// All functions that stand in for others.
fn functions() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().chain(markers::FUNCTIONS)
}

/// Whether a question is answered by a function that stands in for one that the code calls.
pub fn answers(question: &str, calls: &BTreeSet<String>) -> bool {
    functions()
        .any(|function| function.questions.contains(&question) && calls.contains(function.name))
}

/// Whether code that calls these functions works on files.
pub fn works_on_files(calls: &BTreeSet<String>) -> bool {
    FILES.iter().any(|name| calls.contains(*name))
}

/// The functions that stand in where the code calls others and the tests answer questions.
fn standing_in<'q>(
    questions: &'q [&str],
    calls: &'q BTreeSet<String>,
) -> impl Iterator<Item = &'static Function> + 'q {
    functions().filter(|function| {
        let asked = function.questions.iter().any(|question| questions.contains(question));
        (function.always || asked) && calls.contains(function.name)
    })
}

/// What stands before the source is included: functions that get another name in the object file.
pub fn before(questions: &[&str], calls: &BTreeSet<String>) -> String {
    let mut text = String::new();
    for Function { name, declared, renames, .. } in standing_in(questions, calls) {
        if !renames {
            continue;
        }
        if let Some((_, rest)) = declared.split_once("struct ")
            && let Some((record, _)) = rest.split_once(' ')
        {
            let _ = writeln!(text, "struct {record};");
        }
        if *name == "fopen" {
            text += BUILT_IN;
        }
        let _ = writeln!(text, "{} __asm__(\"ferret_{name}\");", declared.replace('@', name));
    }
    text
}

/// What stands behind it: the lists of answers and the definitions.
pub fn after(questions: &[&str], calls: &BTreeSet<String>) -> String {
    let functions: Vec<&Function> = standing_in(questions, calls).collect();
    let mut lists: BTreeSet<&str> = questions.iter().copied().collect();
    lists.extend(functions.iter().flat_map(|function| function.questions.iter().copied()));
    let mut text = String::new();
    if !lists.is_empty() {
        text += LISTS;
    }
    if !questions.is_empty() {
        text += ANSWER;
    }
    if !lists.is_empty() {
        text.push('\n');
    }
    for question in lists {
        let _ = writeln!(text, "static struct ferret_answers ferret_{}_list;", list_name(question));
    }
    for (mark, helper) in HELPERS {
        if functions.iter().any(|function| function.body.contains(mark)) {
            text += helper;
        }
    }
    for Function { name, declared, body, renames, .. } in functions {
        let (real, ours) = (format!("real_{name}"), format!("ferret_{name}"));
        text.push('\n');
        if body.contains(&real) {
            // Files of 64 bits are all there are.
            let symbol = if *renames { name } else { name.trim_end_matches("64") };
            let _ = writeln!(text, "{} __asm__(\"{symbol}\");", declared.replace('@', &real));
        }
        let ours = declared.replace('@', &ours);
        let symbol = if *renames { String::new() } else { format!(" __asm__(\"{name}\")") };
        let _ = write!(text, "{ours}{symbol};\n{ours}\n{body}");
    }
    text
}

/// clang wants its header to be included before this one is declared.
const BUILT_IN: &str = "\
#ifdef __clang__
#pragma GCC diagnostic ignored \"-Wbuiltin-requires-header\"
#endif
";

const LISTS: &str = "
/* Answers to what the code asks of its environment, in order. */
struct ferret_answers {
    const long *values;
    size_t count, next;
};

#undef HAS
#undef TAKE
#define HAS(name) (ferret_##name##_list.next < ferret_##name##_list.count)
#define TAKE(name) (ferret_##name##_list.values[ferret_##name##_list.next++])
";

const ANSWER: &str = "
static void ferret_answer(struct ferret_answers *list, const long *values, size_t count)
{
    list->values = values;
    list->count = count;
    list->next = 0;
}
";
