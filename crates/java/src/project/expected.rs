//! From what was seen of an object to what a test can expect of it.

use super::Stage;
use crate::api::JavaType;
use crate::write::{Expected, JavaCheck, Subject};
use jvm::natives::{Part, Seen, Step};
use program::Type;
use scenario::{Scenario, Statement, VarId};
use trace::{Observed, Trace};

/// Characters of a text that a test compares with, where it is the result or what else is looked at.
pub(super) const LONGEST: usize = 400;
const LONGEST_ASIDE: usize = 120;

/// Why something is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is what the call gave.
    Result,
    /// It is what the call was made on, or what a constructor made: only what it says tells anything of the call.
    Object,
    /// The call was handed it, or what it was made on was: only what it holds tells anything of the call.
    Given,
}

/// What is looked at, and the run that it is looked at in.
pub(super) struct Viewed<'v> {
    pub scenario: &'v Scenario,
    pub trace: &'v Trace,
    pub variable: VarId,
    pub role: Role,
}

impl Viewed<'_> {
    fn longest(&self) -> usize {
        if self.role == Role::Result { LONGEST } else { LONGEST_ASIDE }
    }

    /// A variable of the scenario, other than the one that is looked at, that holds the object at an address.
    fn holder(&self, address: u64) -> Option<VarId> {
        let Self { scenario, trace, variable, .. } = self;
        let mut placed = trace.places.iter().filter(|place| place.address == address);
        let own = placed.find(|place| {
            place.variable != *variable && (place.variable.0 as usize) < scenario.variables.len()
        });
        let given = || {
            scenario.statements.iter().enumerate().find_map(|(index, statement)| {
                let Statement::Call { result: Some(result), .. } = statement else { return None };
                let seen = trace.observations.iter().find(|seen| seen.statement == index)?;
                let is_it = |seen: &Observed| {
                    matches!(seen, Observed::Result { ty: Type::Ptr, bits, .. } if *bits == u128::from(address))
                };
                (result != variable && seen.seen.iter().any(is_it)).then_some(*result)
            })
        };
        own.map(|place| place.variable).or_else(given)
    }
}

