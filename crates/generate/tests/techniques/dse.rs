//! `dse` on small programs: what it proves, and what it must not call proven.

use super::common::{executions, generated, parse};
use coverage::Criterion;
use generate::Dse;
use program::FuncId;

#[test]
fn what_no_input_reaches_is_proven_when_every_path_was_followed() {
    let program = parse(
        "func @f(%x: i32) -> i32 {
        entry:
          br sgt i32 %x, 10 ? high : low
        high:
          br slt i32 %x, 5 ? never : low
        never:
          ret 1
        low:
          ret 0
        }",
    );
    let generated = generated(&program, &Dse::default(), &executions(500));
    assert_eq!(generated.coverage.open(Criterion::Branch).count(), 1);
    assert!(generated.ends[&FuncId(0)].is_none(), "nothing was bounded");
    assert!(generated.died.is_empty());
}

#[test]
fn what_only_runs_reach_that_trap_is_not_infeasible() {
    let program = parse(
        "func @f(%x: i32) -> i32 {
        entry:
          br eq i32 %x, 5 ? five : other
        five:
          %y = sub i32 %x, 5
          %q = sdiv.checked i32 1, %y
          ret %q
        other:
          ret 0
        }",
    );
    let generated = generated(&program, &Dse::default(), &executions(500));
    let open: Vec<_> = generated.coverage.open(Criterion::Branch).collect();
    assert_eq!(open.len(), 1);
    assert_eq!(generated.died.iter().copied().collect::<Vec<_>>(), open);
    assert_eq!(generated.findings.len(), 1);
}
