//! The calls that were open where a finding happens.

use crate::Place;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Calls of a stack that are kept, the innermost ones.
const MOST: usize = 24;

/// The calls that were open where a finding happens; empty if nothing fails, as where a result breaks a promise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Stack {
    /// The calls, innermost first.
    pub frames: Vec<Frame>,
    /// How many calls further out are not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub omitted: u32,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// An open call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Frame {
    /// The function or method.
    pub function: String,
    /// Where in it, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Whether it belongs to a library and not to the code under test.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub library: bool,
}

impl Stack {
    /// A stack of calls, innermost first. Of a deep recursion the innermost calls are kept.
    pub fn new(frames: impl Iterator<Item = Frame>) -> Self {
        let mut frames: Vec<Frame> = frames.collect();
        let omitted = frames.len().saturating_sub(MOST) as u32;
        frames.truncate(MOST);
        Self { frames, omitted }
    }

    /// Whether no call is known.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.function)?;
        if let Some(place) = &self.place {
            write!(f, " ({place})")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_deep_recursion_the_innermost_calls_are_kept_and_the_others_counted() {
        let frame = |number: u32| Frame {
            function: "f".to_owned(),
            place: Some(Place { file: "a.c".to_owned(), line: Some(number), column: None }),
            library: false,
        };
        let stack = Stack::new((1..=1000).map(frame));
        assert_eq!((stack.frames.len(), stack.omitted), (24, 976));
        assert_eq!(stack.frames[0].to_string(), "f (a.c:1)");
        assert_eq!(Stack::new((1..=24).map(frame)).omitted, 0);
    }
}
