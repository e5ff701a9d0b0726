//! Whether a text matches, by trying: look-around and back-references included.

use crate::node::Node;
use std::collections::BTreeMap;

/// Steps that are worth an answer, and the longest text: trying takes the host's own stack.
const MOST_STEPS: u32 = 50_000;
const LONGEST: usize = 400;

/// Whether a text matches from beginning to end; `false` as well where that takes too long to find out.
pub fn matches(node: &Node, text: &[u16]) -> bool {
    let mut trial = Trial { text, steps: 0, groups: BTreeMap::new() };
    text.len() <= LONGEST && trial.run(node, 0, &mut |_, end| end == text.len())
}

/// What comes behind a piece.
type Then<'c, 't> = &'c mut dyn FnMut(&mut Trial<'t>, usize) -> bool;

struct Trial<'t> {
    text: &'t [u16],
    steps: u32,
    /// Where what groups have matched begins and ends.
    groups: BTreeMap<usize, (usize, usize)>,
}

impl<'t> Trial<'t> {
    /// Whether a node matches from a place on, and what is behind it as well.
    fn run(&mut self, node: &Node, at: usize, then: Then<'_, 't>) -> bool {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return false;
        }
        match node {
            Node::Unit(set) => {
                self.text.get(at).is_some_and(|unit| set.holds(*unit)) && then(self, at + 1)
            }
            Node::Sequence(nodes) => self.all(nodes, at, then),
            Node::Choice { nodes, .. } => nodes.iter().any(|node| self.run(node, at, then)),
            Node::Repeat { node, least, most, .. } => {
                self.again(node, (*least, most.unwrap_or(usize::MAX)), at, then)
            }
            Node::Anchor(anchor) => anchor.holds(self.text, at) && then(self, at),
            Node::Group(group, node) => {
                let before = self.groups.get(group).copied();
                let matched = self.run(node, at, &mut |trial, end| {
                    let inner = trial.groups.insert(*group, (at, end));
                    let goes_on = then(trial, end);
                    if !goes_on {
                        trial.set(*group, inner);
                    }
                    goes_on
                });
                if !matched {
                    self.set(*group, before);
                }
                matched
            }
            Node::Same { group, any_case } => {
                let Some(&(begin, end)) = self.groups.get(group) else { return false };
                let (same, there) = (&self.text[begin..end], self.text.get(at..at + end - begin));
                let fold = |unit: &u16| match u8::try_from(*unit) {
                    Ok(byte) if *any_case => byte.to_ascii_lowercase().into(),
                    _ => *unit,
                };
                let is_there =
                    there.is_some_and(|it| it.iter().map(fold).eq(same.iter().map(fold)));
                is_there && then(self, at + end - begin)
            }
            Node::Look { node, behind, negative } => {
                let starts = if *behind { 0..=at } else { at..=at };
                let is_there = starts
                    .into_iter()
                    .any(|start| self.run(node, start, &mut |_, end| !*behind || end == at));
                is_there != *negative && then(self, at)
            }
        }
    }

    fn set(&mut self, group: usize, place: Option<(usize, usize)>) {
        match place {
            Some(place) => self.groups.insert(group, place),
            None => self.groups.remove(&group),
        };
    }

    fn all(&mut self, nodes: &[Node], at: usize, then: Then<'_, 't>) -> bool {
        match nodes.split_first() {
            Some((first, others)) => {
                self.run(first, at, &mut |trial, end| trial.all(others, end, then))
            }
            None => then(self, at),
        }
    }

    fn again(
        &mut self,
        node: &Node,
        (least, most): (usize, usize),
        at: usize,
        then: Then<'_, 't>,
    ) -> bool {
        if most > 0 {
            let counts = (least.saturating_sub(1), most - 1);
            let more = self.run(node, at, &mut |trial, end| {
                // A round that takes nothing leads nowhere, unless it is one that has to be.
                (end > at || least > 0) && trial.again(node, counts, end, then)
            });
            if more {
                return true;
            }
        }
        least == 0 && then(self, at)
    }
}
