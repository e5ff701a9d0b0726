//! `dse` on small programs: what it proves, and what it must not call proven.

use super::common::{executions, generated, parse, text};
use coverage::Criterion;
use explore::strategy::StrategyKind;
use generate::{Dse, Settings};
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
    for strategy in StrategyKind::all() {
        let technique = Dse { strategy, ..Dse::default() };
        let generated = generated(&program, &technique, &executions(100));
        assert_eq!(generated.coverage.open(Criterion::Branch).count(), 0, "{}", technique.strategy);
        let executions: Vec<u64> = generated.kept.iter().map(|kept| kept.execution).collect();
        assert_eq!(executions, [1, 2, 3, 4], "{}", technique.strategy);
        let answers = generated.statistics.answers;
        assert_eq!((answers.solved, answers.unsatisfiable, answers.unknown), (3, 0, 0));
    }
}

/// Four branches in a row, of which only the last leads to more; breadth-first search begins with the first.
#[test]
fn looking_ahead_prefers_the_branch_behind_which_there_is_most() {
    let program = parse(
        "func @f(%a: i32, %b: i32, %c: i32, %d: i32) -> i32 {
        entry:
          br eq i32 %a, 77777 ? left : second
        left:
          jump second
        second:
          br eq i32 %b, 77777 ? right : third
        right:
          jump third
        third:
          br eq i32 %c, 77777 ? deep : end
        deep:
          br sgt i32 %a, -100 ? deeper : end
        deeper:
          br slt i32 %b, 77777 ? deepest : end
        deepest:
          br slt i32 %d, 77777 ? end : end
        end:
          ret 0
        }",
    );
    let open = |look_ahead: usize| {
        let config = explore::Config { look_ahead, ..explore::Config::default() };
        let technique = Dse { strategy: StrategyKind::Bfs, config, ..Dse::default() };
        let generated = generated(&program, &technique, &executions(2));
        generated.coverage.open(Criterion::Branch).count()
    };
    let (plain, ahead) = (open(0), open(4));
    assert!(ahead + 2 <= plain, "{ahead} goals are open, {plain} without looking");
    // Every candidate is offered in the end.
    let config = explore::Config { look_ahead: 2, ..explore::Config::default() };
    let technique = Dse { config, ..Dse::default() };
    let all = generated(&program, &technique, &executions(200));
    assert_eq!(all.coverage.open(Criterion::Branch).count(), 0);
}

/// A branch for each of ten bits, and at the end one that nothing reaches: 2,048 paths lead up to it.
fn bits() -> std::sync::Arc<program::Program> {
    let mut text = "func @f(%x: i32) -> i32 {\n".to_owned();
    for bit in 0..10 {
        let (mask, next) = (1 << bit, bit + 1);
        text += &format!("b{bit}:\n%t{bit} = and i32 %x, {mask}\n");
        text += &format!("br eq i32 %t{bit}, 0 ? b{next} : b{next}\n");
    }
    text += "b10:\nbr slt i32 %x, 0 ? below : end\nbelow:\nbr sgt i32 %x, 0 ? never : end\n";
    text += "never:\nret 1\nend:\nret 0\n}";
    parse(&text)
}

#[test]
fn lanes_take_every_path_once_and_prove_what_one_explorer_proves() {
    let program = bits();
    // Each execution is then for a path of its own.
    let config = explore::Config { optimistic: false, filter: false, ..Default::default() };
    for lanes in [1, 2, 4, 7] {
        let technique = Dse { config: config.clone(), lanes, ..Dse::default() };
        let generated = generated(&program, &technique, &executions(100_000));
        let generate::Statistics { executions, answers, .. } = generated.statistics;
        assert_eq!((executions, answers.paths), (2_048, 2_048), "{lanes} lanes");
        assert_eq!((answers.solved, answers.unsatisfiable), (2_047, 1_024), "{lanes} lanes");
        assert_eq!(generated.coverage.open(Criterion::Branch).count(), 1);
        assert!(generated.ends[&FuncId(0)].is_none(), "nothing was bounded");
    }
}

#[test]
fn lanes_give_the_same_for_any_number_of_threads() {
    let program = bits();
    let made = |jobs: usize, lanes: usize| {
        let settings = Settings { jobs, ..executions(1_800) };
        let config = explore::Config { filter: false, ..explore::Config::default() };
        let technique = Dse { lanes, config, ..Dse::default() };
        let made = generated(&program, &technique, &settings);
        let layers = made.statistics.layers.clone();
        (text(&program, &made), made.statistics.answers, layers, made.statistics.batches)
    };
    let one = made(1, 4);
    assert_eq!(one, made(2, 4));
    assert_eq!(one, made(5, 4));
    // There are four tasks in a batch then, and one without lanes.
    assert!(made(1, 1).3 > one.3 + 5);
}
