//! What cannot be lowered is named, and the rest works.

use super::support::{lower, run};
use expect_test::{Expect, expect};
use machine::Config;
use std::fmt::Write;
use trace::Mode;

fn check(text: &str, expected: &Expect) {
    let lowered = lower(text);
    let mut shown = String::new();
    for refused in &lowered.unsupported {
        let line = refused.span.map_or(0, |span| span.line);
        let _ = writeln!(shown, "{} line {line}: {}", refused.function, refused.reason);
    }
    let ran = run(lowered.program, Mode::Concrete, Config::default());
    let _ = write!(shown, "{}", ran.lines);
    expected.assert_eq(&shown);
}

#[test]
fn inline_assembly_is_refused_by_function_and_line() {
    check(
        "void emit(long);\nint f(int x) {\n  asm volatile(\"nop\");\n  return x; }\n\
         static int g(int x) {\n  asm volatile(\"\" : \"+r\"(x) :: \"memory\"); return x; }\n\
         int main(void) { emit(g(4)); return 0; }",
        &expect![[r#"
            f line 3: inline assembly
            4
        "#]],
    );
}

#[test]
fn another_stack_and_unknown_types_are_refused() {
    check(
        "#include <ucontext.h>\nvoid emit(long);\nucontext_t b;\nint f(void) { return getcontext(&b); }\n\
         _Float16 h(_Float16 x) { return x; }\n\
         __float128 q(void) { return 1; }\n\
         int main(void) { emit(1); return 0; }",
        &expect![[r#"
            f line 4: `getcontext`
            h line 5: `_Float16`
            q line 6: `__float128`
            1
        "#]],
    );
}
