//! What a test can say: the result of its last call, and what its object tells afterwards.

use super::stage::gives_input;
use super::{Stage, may_end};
use crate::api::{JavaType, Member, Stub};
use crate::write::{Ending, Expected, JavaCheck, JavaTest, Subject};
use jvm::natives::Seen;
use program::{FuncId, Type};
use scenario::{Argument, Scenario, Statement, VarId};
use std::collections::BTreeSet;
use suite::Sight;
use suite::assemble::Test;
use suite::kill::number;
use trace::{Mode, Observed, Outcome, RunError, Runner, Trace, Wanted};

/// Observers that one object is asked.
const MOST_OBSERVERS: usize = 16;
/// Characters of a text that a test compares with.
const LONGEST: usize = 120;

/// Exceptions whose messages the JVM makes up itself.
const WORDED_BY_THE_JVM: [&str; 6] = [
    "java/lang/NullPointerException",
    "java/lang/ClassCastException",
    "java/lang/ArrayStoreException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/StringIndexOutOfBoundsException",
    "java/lang/NegativeArraySizeException",
];

/// Something that is looked at behind the last call.
struct Look {
    subject: Subject,
    /// The letter of a primitive result, or none of a reference.
    primitive: Option<char>,
    /// The statement whose result it is.
    statement: usize,
    /// The variable, where it is one of the scenario's own.
    variable: Option<VarId>,
    /// Whether it is something that the call was handed: only what it holds tells anything of the call.
    is_given: bool,
}

/// A scenario and what is looked at behind it.
struct View {
    scenario: Scenario,
    /// What looks at a reference.
    see: FuncId,
    looks: Vec<Look>,
}

impl View {
    /// Looks at a variable that a statement made.
    fn look_at(&mut self, variable: VarId, primitive: Option<char>, statement: usize) {
        if primitive.is_none() {
            self.see(variable);
        }
        let (subject, variable) = (Subject::Variable(variable), Some(variable));
        self.looks.push(Look { subject, primitive, statement, variable, is_given: false });
    }

    /// Looks at what a variable holds that a statement before the last call made.
    fn look_into(&mut self, variable: VarId, statement: usize) {
        self.see(variable);
        let (subject, variable) = (Subject::Variable(variable), Some(variable));
        self.looks.push(Look { subject, primitive: None, statement, variable, is_given: true });
    }

    /// Looks at what an observer says of an object.
    fn call(&mut self, observer: FuncId, object: VarId, primitive: Option<char>) {
        let variable = self.scenario.declare_fresh("seen");
        self.scenario.statements.push(Statement::Call {
            result: Some(variable),
            function: observer,
            arguments: vec![Argument::Variable(object)],
        });
        let statement = self.scenario.statements.len() - 1;
        if primitive.is_none() {
            self.see(variable);
        }
        let subject = Subject::Call { function: observer, arguments: vec![object] };
        self.looks.push(Look { subject, primitive, statement, variable: None, is_given: false });
    }

    fn see(&mut self, variable: VarId) {
        let arguments = vec![Argument::Variable(variable)];
        let call = Statement::Call { result: None, function: self.see, arguments };
        self.scenario.statements.push(call);
    }
}

/// A test that has yet to choose what it asserts.
pub(super) struct Candidate {
    /// What it does.
    pub scenario: Scenario,
    /// How its last call ends.
    ending: Ending,
    looked: Looked,
}

