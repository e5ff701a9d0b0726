//! Looking ahead: a run that goes another way at one clause, whatever its data say.

mod common;
use common::{Subject, assert_path_holds};
use expect_test::expect;
use machine::{Config, Models};
use std::fmt::Write;
use trace::{Force, Mode, Origin, Runner, Trace, alternatives};

const PROGRAM: &str = "
declare @abort()
func @f(%a: i8, %b: i8) -> i8 {
  var %n: i8
entry:
  switch i8 %a { 0 -> one, 7 -> two, default -> three }
one:
  %s = select slt i8 %b, 0 ? i8 1 : 2
  ret %s
two:
  call void @abort()
  ret 9
three:
  %q = sdiv.checked i8 100, %b
  check bounds ult i8 %a, 40
  jump loop(%n = 0)
loop:
  %n = add i8 %n, 1
  br ult i8 %n, %b ? loop : done
done:
  %g = call i8 @g(i8 %a)
  ret %g
}
func @g(%a: i8) -> i8 {
entry:
  br fogt f64 1.0, 2.0 ? rich : poor
rich:
  ret 5
poor:
  br eq i8 %a, 3 ? rich : end
end:
  ret 4
}";

const SCENARIO: &str = "let a: i8 = 3\nlet b: i8 = 2\ncall @f(a, b)\ncall @g(b)";

/// What a run counted, as site, outcome and number.
fn taken(subject: &Subject, trace: &Trace) -> String {
    let mut text = String::new();
    for (id, site) in subject.machine.sites().iter() {
        for index in 0..site.outcomes() {
            let count = trace.tally.get(site.outcome(index)).count;
            if count > 0 {
                let _ = write!(text, " {}.{index}×{count}", id.0);
            }
        }
    }
    text
}

#[test]
fn every_other_outcome_of_every_clause_can_be_looked_at() {
    let mut subject = Subject::with(PROGRAM, Config::default(), Models::standard());
    subject.run(SCENARIO, Mode::Concolic);
    let original = subject.trace.clone();
    let mut pool = subject.machine.pool().clone();
    let mut text = format!("{}:{}\n", subject.summary(), taken(&subject, &original));
    for (clause, origin) in original.path.iter().enumerate() {
        let Origin::Site { site, .. } = origin.origin else { continue };
        let others = alternatives(&mut pool, &subject.program, subject.machine.sites(), origin);
        for (other, _) in others {
            let (_, outcome) = subject.machine.sites().owner(other);
            let force = Force { clause, outcome, steps: 1000 };
            let scenario = subject.scenario.clone();
            let forced = subject.machine.run_forced(&scenario, force, &mut subject.trace);
            assert_eq!(forced, Ok(true));
            let trace = &subject.trace;
            assert_eq!(trace.path, original.path[..clause], "clauses are those before it");
            assert!(trace.notes.is_empty());
            assert_path_holds(trace, subject.machine.pool());
            assert!(trace.tally.get(other).count > 0, "the other way was taken");
            let shown = term::print::infix(subject.machine.pool(), origin.term);
            let (summary, taken) = (subject.summary(), taken(&subject, trace));
            let _ = writeln!(text, "not {shown} at {} but {outcome}: {summary}:{taken}", site.0);
        }
    }
    expect![[r#"
        returned: 0.2×1 4.0×1 5.0×1 5.1×1 6.1×2 7.0×1 7.1×1
        not a != 7 && a != 0 at 0 but 0: returned: 0.0×1 1.1×1 6.1×1 7.1×1
        not a != 7 && a != 0 at 0 but 1: trapped: abort called at block two in @f; call void @abort(); during statement 3: call @f(a, b): 0.1×1
        not b != 0 at 2 but 1: trapped: division by zero at block three in @f; %q = sdiv.checked i8 100, %b; during statement 3: call @f(a, b): 0.2×1 2.1×1
        not a <u 40 at 4 but 1: trapped: access out of bounds at block three in @f; check bounds ult i8 %a, 40; during statement 3: call @f(a, b): 0.2×1 4.1×1
        not b >u 1 at 5 but 1: returned: 0.2×1 4.0×1 5.1×1 6.1×2 7.0×1 7.1×1
        not b <=u 2 at 5 but 0: returned: 0.2×1 4.0×1 5.0×2 5.1×1 6.1×2 7.0×1 7.1×1
        not a == 3 at 7 but 1: returned: 0.2×1 4.0×1 5.0×1 5.1×1 6.1×2 7.1×2
        not b != 3 at 7 but 0: returned: 0.2×1 4.0×1 5.0×1 5.1×1 6.1×2 7.0×2
    "#]].assert_eq(&text);
}

#[test]
fn only_so_many_steps_follow() {
    let program = "
func @f(%a: i32) -> i32 {
  var %n: i32
entry:
  br eq i32 %a, 3 ? out : again(%n = 0)
again:
  %n = add i32 %n, 1
  br ult i32 %n, 0 ? out : again
out:
  ret 1
}
func @twice(%a: i32) -> i32 {
entry:
  %x = call i32 @f(i32 %a)
  ret %x
}";
    let mut subject = Subject::with(program, Config::default(), Models::standard());
    subject.run("let a: i32 = 3\ncall @twice(a)", Mode::Concolic);
    let (steps, scenario) = (subject.trace.path[0].step, subject.scenario.clone());
    for budget in [0, 1, 100, 5000] {
        let force = Force { clause: 0, outcome: 1, steps: budget };
        assert_eq!(subject.machine.run_forced(&scenario, force, &mut subject.trace), Ok(true));
        assert!(subject.summary().starts_with("stopped: step budget"), "{}", subject.summary());
        let behind = subject.trace.steps - steps;
        assert!((budget..budget + 8).contains(&behind), "{behind} steps instead of {budget}");
    }
    // The next run has its limits back.
    subject.run("let a: i32 = 3\ncall @twice(a)", Mode::Concolic);
    assert_eq!(subject.summary(), "returned 1");
}

#[test]
fn a_clause_that_no_site_gave_is_left_as_it_is() {
    let mut subject = Subject::new(
        "
func @f(%p: ptr) -> i8 {
entry:
  %x = load i8 %p
  br eq i8 %x, 1 ? one : two
one:
  ret 1
two:
  ret 2
}",
    );
    subject.run("let a: i8[2] = [1, 2]\ncall @f(a)", Mode::Concolic);
    let (original, scenario) = (subject.trace.clone(), subject.scenario.clone());
    for clause in [0, 1, 2, 4, 77] {
        let force = Force { clause, outcome: 1, steps: 1000 };
        assert_eq!(subject.machine.run_forced(&scenario, force, &mut subject.trace), Ok(false));
        assert_eq!(format!("{:?}", subject.trace), format!("{original:?}"));
    }
    let force = Force { clause: 3, outcome: 1, steps: 1000 };
    assert_eq!(subject.machine.run_forced(&scenario, force, &mut subject.trace), Ok(true));
    assert_eq!(subject.summary(), "returned 2");
}