impl Stage<'_> {
    /// Adds what a test can expect of what is at the end of some steps from what is looked at.
    pub(super) fn expect(
        &self,
        viewed: &Viewed<'_>,
        seen: Seen,
        steps: &[Step],
        found: &mut Vec<JavaCheck>,
    ) {
        let check = |steps: &[Step], expected| {
            let subject = subject(viewed.variable, steps);
            JavaCheck { subject, expected }
        };
        let onward = |step: Step| [steps, &[step]].concat();
        let is_itself = steps.is_empty() && viewed.role != Role::Result;
        let parts = match seen {
            Seen::Unknown => return,
            Seen::Objects(length, parts) => {
                let expected = Expected::Primitive { letter: 'I', bits: length.into() };
                found.push(check(&onward(Step::Size), expected));
                parts
            }
            Seen::Drained(items) => {
                let expected = self.drained(items, viewed.longest());
                let subject = Subject::Drained(viewed.variable);
                found.extend(expected.map(|expected| JavaCheck { subject, expected }));
                return;
            }
            Seen::Object { class, text, address, parts } => {
                let text = text.filter(|text| text.len() <= viewed.longest());
                let text = text.filter(|text| !tells_identity(text));
                let same = viewed.holder(address);
                let literal = text.as_ref().and_then(|text| self.class_literal(&class, text));
                if let Some(literal) = literal.filter(|_| same.is_none() && !is_itself) {
                    found.push(check(steps, Expected::Class(literal)));
                    return;
                }
                match (text, same) {
                    (_, Some(same)) if !is_itself => {
                        found.push(check(steps, Expected::Same(same)));
                        return;
                    }
                    (Some(text), _) if is_empty_optional(&class, &text) => {
                        found.push(check(steps, Expected::Empty(class)));
                    }
                    // What an object says of itself stands behind what it is asked.
                    (Some(text), _) if steps.is_empty() && viewed.role == Role::Object => {
                        self.expect_parts(viewed, parts, steps, found);
                        found.push(check(&[Step::Text], Expected::Text(text)));
                        return;
                    }
                    (Some(text), _) => {
                        found.push(check(&onward(Step::Text), Expected::Text(text)));
                    }
                    (None, _) if is_itself || !parts.is_empty() && !steps.is_empty() => {}
                    (None, _) => found.push(check(steps, Expected::NotNull)),
                }
                parts
            }
            other => {
                let expected = match (other, steps.last()) {
                    (Seen::Boxed(letter, bits), Some(step)) if self.is_primitive(*step) => {
                        Expected::Primitive { letter, bits }
                    }
                    (other, _) => self.plain(other, viewed.longest()).unwrap_or(Expected::NotNull),
                };
                let is_content = !matches!(expected, Expected::NotNull | Expected::Null);
                if !is_itself || is_content {
                    found.push(check(steps, expected));
                }
                return;
            }
        };
        self.expect_parts(viewed, parts, steps, found);
    }

    /// What a test can expect of what a look-up gave, by that alone.
    pub(super) fn said(&self, viewed: &Viewed<'_>, seen: Seen) -> Option<Expected> {
        match seen {
            Seen::Object { address, .. } => viewed.holder(address).map(Expected::Same),
            seen => self.plain(seen, viewed.longest()),
        }
    }

    /// The class that an object of the class `Class` stands for, by what it says, if a test can name it.
    fn class_literal(&self, class: &str, text: &[u16]) -> Option<String> {
        let text = String::from_utf16(text).ok().filter(|_| class == "java/lang/Class")?;
        let name = text.strip_prefix("class ").or_else(|| text.strip_prefix("interface "))?;
        let name = name.replace('.', "/");
        self.nameable(&name).filter(|named| *named == name)
    }

    /// Whether a step leads to a primitive that is in no box.
    fn is_primitive(&self, step: Step) -> bool {
        match step {
            Step::Size => true,
            Step::Call(function) => {
                let project = self.project;
                let callable = project.program.catalogue.callable(function);
                let gives = callable.map(|callable| &project.api.types[callable.result]);
                matches!(gives, Some(JavaType::Primitive(_)))
            }
            Step::Item(_) | Step::Text => false,
        }
    }

    fn expect_parts(
        &self,
        viewed: &Viewed<'_>,
        parts: Vec<Part>,
        steps: &[Step],
        found: &mut Vec<JavaCheck>,
    ) {
        for Part { step, seen } in parts {
            self.expect(viewed, seen, &[steps, &[step]].concat(), found);
        }
    }

    /// What is expected of what an iterator gave: the items where literals can be written for them, or else their text.
    fn drained(&self, items: Vec<Seen>, longest: usize) -> Option<Expected> {
        let plain = |item: &Seen| item.is_simple().then(|| self.plain(item.clone(), longest));
        let plain: Option<Option<Vec<Expected>>> = items.iter().map(plain).collect();
        if let Some(Some(plain)) = plain {
            return Some(Expected::List(plain));
        }
        let mut text: Vec<u16> = vec![u16::from(b'[')];
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                text.extend(", ".encode_utf16());
            }
            match item {
                Seen::Text(own) | Seen::Object { text: Some(own), .. } => text.extend(own),
                Seen::Constant { name, .. } => text.extend(name.encode_utf16()),
                Seen::Null => text.extend("null".encode_utf16()),
                _ => return None,
            }
        }
        text.push(u16::from(b']'));
        let is_plain = text.len() <= longest && !tells_identity(&text);
        is_plain.then_some(Expected::Text(text))
    }

    /// What is expected of what holds no other objects, if there is something to compare it with.
    fn plain(&self, seen: Seen, longest: usize) -> Option<Expected> {
        let all = |items: Vec<Seen>| -> Option<Vec<Expected>> {
            items.into_iter().map(|item| self.plain(item, longest)).collect()
        };
        Some(match seen {
            Seen::Null => Expected::Null,
            Seen::Text(units) if units.len() <= longest && !tells_identity(&units) => {
                Expected::Text(units)
            }
            Seen::Boxed(letter, bits) => Expected::Boxed { letter, bits },
            Seen::Constant { class, name } if self.nameable(&class) == Some(class.clone()) => {
                Expected::Constant { class, name }
            }
            Seen::Array(element, elements) => Expected::Array { element, elements },
            Seen::LongArray { element, length, mut start } => {
                let telling = start.iter().rposition(|bits| *bits != 0).unwrap_or(0);
                start.truncate(telling + 1);
                Expected::LongArray { element, length, start }
            }
            Seen::TextArray(texts) => Expected::TextArray(texts),
            Seen::BoxedArray(letter, elements) => Expected::BoxedArray { letter, elements },
            Seen::References(items) => Expected::References(all(items)?),
            Seen::List(items) => Expected::List(all(items)?),
            _ => return None,
        })
    }
}

/// What is at the end of some steps from a variable.
fn subject(of: VarId, steps: &[Step]) -> Subject {
    match steps {
        [] => Subject::Variable(of),
        [Step::Text] => Subject::Text(of),
        [Step::Call(function)] => Subject::Call { function: *function, arguments: vec![of] },
        _ => Subject::Path { of, steps: steps.to_vec() },
    }
}

/// Whether something is an `Optional`, or one of its kin, that holds nothing.
fn is_empty_optional(class: &str, text: &[u16]) -> bool {
    let Some(kind) = class.strip_prefix("java/util/Optional") else { return false };
    let empty = format!("Optional{kind}.empty");
    matches!(kind, "" | "Int" | "Long" | "Double") && empty.encode_utf16().eq(text.iter().copied())
}

/// Whether a text holds an identity hash, as `Object.toString` writes it.
pub(super) fn tells_identity(units: &[u16]) -> bool {
    let text = String::from_utf16_lossy(units);
    text.match_indices('@').any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let hex = text[at + 1..].chars().take_while(char::is_ascii_hexdigit).count();
        hex >= 3 && before.is_some_and(|letter| letter.is_alphanumeric() || letter == ';')
    })
}
