//! A regular expression as a tree.

use crate::set::Set;
use std::ops::Range;

/// A piece of an expression.
#[derive(Clone, Debug)]
pub enum Node {
    /// One unit of a set.
    Unit(Set),
    /// One after the other.
    Sequence(Vec<Node>),
    /// One of them.
    Choice {
        /// The numbers of this choice and of all that is decided inside.
        ids: Range<u32>,
        /// Those that there are.
        nodes: Vec<Node>,
    },
    /// The same several times.
    Repeat {
        /// The numbers of this repetition and of all that is decided inside.
        ids: Range<u32>,
        /// What is repeated.
        node: Box<Node>,
        /// How often at least.
        least: usize,
        /// How often at most, if that is limited.
        most: Option<usize>,
    },
    /// A condition on what stands around a place.
    Anchor(Anchor),
    /// What a group matches can be asked for by its number.
    Group(usize, Box<Node>),
    /// What a group has matched, once more.
    Same {
        /// The number of the group.
        group: usize,
        /// Whether the case of letters does not matter.
        any_case: bool,
    },
    /// What matches, or does not, ahead of a place or behind it, without being taken.
    Look {
        /// What is looked for.
        node: Box<Node>,
        /// Whether it is looked for before the place.
        behind: bool,
        /// Whether it must not be there.
        negative: bool,
    },
}

/// A condition on what stands around a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Nothing stands before.
    Begin,
    /// Nothing stands behind.
    End,
    /// Nothing stands behind but perhaps the end of a line.
    LastLine,
    /// A line begins.
    LineBegin,
    /// A line ends.
    LineEnd,
    /// A word begins or ends.
    WordEdge,
    /// No word begins or ends.
    NoWordEdge,
}

impl Anchor {
    /// Whether the condition holds at a place of a text.
    pub fn holds(self, text: &[u16], at: usize) -> bool {
        let ends_line =
            |unit: Option<&u16>| unit.is_some_and(|unit| matches!(*unit, 10 | 13 | 0x85 | 0x2028));
        let is_word = |unit: Option<&u16>| {
            let char = unit.and_then(|unit| char::from_u32((*unit).into()));
            char.is_some_and(|char| char.is_alphanumeric() || char == '_')
        };
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        match self {
            Self::Begin => at == 0,
            Self::End => at == text.len(),
            Self::LastLine => {
                let rest = &text[at.min(text.len())..];
                rest.is_empty() || rest == [13, 10] || rest.len() == 1 && ends_line(rest.first())
            }
            Self::LineBegin => at == 0 || at < text.len() && ends_line(before),
            Self::LineEnd => at == text.len() || ends_line(text.get(at)),
            Self::WordEdge => is_word(before) != is_word(text.get(at)),
            Self::NoWordEdge => is_word(before) == is_word(text.get(at)),
        }
    }
}

impl Node {
    /// Nothing, which is always there.
    pub fn nothing() -> Self {
        Self::Sequence(Vec::new())
    }

    /// Whether it describes a regular language.
    pub fn is_regular(&self) -> bool {
        match self {
            Self::Unit(_) | Self::Anchor(_) => true,
            Self::Same { .. } | Self::Look { .. } => false,
            Self::Sequence(nodes) | Self::Choice { nodes, .. } => {
                nodes.iter().all(Self::is_regular)
            }
            Self::Repeat { node, .. } | Self::Group(_, node) => node.is_regular(),
        }
    }

    /// Whether the decision of a number is made inside.
    pub fn decides(&self, id: u32) -> bool {
        match self {
            Self::Choice { ids, .. } | Self::Repeat { ids, .. } => ids.contains(&id),
            Self::Sequence(nodes) => nodes.iter().any(|node| node.decides(id)),
            Self::Group(_, node) => node.decides(id),
            Self::Unit(_) | Self::Anchor(_) | Self::Same { .. } | Self::Look { .. } => false,
        }
    }

    /// How long texts are at least that match; repetition of a piece that has been matched counts as nothing.
    pub fn least_length(&self) -> usize {
        match self {
            Self::Unit(_) => 1,
            Self::Sequence(nodes) => {
                nodes.iter().fold(0, |sum, node| sum.saturating_add(node.least_length()))
            }
            Self::Choice { nodes, .. } => {
                nodes.iter().map(Self::least_length).min().unwrap_or_default()
            }
            Self::Repeat { node, least, .. } => node.least_length().saturating_mul(*least),
            Self::Group(_, node) => node.least_length(),
            Self::Anchor(_) | Self::Same { .. } | Self::Look { .. } => 0,
        }
    }
}
