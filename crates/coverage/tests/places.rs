//! The coverage structure for goals that are places: regions of code, entries and exits.

mod common;

use common::Subject;
use coverage::{
    Count, Coverage, Criterion, GoalKind, Goals, Map, PairRule, Region, Relevance, Source,
    Structure, sites,
};
use program::{FileId, FuncId, Program, SiteTable, Span};
use std::sync::Arc;
use trace::Trace;

/// A function with a region that has no counter of its own, one that calls it, and one that has nothing to
/// do with them.
const TEXT: &str = "
file \"a.c\"
func @f(%x: i32) -> i32 !0:1:1-9:2 {
entry:
  count 0
  br eq i32 %x, 1 ? yes : no !0:2:1-5
yes:
  count 1
  ret %x !0:3:5-8
no:
  %x = add i32 %x, 1 !0:5:3-9
  ret %x !0:6:3-9
}
func @g(%x: i32) -> i32 !0:11:1-13:2 {
start:
  count 0
  %y = call i32 @f(i32 %x)
  br eq i32 %y, 1 ? end : end
end:
  ret %y
}
func @h(%x: i32) !0:15:1-16:2 {
other:
  br eq i32 %x, 1 ? done : done
done:
  ret
}
";

fn program() -> Program {
    program::text::parse(TEXT).unwrap_or_else(|error| panic!("{error}"))
}

fn span(line: u32, end_line: u32) -> Option<Span> {
    Some(Span { file: FileId(0), line, column: 1, end_line, end_column: 99 })
}

/// The regions of `f`: the body, the `then` by its counter, and the `else` as what is left of the body.
fn structure(criterion: Criterion) -> (Program, Structure) {
    let program = program();
    let table = SiteTable::new(&program);
    let mut units: Vec<_> =
        program.functions.ids().map(|id| sites::unit(&program, &table, id)).collect();
    let counter = |number: u32| (Source::Counter(number), 1);
    let region = |line, end, terms| Region { span: span(line, end), count: Count { terms } };
    units[0].regions = vec![
        region(1, 9, vec![counter(0)]),
        region(3, 3, vec![counter(1)]),
        region(5, 6, vec![counter(0), (Source::Counter(1), -1)]),
    ];
    let goals = Arc::new(Goals::new(&program, units));
    let map = Arc::new(Map::new(&program, Arc::clone(&goals)));
    let coverage = Coverage::new(goals, PairRule::default());
    (program, Structure::new(map, coverage, criterion))
}

/// The outcome of a function's only branch.
fn outcome(structure: &Structure, function: u32, way: u32) -> program::OutcomeId {
    let sites = structure.map().sites();
    let site = sites.of_function(FuncId(function)).next().expect("a branch");
    sites.site(site).outcome(way)
}

fn trace(structure: &Structure, way: u32) -> Trace {
    let mut trace = Trace::default();
    trace.tally.clear(structure.map().sites().outcomes());
    trace.tally.take(outcome(structure, 0, way));
    trace.counters.clear(3);
    trace.counters.increment(0);
    if way == 0 {
        trace.counters.increment(1);
    }
    trace
}

#[test]
fn a_region_is_gained_by_the_branch_that_leads_to_it() {
    let (_, mut structure) = structure(Criterion::Statement);
    let relevance =
        |structure: &Structure, way| structure.relevance(outcome(structure, 0, way), &[], &[]);
    assert_eq!([0, 1].map(|way| relevance(&structure, way)), [Relevance::Must; 2]);
    let run = trace(&structure, 1);
    assert!(structure.update(&run));
    assert_eq!(structure.share(), (2, 3));
    let found = [0, 1].map(|way| relevance(&structure, way));
    assert_eq!(found, [Relevance::Must, Relevance::Irrelevant]);
    assert_eq!(structure.contribution(outcome(&structure, 0, 0), Some(1)), 1);
    let run = trace(&structure, 0);
    assert!(structure.update(&run));
    assert_eq!(structure.share(), (3, 3));
}

#[test]
fn what_is_met_before_the_first_branch_lies_ahead_of_a_call() {
    let (_, mut structure) = structure(Criterion::Statement);
    let body = structure.open_goals().next().expect("the body");
    for goal in structure.open_goals().skip(1).collect::<Vec<_>>() {
        structure.exclude(goal);
    }
    assert_eq!(structure.map().goals().goals[body].kind, GoalKind::Region(0));
    let other = outcome(&structure, 2, 0);
    let relevance = |rest: &[FuncId]| structure.relevance(other, &[], rest);
    assert_eq!(relevance(&[]), Relevance::Irrelevant);
    assert_eq!(relevance(&[FuncId(0)]), Relevance::May);
    assert_eq!(relevance(&[FuncId(1)]), Relevance::May);
    assert_eq!(relevance(&[FuncId(2)]), Relevance::Irrelevant);
}

#[test]
fn entries_and_exits_are_goals_of_mcdc_where_something_counts_them() {
    let subject = Subject::new(TEXT, Criterion::Mcdc);
    let goals = subject.map.goals();
    let mut text = String::new();
    for goal in goals.goals.values() {
        let name = &goals.units[goal.unit].name;
        match goal.kind {
            GoalKind::Entry => text.push_str(&format!("{name}: entry\n")),
            GoalKind::Exit(number) => {
                let exit = &goals.units[goal.unit].exits[number as usize];
                text.push_str(&format!("{name}: exit {:?}\n", exit.count.terms));
            }
            _ => {}
        }
    }
    expect_test::expect![[r#"
        f: entry
        f: exit [(Counter(1), 1)]
        f: exit [(Outcome(OutcomeId(1)), 1)]
        g: entry
        g: exit [(Outcome(OutcomeId(2)), 1), (Outcome(OutcomeId(3)), 1)]
        h: exit [(Outcome(OutcomeId(4)), 1), (Outcome(OutcomeId(5)), 1)]
    "#]]
    .assert_eq(&text);
}

#[test]
fn an_exit_is_covered_by_a_run_that_comes_to_it() {
    let (_, mut structure) = structure(Criterion::Mcdc);
    let open = |structure: &Structure| {
        let goals = structure.map().goals();
        let of_f = structure.open_goals().filter(|goal| goals.goals[*goal].unit.0 == 0);
        let exits = of_f.filter(|goal| matches!(goals.goals[*goal].kind, GoalKind::Exit(_)));
        exits.count()
    };
    assert_eq!(open(&structure), 2);
    let run = trace(&structure, 1);
    structure.update(&run);
    assert_eq!(open(&structure), 1);
    let run = trace(&structure, 0);
    structure.update(&run);
    assert_eq!(open(&structure), 0);
}
