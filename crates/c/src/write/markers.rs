//! Functions by which code says what its inputs are, as tests define them: they give the answers that the test lists, then
//! zeros. Assumptions hold in every test, so nothing is done about them.

use super::outside::Function;

/// A function that gives a number of a type.
macro_rules! number {
    ($name:literal, $ty:literal) => {
        Function {
            name: $name,
            declared: concat!($ty, " @(void)"),
            questions: &[$name],
            always: true,
            renames: false,
            body: concat!(
                "{\n    return HAS(",
                $name,
                ") ? (",
                $ty,
                ")TAKE(",
                $name,
                ") : 0;\n}\n"
            ),
        }
    };
}

/// A function that gives a number of a floating-point type, whose bits are listed as an integer type.
macro_rules! float {
    ($name:literal, $ty:literal, $bits:literal) => {
        Function {
            name: $name,
            declared: concat!($ty, " @(void)"),
            questions: &[$name],
            always: true,
            renames: false,
            body: concat!(
                "{\n    union {\n        ",
                $bits,
                " bits;\n        ",
                $ty,
                " value;\n    } answer;\n\n",
                "    answer.bits = HAS(",
                $name,
                ") ? (",
                $bits,
                ")TAKE(",
                $name,
                ") : 0;\n",
                "    return answer.value;\n}\n"
            ),
        }
    };
}

/// A function that sets a variable of a type.
macro_rules! sets {
    ($name:literal, $ty:literal, $question:literal) => {
        Function {
            name: $name,
            declared: concat!("void @(", $ty, " *x, ...)"),
            questions: &[$question],
            always: true,
            renames: false,
            body: concat!(
                "{\n    *x = HAS(",
                $question,
                ") ? (",
                $ty,
                ")TAKE(",
                $question,
                ") : 0;\n}\n"
            ),
        }
    };
}

/// A function that needs no answers.
const fn plain(name: &'static str, declared: &'static str, body: &'static str) -> Function {
    Function { name, declared, questions: &[], always: true, renames: false, body }
}

const NOTHING: &str = "{\n}\n";
const IGNORES: &str = "{\n    (void)condition;\n}\n";
const IGNORES_OBJECT: &str = "{\n    (void)object;\n    (void)condition;\n}\n";
const IGNORES_TEXT: &str = "{\n    (void)text;\n}\n";
const ABORTS: &str = "{\n    abort();\n}\n";

