//! Regular expressions as languages: how far a text is from matching one, and texts that match.
//!
//! Nothing here decides what a program under test sees: the library's own matcher does that. What is here steers the
//! search. The parser is ours because no crate reads Java's syntax: classes with unions and intersections, possessive
//! repetition, `\Q…\E`, `\R`, `\h`, flags in the middle, look-around and back-references, all over units of UTF-16.

mod automaton;
mod java;
mod matcher;
mod names;
mod node;
mod sample;
mod set;

pub use automaton::Extent;
pub use java::flags;

use automaton::Automaton;
use fastrand::Rng;
use node::Node;
use sample::Sampler;

/// A regular expression.
#[derive(Debug)]
pub struct Pattern {
    node: Node,
    /// None where the language is not regular, or too large.
    automaton: Option<Automaton>,
}

/// Why a text is not read as a regular expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// It breaks the rules of the syntax.
    #[error("not a regular expression: {0}")]
    Malformed(&'static str),
    /// It has something that is not known here.
    #[error("`{0}` is not supported in regular expressions")]
    Unsupported(String),
}

impl Pattern {
    /// Reads an expression of `java.util.regex`; the flags are those of `Pattern.compile`.
    pub fn java(expression: &[u16], flags: u32) -> Result<Self, Unread> {
        let node = java::parse(expression, flags)?;
        let automaton = if node.is_regular() { Automaton::new(&node) } else { None };
        Ok(Self { node, automaton })
    }

    /// How far a text is from matching; nothing is known of expressions with look-around or back-references, and of
    /// those that are too large.
    pub fn distance(&self, text: &[u16], extent: Extent) -> Option<u64> {
        self.automaton.as_ref()?.distance(text, extent)
    }

    /// A matching text that differs least from this one.
    pub fn nearest(&self, text: &[u16], extent: Extent) -> Option<Vec<u16>> {
        self.automaton.as_ref()?.nearest(text, extent)
    }

    /// Different texts that match from beginning to end, at most so many, the first one short. Taken together, those of
    /// several seeds visit every alternative and the bounds of every repetition.
    pub fn samples(&self, random: &mut Rng, count: usize) -> Vec<Vec<u16>> {
        Sampler::new(&self.node).samples(random, count)
    }

    /// A text that does not match, but almost does.
    pub fn near_miss(&self, random: &mut Rng, matching: &[u16]) -> Option<Vec<u16>> {
        (0..16).map(|_| sample::spoiled(random, matching)).find(|text| !self.matches(text))
    }

    /// Whether a text matches from beginning to end; `false` as well where that takes too long to find out.
    pub fn matches(&self, text: &[u16]) -> bool {
        matcher::matches(&self.node, text)
    }
}
