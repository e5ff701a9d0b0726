//! The reader of LLVM IR: text in, what was understood out.

mod constants;
mod errors;
mod functions;
mod instructions;
mod metadata;
mod mutations;
mod snippets;
mod symbols;
mod types;

use expect_test::Expect;
use llvm::ll;

/// Reads a text and writes it again.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let module = ll::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let printed = ll::print(&module);
    expected.assert_eq(&printed);
    let again = ll::parse(&printed).unwrap_or_else(|error| panic!("printed: {error}"));
    // Why a body was set aside is not written where a reader would find it.
    let unread = module
        .functions
        .values()
        .any(|function| matches!(function.body, ll::ast::Body::Unsupported { .. }));
    assert!(unread || ll::print(&again) == printed, "what is written is read as something else");
}

/// Reads the body of `define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c)` and writes the function again.
#[track_caller]
fn check_body(body: &str, expected: Expect) {
    let text = format!(
        "define void @f(ptr %p, i32 %a, i64 %l, double %d, i1 %c) {{\n{body}\n}}\n\
         declare i32 @callee(ptr, ...)\ndeclare void @sink(i32)\n"
    );
    let module = ll::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let function = module.function("f").expect("the function");
    expected.assert_eq(&ll::print_function(&module, function));
}

/// Reads a text that is wrong.
#[track_caller]
fn check_error(text: &str, expected: Expect) {
    match ll::parse(text) {
        Ok(module) => panic!("it is accepted:\n{}", ll::print(&module)),
        Err(error) => expected.assert_eq(&error.to_string()),
    }
}
