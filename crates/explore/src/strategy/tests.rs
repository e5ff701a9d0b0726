//! The order in which strategies choose, on the worked examples of the papers and on small graphs.

mod contexts;

use super::testing::{Exploration, Script};
use super::*;
use crate::tree::Status;
use coverage::Criterion;
use expect_test::{Expect, expect};
use rustc_hash::FxHashMap;

/// `bubble` of paper CAUT, Figure 1: the block `l5` ends with the branch of line 5.
const BUBBLE: &str = "
func @bubble(%v: ptr, %n: i32) {
  var %i: i32
  var %j: i32
  var %k: i32
l5:
  br sge i32 %n, 6 ? return : start
start:
  jump l7(%i = %n)
l7:
  br sgt i32 %i, 1 ? inner : return
inner:
  jump l8(%j = 1)
l8:
  br slt i32 %j, %i ? l10 : next
l10:
  br sgt i32 %j, %k ? exchange : step
exchange:
  jump step
step:
  %j = add i32 %j, 1
  jump l8
next:
  %i = sub i32 %i, 1
  jump l7
return:
  ret
}
";

/// The first run has n = 0; whoever asks for the loop is answered with n = 3; 8F right after 7T is
/// infeasible.
fn bubble() -> Exploration {
    fn way(path: &[&str], site: &str) -> u32 {
        let rounds = path.iter().filter(|name| **name == "7T").count();
        let last = path.iter().rposition(|name| *name == "7T").unwrap_or(0);
        let steps = path[last..].iter().filter(|name| **name == "8T").count();
        let truth = match site {
            "7" => rounds == 1,
            "8" => steps + rounds < 3,
            _ => false,
        };
        u32::from(!truth)
    }
    let solvable = |path: &[&str]| !path.ends_with(&["7T", "8F"]);
    let script = Script { way, solvable, ..Script::default() };
    let mut exploration = Exploration::new(BUBBLE, Criterion::Branch, script);
    exploration.filter = true;
    exploration
}

/// Three branches one after the other, two of them nested; 2T is the larger part.
const TREE: &str = "
func @f(%x: i32) {
l1:
  br eq i32 %x, 1 ? l2 : l2
l2:
  br eq i32 %x, 2 ? big : l4
big:
  %x = add i32 %x, 1
  %x = add i32 %x, 1
  jump l3
l3:
  br eq i32 %x, 3 ? l4 : l4
l4:
  br eq i32 %x, 4 ? more : return
more:
  jump return
return:
  ret
}
";

/// A loop that ends when its branch is false, with two branches inside.
const LOOP: &str = "
func @f(%x: i32) {
head:
  br eq i32 %x, 1 ? a : return
a:
  br eq i32 %x, 2 ? b : b
b:
  br eq i32 %x, 3 ? head : head
return:
  ret
}
";

fn check(text: &str, strategy: &mut dyn Strategy, tries: usize, expect: Expect) {
    let mut exploration = Exploration::new(text, Criterion::Branch, Script::default());
    expect.assert_eq(&exploration.explore(strategy, tries));
}

