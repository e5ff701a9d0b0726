//! Alternatives of tests of a small module: what is solved with the same calls, what is left to a search, and in which
//! order they come.

use super::*;
use coverage::{Coverage, Criterion, Goals, Map, PairRule};
use expect_test::{Expect, expect};
use machine::{Config, Machine, Models};
use program::{FuncId, SiteTable};
use std::fmt::Write;
use std::sync::Arc;
use term::print::infix;
use trace::{Mode, Runner, Watch};

/// A cell holds one more than it is given; what is asked about it depends on that number and on a limit.
const CELLS: &str = "
class Object
class Cell extends Object {
  size 8
  field value: i32 at 0
}

func @cell(%value: i32) -> ptr {
entry:
  %cell = new Cell
  %more = add i32 %value, 1
  store.trusted i32 %more, %cell
  ret %cell
}

func @look(%cell: ptr, %limit: i32) -> i32 {
entry:
  %value = load.trusted i32 %cell
  br sgt i32 %value, 10 ? big : small
big:
  br eq i32 %value, %limit ? same : other
same:
  ret 3
other:
  ret 2
small:
  ret 1
}
";

/// The program, a machine for it and the function that is entered.
struct Setup {
    program: Arc<Program>,
    machine: Machine,
    function: FuncId,
}

impl Setup {
    fn new() -> Self {
        let program = program::text::parse(CELLS).unwrap_or_else(|error| panic!("{error}"));
        let program = Arc::new(program);
        let machine = Machine::new(Arc::clone(&program), Config::default(), Models::standard())
            .unwrap_or_else(|error| panic!("{error}"));
        let looks = |(_, function): &(FuncId, &program::Function)| function.name == "look";
        let function = program.functions.iter().find(looks).expect("it is there").0;
        Self { program, machine, function }
    }

    fn frontier(&self, order: Order) -> Frontier<'_> {
        let sites = SiteTable::new(&self.program);
        let unit = coverage::sites::unit(&self.program, &sites, self.function);
        let goals = Arc::new(Goals::new(&self.program, vec![unit].into_iter().collect()));
        let map = Arc::new(Map::new(&self.program, Arc::clone(&goals)));
        let coverage = Coverage::new(goals, PairRule::default());
        let structure = Structure::new(map, coverage, Criterion::Branch);
        let settings = Settings { order, filter: false, ..Settings::default() };
        Frontier::new(&self.program, structure, settings, 1)
    }
}

/// Adds a test; gives whether its path was new.
fn add(
    machine: &mut Machine,
    function: FuncId,
    to: &mut Frontier<'_>,
    scenario: &Scenario,
) -> bool {
    machine.set_watch(Some(Watch { function, symbols: None, globals: Arc::default() }));
    let mut trace = Trace::default();
    machine.run(scenario, Mode::Concolic, &mut trace).expect("it fits");
    to.add(scenario, &trace, machine.pool(), true)
}

fn parse(program: &Program, text: &str) -> Scenario {
    scenario::text::parse(text, program).unwrap_or_else(|error| panic!("{error}"))
}

/// The alternatives of a test, each with the inputs that fulfil it.
fn check(test: &str, expect: Expect) {
    let Setup { program, mut machine, function } = Setup::new();
    let setup = Setup::new();
    let mut frontier = setup.frontier(Order::Fifo);
    assert!(add(&mut machine, function, &mut frontier, &parse(&program, test)));
    let mut text = String::new();
    while let Some(id) = frontier.draw() {
        let pool = &frontier.test(id).pool;
        let clauses = frontier.condition(id);
        let clauses: Vec<String> = clauses.iter().map(|it| infix(pool, *it).to_string()).collect();
        let _ = writeln!(text, "{}", clauses.join(" & "));
        match frontier.solve(id) {
            Some((scenario, _)) => {
                let text_of = scenario::text::print(&scenario, &program);
                let inputs = text_of.lines().filter(|line| line.starts_with("let"));
                inputs.for_each(|line| text.extend(["  ", line, "\n"]));
            }
            None => text += "  not with these calls\n",
        }
    }
    expect.assert_eq(&text);
}

