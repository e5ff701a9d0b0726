//! What is dropped and what is not: calls to come, and what runs went through that came to a bad end.

use super::*;
use crate::strategy::Bfs;
use crate::strategy::testing::{Exploration, Script};
use crate::tree::Edge;
use coverage::Criterion;
use trace::Trace;

/// Two functions with a branch each.
const TWO: &str = "
func @f(%x: i32) {
entry:
  br eq i32 %x, 1 ? a : b
a:
  ret
b:
  ret
}
func @g(%x: i32) {
entry:
  br eq i32 %x, 1 ? a : b
a:
  ret
b:
  ret
}
";

/// A run that took an outcome.
fn taken(structure: &mut Structure, outcome: u32) {
    let mut trace = Trace::default();
    trace.tally.clear(structure.map().sites().outcomes());
    trace.tally.take(OutcomeId(outcome));
    structure.update(&trace);
}

#[test]
fn a_candidate_stays_as_long_as_a_call_to_come_has_something_open() {
    let mut exploration = Exploration::new(TWO, Criterion::Branch, Script::default());
    let [with_g, without] = [exploration.run(&[]), exploration.run(&[OutcomeId(0)])];
    exploration.runs[with_g].rest = vec![FuncId(1)];
    let Exploration { tree, runs, .. } = &mut exploration;
    let mut structure = Exploration::new(TWO, Criterion::Branch, Script::default()).structure;
    let truth = tree.clause(NodeId(0));
    let mut filter = Filter::default();
    let mut candidate = |tree: &mut Tree, run: RunId, rest: &[FuncId]| {
        let node = tree.add(runs[run].leaf, Edge::Branch(OutcomeId(0)), truth, run, Status::Open);
        assert!(filter.add(tree, &structure, node, rest, None), "f's own goals are open");
        node
    };
    let before_g = candidate(tree, with_g, &[FuncId(1)]);
    let last = candidate(tree, without, &[]);
    // Of f everything is covered, of g nothing.
    taken(&mut structure, 0);
    taken(&mut structure, 1);
    assert_eq!(filter.renew(tree, runs, &structure), 1);
    assert_eq!(tree.status(before_g), Status::Open);
    assert_eq!(tree.status(last), Status::Irrelevant);
    taken(&mut structure, 2);
    assert_eq!(filter.renew(tree, runs, &structure), 0, "the other way of g is open");
    taken(&mut structure, 3);
    assert_eq!(filter.renew(tree, runs, &structure), 1);
    assert_eq!(tree.status(before_g), Status::Irrelevant);
}

/// `if (mode == 7) r = 1; if (x > 0) { if (r) abort(); }`, where `r` depends on no input.
const ABORTS: &str = "
func @f(%mode: i32, %x: i32) {
  var %r: i32
mode:
  br eq i32 %mode, 7 ? set : x
set:
  jump x(%r = 1)
x:
  br sgt i32 %x, 0 ? r : end
r:
  br ne i32 %r, 0 ? abort : end
abort:
  ret
end:
  ret
}
";

#[test]
fn a_way_off_a_run_that_died_covers_what_it_went_through() {
    let script = Script {
        way: |path, site| match site {
            // The run that is asked for mode == 7 has x > 0; that one aborts.
            "r" => u32::from(path[0] == "modeF"),
            "x" => u32::from(path[0] == "modeF"),
            _ => 1,
        },
        concrete: |site| site == "r",
        dies: |path| path.contains(&"rT"),
        ..Script::default()
    };
    let mut exploration = Exploration::new(ABORTS, Criterion::Branch, script);
    exploration.filter = true;
    let mut strategy = Bfs::default();
    let text = exploration.explore(&mut strategy, 10);
    // Without what the run that died went through, `modeT xF` would bring nothing: `xF` is covered.
    assert!(text.contains("modeT xF"), "{text}");
    assert_eq!(exploration.structure.open_goals().count(), 1, "all but the abort: {text}");
}

#[test]
fn what_is_open_before_a_candidate_counts_until_it_is_covered() {
    let mut exploration = Exploration::new(ABORTS, Criterion::Branch, Script::default());
    let run = exploration.run(&[]);
    let mut structure = Exploration::new(ABORTS, Criterion::Branch, Script::default()).structure;
    // xF and the other way of mode are covered; mode == 7 was met by a run that died.
    [1, 2, 3].into_iter().for_each(|outcome| taken(&mut structure, outcome));
    let Exploration { tree, runs, .. } = &mut exploration;
    let (truth, root) = (tree.clause(NodeId(0)), runs[run].root);
    let mut filter = Filter::default();
    let bad_end = filter.bad_end(Some(FuncId(0)));
    let mode = tree.add(root, Edge::Branch(OutcomeId(0)), truth, run, Status::Explored);
    filter.pass(bad_end, tree, &structure, mode);
    let mut way_off = |tree: &mut Tree, bad_end| {
        let node = tree.add(mode, Edge::Branch(OutcomeId(3)), truth, run, Status::Open);
        (filter.add(tree, &structure, node, &[], bad_end), node)
    };
    assert!(!way_off(tree, None).0, "nothing lies ahead of it");
    let (is_relevant, node) = way_off(tree, Some(bad_end));
    assert!(is_relevant);
    assert!(filter.is_relevant(tree, runs, &structure, node));
    taken(&mut structure, 0);
    assert!(!filter.is_relevant(tree, runs, &structure, node));
    assert_eq!(filter.renew(tree, runs, &structure), 1);
    assert_eq!(tree.status(node), Status::Irrelevant);
}