impl Candidate {
    /// What it could assert, each as a number.
    pub fn facts(&self) -> Vec<u64> {
        facts(&self.ending, &self.looked.after)
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

    /// The test with some of its assertions.
    pub fn asserting(mut self, chosen: &[usize]) -> JavaTest {
        let mut checks = Vec::new();
        match &mut self.ending {
            Ending::Throws { message, .. } => {
                message.take_if(|_| chosen.is_empty());
            }
            Ending::Returns => {
                checks.extend(chosen.iter().map(|place| self.looked.after[*place].clone()));
            }
        }
        JavaTest { name: String::new(), scenario: self.scenario, ending: self.ending, checks }
    }

    /// The test with the assertions that say most to a reader: what changed, and what the call gave.
    pub fn telling(mut self) -> JavaTest {
        let given = std::mem::take(&mut self.looked.given);
        self.looked.after.retain(|check| match &check.subject {
            Subject::Variable(variable) | Subject::Text(variable) => !given.contains(variable),
            _ => true,
        });
        if let Ending::Throws { message, .. } = &mut self.ending {
            *message = None;
        }
        let checks = self.looked.told();
        JavaTest { name: String::new(), scenario: self.scenario, ending: self.ending, checks }
    }
}

/// What a test could assert, each as a number: what it looks at, or the message of what is thrown.
pub(super) fn facts(ending: &Ending, checks: &[JavaCheck]) -> Vec<u64> {
    match ending {
        Ending::Throws { message, .. } => message.iter().map(message_fact).collect(),
        Ending::Returns => checks.iter().map(number).collect(),
    }
}

fn message_fact(message: &Option<Vec<u16>>) -> u64 {
    number(&("message", message))
}

/// What can be said of a test.
#[derive(Default)]
struct Looked {
    /// Behind its last call.
    after: Vec<JavaCheck>,
    /// Of the object of the call before it, where it has one.
    before: Option<Vec<JavaCheck>>,
    /// What the call gave.
    made: Option<VarId>,
    /// What it was handed and may have changed.
    given: Vec<VarId>,
}

impl Looked {
    /// What is the same in other surroundings. Of an object that says something else there can still be said that it
    /// is one.
    fn lasting(mut self, there: &Self) -> Self {
        let keep = |check: JavaCheck| -> Option<JavaCheck> {
            if there.after.contains(&check) {
                return Some(check);
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
        checks
    }
}

/// Checks of a test that shows no change.
const FEWEST: usize = 2;

/// Leaves one way to look at a result: by what it is or says of itself, or else by its observers.
fn leave_one_view(checks: &mut Vec<JavaCheck>, made: VarId) {
    let is_own = |check: &JavaCheck| match &check.subject {
        Subject::Variable(variable) | Subject::Text(variable) => *variable == made,
        _ => false,
    };
    let asked = |check: &JavaCheck| matches!(&check.subject, Subject::Call { arguments, .. } if arguments[..] == [made]);
    let is_vague = checks.iter().any(|check| is_own(check) && check.expected == Expected::NotNull);
    match is_vague && checks.iter().any(asked) {
        true => checks.retain(|check| !is_own(check)),
        false => checks.retain(|check| !asked(check)),
    }
}

/// Leaves out that getters give something at all where there is more to say.
fn leave_telling(checks: &mut Vec<JavaCheck>) {
    let is_vague = |check: &JavaCheck| {
        matches!(check.subject, Subject::Call { .. }) && check.expected == Expected::NotNull
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

impl Stage<'_> {
    /// A test with all that it could say; none where two runs do not agree or it cannot be looked at.
    pub(super) fn candidate(&mut self, test: Test) -> Result<Option<Candidate>, RunError> {
        let Test { mut scenario, outcome, .. } = test;
        let mut trace = Trace::default();
        self.prepared.machine.run(&scenario, Mode::Concrete, &mut trace)?;
        if trace.wanted.contains(&Wanted::StandardInput) && !gives_input(&scenario) {
            // Whatever there is outside, it gets none.
            scenario.statements.insert(0, Statement::StandardInput(Vec::new()));
        }
        if let Outcome::Threw { class, .. } = outcome {
            let program = self.prepared.machine.program();
            let thrown = program.classes[class].name.clone();
            let Some(class) = self.nameable(&thrown) else { return Ok(None) };
            let here = self.message(&trace);
            let there = self.elsewhere(|stage| {
                stage.prepared.machine.run(&scenario, Mode::Concrete, &mut trace)?;
                Ok(stage.message(&trace))
            })?;
            let ending =
                Ending::Throws { class, message: here.filter(|here| there.as_ref() == Some(here)) };
            return Ok(Some(Candidate { scenario, ending, looked: Looked::default() }));
        }
        let first = self.look(&scenario)?;
        let second = self.elsewhere(|stage| stage.look(&scenario))?;
        let (Some(here), Some(there)) = (first, second) else { return Ok(None) };
        let all = here.after.len();
        let looked = here.lasting(&there);
        self.shaky += all - looked.after.len();
        Ok(Some(Candidate { scenario, ending: Ending::Returns, looked }))
    }

    /// The message of what a run ended with, where a test can rely on it: the code under test made it, and not a JDK,
    /// whose words change.
    fn message(&self, trace: &Trace) -> Option<Option<Vec<u16>>> {
        let Outcome::Threw { class, .. } = trace.outcome else { return None };
        let class = self.prepared.machine.program().classes[class].name.as_str();
        if WORDED_BY_THE_JVM.contains(&class) {
            return None;
        }
        let origin = self.prepared.origin(trace);
        let maker = origin.first().map(|(function, _)| *function)?;
        let world = self.prepared.world();
        let world = world.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if !self.project.is_under_test(&world, maker) {
            return None;
        }
        drop(world);
        let message = self.prepared.message(trace)?;
        let is_short = |text: &Vec<u16>| text.len() <= LONGEST && !tells_identity(text);
        message.as_ref().is_none_or(is_short).then_some(message)
    }

    /// The class of an exception, or the nearest one above it that a test can name.
    fn nameable(&self, class: &str) -> Option<String> {
        let world = self.prepared.world();
        let world = world.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let package = self.project.class.rsplit_once('/').map_or("", |(package, _)| package);
        let mut next = world.known_class(class);
        while let Some(class) = next {
            let info = world.info(class);
            let inside = world.declared_inside(class);
            let own = inside.map_or(info.flags, |(_, flags)| flags);
            let public = own & classfile::flags::PUBLIC != 0;
            let same = info.package() == package && own & classfile::flags::PRIVATE == 0;
            let shown = info.origin.user || info.name.starts_with("java/");
            if (public || same) && shown {
                return Some(info.name.to_string());
            }
            next = info.superclass;
        }
        None
    }

    /// What can be said behind the last call of a scenario.
    fn look(&mut self, scenario: &Scenario) -> Result<Option<Looked>, RunError> {
        let Some(last) = last_call(scenario) else { return Ok(None) };
        let Some((view, made)) = self.view(scenario) else { return Ok(None) };
        let given = view.looks.iter().filter(|look| look.is_given);
        let given = given.filter_map(|look| look.variable).collect();
        let after = self.seen(scenario, view)?;
        let mut looked = Looked { after, before: None, made, given };
        if let Statement::Call { function, arguments, .. } = &scenario.statements[last]
            && let Some(Member::Method { is_static: false, class, .. }) =
                self.project.api.members.get(function)
            && let Some(object) = arguments.first().and_then(Argument::variable)
        {
            let mut before = scenario.clone();
            before.statements.truncate(last);
            let see = self.prepared.entries().see;
            let mut view = View { scenario: before.clone(), see, looks: Vec::new() };
            self.ask(&mut view, class, object, Some(*function));
            looked.before = Some(self.seen(&before, view)?);
        }
        Ok(Some(looked))
    }

    /// What is looked at behind the last call of a scenario, and what that call gave.
    fn view(&mut self, scenario: &Scenario) -> Option<(View, Option<VarId>)> {
        let last = last_call(scenario)?;
        let Statement::Call { result, function, arguments } = &scenario.statements[last] else {
            return None;
        };
        let see = self.prepared.entries().see;
        let mut view = View { scenario: scenario.clone(), see, looks: Vec::new() };
        let project = self.project;
        let member = project.api.members.get(function);
        let (made, object, class) = match member {
            Some(Member::Constructor { class, .. } | Member::Stub(Stub { class, .. })) => {
                (None, *result, class.as_str())
            }
            Some(Member::Method { is_static: false, class, .. }) => {
                (*result, arguments.first().and_then(Argument::variable), class.as_str())
            }
            _ => (*result, None, ""),
        };
        let callable = project.program.catalogue.callable(*function);
        let gives = callable.map(|callable| &project.api.types[callable.result]);
        if let (Some(made), Some(ty)) = (made, gives)
            && *ty != JavaType::Primitive('V')
        {
            view.look_at(made, letter(ty), last);
        }
        if let Some(object) = object {
            self.ask(&mut view, class, object, Some(*function));
        }
        if let (Some(made), Some(JavaType::Class { name, .. })) = (made, gives) {
            self.ask(&mut view, name, made, None);
        }
        for variable in self.changeable(&scenario.statements[..last]) {
            if Some(variable) != made && Some(variable) != object {
                view.look_into(variable, last);
            }
        }
        Some((view, made))
    }

    /// Arrays and objects of the library that statements make and that a call may change.
    fn changeable(&self, statements: &[Statement]) -> Vec<VarId> {
        let made = statements.iter().filter_map(|statement| match statement {
            Statement::Array { variable, .. } => Some(*variable),
            Statement::Call { result: Some(variable), function, .. } => {
                let callable = self.project.program.catalogue.callable(*function)?;
                let ty = match self.project.api.members.get(function) {
                    Some(Member::Constructor { class, .. }) => class.as_str(),
                    _ => match &self.project.api.types[callable.result] {
                        JavaType::Array(_) => return Some(*variable),
                        other => other.class_name()?,
                    },
                };
                holds_content(ty).then_some(*variable)
            }
            _ => None,
        });
        made.collect()
    }

    /// Asks the observers of a class about an object, all but the method that the test is about.
    fn ask(&mut self, view: &mut View, class: &str, object: VarId, but: Option<FuncId>) {
        let project = self.project;
        if !self.observers.contains_key(class) {
            self.observers.insert(class.to_owned(), project.observers(class));
        }
        let observers = self.observers[class].iter().copied();
        for observer in observers.filter(|own| Some(*own) != but).take(MOST_OBSERVERS) {
            let Some(callable) = project.program.catalogue.callable(observer) else { continue };
            view.call(observer, object, letter(&project.api.types[callable.result]));
        }
    }

    /// Runs what is looked at, and gives what was seen.
    fn seen(&mut self, scenario: &Scenario, view: View) -> Result<Vec<JavaCheck>, RunError> {
        let mut trace = std::mem::take(&mut self.last);
        let seen = self.seen_in(scenario, view, &mut trace);
        self.last = trace;
        seen
    }

    /// The same, with the trace that it leaves.
    fn seen_in(
        &mut self,
        scenario: &Scenario,
        view: View,
        trace: &mut Trace,
    ) -> Result<Vec<JavaCheck>, RunError> {
        self.prepared.take_seen();
        self.prepared.machine.run(&view.scenario, Mode::Concrete, trace)?;
        let mut seen = self.prepared.take_seen().into_iter();
        let mut checks = Vec::new();
        for look in view.looks {
            // An observer threw: what comes behind it was not seen.
            if trace.outcome != Outcome::Returned && look.statement >= trace.statement {
                break;
            }
            let expected = match look.primitive {
                Some(letter) => primitive_result(trace, look.statement, letter),
                None => seen.next().and_then(|seen| self.expected(scenario, trace, seen, &look)),
            };
            let Some((is_text, expected)) = expected else { continue };
            let is_content =
                !matches!(expected, Expected::NotNull | Expected::Null | Expected::Same(_));
            if look.is_given && !is_content {
                continue;
            }
            let subject = match look.variable {
                Some(variable) if is_text => Subject::Text(variable),
                _ => look.subject,
            };
            checks.push(JavaCheck { subject, expected });
        }
        Ok(checks)
    }

    /// What is expected of something that was seen, and whether it is its text that is compared.
    fn expected(
        &self,
        scenario: &Scenario,
        trace: &Trace,
        seen: Seen,
        look: &Look,
    ) -> Option<(bool, Expected)> {
        Some(match seen {
            Seen::Null => (false, Expected::Null),
            Seen::Text(units) if units.len() <= LONGEST && !tells_identity(&units) => {
                (false, Expected::Text(units))
            }
            Seen::Boxed(letter, bits) => (false, Expected::Boxed { letter, bits }),
            Seen::Constant { class, name } if self.nameable(&class) == Some(class.clone()) => {
                (false, Expected::Constant { class, name })
            }
            Seen::Array(element, elements) => (false, Expected::Array { element, elements }),
            Seen::TextArray(texts) => (false, Expected::TextArray(texts)),
            Seen::BoxedArray(letter, elements) => {
                (false, Expected::BoxedArray { letter, elements })
            }
            Seen::List(items) => {
                let item = |item| self.expected(scenario, trace, item, look);
                let plain = |item: (bool, Expected)| match item {
                    (false, Expected::NotNull) => None,
                    (_, expected) => Some(expected),
                };
                let items: Option<Vec<Expected>> =
                    items.into_iter().map(|seen| item(seen).and_then(plain)).collect();
                items.map_or((false, Expected::NotNull), |items| (false, Expected::List(items)))
            }
            Seen::Object { class, text: Some(text), .. } if is_empty_optional(&class, &text) => {
                (false, Expected::Empty(class))
            }
            Seen::Object { address, text, .. } => {
                if let Some(same) = self.holder(scenario, trace, address, look.variable) {
                    return Some((false, Expected::Same(same)));
                }
                match text {
                    Some(text)
                        if look.variable.is_some()
                            && text.len() <= LONGEST
                            && !tells_identity(&text) =>
                    {
                        (true, Expected::Text(text))
                    }
                    _ => (false, Expected::NotNull),
                }
            }
            _ => (false, Expected::NotNull),
        })
    }
}

impl Stage<'_> {
    /// What a test of a scenario could see of a run of it.
    pub(super) fn see(&mut self, scenario: &Scenario) -> Result<Sight, RunError> {
        let statements = scenario.statements.len();
        let checks = match self.view(scenario) {
            Some((view, _)) => self.seen(scenario, view)?,
            None => Vec::new(),
        };
        let program = self.prepared.machine.program();
        let trace = &self.last;
        // What the observers end with shows in what they did not say.
        let ended = trace.outcome != Outcome::Returned && trace.statement < statements;
        let ending = match &trace.outcome {
            Outcome::Threw { class, .. } if ended => {
                number(&(1, trace.statement, &program.classes[*class].name))
            }
            Outcome::Exited(code) if ended => number(&(2, trace.statement, *code)),
            Outcome::Trapped(_) if ended => number(&(3, trace.statement)),
            _ if ended => number(&(4, trace.statement)),
            _ => 0,
        };
        let is_fine = !ended || may_end(program, &trace.outcome);
        let facts = match ended {
            true => self.message(trace).iter().map(message_fact).collect(),
            false => checks.iter().map(number).collect(),
        };
        Ok(Sight { ending, is_fine, facts, steps: trace.steps })
    }
}

/// Whether a class of the library is one whose objects are filled by those they are handed to, and tell what they hold.
fn holds_content(class: &str) -> bool {
    const HOLDERS: [&str; 8] = [
        "java/lang/StringBuilder",
        "java/lang/StringBuffer",
        "java/io/StringWriter",
        "java/io/CharArrayWriter",
        "java/io/ByteArrayOutputStream",
        "java/util/BitSet",
        "java/util/StringJoiner",
        "java/util/Properties",
    ];
    let is_collection = class.strip_prefix("java/util/").is_some_and(|name| {
        ["List", "Set", "Map", "Deque", "Queue", "Vector", "Stack"]
            .iter()
            .any(|kind| name.ends_with(kind))
    });
    HOLDERS.contains(&class)
        || is_collection
        || class.starts_with("java/util/concurrent/atomic/Atomic")
}

impl Stage<'_> {
    /// A variable of a scenario, other than one, that holds the object at an address.
    fn holder(
        &self,
        scenario: &Scenario,
        trace: &Trace,
        address: u64,
        but: Option<VarId>,
    ) -> Option<VarId> {
        let mut placed = trace.places.iter().filter(|place| place.address == address);
        let own = placed.find(|place| {
            Some(place.variable) != but && (place.variable.0 as usize) < scenario.variables.len()
        });
        let given = || {
            scenario.statements.iter().enumerate().find_map(|(index, statement)| {
                let Statement::Call { result: Some(result), .. } = statement else { return None };
                let seen = trace.observations.iter().find(|seen| seen.statement == index)?;
                let is_it = |seen: &Observed| {
                    matches!(seen, Observed::Result { ty: Type::Ptr, bits, .. } if *bits == u128::from(address))
                };
                (Some(*result) != but && seen.seen.iter().any(is_it)).then_some(*result)
            })
        };
        own.map(|place| place.variable).or_else(given)
    }
}

/// The place of the last call of a scenario.
fn last_call(scenario: &Scenario) -> Option<usize> {
    let is_call = |statement: &Statement| matches!(statement, Statement::Call { .. });
    scenario.statements.iter().rposition(is_call)
}

/// Whether something is an `Optional`, or one of its kin, that holds nothing.
fn is_empty_optional(class: &str, text: &[u16]) -> bool {
    let Some(kind) = class.strip_prefix("java/util/Optional") else { return false };
    let empty = format!("Optional{kind}.empty");
    matches!(kind, "" | "Int" | "Long" | "Double") && empty.encode_utf16().eq(text.iter().copied())
}

fn letter(ty: &JavaType) -> Option<char> {
    match ty {
        JavaType::Primitive(letter) => Some(*letter),
        _ => None,
    }
}

pub(super) fn primitive_result(
    trace: &Trace,
    statement: usize,
    letter: char,
) -> Option<(bool, Expected)> {
    let observation = trace.observations.iter().find(|seen| seen.statement == statement)?;
    observation.seen.iter().find_map(|seen| match seen {
        Observed::Result { bits, ty, .. } if *ty != Type::Ptr => {
            let bits = *bits as u64;
            let bits = match letter {
                'Z' | 'B' => bits & 0xff,
                'C' | 'S' => bits & 0xffff,
                'I' | 'F' => bits & 0xffff_ffff,
                _ => bits,
            };
            Some((false, Expected::Primitive { letter, bits }))
        }
        _ => None,
    })
}

/// Whether a text holds an identity hash, as `Object.toString` writes it.
fn tells_identity(units: &[u16]) -> bool {
    let text = String::from_utf16_lossy(units);
    text.match_indices('@').any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let hex = text[at + 1..].chars().take_while(char::is_ascii_hexdigit).count();
        hex >= 3 && before.is_some_and(|letter| letter.is_alphanumeric() || letter == ';')
    })
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
        let mut telling = vec![result(1, Expected::Null), asked(4, 1, 3), asked(1, 0, 5)];
        leave_one_view(&mut telling, VarId(1));
        assert_eq!(telling, [result(1, Expected::Null), asked(1, 0, 5)]);
    }
}
