//! What a test can say: the result of its last call, and what its object tells afterwards.

use super::Stage;
use crate::api::{JavaType, Member, Stub};
use crate::natives::Seen;
use crate::write::{Ending, Expected, JavaCheck, JavaTest, Subject};
use program::Type;
use scenario::{Argument, Scenario, Statement, VarId};
use suite::assemble::Test;
use trace::{Mode, Observed, Outcome, RunError, Runner, Trace};

/// Observers that one test asks.
const MOST_OBSERVERS: usize = 4;
/// Characters of a text that a test compares with.
const LONGEST: usize = 120;

/// Something that is looked at behind the last call.
struct Look {
    subject: Subject,
    /// The letter of a primitive result, or none of a reference.
    primitive: Option<char>,
    /// The statement whose result it is.
    statement: usize,
    /// The variable, where it is one of the scenario's own.
    variable: Option<VarId>,
}

impl Stage<'_> {
    /// A test with what it can say; none where two runs do not agree or it cannot be looked at.
    pub(super) fn test(&mut self, test: Test) -> Result<Option<JavaTest>, RunError> {
        let Test { scenario, outcome, .. } = test;
        if let Outcome::Threw { class, .. } = outcome {
            let program = self.prepared.machine.program();
            let thrown = program.classes[class].name.clone();
            let Some(class) = self.nameable(&thrown) else { return Ok(None) };
            let ending = Ending::Throws { class };
            return Ok(Some(JavaTest {
                name: String::new(),
                scenario,
                ending,
                checks: Vec::new(),
            }));
        }
        let first = self.look(&scenario)?;
        let second = self.look(&scenario)?;
        let (Some(checks), Some(again)) = (first, second) else { return Ok(None) };
        // What is not the same twice is nothing to rely on.
        let checks = checks.into_iter().filter(|check| again.contains(check)).collect();
        let ending = Ending::Returns;
        Ok(Some(JavaTest { name: String::new(), scenario, ending, checks }))
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
            let public = own & crate::world::flags::PUBLIC != 0;
            let same = info.package() == package && own & crate::world::flags::PRIVATE == 0;
            let shown = info.origin.user || info.name.starts_with("java/");
            if (public || same) && shown {
                return Some(info.name.to_string());
            }
            next = info.superclass;
        }
        None
    }

    fn look(&mut self, scenario: &Scenario) -> Result<Option<Vec<JavaCheck>>, RunError> {
        let program = &self.project.program;
        let Some(last) = scenario
            .statements
            .iter()
            .rposition(|statement| matches!(statement, Statement::Call { .. }))
        else {
            return Ok(None);
        };
        let Statement::Call { result, function, arguments } = &scenario.statements[last] else {
            return Ok(None);
        };
        let mut extended = scenario.clone();
        let mut looks = Vec::new();
        let see = self.prepared.entries().see;
        let seen_call = |extended: &mut Scenario, variable: VarId| {
            let arguments = vec![Argument::Variable(variable)];
            extended.statements.push(Statement::Call { result: None, function: see, arguments });
        };
        if let Some(result) = result
            && let Some(callable) = program.catalogue.callable(*function)
            && !matches!(self.project.api.members.get(function), Some(Member::Constructor { .. }))
        {
            let ty = &self.project.api.types[callable.result];
            let primitive = letter(ty);
            if primitive != Some('V') {
                if primitive.is_none() {
                    seen_call(&mut extended, *result);
                }
                let subject = Subject::Variable(*result);
                looks.push(Look { subject, primitive, statement: last, variable: Some(*result) });
            }
        }
        let object = match self.project.api.members.get(function) {
            Some(Member::Constructor { .. } | Member::Stub(_)) => *result,
            Some(Member::Method { is_static: false, .. }) => {
                arguments.first().and_then(Argument::variable)
            }
            _ => None,
        };
        let class = match self.project.api.members.get(function) {
            Some(
                Member::Constructor { class, .. }
                | Member::Method { class, .. }
                | Member::Stub(Stub { class, .. }),
            ) => class.clone(),
            _ => String::new(),
        };
        if let Some(object) = object {
            let observers = self.project.observers(&class);
            let others = observers.into_iter().filter(|observer| observer != function);
            for observer in others.take(MOST_OBSERVERS) {
                let Some(callable) = program.catalogue.callable(observer) else { continue };
                let primitive = letter(&self.project.api.types[callable.result]);
                let variable = extended.declare_fresh("seen");
                extended.statements.push(Statement::Call {
                    result: Some(variable),
                    function: observer,
                    arguments: vec![Argument::Variable(object)],
                });
                let statement = extended.statements.len() - 1;
                if primitive.is_none() {
                    seen_call(&mut extended, variable);
                }
                let subject = Subject::Call { function: observer, arguments: vec![object] };
                looks.push(Look { subject, primitive, statement, variable: None });
            }
        }
        self.prepared.take_seen();
        let mut trace = Trace::default();
        self.prepared.machine.run(&extended, Mode::Concrete, &mut trace)?;
        let seen = self.prepared.take_seen();
        let mut seen = seen.into_iter();
        let mut checks = Vec::new();
        for look in looks {
            // An observer threw: what comes behind it was not seen.
            if trace.outcome != Outcome::Returned && look.statement >= trace.statement {
                break;
            }
            let expected = match look.primitive {
                Some(letter) => primitive_result(&trace, look.statement, letter),
                None => seen.next().and_then(|seen| self.expected(scenario, &trace, seen, &look)),
            };
            let Some((subject, expected)) =
                expected.map(|(text, expected)| match (text, look.variable) {
                    (true, Some(variable)) => (Subject::Text(variable), expected),
                    _ => (look.subject.clone(), expected),
                })
            else {
                continue;
            };
            checks.push(JavaCheck { subject, expected });
        }
        Ok(Some(checks))
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
            Seen::Object { address, text, .. } => {
                let same = trace.places.iter().find(|place| place.address == address);
                if let Some(same) = same
                    && Some(same.variable) != look.variable
                    && (same.variable.0 as usize) < scenario.variables.len()
                {
                    return Some((false, Expected::Same(same.variable)));
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
