//! What a test can say: the result of its last call, and what its object tells afterwards.

use super::candidate::{Candidate, Looked, as_text, cause_fact, fact, message_fact};
use super::expected::{LONGEST, Role, Viewed, tells_identity};
use super::look_ups::LookUp;
use super::questions::known;
use super::stage::{gives_input, last_call};
use super::{Stage, may_end};
use crate::api::{JavaType, Member, Stub};
use crate::write::{Ending, Expected, JavaCheck, Subject};
use jvm::natives::{Known, Look as Manner};
use program::{FuncId, Type};
use scenario::{Argument, Place, Scenario, Statement, VarId};
use std::collections::BTreeSet;
use suite::Sight;
use suite::assemble::Test;
use suite::kill::number;
use trace::{Limit, Mode, Observed, Outcome, RunError, Runner, Trace, Wanted};

/// Bytes of what was printed that a test compares with.
const MOST_PRINTED: usize = 4_000;

/// Exceptions whose messages the JVM makes up itself when they are made.
const WORDED_BY_THE_JVM: [&str; 5] = [
    "java/lang/ClassCastException",
    "java/lang/ArrayStoreException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/StringIndexOutOfBoundsException",
    "java/lang/NegativeArraySizeException",
];

/// Methods of the library that throw with a message which they are handed.
const CHECKS: [&str; 1] =
    ["java/util/Objects.requireNonNull(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;"];

/// Something that is looked at behind the last call.
struct Look {
    variable: VarId,
    role: Role,
    how: How,
    /// The statement that makes the primitive or looks at the reference.
    statement: usize,
    /// The look-up that gave it.
    asked: Option<Subject>,
}

/// How something is looked at.
enum How {
    /// It is a primitive, by its letter.
    Primitive(char),
    Reference(Manner),
}

/// A scenario and what is looked at behind it.
struct View {
    scenario: Scenario,
    /// What looks at a reference.
    see: FuncId,
    looks: Vec<Look>,
}

impl View {
    /// Looks at a reference.
    fn see(&mut self, variable: VarId, role: Role, manner: Manner) {
        let arguments = vec![Argument::Variable(variable)];
        let call = Statement::Call { result: None, function: self.see, arguments };
        self.scenario.statements.push(call);
        let statement = self.scenario.statements.len() - 1;
        let how = How::Reference(manner);
        self.looks.push(Look { variable, role, how, statement, asked: None });
    }

    /// Asks an object for something, and looks at what it gives.
    fn look_up(&mut self, object: VarId, look_up: &LookUp, key: VarId) {
        let variable = self.scenario.declare_fresh("said");
        let arguments = vec![object, key];
        self.scenario.statements.push(Statement::Call {
            result: Some(variable),
            function: look_up.function,
            arguments: arguments.iter().copied().map(Argument::Variable).collect(),
        });
        match &look_up.gives {
            JavaType::Primitive(letter) => {
                let statement = self.scenario.statements.len() - 1;
                let (role, how) = (Role::Object, How::Primitive(*letter));
                self.looks.push(Look { variable, role, how, statement, asked: None });
            }
            ty => {
                let manner = Manner::Whole { known: known(ty), but: None };
                self.see(variable, Role::Object, manner);
            }
        }
        if let Some(look) = self.looks.last_mut() {
            look.asked = Some(Subject::Call { function: look_up.function, arguments });
        }
    }

