//! The other outcomes of a site as clauses: with the one that was taken they cover every input once.

mod common;
use common::{Subject, inputs_of};
use expect_test::expect;
use std::fmt::Write;
use term::{Compiled, Scratch};
use trace::{Mode, Origin, Runner, alternatives};

const PROGRAM: &str = "
func @f(%a: i8) -> i8 {
entry:
  switch i8 %a { 0 -> one, 7 -> two, -1 -> one, default -> three }
one:
  %s = select slt i8 %a, 0 ? i8 1 : 2
  ret %s
two:
  ret 9
three:
  %q = sdiv.checked i8 100, %a
  br ugt i8 %a, 50 ? one : four
four:
  check bounds ult i8 %a, 40
  ret %q
}";

#[test]
fn every_outcome_of_a_site_has_its_clause() {
    let mut subject = Subject::new(PROGRAM);
    let mut text = String::new();
    for a in [0, 7, -1, 3, 77, 45] {
        subject.run(&format!("let a: i8 = {a}\ncall @f(a)"), Mode::Concolic);
        let mut pool = subject.machine.pool().clone();
        let _ = writeln!(text, "a = {a}");
        for clause in &subject.trace.path {
            let Origin::Site { site, outcome, .. } = clause.origin else { continue };
            let sites = subject.machine.sites();
            let taken = sites.site(site).outcome(outcome);
            let _ = write!(text, "  {}", term::print::infix(&pool, clause.term));
            let others = alternatives(&mut pool, &subject.program, sites, clause);
            assert_eq!(others.len() + 1, sites.site(site).outcomes() as usize);
            assert!(
                others.iter().all(|(other, _)| *other != taken && sites.owner(*other).0 == site)
            );
            for (other, term) in &others {
                let _ = write!(text, " | {}: {}", other.0, term::print::infix(&pool, *term));
            }
            text.push('\n');
            // Whatever the input, one of them holds and no other.
            let terms: Vec<_> = others.iter().map(|(_, term)| *term).chain([clause.term]).collect();
            let compiled = Compiled::new(&pool, &terms);
            let mut assignment = inputs_of(&subject.trace, &pool);
            let variable =
                pool.var_of(subject.trace.inputs[0].term).expect("an input is a variable");
            let mut scratch = Scratch::new();
            for value in 0..=255 {
                assignment.set(variable, value);
                compiled.run(&assignment, &mut scratch);
                let holding = (0..terms.len()).filter(|&root| compiled.root(root, &scratch) != 0);
                assert_eq!(holding.count(), 1, "{value}");
            }
        }
    }
    expect![[r#"
        a = 0
          a == 0 | 1: a == 7 | 2: a == -1 | 3: a != 7 && a != 0 && a != -1
          a >= 0 | 4: a < 0
        a = 7
          a == 7 | 0: a == 0 | 2: a == -1 | 3: a != 7 && a != 0 && a != -1
        a = -1
          a == -1 | 0: a == 0 | 1: a == 7 | 3: a != 7 && a != 0 && a != -1
          a < 0 | 5: a >= 0
        a = 3
          a != 7 && a != 0 && a != -1 | 0: a == 0 | 1: a == 7 | 2: a == -1
          a != 0 | 7: a == 0
          a <u 51 | 10: a >=u 51
          a <u 40 | 13: a >=u 40
        a = 77
          a != 7 && a != 0 && a != -1 | 0: a == 0 | 1: a == 7 | 2: a == -1
          a != 0 | 7: a == 0
          a >=u 51 | 11: a <u 51
          a >= 0 | 4: a < 0
        a = 45
          a != 7 && a != 0 && a != -1 | 0: a == 0 | 1: a == 7 | 2: a == -1
          a != 0 | 7: a == 0
          a <u 51 | 10: a >=u 51
          a >=u 40 | 12: a <u 40
    "#]]
    .assert_eq(&text);
}

#[test]
fn what_no_site_said_has_no_alternatives() {
    let mut subject = Subject::new(
        "
func @f(%p: ptr) -> i8 {
entry:
  %x = load i8 %p
  ret %x
}",
    );
    subject.run("let a: i8[2] = [1, 2]\ncall @f(a)", Mode::Concolic);
    let mut pool = subject.machine.pool().clone();
    assert_eq!(subject.trace.path.len(), 3);
    for clause in &subject.trace.path {
        let others = alternatives(&mut pool, &subject.program, subject.machine.sites(), clause);
        assert_eq!(others, []);
    }
}
