//! Errors outside of bodies: what they say and where.

use expect_test::expect;

use crate::check_error;

#[test]
fn an_error_tells_line_and_column() {
    check_error(
        "; a comment\n\n  @a = glubal i32 0\n",
        expect!["3:8: expected `global`, `constant`, `alias` or `ifunc`, found `glubal`"],
    );
    check_error("@a = global i32 é\n", expect!["1:17: expected a value, found `é`"]);
    check_error("@\"é\" = global i32 ?\n", expect!["1:19: expected a value, found `?`"]);
    check_error(
        "@a = global [2 x i8] c\"ab\n",
        expect!["1:22: expected a value, found a string without its end"],
    );
    check_error("target shape = \"round\"\n", expect!["1:16: `target shape` is not known"]);
    check_error("declare void @f(i32, ..., i32)\n", expect!["1:25: expected `)`, found `,`"]);
    check_error("declare void @f(void)\n", expect!["1:17: no parameter has this type"]);
    check_error("@a = global i32 0, align 3\n", expect!["1:26: an alignment is a power of two"]);
    check_error(
        "attributes #0 = { a b",
        expect!["1:22: expected an attribute, found the end of the text"],
    );
    check_error("frobnicate", expect!["1:1: expected a definition, found `frobnicate`"]);
    check_error("%a = type i32\n", expect!["1:1: a named type is a structure or opaque"]);
}

#[test]
fn a_text_of_nothing_is_a_module_of_nothing() {
    let module = llvm::ll::parse("").expect("a module");
    assert!(module.functions.is_empty() && module.globals.is_empty());
}

#[test]
fn long_words_are_shortened() {
    check_error(
        &"x".repeat(100_000),
        expect!["1:1: expected a definition, found `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…`"],
    );
}
