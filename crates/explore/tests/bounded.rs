//! How large a tree becomes.

use coverage::{Coverage, Criterion, Goals, Map, PairRule, Structure, sites};
use explore::strategy::Bfs;
use explore::{Config, Explorer};
use machine::{Machine, Models};
use program::SiteTable;
use std::sync::Arc;
use trace::{Mode, Runner, Trace};

/// A loop of 5,000 rounds, each of which asks for the input.
const LOOP: &str = "
func @f(%x: i32) -> i32 {
entry:
  %i = add i32 0, 0
  jump head
head:
  %i = add i32 %i, 1
  %y = xor i32 %x, %i
  br eq i32 %y, 7 ? next : next
next:
  br slt i32 %i, 5000 ? head : out
out:
  ret %i
}";

/// The nodes of a tree after one run and after the same again.
fn sizes(most_nodes: usize) -> [usize; 2] {
    let program = program::text::parse(LOOP).unwrap_or_else(|error| panic!("{error}"));
    let table = SiteTable::new(&program);
    let units = program.functions.ids().map(|id| sites::unit(&program, &table, id)).collect();
    let goals = Arc::new(Goals::new(&program, units));
    let map = Arc::new(Map::new(&program, Arc::clone(&goals)));
    let coverage = Coverage::new(goals, PairRule::default());
    let structure = Structure::new(map, coverage, Criterion::Branch);
    let config = Config { most_nodes, filter: false, ..Config::default() };
    let mut explorer = Explorer::new(&program, structure, Box::new(Bfs::default()), config, 0);
    let scenario = scenario::text::parse("let x: i32 = 100000\ncall @f(x)", &program);
    let scenario = scenario.unwrap_or_else(|error| panic!("{error}"));
    let config = machine::Config::default();
    let machine = Machine::new(Arc::new(program.clone()), config, Models::none());
    let mut machine = machine.unwrap_or_else(|error| panic!("{error}"));
    let mut trace = Trace::default();
    [(); 2].map(|()| {
        machine.run(&scenario, Mode::Concolic, &mut trace).expect("it runs");
        explorer.add(&scenario, &trace, machine.pool(), true);
        explorer.tree().len()
    })
}

#[test]
fn a_run_adds_few_nodes_to_a_tree_that_is_large_and_the_next_goes_on() {
    let [first, second] = sizes(usize::MAX);
    assert!(first == second && first > 10_000, "{first} {second}");
    let [first, second] = sizes(0);
    assert!(
        (4_000..4_100).contains(&first) && (8_000..8_100).contains(&second),
        "{first} {second}"
    );
}
