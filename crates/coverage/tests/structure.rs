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

/// `loop` of paper CAUT, V-D.
const LOOP: &str = "
func @loop(%v: ptr, %x: i32) {
  var %i: i32
l3:
  br eq i32 %x, 2 ? start : return
start:
  jump l4(%i = 0)
l4:
  br slt i32 %i, 6 ? l5 : l6
l5:
  br eq i32 %i, 3 ? count : step
count:
  %x = add i32 %x, 1
  jump step
step:
  %i = add i32 %i, 1
  jump l4
l6:
  br eq i32 %x, 6 ? then : return
then:
  jump return
return:
  ret
}
";

#[test]
fn what_may_lead_to_the_last_branch_of_the_loop_counts_alike() {
    let mut subject = Subject::new(LOOP, Criterion::Branch);
    assert!(subject.run("3F"));
    let round = "4T 5F ".repeat(6);
    let second = format!("3T {round}4F 6F");
    assert!(subject.run(&second));
    let third = format!("3T 4T 5T {}4F 6F", "4T 5F ".repeat(5));
    assert!(subject.run(&third));
    assert_eq!(subject.structure.share(), (7, 8));
    // Only 6T is left: it must be tried first, but is infeasible here; what is left may lead to it, and
    // there is nothing to tell one from the other.
    let path = subject.outcomes(&third);
    let mut kinds: Vec<String> = Vec::new();
    for (index, &taken) in path.iter().enumerate().skip(1) {
        let turned = subject.other(taken);
        let relevance = subject.relevance(&[&path[..index], &[turned]].concat(), &[]);
        let contribution = subject.structure.contribution(turned, None);
        let kind = format!("{relevance:?} {}: {contribution}", subject.name(turned));
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    expect!["May 4F: 1, May 5F: 1, May 5T: 1, May 4T: 1, Must 6T: 1"].assert_eq(&kinds.join(", "));
    let distances = ["6T", "4F", "5T", "5F", "4T", "6F"];
    let distances = distances.map(|name| subject.structure.distance(subject.outcome(name)));
    assert_eq!(distances, [Some(0), Some(1), Some(2), Some(2), Some(3), None]);
}

/// A part of `regex_compile` as in Figure 5 of paper context-guided search: two ways lead to four nested
/// branches and to b11. A label is the number of the edge that is true there.
const NESTED: &str = "
func @f(%x: i32) {
b1:
  br eq i32 %x, 1 ? b3 : other
other:
  jump b3
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

#[test]
fn nested_branches_dominate_the_innermost() {
    let subject = Subject::new(NESTED, Criterion::Branch);
    let dominators = |of: &str| {
        let b = subject.outcome(of);
        let all = (0..subject.map.sites().outcomes()).map(program::Id::new);
        let found = all.filter(|&a| subject.structure.dominates(a, b));
        found.map(|a| subject.name(a).to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(dominators("b11T"), "b3T b5T b7T b9T");
    assert_eq!(dominators("b11F"), "b3T b5T b7T b9T");
    assert_eq!(dominators("b5F"), "b3T");
    assert_eq!(dominators("b1T"), "");
}

#[test]
fn a_branch_into_a_loop_dominates_it_and_its_own_way_back_does_not() {
    let subject = Subject::new(LOOP, Criterion::Branch);
    let dominates = |a, b| subject.structure.dominates(subject.outcome(a), subject.outcome(b));
    assert!(dominates("3T", "4T"));
    assert!(dominates("4T", "5T"));
    assert!(!dominates("4T", "4F"));
    assert!(!dominates("5T", "4T"));
    assert!(dominates("4F", "6T"));
    assert!(!dominates("4F", "4F"));
}

#[test]
fn a_branch_that_every_call_of_a_function_comes_behind_dominates_what_is_in_it() {
    let subject = Subject::new(
        "
func @f(%x: i32) {
first:
  br eq i32 %x, 1 ? second : end
second:
  br eq i32 %x, 2 ? left : right
left:
  call void @g(i32 %x)
  jump end
right:
  call void @g(i32 %x)
  jump end
end:
  ret
}
func @g(%x: i32) {
inner:
  br eq i32 %x, 3 ? deeper : out
deeper:
  br eq i32 %x, 4 ? out : out
out:
  ret
}
",
        Criterion::Branch,
    );
    let dominates =
        |a, b| subject.structure.dominates_across(subject.outcome(a), subject.outcome(b));
    assert!(dominates("firstT", "innerT") && dominates("firstT", "deeperF"));
    assert!(!dominates("secondT", "innerT") && !dominates("firstF", "innerT"));
    assert!(dominates("innerT", "deeperT") && !dominates("deeperT", "innerT"));
    assert!(!subject.structure.dominates(subject.outcome("firstT"), subject.outcome("innerT")));
}

#[test]
fn the_weight_of_a_branch_is_the_code_that_depends_on_it() {
    // `deep` has three instructions, itself included what ends it; `g` is counted once.
    let subject = Subject::new(
        "
func @f(%x: i32) -> i32 {
first:
  br eq i32 %x, 1 ? deep : last
deep:
  %y = call i32 @g(i32 %x)
  %z = call i32 @g(i32 %y)
  br eq i32 %z, 2 ? deeper : last
deeper:
  %x = add i32 %x, 1
  jump last
last:
  ret %x
}
func @g(%x: i32) -> i32 {
only:
  %y = mul i32 %x, %x
  %y = add i32 %y, 1
  ret %y
}
",
        Criterion::Branch,
    );
    let weight = |name| subject.structure.weight(subject.outcome(name));
    assert_eq!(weight("deepT"), 2);
    assert_eq!(weight("firstT"), 3 + 2 + 3);
    assert_eq!((weight("firstF"), weight("deepF")), (0, 0));
}

/// A unit that calls another, and one that both calls and is called.
const CALLS: &str = "
func @caller(%x: i32) -> i32 {
before:
  %y = call i32 @unit(i32 %x)
  br eq i32 %y, 1 ? after : done
after:
  jump done
done:
  ret %y
}
func @unit(%x: i32) -> i32 {
guard:
  br slt i32 %x, 0 ? leave : call
call:
  %y = call i32 @helper(i32 %x)
  jump leave
leave:
  ret %x
}
func @helper(%x: i32) -> i32 {
help:
  br eq i32 %x, 7 ? seven : other
seven:
  jump other
other:
  ret %x
}
";

#[test]
fn goals_of_called_functions_and_of_callers_lie_ahead() {
    let mut subject = Subject::new(CALLS, Criterion::Branch);
    let relevance = |subject: &Subject, name: &str, rest: &[&str]| {
        let rest: Vec<_> = rest.iter().map(|name| subject.function(name)).collect();
        subject.relevance(&[subject.outcome(name)], &rest)
    };
    subject.run("guardF helpF beforeF");
    subject.run("guardT beforeT");
    // What is left is helpT, which lies ahead of guardF only.
    assert_eq!(subject.structure.share(), (5, 6));
    assert_eq!(relevance(&subject, "guardF", &[]), Relevance::May);
    assert_eq!(relevance(&subject, "guardT", &[]), Relevance::Irrelevant);
    // The scenario may call it afterwards.
    assert_eq!(relevance(&subject, "guardT", &["helper"]), Relevance::May);
    assert_eq!(relevance(&subject, "guardT", &["unit"]), Relevance::May);
    let distance = |name| subject.structure.distance(subject.outcome(name));
    assert_eq!(
        [distance("helpT"), distance("guardF"), distance("guardT")],
        [Some(0), Some(1), None]
    );

    // When the caller's branch is open, the unit's return may lead to it, but for who is told that only
    // the unit is called.
    let mut subject = Subject::new(CALLS, Criterion::Branch);
    subject.run("guardF helpF");
    subject.run("guardT");
    subject.run("guardF helpT");
    assert_eq!(relevance(&subject, "guardT", &[]), Relevance::May);
    let unit = subject.function("unit");
    subject.structure.focus([unit]);
    assert_eq!(relevance(&subject, "guardT", &[]), Relevance::Irrelevant);
    assert_eq!(subject.structure.share(), (4, 4));
}

#[test]
fn goals_of_what_an_indirect_call_may_end_in_lie_ahead() {
    // Only a function whose address is taken and whose type fits can be called there.
    let mut subject = Subject::new(
        "
global @table: 16 align 8 readonly = ptr [@helper, @other]
func @unit(%x: i32, %f: ptr) -> i32 {
guard:
  br slt i32 %x, 0 ? leave : call
call:
  %y = call i32 %f(i32 %x)
  jump leave
leave:
  ret %x
}
func @helper(%x: i32) -> i32 {
help:
  br eq i32 %x, 7 ? seven : seven
seven:
  ret %x
}
func @other(%x: i64) -> i32 {
wide:
  br eq i64 %x, 7 ? nine : nine
nine:
  ret 1
}
",
        Criterion::Branch,
    );
    subject.run("guardF helpF");
    subject.run("guardT");
    let relevance = |subject: &Subject, name| subject.relevance(&[subject.outcome(name)], &[]);
    assert_eq!(relevance(&subject, "guardF"), Relevance::May);
    assert_eq!(relevance(&subject, "guardT"), Relevance::Irrelevant);
    // What is left, the branch of the other type, does not lie ahead.
    subject.run("guardF helpT");
    assert_eq!(subject.structure.share(), (4, 6));
    assert_eq!(relevance(&subject, "guardF"), Relevance::Irrelevant);
}

#[test]
fn a_goal_that_was_proven_infeasible_counts_as_covered() {
    let mut subject = Subject::new(LOOP, Criterion::Branch);
    subject.run("3F");
    subject.run(&format!("3T {}4F 6F", "4T 5F ".repeat(6)));
    subject.run(&format!("3T 4T 5T {}4F 6F", "4T 5F ".repeat(5)));
    let (candidate, version) = (subject.outcome("5T"), subject.structure.version());
    assert_eq!(subject.structure.relevance(candidate, &[], &[]), Relevance::May);
    let goal = subject.structure.open_goals().next().expect("6T");
    subject.structure.exclude(goal);
    assert_eq!(subject.structure.relevance(candidate, &[], &[]), Relevance::Irrelevant);
    assert_eq!(subject.structure.share(), (8, 8));
    assert!(subject.structure.version() > version);
}

#[test]
fn what_others_covered_is_taken_over() {
    let mut others = Subject::new(LOOP, Criterion::Branch);
    others.run("3F");
    let mut subject = Subject::new(LOOP, Criterion::Branch);
    let turned = subject.outcome("3F");
    assert_eq!(subject.structure.relevance(turned, &[], &[]), Relevance::Must);
    subject.structure.replace(others.structure.coverage());
    assert_eq!(subject.structure.relevance(turned, &[], &[]), Relevance::Irrelevant);
    let version = subject.structure.version();
    subject.structure.replace(others.structure.coverage());
    assert_eq!(subject.structure.version(), version);
}

#[test]
fn what_only_a_run_without_a_test_covered_is_open_again() {
    let others = Subject::new(LOOP, Criterion::Branch);
    let mut subject = Subject::new(LOOP, Criterion::Branch);
    let turned = subject.outcome("3F");
    let before = subject.structure.share();
    for _ in 0..2 {
        subject.run("3F");
        assert_eq!(subject.structure.relevance(turned, &[], &[]), Relevance::Irrelevant);
        subject.structure.replace(others.structure.coverage());
        assert_eq!(subject.structure.relevance(turned, &[], &[]), Relevance::Must);
        assert_eq!(subject.structure.share(), before);
    }
}
