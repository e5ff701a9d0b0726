//! The coverage structure on the worked examples of the papers, and on programs with calls.

mod common;

use common::Subject;
use coverage::{Criterion, Relevance};
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

#[test]
fn bubble_of_the_paper_is_complete_with_four_tests() {
    let mut subject = Subject::new(BUBBLE, Criterion::Branch);
    // Path 1 leaves two candidates, both must-relevant.
    assert!(subject.run("5F 7F"));
    let first = subject.candidates("5F 7F");
    expect![[r#"
        Must: 5T
        Must: 5F 7T
    "#]]
    .assert_eq(&subject.show(&first));
    // With two levels, (5F, 7T) promises three branches and (5T) one.
    let contribution = |name: &str| {
        let outcome = subject.outcome(name);
        subject.structure.contribution(outcome, Some(2))
    };
    assert_eq!((contribution("7T"), contribution("5T")), (3, 1));

    // Path 2 leaves ten more, of which all but the one that ends with 7F are relevant.
    let second = "5F 7T 8T 10F 8T 10F 8F 7T 8T 10F 8F 7F";
    assert!(subject.run(second));
    let second: Vec<_> = subject.candidates(second).split_off(2);
    expect![[r#"
        May: 5F 7T 8F
        Must: 5F 7T 8T 10T
        May: 5F 7T 8T 10F 8F
        Must: 5F 7T 8T 10F 8T 10T
        May: 5F 7T 8T 10F 8T 10F 8T
        Irrelevant: 5F 7T 8T 10F 8T 10F 8F 7F
        May: 5F 7T 8T 10F 8T 10F 8F 7T 8F
        Must: 5F 7T 8T 10F 8T 10F 8F 7T 8T 10T
        May: 5F 7T 8T 10F 8T 10F 8F 7T 8T 10F 8T
        May: 5F 7T 8T 10F 8T 10F 8F 7T 8T 10F 8F 7T
    "#]]
    .assert_eq(&subject.show(&second));
    let relevant =
        second.iter().filter(|path| subject.relevance(path, &[]) != Relevance::Irrelevant);
    assert_eq!((second.len(), relevant.count()), (10, 9));
    assert_eq!(subject.relevance(&first[0], &[]), Relevance::Must);

    // Path 3 covers 10T: everything but (5T) is irrelevant, its own candidates among them.
    let third = "5F 7T 8T 10T 8T 10F 8F 7T 8T 10F 8F 7F";
    assert!(subject.run(third));
    let left = second.iter().chain(&subject.candidates(third)[1..]).cloned().collect::<Vec<_>>();
    assert!(left.iter().all(|path| subject.relevance(path, &[]) == Relevance::Irrelevant));
    assert_eq!(subject.relevance(&first[0], &[]), Relevance::Must);
    assert_eq!(subject.structure.share(), (7, 8));

    // Path 4 is the last.
    assert!(subject.run("5T"));
    assert_eq!(subject.structure.share(), (8, 8));
    assert!(!subject.run("5T"));
}