    /// Looks at what a call is handed.
    fn give(&mut self, given: &[(VarId, Known)]) {
        for (variable, known) in given {
            let manner = Manner::Whole { known: known.clone(), but: None };
            self.see(*variable, Role::Given, manner);
        }
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
            let (here, cause) = (self.message(&trace), self.cause(&trace));
            let (there, other) = self.elsewhere(|stage| {
                stage.prepared.machine.run(&scenario, Mode::Concrete, &mut trace)?;
                Ok((stage.message(&trace), stage.cause(&trace)))
            })?;
            let message = here.filter(|here| there.as_ref() == Some(here));
            let cause = cause.filter(|cause| other.as_ref() == Some(cause));
            let ending = Ending::Throws { class, message, cause };
            return Ok(Some(Candidate::new(scenario, ending, Looked::default())));
        }
        if let Some(twin) = self.twin(&scenario)? {
            return Ok(Some(twin));
        }
        let first = self.look(&scenario)?;
        let second = self.elsewhere(|stage| stage.look(&scenario))?;
        let (Some(here), Some(there)) = (first, second) else { return Ok(None) };
        let all = here.after.len();
        let looked = here.lasting(&there);
        self.shaky += all - looked.after.len();
        Ok(Some(Candidate::new(scenario, Ending::Returns, looked)))
    }

    /// The message of what a run ended with, where a test can rely on it: the code under test made it, and not a JDK,
    /// whose words change.
    fn message(&self, trace: &Trace) -> Option<Option<Vec<u16>>> {
        let Outcome::Threw { class, .. } = trace.outcome else { return None };
        let class = self.prepared.machine.program().classes[class].name.as_str();
        if WORDED_BY_THE_JVM.contains(&class) {
            return None;
        }
        if !self.is_made_here(trace) {
            return None;
        }
        let message = self.prepared.message(trace)?;
        let is_short = |text: &Vec<u16>| text.len() <= LONGEST && !tells_identity(text);
        message.as_ref().is_none_or(is_short).then_some(message)
    }

    /// Whether the code under test made what a run ended with, or handed its message to a check of the library.
    fn is_made_here(&self, trace: &Trace) -> bool {
        let origin = self.prepared.origin(trace);
        let functions = &self.prepared.machine.program().functions;
        let is_check = |maker: FuncId| CHECKS.contains(&functions[maker].name.as_str());
        let world = self.prepared.world();
        let world = world.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut makers = origin.iter().skip_while(|(maker, _)| is_check(*maker));
        makers.next().is_some_and(|(maker, _)| self.project.is_under_test(&world, *maker))
    }

    /// The class of the cause of what a run ended with, where the code under test made that and a test can name it.
    fn cause(&self, trace: &Trace) -> Option<String> {
        if !self.is_made_here(trace) {
            return None;
        }
        let cause = self.prepared.cause(trace)?;
        self.nameable(&cause).filter(|named| *named == cause)
    }

    /// The class of an exception, or the nearest one above it that a test can name.
    pub(super) fn nameable(&self, class: &str) -> Option<String> {
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
        let Some(Viewing { view, made, given }) = self.view(scenario) else { return Ok(None) };
        let mut taken = Vec::new();
        scenario.statements[last].uses(|variable| taken.push(variable));
        let mut after = self.seen(scenario, view)?;
        self.leave_changed(scenario, &given, &mut after)?;
        let mut looked = Looked { after, before: None, made, taken };
        if let Statement::Call { function, arguments, .. } = &scenario.statements[last]
            && let Some(Member::Method { is_static: false, class, .. }) =
                self.project.api.members.get(function)
            && let Some(object) = arguments.first().and_then(Argument::variable)
        {
            let mut before = scenario.clone();
            before.statements.truncate(last);
            let see = self.prepared.entries().see;
            let mut view = View { scenario: before.clone(), see, looks: Vec::new() };
            let known = Known { class: Some(class.clone()), item: None };
            view.see(object, Role::Object, Manner::Whole { known, but: Some(*function) });
            if self.is_drained(class) {
                view.see(object, Role::Object, Manner::Drained);
            }
            looked.before = Some(self.seen(&before, view)?);
        }
        Ok(Some(looked))
    }

    /// What is looked at behind the last call of a scenario.
    fn view(&mut self, scenario: &Scenario) -> Option<Viewing> {
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
        let made = made.filter(|_| !member.is_some_and(is_hash_code));
        let mut drained = None;
        match (made, gives) {
            (Some(_), Some(JavaType::Primitive('V'))) | (None, _) | (_, None) => {}
            (Some(variable), Some(JavaType::Primitive(letter))) => {
                let how = How::Primitive(*letter);
                let role = Role::Result;
                view.looks.push(Look { variable, role, how, statement: last, asked: None });
            }
            (Some(variable), Some(ty)) => {
                let known = known(ty);
                drained = known.class.clone().map(|class| (variable, class));
                view.see(variable, Role::Result, Manner::Whole { known, but: None });
            }
        }
        if let Some(object) = object {
            let known = Known { class: Some(class.to_owned()), item: None };
            view.see(object, Role::Object, Manner::Whole { known, but: Some(*function) });
        }
        let mut given = self.changeable(scenario, last);
        given.retain(|(variable, _)| Some(*variable) != made && Some(*variable) != object);
        view.give(&given);
        // What is drained is empty then, so this comes last.
        let drained = drained.filter(|(_, class)| self.is_drained(class));
        let object_drained = object.map(|object| (object, class.to_owned()));
        let drained = drained.or(object_drained.filter(|(_, class)| self.is_drained(class)));
        if let Some((variable, _)) = drained {
            let is_result = Some(variable) == made;
            let role = if is_result { Role::Result } else { Role::Object };
            view.see(variable, role, Manner::Drained);
        } else if let Some(object) = object {
            // These come last: what throws hides what comes behind it.
            let asked = project.asked_for(&self.look_ups, scenario, (object, class));
            for (look_up, key) in asked {
                view.look_up(object, &look_up, key);
            }
        }
        Some(Viewing { view, made, given })
    }

    /// Whether objects of a class are asked for all that they still give.
    fn is_drained(&mut self, class: &str) -> bool {
        if let Some(known) = self.drained.get(class) {
            return *known;
        }
        let project = self.project;
        let is_drained = project.is_kind_of(class, &DRAINED)
            && !project.is_kind_of(class, &COLLECTIONS)
            && !class.starts_with("java/util/PrimitiveIterator");
        self.drained.insert(class.to_owned(), is_drained);
        is_drained
    }

    /// What a call is handed that it may change, in some way or other: arrays, objects of the library that hold something,
    /// and the program's own objects. Each with what is known of it.
    fn changeable(&self, scenario: &Scenario, last: usize) -> Vec<(VarId, Known)> {
        let project = self.project;
        let mut handed = BTreeSet::new();
        scenario.statements[last].uses(|variable| {
            handed.insert(variable);
        });
        let mut found = Vec::new();
        for statement in scenario.statements[..last].iter().rev() {
            // What was put into something that the call is handed, it is handed too.
            let holder = match statement {
                Statement::Set { place: Place::Variable(array, _), .. } => Some(*array),
                Statement::Call { arguments, .. } => arguments.first().and_then(Argument::variable),
                _ => None,
            };
            if holder.is_some_and(|holder| handed.contains(&holder)) {
                statement.uses(|variable| {
                    handed.insert(variable);
                });
            }
            let Some(variable) = statement.made().filter(|made| handed.contains(made)) else {
                continue;
            };
            match statement {
                Statement::Array { .. } => found.push((variable, Known::default())),
                Statement::Call { function, .. } => {
                    let known = match project.api.members.get(function) {
                        Some(Member::Constructor { class, .. }) => {
                            Some(Known { class: Some(class.clone()), item: None })
                        }
                        Some(Member::Method { .. }) => {
                            let callable = project.program.catalogue.callable(*function);
                            callable.map(|callable| known(&project.api.types[callable.result]))
                        }
                        // Nobody sees the characters of a literal.
                        Some(Member::Text) => continue,
                        _ => None,
                    };
                    statement.uses(|variable| {
                        handed.insert(variable);
                    });
                    let is_telling = |known: &Known| match &known.class {
                        Some(class) => holds_content(class) || self.questions.contains_key(class),
                        None => known.item.is_some(),
                    };
                    found.extend(known.filter(is_telling).map(|known| (variable, known)));
                }
                _ => {}
            }
        }
        found.reverse();
        found
    }

    /// Leaves out what could be said of what the last call was handed before it too.
    fn leave_changed(
        &mut self,
        scenario: &Scenario,
        given: &[(VarId, Known)],
        checks: &mut Vec<JavaCheck>,
    ) -> Result<(), RunError> {
        let is_given = |check: &JavaCheck| {
            let variable = check.subject.variable();
            given.iter().any(|(given, _)| Some(*given) == variable)
        };
        if !checks.iter().any(is_given) {
            return Ok(());
        }
        let mut before = scenario.clone();
        before.statements.truncate(last_call(scenario).unwrap_or(0));
        let see = self.prepared.entries().see;
        let mut view = View { scenario: before.clone(), see, looks: Vec::new() };
        view.give(given);
        let mut trace = std::mem::take(&mut self.spare);
        let before = self.seen_in(&before, view, &mut trace);
        self.spare = trace;
        let before = match before {
            // What only the last call gives was not there before it.
            Err(RunError::VariableType { .. }) => return Ok(()),
            before => before?,
        };
        checks.retain(|check| !is_given(check) || !before.contains(check));
        Ok(())
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
        let manners = view.looks.iter().filter_map(|look| match &look.how {
            How::Primitive(_) => None,
            How::Reference(manner) => Some(manner.clone()),
        });
        self.prepared.look_at(&self.questions, manners.collect());
        self.output.take();
        self.prepared.machine.run(&view.scenario, Mode::Concrete, trace)?;
        let prints = !self.output.take().0.is_empty();
        let mut seen = self.prepared.take_seen().into_iter();
        let mut checks = Vec::new();
        for look in view.looks {
            // What comes behind was not seen.
            if trace.outcome != Outcome::Returned && look.statement >= trace.statement {
                break;
            }
            let Look { variable, role, how, statement, asked } = look;
            match how {
                How::Primitive(letter) => {
                    let expected = primitive_result(trace, statement, letter);
                    let subject = asked.unwrap_or(Subject::Variable(variable));
                    checks.extend(expected.map(|expected| JavaCheck { subject, expected }));
                }
                How::Reference(_) => {
                    let Some(seen) = seen.next() else { break };
                    let viewed = Viewed { scenario, trace, variable, role };
                    match asked {
                        Some(subject) => {
                            let expected = self.said(&viewed, seen);
                            checks.extend(expected.map(|expected| JavaCheck { subject, expected }));
                        }
                        None => self.expect(&viewed, seen, &[], &mut checks),
                    }
                }
            }
        }
        if prints && trace.outcome == Outcome::Returned {
            // Observers may print too, so this is looked at first.
            checks.splice(..0, self.printed(scenario)?);
        }
        Ok(checks)
    }

    /// What a scenario prints, without what the observers behind it print.
    fn printed(&mut self, scenario: &Scenario) -> Result<Option<JavaCheck>, RunError> {
        self.prepared.machine.run(scenario, Mode::Concrete, &mut Trace::default())?;
        let (printed, _) = self.output.take();
        let text = String::from_utf8(printed).ok();
        let text = text.filter(|text| !text.is_empty() && text.len() <= MOST_PRINTED);
        let text = text.map(|text| text.encode_utf16().collect::<Vec<u16>>());
        let expected = text.filter(|text| !tells_identity(text)).map(Expected::Text);
        Ok(expected.map(|expected| JavaCheck { subject: Subject::Output, expected }))
    }
}

