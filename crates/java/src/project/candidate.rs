//! A test that has yet to choose what it asserts: all that it could say, and what of it says most to a reader.

use crate::write::{Ending, Expected, JavaCheck, JavaTest, Subject};
use mutation::MutantId;
use program::{FuncId, Id, Program};
use scenario::{Scenario, VarId};
use std::collections::BTreeSet;
use suite::keep;
use suite::kill::{Tried, number};

/// A test that has yet to choose what it asserts.
pub(super) struct Candidate {
    /// What it does.
    pub scenario: Scenario,
    /// Mutants that it was kept for.
    pub kills: BTreeSet<MutantId>,
    /// What came of the mutants that it was tried on.
    pub tried: Tried,
    /// How its last call ends.
    ending: Ending,
    looked: Looked,
    /// What it asserts in any case.
    fixed: Option<JavaCheck>,
}

impl Candidate {
    /// A test that can choose from what was looked at.
    pub fn new(scenario: Scenario, ending: Ending, looked: Looked) -> Self {
        let (kills, tried) = (BTreeSet::new(), Tried::new());
        Self { scenario, kills, tried, ending, looked, fixed: None }
    }

    /// A test that has nothing to choose.
    pub fn fixed(scenario: Scenario, check: JavaCheck) -> Self {
        let looked = Looked::default();
        let (kills, tried, ending) = (BTreeSet::new(), Tried::new(), Ending::Returns);
        Self { scenario, kills, tried, ending, looked, fixed: Some(check) }
    }

    /// What it could assert, each as a number.
    pub fn facts(&self) -> Vec<u64> {
        facts(&self.ending, &self.looked.after)
    }

    /// The same as numbers that are the same in other versions of the program.
    pub fn spelled(&self, program: &Program) -> Vec<u64> {
        spelled(program, &self.ending, &self.looked.after)
    }

    /// Whether its last call throws.
    pub fn throws(&self) -> bool {
        matches!(self.ending, Ending::Throws { .. })
    }

    /// The assertions, by their places, that say no more than that there is something.
    pub fn vague(&self) -> BTreeSet<usize> {
        let is_vague = |place: &usize| self.looked.after[*place].expected == Expected::NotNull;
        (0..self.looked.after.len()).filter(is_vague).collect()
    }

    /// The assertions, by their places, that are about what the last call gave. That it gave what it was called on or
    /// with is worth an assertion only if that notices something.
    pub fn about_result(&self) -> BTreeSet<usize> {
        let Some(made) = self.looked.made else { return BTreeSet::new() };
        let is_about = |check: &JavaCheck| {
            check.subject.variable() == Some(made)
                && !matches!(check.expected, Expected::Same(same) if self.looked.taken.contains(&same))
        };
        (0..self.looked.after.len()).filter(|place| is_about(&self.looked.after[*place])).collect()
    }

    /// The test with some of its assertions.
    pub fn asserting(mut self, chosen: &[usize]) -> JavaTest {
        let mut checks: Vec<JavaCheck> = self.fixed.into_iter().collect();
        match &mut self.ending {
            // The cause says little, but for free.
            Ending::Throws { message, .. } => {
                message.take_if(|_| !chosen.contains(&0));
            }
            Ending::Returns | Ending::InTime => {
                checks.extend(chosen.iter().map(|place| self.looked.after[*place].clone()));
            }
        }
        JavaTest { name: String::new(), scenario: self.scenario, ending: self.ending, checks }
    }

    /// The test with the assertions that say most to a reader: what changed, and what the call gave.
    pub fn telling(mut self) -> JavaTest {
        if let Ending::Throws { message, .. } = &mut self.ending {
            *message = None;
        }
        let mut checks: Vec<JavaCheck> = self.fixed.into_iter().collect();
        checks.extend(self.looked.told());
        JavaTest { name: String::new(), scenario: self.scenario, ending: self.ending, checks }
    }
}

/// What a test could assert, each as a number: what it looks at, or the message of what is thrown.
pub(super) fn facts(ending: &Ending, checks: &[JavaCheck]) -> Vec<u64> {
    match ending {
        Ending::Throws { message, cause, .. } => {
            message.iter().map(message_fact).chain(cause.iter().map(cause_fact)).collect()
        }
        Ending::Returns | Ending::InTime => checks.iter().map(fact).collect(),
    }
}

/// What a test could assert, or asserts, each as a number that is the same in other versions of the program.
pub(crate) fn spelled(program: &Program, ending: &Ending, checks: &[JavaCheck]) -> Vec<u64> {
    let number_of = |debug: String| keep::spelled(program, &without_numbers(program, &debug));
    match ending {
        Ending::Throws { message, cause, .. } => {
            let messages = message.iter().map(|message| number_of(format!("{message:?}")));
            messages.chain(cause.iter().map(|cause| number_of(format!("{cause:?}")))).collect()
        }
        Ending::Returns | Ending::InTime => {
            checks.iter().map(|check| number_of(format!("{check:?}"))).collect()
        }
    }
}

