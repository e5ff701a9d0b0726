//! What context-guided search takes for new, on the figures of its paper.

use super::LOOP;
use crate::strategy::testing::{Exploration, Script};
use crate::strategy::{Bfs, ContextGuided, Options, Strategy};
use coverage::Criterion;
use expect_test::expect;
use fastrand::Rng;

/// Contexts of a size, and whether dominators are left out of them.
fn of_size(fixed_k: Option<u32>, dominators: bool) -> Options {
    Options { fixed_k, dominators, ..Options::default() }
}

/// The code of Figure 1 of paper context-guided search, as far as its branches go: 1 and 2, then 3 and 4
/// (total >= 100 or not), then 5 and 6 (total >= 200 or not). A true branch has the odd number.
const FIGURE_1: &str = "
func @f(%x: i32) {
first:
  br eq i32 %x, 1 ? second : second
second:
  br eq i32 %x, 2 ? third : third
third:
  br eq i32 %x, 3 ? return : return
return:
  ret
}
";

#[test]
fn context_guided_passes_over_a_branch_in_a_context_that_it_knows() {
    // thirdT after secondF is unsatisfiable, and is tried in one of the two paths that come by with that
    // context only; after secondT it is new.
    let script =
        Script { solvable: |path| !path.ends_with(&["secondF", "thirdT"]), ..Script::default() };
    let mut exploration = Exploration::new(FIGURE_1, Criterion::Branch, script);
    let text = exploration.explore(&mut ContextGuided::new(&of_size(Some(2), true)), 20);
    expect![[r#"
        firstT
        firstT secondT
        firstF secondT
        firstF secondT thirdT: all covered
        firstF secondF thirdT: unsatisfiable
        nothing left
    "#]]
    .assert_eq(&text);
}

/// A part of `regex_compile` as in Figure 5 of paper context-guided search: two ways lead to four nested
/// branches and to the innermost.
const FIGURE_5: &str = "
func @f(%x: i32) {
b1:
  br eq i32 %x, 1 ? b3 : b3
b3:
  br eq i32 %x, 3 ? b5 : end
b5:
  br eq i32 %x, 5 ? b7 : end
b7:
  br eq i32 %x, 7 ? b9 : end
b9:
  br eq i32 %x, 9 ? b11 : end
b11:
  br eq i32 %x, 11 ? end : end
end:
  ret
}
";

/// The paths that the innermost branch is turned in, with contexts of this size.
fn innermost(k: u32, dominators: bool) -> Vec<String> {
    // Runs go all the way down and take b11F.
    let way = |_: &[&str], site: &str| u32::from(site == "b11" || site == "b1");
    let mut exploration =
        Exploration::new(FIGURE_5, Criterion::Branch, Script { way, ..Script::default() });
    let mut strategy = ContextGuided::new(&of_size(Some(k), dominators));
    let text = exploration.explore(&mut strategy, 100);
    let chosen = text.lines().map(|line| line.trim_end_matches(": all covered"));
    chosen.filter(|line| line.ends_with("b11T")).map(str::to_owned).collect()
}

#[test]
fn dominators_are_no_part_of_a_context() {
    // With them left out, the 2-contexts of the innermost branch are (b1T, b11T) and (b1F, b11T).
    let both = ["b1F b3T b5T b7T b9T b11T", "b1T b3T b5T b7T b9T b11T"];
    assert_eq!(innermost(2, true), both);
    // Otherwise both are (b9T, b11T), and (b3T, b5T, b7T, b9T, b11T) with five: only the sixth branch differs.
    for k in 1..=5 {
        assert_eq!(innermost(k, false).len(), 1, "{k}");
    }
    assert_eq!(innermost(6, false), both);
    // The branch alone is its own context.
    assert_eq!(innermost(1, true).len(), 1);
}

#[test]
fn contexts_grow_until_everything_was_chosen() {
    let mut exploration = Exploration::new(LOOP, Criterion::Branch, Script::default());
    let mut strategy = ContextGuided::new(&Options::default());
    expect![[r#"
        headT
        headT aT
        headT aF bT: all covered
        headT aT bT: all covered
        headT aF bT headT: all covered
        headT aF bF headT: all covered
        headT aF bT headT aT: all covered
        headT aF bF headT aT: all covered
        headT aT bF headT: all covered
        headT aT bT headT: all covered
        headT aT bT headT aT: all covered
        headT aT bF headT aT: all covered
    "#]]
    .assert_eq(&exploration.explore(&mut strategy, 12));
}

/// The candidates that a strategy chooses, depth by depth, each depth in order of names.
fn by_depth(strategy: &mut dyn Strategy, seed: u64, tries: usize) -> Vec<(u32, Vec<String>)> {
    // A run that nobody has asked anything of ends soon, and which way it goes is settled by its path.
    let way = |path: &[&str], site: &str| {
        let sum: usize =
            path.iter().chain(&[site]).flat_map(|name| name.bytes()).map(usize::from).sum();
        u32::from(path.len() > 9 || !sum.is_multiple_of(3))
    };
    let solvable = |path: &[&str]| path.len() < 9 && (path.len() % 4 != 3 || path.contains(&"aT"));
    let mut exploration =
        Exploration::new(LOOP, Criterion::Branch, Script { way, solvable, ..Script::default() });
    exploration.random = Rng::with_seed(seed);
    let run = exploration.run(&[]);
    exploration.tell(strategy, run);
    let mut chosen: Vec<(u32, Vec<String>)> = Vec::new();
    for _ in 0..tries {
        let Some(node) = exploration.choose(strategy) else { break };
        let depth = exploration.tree.depth(node);
        if chosen.last().is_none_or(|(last, _)| *last != depth) {
            chosen.push((depth, Vec::new()));
        }
        let (_, names) = chosen.last_mut().expect("just added");
        names.push(exploration.path(node).join(" "));
        exploration.attempt(strategy, node);
    }
    chosen.iter_mut().for_each(|(_, names)| names.sort());
    chosen
}

#[test]
fn with_contexts_of_any_size_context_guided_is_breadth_first() {
    let breadth_first = by_depth(&mut Bfs::default(), 0, 1000);
    assert!(breadth_first.iter().map(|(_, names)| names.len()).sum::<usize>() > 50);
    for seed in 0..20 {
        for dominators in [true, false] {
            let mut strategy = ContextGuided::new(&of_size(Some(u32::MAX), dominators));
            assert_eq!(by_depth(&mut strategy, seed, 1000), breadth_first);
        }
    }
}

#[test]
fn after_the_largest_size_contexts_are_forgotten() {
    let sizes = |most_k: Option<u32>| {
        let mut exploration = Exploration::new(LOOP, Criterion::Branch, Script::default());
        let mut strategy = ContextGuided::new(&Options { most_k, ..Options::default() });
        exploration.explore(&mut strategy, 60)
    };
    assert_ne!(sizes(Some(2)), sizes(None));
    assert_eq!(sizes(Some(1_000)), sizes(None));
}

#[test]
fn contexts_count_as_chosen_at_their_size_or_at_all_sizes() {
    let order = |contexts_as_chosen: bool| {
        let mut exploration = Exploration::new(LOOP, Criterion::Branch, Script::default());
        let options = Options { contexts_as_chosen, ..Options::default() };
        exploration.explore(&mut ContextGuided::new(&options), 40)
    };
    assert_ne!(order(true), order(false));
}
