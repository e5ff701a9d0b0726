//! Where the goals that clang defines are decided.

use super::support::lower;
use expect_test::{Expect, expect};
use llvm::lower::{BranchPlace, Lowered};
use std::fmt::Write;

/// Each branch with its place in the program.
fn branches(lowered: &Lowered) -> String {
    let mut shown = String::new();
    for goals in &lowered.goals.functions {
        let function = &lowered.program.functions[goals.function];
        for branch in &goals.branches {
            let span = branch.span;
            let _ = write!(shown, "{}:{}-{} ", span.line, span.column, span.end_column);
            let list = |choices: &[llvm::lower::Choice]| {
                let name = |choice: &llvm::lower::Choice| {
                    format!("{}.{}", function.blocks[choice.point.block].label, choice.outcome)
                };
                choices.iter().map(name).collect::<Vec<_>>().join(" ")
            };
            let _ = match &branch.place {
                BranchPlace::Sites { taken, not_taken } => {
                    writeln!(shown, "{} | {}", list(taken), list(not_taken))
                }
                other => writeln!(shown, "{other:?}"),
            };
        }
    }
    for dropped in &lowered.goals.dropped {
        let _ = writeln!(shown, "{}:{} dropped: {}", dropped.line, dropped.column, dropped.reason);
    }
    shown
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&branches(&lower(text)));
}

#[test]
fn branches_switches_and_selects_are_found() {
    check(
        "int f(int a, int b) {
  if (a > 0 && b) return 1;
  for (int i = 0; i < b; i++) a += i;
  do { a--; } while (a > 10);
  switch (b) { case 1: a++; case 2 ... 3: a--; break; case 9: return 4; }
  return a ? 5 : 6;
}",
        &expect![[r#"
            2:7-12 entry.0 | entry.1
            2:16-17 land.rhs.0 | land.rhs.1
            3:19-24 for.cond.0 | for.cond.1
            4:22-28 do.cond.0 | do.cond.1
            5:11-12 do.end.4 | do.end.0 do.end.1 do.end.2 do.end.3
            5:16-22 do.end.0 | do.end.1 do.end.2 do.end.3 do.end.4
            5:29-41 do.end.1 do.end.2 | do.end.0 do.end.3 do.end.4
            5:55-61 do.end.3 | do.end.0 do.end.1 do.end.2 do.end.4
            6:10-11 sw.epilog.0 | sw.epilog.1
        "#]],
    );
}

#[test]
fn a_condition_that_is_a_choice_has_several_sites() {
    check(
        "int f(int a, int b, int c) { return a && (b ? c : a) && c; }",
        &expect![[r#"
        1:37-38 entry.0 | entry.1
        1:42-53 cond.true.0 cond.false.0 | cond.true.1 cond.false.1
        1:43-44 land.lhs.true.0 | land.lhs.true.1
        1:57-58 land.rhs.0 | land.rhs.1
    "#]],
    );
}

#[test]
fn constants_and_what_is_not_evaluated_have_no_site() {
    check(
        "#include <assert.h>
int f(int a) {
  if (sizeof(int) == 4) a++;
  if (1 && a) a--;
  a += sizeof(a ? 1 : 2);
  a = !(a && !f(a)) || a;
  if ((a++, 7)) a--;
  switch (a) {}
  return (a--, 0) || a; }",
        &expect![[r#"
            3:7-23 Folded
            4:7-8 Folded
            4:12-13 land.rhs.0 | land.rhs.1
            5:15-16 NoCode
            6:9-10 if.end2.0 | if.end2.1
            6:14-19 land.lhs.true.0 | land.lhs.true.1
            6:24-25 lor.rhs.0 | lor.rhs.1
            7:7-15 OneWay(true)
            8:11-12 OneWay(true)
            9:10-18 OneWay(false)
            9:22-23 lor.rhs13.0 | lor.rhs13.1
            6:7 dropped: contains an operation with a nested boolean expression
        "#]],
    );
}

#[test]
fn a_switch_over_a_constant_or_without_code_has_no_site() {
    check(
        "int f(int a) {
  switch (sizeof a) {
  case 2: a++; break;
  case 4: a--; break;
  default: a = 0;
  }
  if (0) {
    switch (a) { case 1: a--; case 2: a++; }
  }
  return a; }",
        &expect![[r#"
            3:3-9 NoCode
            4:3-9 OneWay(true)
            5:3-10 NoCode
            7:7-8 Folded
            8:13-14 NoCode
            8:18-24 NoCode
            8:31-37 NoCode
        "#]],
    );
}