/// The debug form of an assertion with the ways into methods by what they are called, and not by their numbers.
fn without_numbers(program: &Program, debug: &str) -> String {
    let mut parts = debug.split("FuncId(");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let known = part.split_once(')').and_then(|(number, rest)| {
            let function = FuncId::new(number.parse().ok()?);
            let name = &program.functions.get(function)?.name;
            let (_, label) = name.strip_prefix("ferret/Api.")?.split_once(':')?;
            Some((label, rest))
        });
        match known {
            Some((label, rest)) => text.extend([label, rest]),
            None => text.extend(["FuncId(", part]),
        }
    }
    text
}

/// What a check says, as a number. How lines end elsewhere makes no difference here.
pub(super) fn fact(check: &JavaCheck) -> u64 {
    match &check.expected {
        Expected::Lines(units) => {
            let expected = Expected::Text(units.clone());
            number(&JavaCheck { subject: check.subject.clone(), expected })
        }
        _ => number(check),
    }
}

/// What a check of a list also says: what `toString` gives. With a mistake an object may be a list that is none without it,
/// and a test that compares texts sees no difference.
pub(super) fn as_text(check: &JavaCheck) -> Option<JavaCheck> {
    let Expected::List(items) = &check.expected else { return None };
    let said = |item: &Expected| match item {
        Expected::Null => Some("null".encode_utf16().collect()),
        Expected::Text(units) => Some(units.clone()),
        Expected::Boxed { letter: 'B' | 'S' | 'I' | 'J', bits } => {
            Some((*bits as i64).to_string().encode_utf16().collect())
        }
        _ => None,
    };
    let items: Option<Vec<Vec<u16>>> = items.iter().map(said).collect();
    let comma: Vec<u16> = ", ".encode_utf16().collect();
    let mut units = vec![u16::from(b'[')];
    units.extend(items?.join(&comma[..]));
    units.push(u16::from(b']'));
    let subject = match check.subject {
        Subject::Variable(variable) => Subject::Text(variable),
        ref subject => subject.clone(),
    };
    Some(JavaCheck { subject, expected: Expected::Text(units) })
}

pub(super) fn cause_fact(cause: &String) -> u64 {
    number(&("cause", cause))
}

pub(super) fn message_fact(message: &Option<Vec<u16>>) -> u64 {
    number(&("message", message))
}

/// What can be said of a test.
#[derive(Default)]
pub(super) struct Looked {
    /// Behind its last call.
    pub after: Vec<JavaCheck>,
    /// Of the object of the call before it, where it has one.
    pub before: Option<Vec<JavaCheck>>,
    /// What the call gave.
    pub made: Option<VarId>,
    /// What it was called on and with.
    pub taken: Vec<VarId>,
}

impl Looked {
    /// What is the same in another environment. Of an object that says something else there can still be said that it
    /// is one.
    pub fn lasting(mut self, there: &Self) -> Self {
        let keep = |check: JavaCheck| -> Option<JavaCheck> {
            if there.after.contains(&check) {
                return Some(check);
            }
            if let Expected::Text(units) = &check.expected
                && there.after.iter().any(|other| {
                    other.subject == check.subject && is_by_lines(&other.expected, units)
                })
            {
                let expected = Expected::Lines(units.clone());
                return Some(JavaCheck { expected, ..check });
            }
            let variable = match check.subject {
                Subject::Text(variable) => variable,
                _ => return None,
            };
            let is_it = |other: &JavaCheck| match other.subject {
                Subject::Text(own) | Subject::Variable(own) => own == variable,
                _ => false,
            };
            let other = there.after.iter().find(|check| is_it(check))?;
            let subject = Subject::Variable(variable);
            let expected = Expected::NotNull;
            (other.expected != Expected::Null).then_some(JavaCheck { subject, expected })
        };
        self.after = self.after.into_iter().filter_map(keep).collect();
        self
    }

    /// What of it is worth saying.
    fn told(self) -> Vec<JavaCheck> {
        let Self { after: mut checks, before, made, .. } = self;
        if let Some(made) = made {
            leave_one_view(&mut checks, made);
        }
        if let Some(before) = before {
            leave_changes(&mut checks, &before);
        }
        leave_telling(&mut checks);
        checks.truncate(MOST);
        checks
    }
}

/// Whether something that is expected is a text but for how its lines end.
fn is_by_lines(expected: &Expected, units: &[u16]) -> bool {
    let Expected::Text(other) = expected else { return false };
    let (carriage, feed) = (u16::from(b'\r'), u16::from(b'\n'));
    let ends = |at: usize| other[at] == carriage && other.get(at + 1) == Some(&feed);
    let kept = (0..other.len()).filter(|at| !ends(*at)).map(|at| other[at]);
    kept.eq(units.iter().copied())
}