pub(super) const FUNCTIONS: &[Function] = &[
    number!("__VERIFIER_nondet_bool", "_Bool"),
    number!("__VERIFIER_nondet__Bool", "_Bool"),
    number!("__VERIFIER_nondet_char", "char"),
    number!("__VERIFIER_nondet_schar", "signed char"),
    number!("__VERIFIER_nondet_uchar", "unsigned char"),
    number!("__VERIFIER_nondet_short", "short"),
    number!("__VERIFIER_nondet_ushort", "unsigned short"),
    number!("__VERIFIER_nondet_int", "int"),
    number!("__VERIFIER_nondet_uint", "unsigned"),
    number!("__VERIFIER_nondet_unsigned", "unsigned"),
    number!("__VERIFIER_nondet_unsigned_int", "unsigned"),
    number!("__VERIFIER_nondet_U8", "unsigned char"),
    number!("__VERIFIER_nondet_u8", "unsigned char"),
    number!("__VERIFIER_nondet_U16", "unsigned short"),
    number!("__VERIFIER_nondet_u16", "unsigned short"),
    number!("__VERIFIER_nondet_U32", "unsigned"),
    number!("__VERIFIER_nondet_u32", "unsigned"),
    number!("__VERIFIER_nondet_U64", "unsigned long"),
    number!("__VERIFIER_nondet_u64", "unsigned long"),
    number!("__VERIFIER_nondet_unsigned_char", "unsigned char"),
    number!("__VERIFIER_nondet_unsigned_long", "unsigned long"),
    number!("__VERIFIER_nondet_loff_t", "long"),
    number!("__VERIFIER_nondet_pthread_t", "unsigned long"),
    number!("__VERIFIER_nondet_sector_t", "unsigned long"),
    number!("__VERIFIER_nondet_size_t", "unsigned long"),
    number!("__VERIFIER_nondet_long", "long"),
    number!("__VERIFIER_nondet_ulong", "unsigned long"),
    number!("__VERIFIER_nondet_longlong", "long long"),
    number!("__VERIFIER_nondet_ulonglong", "unsigned long long"),
    float!("__VERIFIER_nondet_double", "double", "long"),
    float!("__VERIFIER_nondet_float", "float", "int"),
    Function {
        name: "__VERIFIER_nondet_int128",
        declared: "__int128 @(void)",
        questions: &["__VERIFIER_nondet_int128"],
        always: true,
        renames: false,
        body: "{\n    unsigned long low = HAS(__VERIFIER_nondet_int128) ? (unsigned long)TAKE(__VERIFIER_nondet_int128) : 0;\n\n    return ((__int128)(HAS(__VERIFIER_nondet_int128) ? TAKE(__VERIFIER_nondet_int128) : 0) << 64) | low;\n}\n",
    },
    plain("__VERIFIER_nondet_pointer", "void *@(void)", "{\n    return NULL;\n}\n"),
    Function {
        name: "__VERIFIER_nondet_memory",
        declared: "void @(void *object, __SIZE_TYPE__ size)",
        questions: &["klee_make_symbolic"],
        always: true,
        renames: false,
        body: "{\n    size_t index;\n\n    for (index = 0; index < size; index++)\n        ((unsigned char *)object)[index] = (unsigned char)(HAS(klee_make_symbolic) ? TAKE(klee_make_symbolic) : 0);\n}\n",
    },
    plain("__VERIFIER_assume", "void @(int condition)", IGNORES),
    plain(
        "__VERIFIER_assert",
        "void @(int condition)",
        "{\n    if (!condition)\n        abort();\n}\n",
    ),
    plain("__VERIFIER_error", "void @(void)", ABORTS),
    plain("reach_error", "void @(void)", ABORTS),
    Function {
        name: "klee_make_symbolic",
        declared: "void @(void *object, __SIZE_TYPE__ size, const char *name)",
        questions: &["klee_make_symbolic"],
        always: true,
        renames: false,
        body: "{\n    size_t index;\n\n    (void)name;\n    for (index = 0; index < size; index++)\n        ((unsigned char *)object)[index] = (unsigned char)(HAS(klee_make_symbolic) ? TAKE(klee_make_symbolic) : 0);\n}\n",
    },
    plain("klee_assume", "void @(unsigned long condition)", IGNORES),
    Function {
        name: "klee_int",
        declared: "int @(const char *name)",
        questions: &["klee_int"],
        always: true,
        renames: false,
        body: "{\n    (void)name;\n    return HAS(klee_int) ? (int)TAKE(klee_int) : 0;\n}\n",
    },
    Function {
        name: "klee_range",
        declared: "int @(int from, int to, const char *name)",
        questions: &["klee_int"],
        always: true,
        renames: false,
        body: "{\n    (void)to;\n    (void)name;\n    return HAS(klee_int) ? (int)TAKE(klee_int) : from;\n}\n",
    },
    plain("klee_prefer_cex", "void @(void *object, unsigned long condition)", IGNORES_OBJECT),
    plain("klee_posix_prefer_cex", "void @(void *object, unsigned long condition)", IGNORES_OBJECT),
    plain(
        "klee_is_symbolic",
        "int @(unsigned long value)",
        "{\n    (void)value;\n    return 0;\n}\n",
    ),
    plain("klee_silent_exit", "void @(int status)", "{\n    (void)status;\n    exit(0);\n}\n"),
    plain("klee_warning", "void @(const char *text)", IGNORES_TEXT),
    plain("klee_warning_once", "void @(const char *text)", IGNORES_TEXT),
    plain("klee_print_expr", "void @(const char *text, ...)", IGNORES_TEXT),
    plain("klee_set_forking", "void @(unsigned condition)", IGNORES),
    plain("klee_merge", "void @(void)", NOTHING),
    plain("klee_open_merge", "void @(void)", NOTHING),
    plain("klee_close_merge", "void @(void)", NOTHING),
    plain(
        "klee_get_value_i64",
        "unsigned long @(unsigned long value)",
        "{\n    return value;\n}\n",
    ),
    plain("klee_get_value_i32", "int @(int value)", "{\n    return value;\n}\n"),
    plain(
        "klee_report_error",
        "void @(const char *file, int line, const char *text, const char *suffix)",
        "{\n    (void)file;\n    (void)line;\n    (void)text;\n    (void)suffix;\n    abort();\n}\n",
    ),
    plain("klee_abort", "void @(void)", ABORTS),
    sets!("__CrestInt", "int", "CREST_int"),
    sets!("__CrestUInt", "unsigned", "CREST_unsigned_int"),
    sets!("__CrestShort", "short", "CREST_short"),
    sets!("__CrestUShort", "unsigned short", "CREST_unsigned_short"),
    sets!("__CrestChar", "char", "CREST_char"),
    sets!("__CrestUChar", "unsigned char", "CREST_unsigned_char"),
];