impl Stage<'_> {
    /// What a test of a scenario could see of a run of it.
    pub(super) fn see(&mut self, scenario: &Scenario) -> Result<Sight, RunError> {
        let statements = scenario.statements.len();
        let mut checks = Vec::new();
        if let Some(Viewing { view, given, .. }) = self.view(scenario) {
            checks = self.seen(scenario, view)?;
            // Of a mutant only that is asked what is known of the original.
            if !self.is_mutated {
                self.leave_changed(scenario, &given, &mut checks)?;
            }
        }
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
            true => {
                let (message, cause) = (self.message(trace), self.cause(trace));
                message.iter().map(message_fact).chain(cause.iter().map(cause_fact)).collect()
            }
            false if self.is_mutated => {
                let texts: Vec<JavaCheck> = checks.iter().filter_map(as_text).collect();
                checks.iter().chain(&texts).map(fact).collect()
            }
            false => checks.iter().map(fact).collect(),
        };
        let is_cut = trace.outcome == Outcome::Exhausted(Limit::Steps);
        Ok(Sight { ending, is_fine, facts, is_cut, steps: trace.steps })
    }
}

/// What is looked at behind the last call of a scenario, and what that call gave.
struct Viewing {
    view: View,
    made: Option<VarId>,
    /// What it was handed and may have changed.
    given: Vec<(VarId, Known)>,
}

/// What gives things one after the other; collections say what they hold in other ways.
const DRAINED: [&str; 7] = [
    "java/util/Iterator",
    "java/util/Enumeration",
    "java/lang/Iterable",
    "java/util/stream/Stream",
    "java/util/stream/IntStream",
    "java/util/stream/LongStream",
    "java/util/stream/DoubleStream",
];
const COLLECTIONS: [&str; 2] = ["java/util/Collection", "java/nio/file/Path"];

/// Whether a member is the `hashCode` that every object has, or tells of identity in another way.
pub(super) fn is_hash_code(member: &Member) -> bool {
    matches!(member, Member::Method { name, .. } if name == "hashCode" || name == "identityHashCode")
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

pub(super) fn primitive_result(trace: &Trace, statement: usize, letter: char) -> Option<Expected> {
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
            Some(Expected::Primitive { letter, bits })
        }
        _ => None,
    })
}