#[test]
fn predictive_completes_bubble_of_the_paper_with_four_runs() {
    // (5F, 7T) promises three branches and (5T) one. After that both 5T and 10T promise one, and the
    // shorter comes first; the paper has them the other way round, with the same number of runs.
    let mut exploration = bubble();
    let text = exploration.explore(&mut Predictive::new(Some(2)), 10);
    expect![[r#"
        5F 7T
        5T
        5F 7T 8T 10T: all covered
        nothing left
    "#]]
    .assert_eq(&text);
    assert_eq!(exploration.runs.len(), 4);
}

#[test]
fn the_filter_drops_the_candidates_of_bubble_that_the_paper_says() {
    let (mut exploration, mut strategy) = (bubble(), Predictive::new(Some(2)));
    let run = exploration.run(&[]);
    exploration.tell(&mut strategy, run);
    assert_eq!(exploration.with_status(Status::Open), ["5T", "5F 7T"]);
    // Path 2 has ten new candidates; the one that ends with 7F is dropped, and 5T stays.
    let (gone, new) = exploration.turn(&mut strategy, "5F 7T");
    assert!(gone.is_empty());
    expect![[r#"
        5F 7T 8F
        5F 7T 8T 10T
        5F 7T 8T 10F 8F
        5F 7T 8T 10F 8T 10T
        5F 7T 8T 10F 8T 10F 8T
        5F 7T 8T 10F 8T 10F 8F 7T 8F
        5F 7T 8T 10F 8T 10F 8F 7T 8T 10T
        5F 7T 8T 10F 8T 10F 8F 7T 8T 10F 8T
        5F 7T 8T 10F 8T 10F 8F 7T 8T 10F 8F 7T"#]]
    .assert_eq(&new.join("\n"));
    let dropped = exploration.with_status(Status::Irrelevant);
    assert_eq!(dropped, ["5F 7T 8T 10F 8T 10F 8F 7F"]);
    // Path 3 covers 10T: the other eight are dropped, and its own are not even taken up.
    let (gone, new) = exploration.turn(&mut strategy, "5F 7T 8T 10T");
    assert_eq!((gone.len(), new.len()), (8, 0));
    assert_eq!(exploration.with_status(Status::Open), ["5T"]);
    // Path 4 is the last.
    exploration.turn(&mut strategy, "5T");
    assert_eq!((exploration.structure.share(), exploration.runs.len()), ((8, 8), 4));
    assert!(exploration.candidates().is_empty());
}

#[test]
fn breadth_first_wastes_a_try_on_bubble() {
    let text = bubble().explore(&mut Bfs::default(), 10);
    expect![[r#"
        5T
        5F 7T
        5F 7T 8F: unsatisfiable
        5F 7T 8T 10T: all covered
        nothing left
    "#]]
    .assert_eq(&text);
}

#[test]
fn depth_first_turns_the_last_branch_first() {
    check(
        TREE,
        &mut Dfs::default(),
        6,
        expect![[r#"
        1F 2F 4T
        1F 2T
        1F 2T 3F 4T
        1F 2T 3T
        1F 2T 3T 4T
        1T: all covered
    "#]],
    );
}

#[test]
fn breadth_first_turns_the_first_branch_first() {
    check(
        TREE,
        &mut Bfs::default(),
        6,
        expect![[r#"
        1T
        1F 2T
        1T 2T
        1F 2F 4T
        1T 2F 4T
        1F 2T 3T: all covered
    "#]],
    );
}

#[test]
fn fifo_serves_path_after_path() {
    check(
        TREE,
        &mut Fifo::default(),
        6,
        expect![[r#"
        1T
        1F 2T
        1F 2F 4T
        1T 2T
        1T 2F 4T
        1F 2T 3T: all covered
    "#]],
    );
}

#[test]
fn shortest_counts_the_clauses_of_checks_too() {
    // On the way to 2 there are four checks on one side of 1, whose other side is as long without them.
    let text = "
func @f(%x: i32) {
l1:
  br eq i32 %x, 1 ? l2 : l3
l2:
  br eq i32 %x, 2 ? l4 : l4
l3:
  br eq i32 %x, 3 ? l4 : l4
l4:
  br eq i32 %x, 4 ? return : return
return:
  ret
}
";
    let checks = |site: &str| if site == "3" { 4 } else { 0 };
    let mut exploration =
        Exploration::new(text, Criterion::Branch, Script { checks, ..Script::default() });
    expect![[r#"
        1T
        1T 2T
        1T 2F 4T
        1T 2T 4T
        1F 3T: all covered
    "#]]
    .assert_eq(&exploration.explore(&mut Shortest::default(), 5));
}

#[test]
fn generational_expands_the_path_that_covered_most() {
    check(
        TREE,
        &mut Generational::default(),
        7,
        expect![[r#"
        1T
        1F 2T
        1F 2F 4T
        1F 2T 3T: all covered
        1F 2T 3F 4T: all covered
        1T 2T: all covered
        1T 2F 4T: all covered
    "#]],
    );
}

#[test]
fn random_branch_stays_on_the_last_path() {
    let mut exploration = Exploration::new(LOOP, Criterion::Branch, Script::default());
    let mut strategy = RandomBranch::default();
    let run = exploration.run(&[]);
    exploration.tell(&mut strategy, run);
    for _ in 0..40 {
        let Some(node) = exploration.choose(&mut strategy) else { break };
        let last = exploration.runs.values().next_back().expect("a run").leaf;
        let parent = exploration.tree.parent(node).expect("no root");
        let (on_path, left) = {
            let view = exploration.view();
            let path: Vec<_> = view.tree.up(last).collect();
            let last_run = RunId(exploration.runs.len() as u32 - 1);
            (path.contains(&parent), view.ways_off(last_run).count())
        };
        assert!(on_path || left == 0, "{}", exploration.path(node).join(" "));
        exploration.attempt(&mut strategy, node);
    }
}

#[test]
fn uniform_random_goes_on_behind_the_branch_that_it_turned() {
    check(
        LOOP,
        &mut UniformRandom::default(),
        8,
        expect![[r#"
        headT
        headT aT
        headT aT bT: all covered
        headT aT bT headT: all covered
        headT aT bT headT aF bT: all covered
        headT aT bT headT aF bT headT: all covered
        headT aT bT headT aT: all covered
        headT aT bT headT aT bT: all covered
    "#]],
    );
}

#[test]
fn carfast_takes_the_uncovered_branch_that_most_depends_on() {
    check(
        TREE,
        &mut CarFast::default(),
        6,
        expect![[r#"
        1F 2T
        1F 2T 3F 4T
        1F 2T 3T
        1T: all covered
        1F 2T 3T 4T: all covered
        1T 2T: all covered
    "#]],
    );
}

#[test]
fn minimal_distance_takes_what_is_nearest_to_an_uncovered_branch() {
    check(
        TREE,
        &mut MinDistance::default(),
        7,
        expect![[r#"
        1F 2T
        1F 2T 3T
        1T
        1F 2T 3T 4T: all covered
        1F 2F 4T: all covered
        1T 2T: all covered
        1T 2F 4T: all covered
    "#]],
    );
}

#[test]
fn random_path_halves_the_weight_with_each_branch() {
    let mut counts = [0u32; 4];
    for seed in 0..400 {
        let mut exploration = Exploration::new(
            "
func @f(%x: i32) {
l1:
  br eq i32 %x, 1 ? return : l2
l2:
  br eq i32 %x, 2 ? return : l3
l3:
  br eq i32 %x, 3 ? return : l4
l4:
  br eq i32 %x, 4 ? return : return
return:
  ret
}
",
            Criterion::Branch,
            Script::default(),
        );
        exploration.random = Rng::with_seed(seed);
        let mut strategy = RandomPath::default();
        let run = exploration.run(&[]);
        exploration.tell(&mut strategy, run);
        let node = exploration.choose(&mut strategy).expect("four candidates");
        counts[exploration.tree.depth(node) as usize - 1] += 1;
    }
    // Of 15 parts 8, 4, 2 and 1.
    expect!["[214, 120, 45, 21]"].assert_eq(&format!("{counts:?}"));
}

#[test]
fn cfg_directed_follows_a_path_that_went_right_and_covered_nothing() {
    check(
        LOOP,
        &mut CfgDirected::default(),
        8,
        expect![[r#"
        headT
        headT aF bT
        headT aT: all covered
        headT aF bT headT: all covered
        headT aT bT: all covered
        headT aT bF headT: all covered
        headT aT bF headT aF bT: all covered
        headT aF bT headT aT: all covered
    "#]],
    );
}

#[test]
fn as_in_crest_followed_paths_are_bounded_and_an_end_is_an_end() {
    let choices = |crest: bool| {
        let mut exploration = Exploration::new(LOOP, Criterion::Branch, Script::default());
        let text = exploration.explore(&mut CfgDirected::new(crest), 40);
        (text.lines().count(), exploration.structure.open_goals().count(), text)
    };
    let ((bounded, _, text), (all, ..)) = (choices(true), choices(false));
    assert!(text.ends_with("nothing left\n"), "{text}");
    assert!(bounded < all, "{bounded} of {all}");
}

#[test]
fn members_of_an_interleaved_strategy_take_turns() {
    let members: Vec<Box<dyn Strategy>> = vec![Box::new(Bfs::default()), Box::new(Dfs::default())];
    check(
        TREE,
        &mut Interleaved::new("both", members),
        8,
        expect![[r#"
        1T
        1T 2F 4T
        1F 2T
        1F 2T 3F 4T
        1T 2T
        1T 2T 3F 4T
        1F 2F 4T
        1T 2T 3T: all covered
    "#]],
    );
}

/// A loop around three branches.
const LONGER_LOOP: &str = "
func @f(%x: i32) {
head:
  br eq i32 %x, 1 ? a : return
a:
  br eq i32 %x, 2 ? late : late
late:
  br eq i32 %x, 3 ? b : b
b:
  br eq i32 %x, 4 ? head : head
return:
  ret
}
";

/// How good a candidate is to a strategy that ranks them, by what is aimed at now; the least is the best.
fn worth(kind: &StrategyKind, view: &View<'_>, node: NodeId) -> (u32, u32, u32) {
    let aims = view.aims();
    let outcome = view.outcome(node).expect("a branch");
    match kind {
        StrategyKind::Predictive => {
            let relevance = aims.relevance(outcome, &view.so_far(node), &[]) as u32;
            (relevance, u32::MAX - aims.contribution(outcome, Some(3)), view.tree.depth(node))
        }
        StrategyKind::CarFast if aims.is_open(outcome) => (0, u32::MAX - aims.weight(outcome), 0),
        StrategyKind::CarFast => (1, 0, 0),
        _ => (aims.distance(outcome).unwrap_or(u32::MAX), 0, 0),
    }
}

#[test]
fn the_best_candidate_is_chosen_before_and_after_other_goals_are_aimed_at() {
    // bT is soon reached, by runs that die of it unless they are long; lateT is reached late. What is to be aimed at
    // then is bT again, of which candidates have waited that were worth nothing when they were found.
    let script = || Script {
        dies: |path| path.contains(&"bT") && path.len() < 16,
        solvable: |path| path.last() != Some(&"lateT") || path.len() > 9,
        ..Script::default()
    };
    for kind in [StrategyKind::Predictive, StrategyKind::CarFast, StrategyKind::RpMd2u] {
        let mut moments = 0;
        for seed in 0..40 {
            let mut exploration = Exploration::new(LONGER_LOOP, Criterion::Branch, script());
            exploration.random = Rng::with_seed(seed);
            let mut strategy: Box<dyn Strategy> = match kind {
                StrategyKind::RpMd2u => Box::new(MinDistance::default()),
                _ => kind.make(&Options::default()),
            };
            let run = exploration.run(&[]);
            exploration.tell(&mut *strategy, run);
            let mut late = false;
            for _ in 0..300 {
                let view = exploration.view();
                let open = exploration.candidates().into_iter();
                let worths: Vec<_> = open.map(|node| worth(&kind, &view, node)).collect();
                let best = *worths.iter().min().expect("a loop has no end");
                let turns = !std::mem::replace(&mut late, view.is_all_reached()) && late;
                moments += usize::from(turns && worths.iter().any(|worth| *worth != best));
                let node = exploration.choose(&mut *strategy).expect("a loop has no end");
                assert_eq!(worth(&kind, &exploration.view(), node), best, "{kind} {seed}, {late}");
                exploration.attempt(&mut *strategy, node);
                if exploration.structure.share().0 == exploration.structure.share().1 {
                    break;
                }
            }
        }
        // There were moments at which other goals were aimed at and not every candidate was as good as the best.
        assert!(moments > 0, "{kind}");
    }
}

/// A loop around a decision of four conditions: `(a && b) || (c && d)`.
const DECIDING: &str = "
func @f(%x: i32) {
  decision d0 { c0 ? c1 : c2, c1 ? end : c2, c2 ? c3 : end, c3 ? end : end }
head:
  br eq i32 %x, 1 ? a : return
a:
  br d0.c0 eq i32 %x, 2 ? b : c
b:
  br d0.c1 eq i32 %x, 3 ? yes : c
c:
  br d0.c2 eq i32 %x, 4 ? d : no
d:
  br d0.c3 eq i32 %x, 5 ? yes : no
yes:
  decide d0 true
  jump head
no:
  decide d0 false
  jump head
return:
  ret
}
";

/// Goes either way, as a path and a number say, and leaves the loop after some branches.
fn either_way<const SALT: u64>(path: &[&str], site: &str) -> u32 {
    let mix = |sum: u64, text: &str| {
        text.bytes().fold(sum, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    };
    match site {
        "head" => u32::from(path.len() > 3),
        _ => (mix(path.iter().fold(SALT, |sum, way| mix(sum, way)), site) >> 40) as u32 % 2,
    }
}

#[test]
fn what_must_cover_comes_first_also_where_an_evaluation_made_it_so() {
    // An evaluation of the decision makes others complete a pair that only prepared one before: classes rise.
    let ways = [either_way::<1>, either_way::<2>, either_way::<3>, either_way::<4>];
    let mut risen = 0;
    for (way, seed) in ways.into_iter().flat_map(|way| (0..20).map(move |seed| (way, seed))) {
        let script = Script { way, ..Script::default() };
        let mut exploration = Exploration::new(DECIDING, Criterion::Mcdc, script);
        exploration.random = Rng::with_seed(seed);
        let mut strategy = StrategyKind::Predictive.make(&Options::default());
        let run = exploration.run(&[]);
        exploration.tell(&mut *strategy, run);
        let mut rises = exploration.structure.rises();
        for _ in 0..40 {
            let view = exploration.view();
            let open = exploration.candidates().into_iter();
            let best = open.map(|node| worth(&StrategyKind::Predictive, &view, node)).min();
            let Some(best) = best else { break };
            let node = exploration.choose(&mut *strategy).expect("there is one");
            let chosen = worth(&StrategyKind::Predictive, &exploration.view(), node);
            assert_eq!(chosen, best, "seed {seed}: {:?}", exploration.path(node));
            exploration.attempt(&mut *strategy, node);
            risen += usize::from(rises != exploration.structure.rises());
            rises = exploration.structure.rises();
        }
    }
    assert!(risen > 0, "nothing ever rose");
}

/// `loop` of paper CAUT, V-D: x counts the elements that are 3, and 6T asks for four of them beside the
/// two that it starts with.
const COUNTING: &str = "
func @loop(%v: ptr, %x: i32) {
  var %i: i32
l3:
  br eq i32 %x, 2 ? l4 : return
l4:
  br slt i32 %i, 6 ? l5 : l6
l5:
  br eq i32 %i, 3 ? l4 : l4
l6:
  br eq i32 %x, 6 ? then : return
then:
  jump return
return:
  ret
}
";

fn threes(path: &[&str]) -> u64 {
    path.iter().filter(|name| **name == "5T").count() as u64
}

fn counting() -> Exploration {
    Exploration::new(
        COUNTING,
        Criterion::Branch,
        Script {
            way: |path, site| {
                let rounds = path.iter().filter(|name| **name == "4T").count();
                u32::from(site != "4" || rounds == 6)
            },
            concrete: |site| site == "4",
            solvable: |path| path.last() != Some(&"6T") || threes(path) == 4,
            distance: |path| match path.last() {
                Some(&"6T") => 4u64.abs_diff(threes(path)),
                _ => 1,
            },
            ..Script::default()
        },
    )
}

/// How many tries it takes to reach 6T.
fn tries(strategy: &mut dyn Strategy, seed: u64) -> usize {
    let mut exploration = counting();
    exploration.random = Rng::with_seed(seed);
    exploration.filter = true;
    let text = exploration.explore(strategy, 500);
    text.lines().take_while(|line| !line.ends_with("all covered")).count()
}

#[test]
fn fitness_guided_climbs_to_the_count_that_a_branch_asks_for() {
    let mean = |make: &dyn Fn() -> Box<dyn Strategy>| {
        let sum: usize = (0..30).map(|seed| tries(&mut *make(), seed)).sum();
        sum as f64 / 30.0
    };
    let options = Options::default();
    let alone = mean(&|| StrategyKind::Predictive.make(&options));
    let fitness = mean(&|| StrategyKind::FitnessGuided.make(&options));
    let both = mean(&|| {
        let interleaved: StrategyKind = "interleaved".parse().expect("a strategy");
        interleaved.make(&options)
    });
    expect!["predictive 23.8, fitness-guided 7.0, both 9.0"]
        .assert_eq(&format!("predictive {alone:.1}, fitness-guided {fitness:.1}, both {both:.1}"));
}

#[test]
fn every_strategy_chooses_each_candidate_once_and_all_in_the_end() {
    for kind in StrategyKind::all().chain(["interleaved".parse().expect("a strategy")]) {
        let mut exploration = Exploration::new(
            LOOP,
            Criterion::Branch,
            Script { solvable: |path| path.len() < 8, ..Script::default() },
        );
        let mut strategy = kind.make(&Options::default());
        let run = exploration.run(&[]);
        exploration.tell(&mut *strategy, run);
        let mut seen: FxHashMap<NodeId, u32> = FxHashMap::default();
        while let Some(node) = exploration.choose(&mut *strategy) {
            *seen.entry(node).or_default() += 1;
            exploration.attempt(&mut *strategy, node);
        }
        assert_eq!(exploration.candidates(), [], "{kind}");
        assert!(seen.values().all(|&times| times == 1), "{kind}");
        let tried = |node: &NodeId| exploration.tree.status(*node) != Status::Open;
        assert!(exploration.runs.values().flat_map(|run| &run.candidates).all(tried), "{kind}");
    }
}

#[test]
fn the_same_seed_gives_the_same_choices() {
    for kind in StrategyKind::all() {
        let text = |seed: u64| {
            let mut exploration = Exploration::new(LOOP, Criterion::Branch, Script::default());
            exploration.random = Rng::with_seed(seed);
            exploration.explore(&mut *kind.make(&Options::default()), 60)
        };
        assert_eq!(text(7), text(7), "{kind}");
    }
}

#[test]
fn every_strategy_is_read_by_its_name() {
    for kind in StrategyKind::all() {
        assert_eq!(kind.to_string().parse(), Ok(kind.clone()));
        let name = kind.make(&Options::default()).name().to_owned();
        assert_eq!(name, kind.to_string());
    }
    let pair = "bfs+carfast".parse::<StrategyKind>().expect("two strategies");
    assert_eq!(pair, StrategyKind::Interleaved(vec![StrategyKind::Bfs, StrategyKind::CarFast]));
    assert_eq!(pair.to_string(), "bfs+carfast");
    let error = "bfs+best".parse::<StrategyKind>().expect_err("no strategy").to_string();
    expect!["`best` is no strategy; there are default, bfs, carfast, cfg-directed, context-guided, dfs, fifo, fitness-guided, generational, learned, predictive, random-branch, rp-md2u, shortest, uniform-random, interleaved, and several joined by `+` take turns"].assert_eq(&error);
}
