//! The worked examples of paper Baars et al.

mod common;

use common::{NESTED, goal, map, outcome, parse, table};
use coverage::{Coverage, PairRule};
use expect_test::expect;
use program::{BlockId, Program};
use search::fitness::BranchDistance;
use search::fitness::chain::chain;
use search::path::{Limits, expression, paths};
use search::{Target, Terrain};
use std::sync::Arc;

/// Figure 2.
const LOOP: &str = "
func @foo(%n: i32, %a: i32, %b: i32) {
  var %s: i32
  var %i: i32
n1:
  jump n2(%s = 0)
n2:
  br sgt i32 %n, 0 ? init : end
init:
  jump n3(%i = 0)
n3:
  br slt i32 %i, %n ? n4 : n5
n4:
  %s = add i32 %s, %i
  %i = add i32 %i, 1
  jump n3
n5:
  br eq i32 %a, %n ? n6 : end
n6:
  br eq i32 %s, 10 ? n7 : end
n7:
  br eq i32 %b, %s ? target : end
target:
  jump end
end:
  ret
}";

fn with_target<T>(
    text: &str,
    block: &str,
    look: impl FnOnce(&Program, &Terrain<'_>, &Target) -> T,
) -> T {
    let program = parse(text);
    let map = map(&program);
    let goal = goal(&map, outcome(&program, "foo", block, 0));
    let terrain = Terrain::new(&program, Arc::clone(&map));
    let coverage = Coverage::new(Arc::clone(map.goals()), PairRule::default());
    let target = Target::new(&terrain, &coverage, goal);
    look(&program, &terrain, &target)
}

/// The levels of the nodes that a target depends on.
fn levels(text: &str, block: &str) -> String {
    with_target(text, block, |program, terrain, target| {
        let distance = BranchDistance::new(target, &chain(terrain, target.function, target));
        let mut text = String::new();
        for (outcome, level) in distance.steps() {
            let (site, way) = terrain.sites().owner(*outcome);
            let at = terrain.sites().site(site).point.block;
            let label = &program.functions[target.function].blocks[at].label;
            text += &format!("{label} outcome {way}: {level}\n");
        }
        text
    })
}

/// The path expression and the products from a node to the target.
fn products(text: &str, from: &str, to: &str, limits: Limits) -> String {
    with_target(text, to, |program, terrain, target| {
        let blocks = &program.functions[target.function].blocks;
        let start = blocks.iter().find(|(_, block)| block.label == from);
        let start: BlockId = start.expect("the block is there").0;
        match paths(terrain, target.function, start, (&target.ends, &[]), limits) {
            None => "no path".to_owned(),
            Some(paths) => {
                let bounds = if paths.bounds.any() {
                    format!("{:?}\n", paths.bounds)
                } else {
                    String::new()
                };
                let expression = expression(terrain, target.function, start, &target.ends);
                let expression = expression.expect("there is a path");
                format!("{expression}\n{}\n{bounds}", paths.products(20).join("\n"))
            }
        }
    })
}

#[test]
fn approach_levels_of_the_first_figure_are_2_and_1() {
    expect![[r#"
        n3 outcome 0: 0
        n2 outcome 0: 1
        n1 outcome 0: 2
    "#]]
    .assert_eq(&levels(NESTED, "n3"));
}

#[test]
fn the_path_of_the_first_figure_has_all_three_conditions() {
    expect![[r#"
        [0-1][1-2][2-t]
        x == 0 and y == z and x == z, 0 destroyed
    "#]]
    .assert_eq(&products(NESTED, "n1", "n3", Limits::default()));
}

#[test]
fn the_path_distance_sums_what_the_standard_fitness_takes_one_by_one() {
    let calls: [&[i128]; 5] = [&[3, 7, 9], &[0, 7, 9], &[0, 9, 9], &[1, 0, 0], &[0, 0, 0]];
    expect![[r#"
        [3, 7, 9]: 2.8000 2.4250
        [0, 7, 9]: 1.7500 1.6591
        [0, 9, 9]: 0.9091 0.9091
        [1, 0, 0]: 2.6667 1.3333
        [0, 0, 0]: 0.0000 0.0000
    "#]]
    .assert_eq(&table(NESTED, "foo", ("foo", "n3", 0), &calls));
}

#[test]
fn the_head_of_the_loop_holds_no_dependence() {
    expect![[r#"
        n7 outcome 0: 0
        n6 outcome 0: 1
        n5 outcome 0: 2
        n2 outcome 0: 3
    "#]]
    .assert_eq(&levels(LOOP, "n7"));
}

#[test]
fn approximation_levels_of_the_second_figure_are_3_and_0_0_0_and_the_path_without_the_loop_is_dropped()
 {
    let text: String = ["n2", "n5", "n6", "n7"]
        .iter()
        .map(|node| format!("from {node}: {}", products(LOOP, node, "n7", Limits::default())))
        .collect();
    expect![[r#"
        from n2: [1-2][2-3]([3-4][4-3])*[3-5][5-6][6-7][7-t]
        n > 0 and n > 0 and a == n, 3 destroyed
        from n5: [5-6][6-7][7-t]
        a == n and s == 10 and b == s, 0 destroyed
        from n6: [6-7][7-t]
        s == 10 and b == s, 0 destroyed
        from n7: [7-t]
        b == s, 0 destroyed
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_loop_that_is_followed_twice_has_two_products() {
    let limits = Limits { unroll: 2, ..Limits::default() };
    expect![[r#"
        [1-2][2-3]([3-4][4-3])*[3-5][5-6][6-7][7-t]
        n > 0 and n > 0 and n <= 1 and a == n and s == 10 and b == s, 0 destroyed
        n > 0 and n > 0 and n > 1 and a == n, 3 destroyed
    "#]]
    .assert_eq(&products(LOOP, "n2", "n7", limits));
}

#[test]
fn where_paths_are_too_many_to_be_told_apart_by_what_held_contradictions_stay_and_that_is_told() {
    let limits = Limits { facts: 0, ..Limits::default() };
    expect![[r#"
        [1-2][2-3]([3-4][4-3])*[3-5][5-6][6-7][7-t]
        n > 0 and n <= 0 and a == n and s == 10 and b == s, 0 destroyed
        n > 0 and n > 0 and a == n, 3 destroyed
        Bounds { facts: true, forks: false, expressions: false, nodes: false }
    "#]]
    .assert_eq(&products(LOOP, "n2", "n7", limits));
}

#[test]
fn fitness_of_the_second_figure() {
    let calls: [&[i128]; 4] = [&[-5, 1, 1], &[5, 1, 1], &[5, 5, 1], &[5, 5, 10]];
    expect![[r#"
        [-5, 1, 1]: 3.8571 5.5893
        [5, 1, 1]: 2.8333 1.7424
        [5, 5, 1]: 0.9091 0.9091
        [5, 5, 10]: 0.0000 0.0000
    "#]]
    .assert_eq(&table(LOOP, "foo", ("foo", "n7", 0), &calls));
}
