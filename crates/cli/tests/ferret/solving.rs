//! `ferret solve`: scripts in, answers out.

use expect_test::expect;

use crate::{ferret, told_with_input};

/// What `ferret solve -` says to a script.
fn solved(script: &str, options: &[&str]) -> String {
    told_with_input(ferret().args(["solve", "-"]).args(options), script)
}

const TWO_QUESTIONS: &str = "
    (declare-const x (_ BitVec 32))
    (assert (= (bvmul x #x00000003) #x0000000f))
    (assert (bvult x #x00000064))
    (check-sat)
    (get-model)
    (push)
    (assert (bvult x #x00000003))
    (check-sat)
    (get-model)
    (pop)
    (echo \"done\")
";

#[test]
fn every_question_is_answered_in_turn() {
    expect![[r#"
        sat
        (
          (define-fun x () (_ BitVec 32) #x00000005)
        )
        unsat
        (error "there is no model: the last answer was not sat")
        done
    "#]]
    .assert_eq(&solved(TWO_QUESTIONS, &[]));
}

#[test]
fn explain_tells_who_answered_and_what_suffices() {
    let text = solved(TWO_QUESTIONS, &["--explain"]);
    let comments: Vec<&str> = text.lines().filter(|line| line.starts_with("; ")).collect();
    assert_eq!(comments.iter().filter(|line| line.starts_with("; answered by ")).count(), 2);
    assert!(comments.iter().any(|line| line.ends_with("suffice")), "{text}");
}

#[test]
fn a_seed_that_holds_is_the_model() {
    let script = "(declare-const x (_ BitVec 8)) (declare-const p Bool)
        (assert (or p (bvugt x #x10))) (check-sat) (get-model)";
    expect![[r#"
        sat
        (
          (define-fun x () (_ BitVec 8) #xfd)
          (define-fun p () Bool true)
        )
    "#]]
    .assert_eq(&solved(script, &["--seed", "x=-3", "--seed", "p=true"]));
    expect![[r#"
        ! error: `--seed x=256`: this is no value of (_ BitVec 8)
        !   = help: it is NAME=VALUE, such as x=5, x=0xff, p=true or d=1.5
        => 2
    "#]]
    .assert_eq(&solved(script, &["--seed", "x=256"]));
    expect![[r#"
        sat
        (
          (define-fun x () (_ BitVec 8) #x00)
          (define-fun p () Bool true)
        )
        ! warning: no question is about the constant of `--seed y=1`
    "#]]
    .assert_eq(&solved(script, &["--seed", "y=1"]));
}

#[test]
fn a_budget_of_nothing_leaves_it_unknown() {
    let script = "(declare-const x (_ BitVec 64)) (declare-const y (_ BitVec 64))
        (assert (= (bvmul x y) #x7fffffff7fffffff)) (assert (bvugt x #x0000000000000001))
        (assert (bvugt y x)) (assert (bvult y #x0000000100000000)) (check-sat) (get-model)";
    expect![[r#"
        unknown
        (error "there is no model: the last answer was not sat")
        ! unknown: the budget was spent; --conflicts and --evaluations raise it
    "#]]
    .assert_eq(&solved(script, &["--conflicts", "1", "--evaluations", "1"]));
}

#[test]
fn a_mistake_is_shown_in_its_line() {
    expect![[r#"
        ! error: `=` needs (_ BitVec 8) here, and this is (_ BitVec 4)
        !  --> standard input:2:14
        !   |
        ! 2 | (assert (= x #x0))
        !   |              ^^^
        => 2
    "#]]
    .assert_eq(&solved("(declare-const x (_ BitVec 8))\n(assert (= x #x0))\n", &[]));
    expect![[r#"
        ! error: invalid value 'soon' for '--timeout <TIME>': a time is needed, such as 500ms, 10s or 2m
        !
        ! For more information, try '--help'.
        => 2
    "#]].assert_eq(&solved("", &["--timeout", "soon"]));
}

#[test]
fn a_script_can_give_a_seed_which_counts_less_than_the_option() {
    let script = "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
        (assert (bvugt x y)) (set-info :seed ((x #x21) (y #x20))) (check-sat) (get-model)";
    expect![[r#"
        sat
        (
          (define-fun x () (_ BitVec 8) #x21)
          (define-fun y () (_ BitVec 8) #x05)
        )
    "#]]
    .assert_eq(&solved(script, &["--seed", "y=5"]));
    let wrong = "(declare-const x (_ BitVec 8)) (set-info :seed ((x true)))";
    expect![[r#"
        ! error: `x` is (_ BitVec 8), and this is Bool
        !  --> standard input:1:52
        !   |
        ! 1 | (declare-const x (_ BitVec 8)) (set-info :seed ((x true)))
        !   |                                                    ^^^^
        => 2
    "#]]
    .assert_eq(&solved(wrong, &[]));
}
