//! The order in which strategies choose.

use super::testing::{Script, World};
use super::*;
use coverage::Criterion;
use expect_test::expect;

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
fn bubble() -> World {
    fn way(path: &[&str], site: &str) -> u32 {
        let rounds = path.iter().filter(|name| **name == "7T").count();
        let last = path.iter().rposition(|name| *name == "7T").unwrap_or(0);
        let steps = path[last..].iter().filter(|name| **name == "8T").count();
        let asked = path.contains(&"7T");
        let truth = match site {
            "7" => asked && rounds < 2,
            "8" => steps + rounds < 3,
            _ => false,
        };
        u32::from(!truth)
    }
    let solvable = |path: &[&str]| !path.ends_with(&["7T", "8F"]);
    let mut world =
        World::new(BUBBLE, Criterion::Branch, Script { way, solvable, ..Script::default() });
    world.filter = true;
    world
}

#[test]
fn bubble_of_the_paper_is_complete_with_four_tests_by_predictive_search() {
    let mut world = bubble();
    let text = world.explore(&mut Predictive::new(Some(2)), 10);
    expect![[r#"
        5F 7T
        5T
        5F 7T 8T 10T: all covered
        nothing left
    "#]]
    .assert_eq(&text);
}

#[test]
fn breadth_first_search_wastes_a_try_on_bubble() {
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
