//! What the program asks of the environment, and the answers that a scenario has for it.

use program::Type;
use std::collections::BTreeMap;
use term::TermId;

/// How many questions of one name are noted once the answers have run out.
const MOST_NOTED: usize = 64;

/// How many names are kept apart: a program may make up as many as it likes.
const MOST_NAMES: usize = 1024;

/// The answers to every question, by its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Streams {
    by_name: BTreeMap<String, Stream>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Stream {
    answers: Vec<Answer>,
    asked: usize,
}

/// A value that a scenario gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Answer {
    pub ty: Type,
    pub bits: u128,
    /// Its variable, in a concolic run.
    pub term: Option<TermId>,
}

/// What is known of a question that was asked.
pub(crate) enum Found {
    /// The scenario answers it.
    Answered(Answer),
    /// The answers have run out; whether that is to be noted, and how often it was asked before.
    Open { noted: bool, index: usize },
}

impl Streams {
    /// Adds answers behind those that are there.
    pub fn give(&mut self, name: &str, answers: Vec<Answer>) {
        self.by_name.entry(name.to_owned()).or_default().answers.extend(answers);
    }

    /// Whether there is an answer to the next question of that name.
    pub fn has_answer(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|stream| stream.asked < stream.answers.len())
    }

    /// Asks a question; one of another kind than its answers goes unanswered.
    pub fn ask(&mut self, name: &str, ty: Type) -> Found {
        if !self.by_name.contains_key(name) && self.by_name.len() < MOST_NAMES {
            self.by_name.insert(name.to_owned(), Stream::default());
        }
        let Some(stream) = self.by_name.get_mut(name) else {
            return Found::Open { noted: false, index: 0 };
        };
        let index = stream.asked;
        stream.asked += 1;
        match stream.answers.get(index) {
            Some(answer) if answer.ty.is_float() == ty.is_float() => Found::Answered(*answer),
            _ => Found::Open {
                noted: index < stream.answers.len().saturating_add(MOST_NOTED),
                index,
            },
        }
    }
}