/// Checks of a test that shows no change.
const FEWEST: usize = 2;

/// Checks of any test.
const MOST: usize = 8;

/// Leaves one way to look at a result: by what it is or says of itself, or else by its observers.
fn leave_one_view(checks: &mut Vec<JavaCheck>, made: VarId) {
    let is_own = |check: &JavaCheck| match &check.subject {
        Subject::Variable(variable) | Subject::Text(variable) => *variable == made,
        _ => false,
    };
    let asked = |check: &JavaCheck| check.subject.variable() == Some(made) && !is_own(check);
    let is_said = checks.iter().any(|check| is_own(check) && check.expected != Expected::NotNull);
    if is_said {
        checks.retain(|check| !asked(check));
    } else if checks.iter().any(asked) {
        checks.retain(|check| !is_own(check));
    }
}

/// Leaves out that getters give something at all where there is more to say.
fn leave_telling(checks: &mut Vec<JavaCheck>) {
    let is_vague = |check: &JavaCheck| {
        !matches!(check.subject, Subject::Variable(_)) && check.expected == Expected::NotNull
    };
    if !checks.iter().all(is_vague) {
        checks.retain(|check| !is_vague(check));
    }
}

/// Leaves out what could be said of an object before the last call too. Where nothing else can be said, some of it
/// stays.
fn leave_changes(checks: &mut Vec<JavaCheck>, before: &[JavaCheck]) {
    if checks.iter().all(|check| before.contains(check)) {
        checks.truncate(FEWEST);
    } else {
        checks.retain(|check| !before.contains(check));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(function: u32, of: u32, bits: u64) -> JavaCheck {
        let subject = Subject::Call { function: FuncId(function), arguments: vec![VarId(of)] };
        JavaCheck { subject, expected: Expected::Primitive { letter: 'I', bits } }
    }

    fn result(of: u32, expected: Expected) -> JavaCheck {
        JavaCheck { subject: Subject::Variable(VarId(of)), expected }
    }

    #[test]
    fn a_text_that_differs_elsewhere_by_the_ends_of_its_lines_is_compared_by_lines() {
        let said = |text: &str| result(1, Expected::Text(text.encode_utf16().collect()));
        let looked = |check| Looked { after: vec![check], ..Looked::default() };
        let kept = |there| looked(said("a\nb")).lasting(&looked(said(there))).after;
        let lines = result(1, Expected::Lines("a\nb".encode_utf16().collect()));
        assert_eq!(kept("a\r\nb"), std::slice::from_ref(&lines));
        assert_eq!(kept("a\nb"), [said("a\nb")]);
        assert_eq!(kept("a\r\nc"), []);
        assert_eq!(fact(&lines), fact(&said("a\nb")));
    }

    #[test]
    fn a_list_says_what_its_text_would_say() {
        let text = |text: &str| Expected::Text(text.encode_utf16().collect());
        let one = Expected::Boxed { letter: 'I', bits: u64::MAX };
        let list = |items: Vec<Expected>| as_text(&result(1, Expected::List(items)));
        let said =
            |said: &str| Some(JavaCheck { subject: Subject::Text(VarId(1)), expected: text(said) });
        assert_eq!(list(vec![]), said("[]"));
        assert_eq!(list(vec![Expected::Null, one, text("ab")]), said("[null, -1, ab]"));
        assert_eq!(list(vec![Expected::NotNull]), None);
        assert_eq!(as_text(&result(1, Expected::Null)), None);
    }

    #[test]
    fn what_held_before_the_call_is_not_said_again() {
        let before = [asked(1, 0, 5), asked(2, 0, 6)];
        let mut checks = vec![asked(1, 0, 5), asked(2, 0, 7)];
        leave_changes(&mut checks, &before);
        assert_eq!(checks, [asked(2, 0, 7)]);
        let mut unchanged = before.to_vec();
        unchanged.push(asked(3, 0, 1));
        let all = unchanged.clone();
        leave_changes(&mut unchanged, &all);
        assert_eq!(unchanged, before, "a test without any other assertion keeps some");
    }

    #[test]
    fn a_result_is_asked_only_if_it_says_nothing_of_itself() {
        let mut vague = vec![result(1, Expected::NotNull), asked(4, 1, 3), asked(1, 0, 5)];
        leave_one_view(&mut vague, VarId(1));
        assert_eq!(vague, [asked(4, 1, 3), asked(1, 0, 5)]);
        let mut parts = vec![asked(4, 1, 3), asked(1, 0, 5)];
        leave_one_view(&mut parts, VarId(1));
        assert_eq!(parts, [asked(4, 1, 3), asked(1, 0, 5)]);
        let mut telling = vec![result(1, Expected::Null), asked(4, 1, 3), asked(1, 0, 5)];
        leave_one_view(&mut telling, VarId(1));
        assert_eq!(telling, [result(1, Expected::Null), asked(1, 0, 5)]);
    }
}
