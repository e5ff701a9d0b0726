//! Texts that match an expression.
//!
//! Every choice has its alternatives and every repetition its bounds: each of these decisions is forced once, while the
//! others are as they come. A text counts only if the matcher says that it matches, since anchors and look-around are
//! not looked at while it is made.

use crate::matcher;
use crate::node::Node;
use crate::set::Set;
use fastrand::Rng;
use std::collections::BTreeMap;

/// The longest text that is made.
const LONGEST: usize = 256;

/// Texts that are made for each that is wanted: not all match, and some are the same.
const TRIES: usize = 8;

/// Rounds beyond the least of a repetition without a limit.
const MORE: usize = 3;

/// A decision that is forced: the number of the choice or repetition, and the alternative or the rounds.
type Forced = (u32, usize);

/// Makes texts that match an expression.
pub struct Sampler<'n> {
    node: &'n Node,
    decisions: Vec<Forced>,
}

impl<'n> Sampler<'n> {
    /// A sampler of an expression.
    pub fn new(node: &'n Node) -> Self {
        let mut decisions = Vec::new();
        collect(node, &mut decisions);
        Self { node, decisions }
    }

    /// Different texts that match, at most so many, the first one short.
    pub fn samples(&self, random: &mut Rng, count: usize) -> Vec<Vec<u16>> {
        let mut decisions = self.decisions.clone();
        random.shuffle(&mut decisions);
        let mut texts: Vec<Vec<u16>> = Vec::new();
        for number in 0..count.saturating_mul(TRIES) {
            if texts.len() == count {
                break;
            }
            let short = number == 0 || !decisions.is_empty() && random.bool();
            let forced = if number == 0 { None } else { decisions.pop() };
            let mut draft =
                Draft { random, text: Vec::new(), groups: BTreeMap::new(), short, forced };
            if draft.add(self.node).is_some() {
                let text = draft.text;
                if !texts.contains(&text) && matcher::matches(self.node, &text) {
                    texts.push(text);
                }
            }
        }
        texts
    }
}

/// All decisions of an expression.
fn collect(node: &Node, decisions: &mut Vec<Forced>) {
    match node {
        Node::Choice { ids, nodes } => {
            decisions.extend((0..nodes.len()).map(|alternative| (ids.end - 1, alternative)));
            nodes.iter().for_each(|node| collect(node, decisions));
        }
        Node::Repeat { ids, node, least, most } => {
            let most = most.unwrap_or(least + MORE);
            let mut rounds = vec![*least, (least + 1).min(most), most];
            rounds.dedup();
            decisions.extend(rounds.into_iter().map(|rounds| (ids.end - 1, rounds)));
            collect(node, decisions);
        }
        Node::Sequence(nodes) => nodes.iter().for_each(|node| collect(node, decisions)),
        Node::Group(_, node) => collect(node, decisions),
        Node::Unit(_) | Node::Anchor(_) | Node::Same { .. } | Node::Look { .. } => {}
    }
}

/// A text that is being made.
struct Draft<'r> {
    random: &'r mut Rng,
    text: Vec<u16>,
    groups: BTreeMap<usize, Vec<u16>>,
    /// Whether decisions that are not forced keep it short.
    short: bool,
    forced: Option<Forced>,
}

impl Draft<'_> {
    /// Adds what matches a node; `None` if that gets too long.
    fn add(&mut self, node: &Node) -> Option<()> {
        if self.text.len() > LONGEST {
            return None;
        }
        match node {
            Node::Unit(set) => self.text.push(unit(self.random, set)?),
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.add(node))?,
            Node::Choice { ids, nodes } => {
                let chosen = match self.forced {
                    Some((id, alternative)) if id + 1 == ids.end => alternative,
                    Some((id, _)) if ids.contains(&id) => {
                        nodes.iter().position(|node| node.decides(id))?
                    }
                    _ if self.short => {
                        let least = |at: &usize| nodes[*at].least_length();
                        (0..nodes.len()).min_by_key(least)?
                    }
                    _ => self.random.usize(..nodes.len()),
                };
                self.add(nodes.get(chosen)?)?;
            }
            Node::Repeat { ids, node, least, most } => {
                let most = most.unwrap_or(usize::MAX);
                let rounds = match self.forced {
                    Some((id, rounds)) if id + 1 == ids.end => rounds,
                    Some((id, _)) if ids.contains(&id) => (*least).max(1),
                    _ if self.short => *least,
                    _ => self.random.usize(*least..=most.min(least + MORE)),
                };
                (0..rounds).try_for_each(|_| self.add(node))?;
            }
            Node::Group(group, node) => {
                let begin = self.text.len();
                self.add(node)?;
                self.groups.insert(*group, self.text[begin..].to_vec());
            }
            Node::Same { group, .. } => self.text.extend(self.groups.get(group)?),
            Node::Look { node, negative: false, behind: false } if self.random.bool() => {
                // What has to be ahead is a good beginning of what is ahead.
                self.add(node)?;
            }
            Node::Look { node, negative: false, behind: true } => {
                // What has to be behind takes the place of what is there.
                let before = self.text.len();
                self.add(node)?;
                let piece = self.text.split_off(before);
                self.text.truncate(before.saturating_sub(piece.len()));
                self.text.extend(piece);
            }
            Node::Anchor(_) | Node::Look { .. } => {}
        }
        Some(())
    }
}

/// A unit of a set, most often one that reads as a letter or digit.
pub fn unit(random: &mut Rng, set: &Set) -> Option<u16> {
    const PLAIN: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCXYZ0123456789";
    if let Some(single) = set.single() {
        return Some(single);
    }
    let among = |random: &mut Rng, bytes: &mut dyn Iterator<Item = u8>| {
        let held: Vec<u16> = bytes.map(u16::from).filter(|unit| set.holds(*unit)).collect();
        random.choice(held)
    };
    let drawn = match random.u8(..16) {
        0 => None,
        1 | 2 => among(random, &mut (b' '..=b'~')),
        _ => among(random, &mut PLAIN.iter().copied()),
    };
    drawn.or_else(|| {
        // The edges of ranges.
        let (first, last) = random.choice(set.ranges().iter().copied())?;
        let edge = if random.bool() { first } else { last };
        // No halves of pairs, and nothing that cannot be seen.
        Some(if (0xd800..0xe000).contains(&edge) || edge > 0xfff0 { first } else { edge })
    })
}

/// A text with one character less, more or another one.
pub fn spoiled(random: &mut Rng, text: &[u16]) -> Vec<u16> {
    const SPOILERS: &[u8] = b"!~ x0-";
    let mut spoiled = text.to_vec();
    let at = random.usize(..=text.len());
    let other = u16::from(SPOILERS[random.usize(..SPOILERS.len())]);
    match random.u8(..3) {
        0 if at < text.len() => {
            spoiled.remove(at);
        }
        1 if at < text.len() => spoiled[at] = other,
        _ => spoiled.insert(at, other),
    }
    spoiled
}