#[test]
fn what_symbols_are_in_terms_of_inputs_is_solved() {
    check(
        "let v: i32 = 20\nlet l: i32 = 5\ncall c = @cell(v)\ncall @look(c, l)",
        expect![[r#"
        cell.value < 11
          let v: i32 = 9
          let l: i32 = 5
        cell.value >= 11 & cell.value == limit
          let v: i32 = 20
          let l: i32 = 21
    "#]],
    );
}

#[test]
fn what_no_input_of_the_same_calls_decides_is_not_solved() {
    check(
        "let l: i32 = 5\ncall c = @cell(20)\ncall @look(c, l)",
        expect![[r#"
        cell.value < 11
          not with these calls
        cell.value >= 11 & cell.value == limit
          let l: i32 = 21
    "#]],
    );
}

#[test]
fn what_one_test_cannot_solve_is_tried_with_another_of_the_same_path() {
    let Setup { program, mut machine, function } = Setup::new();
    let setup = Setup::new();
    let mut frontier = setup.frontier(Order::Fifo);
    let fixed = "let l: i32 = 5\ncall c = @cell(20)\ncall @look(c, l)";
    assert!(add(&mut machine, function, &mut frontier, &parse(&program, fixed)));
    let small = frontier.choose().expect("an alternative");
    assert!(frontier.solve(small).is_none());
    frontier.defer(small);
    let free = "let v: i32 = 20\nlet l: i32 = 5\ncall c = @cell(v)\ncall @look(c, l)";
    assert!(!add(&mut machine, function, &mut frontier, &parse(&program, free)));
    // It waits behind the one that nobody has tried.
    let other = frontier.choose().expect("there is another");
    assert_ne!(other, small);
    assert_eq!(frontier.choose(), Some(small));
    let (solved, _) = frontier.solve(small).expect("another number");
    assert_eq!(scenario::text::print(&solved, &program).lines().next(), Some("let v: i32 = 9"));
    // What is solved stays so.
    frontier.tell(small, Fate::Solved, 1);
    assert!(!add(&mut machine, function, &mut frontier, &parse(&program, free)));
    assert_eq!(frontier.alternative(small).fate, Fate::Solved);
}

#[test]
fn what_earlier_calls_went_through_does_not_bind_the_last_one() {
    check(
        "let v: i32 = 20
        let l: i32 = 5
        call c = @cell(v)
        call @look(c, l)
        call @look(c, l)
        call @look(c, l)",
        expect![[r#"
            cell.value < 11
              let v: i32 = 9
              let l: i32 = 5
            cell.value >= 11 & cell.value == limit
              let v: i32 = 20
              let l: i32 = 21
        "#]],
    );
}

#[test]
fn what_holds_before_is_kept_where_it_is_not_in_the_way() {
    // The first look finds at most 10 in its cell, which the last can agree with: so one more than `v` wraps around.
    check(
        "let v: i32 = 5
        let l: i32 = 5
        call c = @cell(v)
        call @look(c, l)
        let w: i32 = 30
        call d = @cell(w)
        call @look(d, v)",
        expect![[r#"
            cell.value < 11
              let v: i32 = 5
              let l: i32 = 5
              let w: i32 = 9
            cell.value >= 11 & cell.value == limit
              let v: i32 = 2147483647
              let l: i32 = 5
              let w: i32 = 2147483646
        "#]],
    );
}

#[test]
fn a_path_is_met_once() {
    let Setup { program, mut machine, function } = Setup::new();
    let setup = Setup::new();
    let mut frontier = setup.frontier(Order::Fifo);
    let test =
        |v| parse(&program, &format!("let v: i32 = {v}\ncall c = @cell(v)\ncall @look(c, 5)"));
    assert!(add(&mut machine, function, &mut frontier, &test(20)));
    let known = frontier.alternatives().count();
    assert!(!add(&mut machine, function, &mut frontier, &test(30)));
    assert_eq!(frontier.alternatives().count(), known);
    // Of the other way nothing is new but that it was taken.
    assert!(add(&mut machine, function, &mut frontier, &test(1)));
    assert_eq!(frontier.alternatives().count(), known);
    let tally = frontier.tally();
    assert_eq!((tally.tests, tally.paths), (3, 2));
}

#[test]
fn what_waits_for_a_search_comes_last_and_what_failed_comes_again_when_asked_for() {
    let Setup { program, mut machine, function } = Setup::new();
    let setup = Setup::new();
    let mut frontier = setup.frontier(Order::Fifo);
    let test =
        parse(&program, "let v: i32 = 20\nlet l: i32 = 5\ncall c = @cell(v)\ncall @look(c, l)");
    add(&mut machine, function, &mut frontier, &test);
    let first = frontier.choose().expect("there are two");
    frontier.defer(first);
    let second = frontier.choose().expect("there is another");
    assert_ne!(first, second);
    frontier.tell(second, Fate::Solved, 1);
    assert_eq!(frontier.choose(), Some(first));
    assert!(frontier.alternative(first).unsolved);
    frontier.tell(first, Fate::Failed, 200);
    assert_eq!((frontier.choose(), frontier.reopen()), (None, 1));
    assert_eq!(frontier.choose(), Some(first));
    assert_eq!(frontier.alternative(first).spent, 200);
}

#[test]
fn what_is_seen_again_is_not_learnt_again_and_a_run_that_goes_by_ends_the_waiting() {
    let Setup { program, mut machine, function } = Setup::new();
    let setup = Setup::new();
    let mut frontier = setup.frontier(Order::Learned);
    let test =
        |v| parse(&program, &format!("let v: i32 = {v}\ncall c = @cell(v)\ncall @look(c, 5)"));
    for value in [20, 30, 40, 20] {
        add(&mut machine, function, &mut frontier, &test(value));
    }
    assert_eq!(frontier.selection.examples().len(), 1, "they all take one path");
    let small = frontier.alternatives().find(|(id, _)| {
        let pool = &frontier.test(*id).pool;
        let clauses = frontier.condition(*id);
        let clause = clauses.first().map(|clause| infix(pool, *clause).to_string());
        clauses.len() == 1 && clause.as_deref() == Some("cell.value < 11")
    });
    let small = small.expect("the first clause turned").0;
    assert!(!frontier.follows(small));
    add(&mut machine, function, &mut frontier, &test(1));
    assert!(frontier.follows(small));
    assert_eq!(frontier.alternative(small).fate, Fate::Passed);
    let left = std::iter::from_fn(|| frontier.choose()).filter(|id| *id == small);
    assert_eq!(left.take(10).count(), 0, "nobody goes there on purpose any more");
}

#[test]
fn first_come_first_served_lets_what_was_not_solved_wait_behind_what_nobody_has_tried() {
    let Setup { program, mut machine, function } = Setup::new();
    let setup = Setup::new();
    let mut frontier = setup.frontier(Order::Fifo);
    let test =
        parse(&program, "let v: i32 = 20\nlet l: i32 = 5\ncall c = @cell(v)\ncall @look(c, l)");
    add(&mut machine, function, &mut frontier, &test);
    let first = frontier.choose().expect("there are two");
    frontier.defer(first);
    frontier.resume();
    let second = frontier.choose().expect("there is another");
    assert_ne!(first, second);
    // What was not given its time keeps its place.
    frontier.postpone(second);
    assert_eq!(frontier.choose(), Some(second));
    assert_eq!(frontier.choose(), Some(first));
}
