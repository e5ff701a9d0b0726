//! `dse` on small programs: what it proves, and what it must not call proven.

use super::common::{executions, generated, parse};
use coverage::Criterion;
use explore::strategy::Kind;
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

/// `foo` of Baars et al., Figure 1, whose target is the end of three conditions that depend on each other:
/// each is solved with those before it, x = 0 ∧ y = z ∧ x = z at last.
#[test]
fn interdependent_conditions_take_one_query_each() {
    let program = parse(
        "func @foo(%x: i32, %y: i32, %z: i32) -> i32 {
        one:
          br eq i32 %x, 0 ? two : end
        two:
          br eq i32 %y, %z ? three : end
        three:
          br eq i32 %x, %z ? target : end
        target:
          ret 1
        end:
          ret 0
        }",
    );
    for strategy in Kind::all() {
        let technique = Dse { strategy, ..Dse::default() };
        let generated = generated(&program, &technique, &executions(100));
        assert_eq!(generated.coverage.open(Criterion::Branch).count(), 0, "{}", technique.strategy);
        let executions: Vec<u64> = generated.kept.iter().map(|kept| kept.execution).collect();
        assert_eq!(executions, [1, 2, 3, 4], "{}", technique.strategy);
        let answers = generated.statistics.answers;
        assert_eq!((answers.solved, answers.unsatisfiable, answers.unknown), (3, 0, 0));
    }
}
