//! Programs whose bodies come later than their map, and branches of which one way is counted.

use coverage::{Coverage, Criterion, Goals, Map, PairRule, Relevance, Structure, sites};
use program::{FuncId, Function, IdVec, OutcomeId, Program, SiteTable};
use std::sync::Arc;

const PROGRAM: &str = "
func @late(%x: i32) -> i32 {
  counters 2
entry:
  count 1
  br sgt i32 %x, 3 ? yes : no
yes:
  ret 1
no:
  ret 2
}

func @early(%x: i32) -> i32 {
  counters 1
entry:
  count 0
  br sgt i32 %x, 5 ? yes : no
yes:
  ret 1
no:
  ret 2
}
";

/// The program without the body that comes later, and with it; the sites are numbered as bodies come.
fn growing() -> (Program, SiteTable, Program, SiteTable) {
    let whole = program::text::parse(PROGRAM).expect("a program");
    let mut first = whole.clone();
    let late = &mut first.functions[FuncId(0)];
    *late = Function { blocks: IdVec::new(), counters: 0, ..late.clone() };
    let before = SiteTable::new(&first);
    let mut after = before.clone();
    after.add(FuncId(0), &whole.functions[FuncId(0)]);
    (first, before, whole, after)
}

#[test]
fn a_body_that_comes_later_is_numbered_behind_the_others() {
    let (_, before, whole, after) = growing();
    assert_eq!((before.outcomes(), before.counters()), (2, 1));
    assert_eq!((after.first_counter(FuncId(1)), after.first_counter(FuncId(0))), (0, 1));
    assert_eq!(after.counters(), 3);
    let early = sites::unit(&whole, &after, FuncId(1));
    let late = sites::unit(&whole, &after, FuncId(0));
    assert_eq!(early.branches[0].outcomes, [vec![OutcomeId(0)], vec![OutcomeId(1)]]);
    assert_eq!(late.branches[0].outcomes, [vec![OutcomeId(2)], vec![OutcomeId(3)]]);
    assert!(before.knows(OutcomeId(1)) && !before.knows(OutcomeId(2)));
    // The map of what has grown finds the place of a goal by the same numbers.
    let goals = Arc::new(Goals::new(&whole, vec![early, late]));
    let map = Map::with_sites(&whole, goals, after);
    assert_eq!(map.function(OutcomeId(3)), FuncId(0));
}

#[test]
fn an_outcome_that_is_not_on_the_map_may_lead_to_whatever_is_open() {
    let (program, table, ..) = growing();
    let units = vec![sites::unit(&program, &table, FuncId(1))];
    let goals = Arc::new(Goals::new(&program, units));
    let map = Arc::new(Map::new(&program, Arc::clone(&goals)));
    let coverage = Coverage::new(goals, PairRule::default());
    let mut structure = Structure::new(map, coverage, Criterion::Branch);
    let unknown = OutcomeId(2);
    assert_eq!(structure.relevance(unknown, &[], &[]), Relevance::May);
    assert_eq!((structure.distance(unknown), structure.contribution(unknown, None)), (None, 0));
    assert!(!structure.is_open(unknown) && !structure.dominates(unknown, OutcomeId(0)));
    assert_eq!(structure.map().so_far(unknown, [OutcomeId(0)]), []);
    for goal in structure.open_goals().collect::<Vec<_>>() {
        structure.exclude(goal);
    }
    assert_eq!(structure.relevance(unknown, &[], &[]), Relevance::Irrelevant);
}

#[test]
fn of_a_single_branch_one_way_is_a_goal() {
    let (program, table, ..) = growing();
    let mut unit = sites::unit(&program, &table, FuncId(1));
    unit.branches[0].single = true;
    let goals = Goals::new(&program, vec![unit]);
    let wanted = goals.goals.values().filter(|goal| Criterion::Branch.wants(goal)).count();
    assert_eq!(wanted, 1);
}
