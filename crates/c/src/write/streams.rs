//! Answers that a test gives to what the code asks of the environment.

use super::values::text;
use super::{Inexpressible, outside};
use crate::libc::answer_type;
use program::Type;
use std::collections::{BTreeMap, BTreeSet};
use suite::words::value;

/// The answers that one test gives, by question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    lists: BTreeMap<String, (Type, Vec<u128>)>,
    variables: BTreeMap<String, Variable>,
}

/// A variable of the environment.
#[derive(Clone, Debug, Default, PartialEq)]
struct Variable {
    set: Option<bool>,
    value: Option<Vec<u8>>,
}

impl Answers {
    /// Adds a stream of the scenario.
    ///
    /// `stubs` are the names of functions that answer from a stream of their own name, `calls` those of the library
    /// that the code refers to.
    pub fn add(
        &mut self,
        name: &str,
        ty: Type,
        values: &[u128],
        stubs: &[&str],
        calls: &BTreeSet<String>,
    ) -> Result<(), Inexpressible> {
        if let Some(variable) = name.strip_prefix("getenv.") {
            match variable.strip_suffix(".set") {
                Some(variable) => {
                    let set = values.first().is_some_and(|set| set & 1 == 1);
                    self.variables.entry(variable.to_owned()).or_default().set = Some(set);
                }
                None => {
                    let bytes = values.iter().map(|bits| *bits as u8);
                    let value = bytes.take_while(|byte| *byte != 0).collect();
                    self.variables.entry(variable.to_owned()).or_default().value = Some(value);
                }
            }
            return Ok(());
        }
        if name == machine::UNINITIALISED {
            // Natively it is what it is.
            return Ok(());
        }
        let known = outside::answers(name, calls);
        // The library asked this of a scenario of an older build; now it takes the default.
        if !known && answer_type(name).is_some() {
            return Ok(());
        }
        // A stub answers with its result, what that points at, and what it writes through a parameter: `f`,
        // `f.result.field` and `f.p`.
        let owner = name.split_once('.').map_or(name, |(owner, _)| owner);
        if !known && !stubs.contains(&owner) {
            return Err(Inexpressible(format!("answers to `{name}` cannot be given in C")));
        }
        let values = values.iter().map(|bits| bits & ty.mask()).collect();
        self.lists.insert(name.to_owned(), (ty, values));
        Ok(())
    }

    /// The statements that set the answers up in a test.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, (ty, values)) in &self.lists {
            // Whoever takes an answer converts it to the type that it has there.
            let width = if *ty == Type::I32 { 32 } else { 64 };
            let signed = |bits: u128| value(bits, width, true);
            let number = |bits: &u128| match i32::try_from(signed(*bits)) {
                Ok(number) => number.to_string(),
                Err(_) => format!("{}L", signed(*bits)),
            };
            let list: Vec<String> = values.iter().map(number).collect();
            let name = list_name(name);
            lines.push(format!("static const long {name}_answers[] = {{{}}};", list.join(", ")));
            lines.push(format!(
                "ferret_answer(&ferret_{name}_list, {name}_answers, {});",
                values.len()
            ));
        }
        for (name, variable) in &self.variables {
            let name = text(name.as_bytes());
            lines.push(match (variable.set, &variable.value) {
                (Some(false), _) => format!("unsetenv({name});"),
                (_, value) => {
                    let value = text(value.as_deref().unwrap_or_default());
                    format!("setenv({name}, {value}, 1);")
                }
            });
        }
        lines
    }

    /// The questions with lists of answers, and the types of these.
    pub fn questions(&self) -> impl Iterator<Item = (&str, Type)> {
        self.lists.iter().map(|(name, (ty, _))| (name.as_str(), *ty))
    }
}

/// The name of a question's list of answers, without its ending.
pub fn list_name(question: &str) -> String {
    question.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}
