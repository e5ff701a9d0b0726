//! How far a text is from matching, and the matching text that is nearest.
//!
//! After the edit distance to a regular language (Wagner 1974), as Alshraideh and Bottaci (2006) use it for
//! search: a character that does not fit costs as much as it is away from one that does, one too many or too
//! few costs [`SPARE`]. Conditions on what stands around a place are those of the text as it is.

use crate::node::{Anchor, Node};
use crate::sample;
use crate::set::Set;
use fastrand::Rng;

/// What a character too many or too few costs.
const SPARE: u64 = 128;

/// Places of the automaton, and pairs of them with places of a text, that are worth their time.
const MOST_PLACES: usize = 1000;
const MOST_PAIRS: usize = 40_000;

/// How much of a text has to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// From its beginning to its end.
    Whole,
    /// From its beginning on.
    Beginning,
    /// Anywhere in it.
    Anywhere,
}

/// A place of the automaton.
#[derive(Debug)]
enum Place {
    /// Everything was matched.
    End,
    /// A character of a set leads on.
    Unit(Set, usize),
    /// There are two ways on.
    Split([usize; 2]),
    /// A condition on what stands around.
    Anchor(Anchor, usize),
}

/// Where everything was matched.
const END: usize = 0;

/// How a place was reached at least cost.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Not at all.
    Never,
    /// The match begins here.
    Start,
    /// The character before is one too many.
    Drop,
    /// The character before was taken for a unit that is in the set of a place.
    Take(usize, u16),
    /// There was none, and there should be one of the set of a place.
    Spare(usize),
    /// Without a character.
    Free(usize),
}

/// An automaton with moves that take no character (Thompson's construction).
#[derive(Debug)]
pub struct Automaton {
    places: Vec<Place>,
    start: usize,
}

/// What came of comparing a text.
struct Chart {
    best: u64,
    /// After how many characters the best match ends.
    end: usize,
    /// How each place was reached after each number of characters.
    steps: Vec<Vec<Step>>,
}

impl Automaton {
    /// The automaton of an expression, unless it is too large.
    pub fn new(node: &Node) -> Option<Self> {
        let mut automaton = Self { places: vec![Place::End], start: END };
        automaton.start = automaton.add(node, END)?;
        Some(automaton)
    }

    /// The distance of a text from the language.
    pub fn distance(&self, text: &[u16], extent: Extent) -> Option<u64> {
        self.compare(text, extent, false).map(|chart| chart.best)
    }

    /// The nearest text in the language.
    pub fn nearest(&self, text: &[u16], extent: Extent) -> Option<Vec<u16>> {
        let chart = self.compare(text, extent, true)?;
        let mut random = Rng::with_seed(text.len() as u64);
        let (mut at, mut row, mut units) = (END, chart.end, Vec::new());
        loop {
            match chart.steps[row][at] {
                Step::Never => return None,
                Step::Start => break,
                Step::Drop => row -= 1,
                Step::Take(from, unit) => {
                    units.push(unit);
                    (at, row) = (from, row - 1);
                }
                Step::Spare(from) => {
                    if let Place::Unit(set, _) = &self.places[from] {
                        units.push(sample::unit(&mut random, set)?);
                    }
                    at = from;
                }
                Step::Free(from) => at = from,
            }
        }
        units.extend(text[..row].iter().rev());
        units.reverse();
        units.extend(&text[chart.end..]);
        Some(units)
    }

    fn compare(&self, text: &[u16], extent: Extent, noted: bool) -> Option<Chart> {
        let places = &self.places;
        if places.len() * (text.len() + 1) > MOST_PAIRS {
            return None;
        }
        let mut chart = Chart { best: u64::MAX, end: 0, steps: Vec::new() };
        let mut costs = vec![u64::MAX; places.len()];
        let mut steps = vec![Step::Never; places.len()];
        for index in 0..=text.len() {
            if extent == Extent::Anywhere || index == 0 {
                (costs[self.start], steps[self.start]) = (0, Step::Start);
            }
            self.settle(text, index, &mut costs, &mut steps);
            let may_end = extent != Extent::Whole || index == text.len();
            if may_end && costs[END] < chart.best {
                (chart.best, chart.end) = (costs[END], index);
            }
            let mut next: Vec<u64> = costs.iter().map(|cost| cost.saturating_add(SPARE)).collect();
            let known = |cost: &u64| if *cost < u64::MAX { Step::Drop } else { Step::Never };
            let mut following: Vec<Step> = costs.iter().map(known).collect();
            if let Some(unit) = text.get(index) {
                for (at, (place, cost)) in places.iter().zip(&costs).enumerate() {
                    if let Place::Unit(set, target) = place
                        && *cost < u64::MAX
                        && let Some(inside) = set.nearest(*unit)
                    {
                        let cost = cost + u64::from(inside.abs_diff(*unit));
                        if cost < next[*target] {
                            (next[*target], following[*target]) = (cost, Step::Take(at, inside));
                        }
                    }
                }
            }
            costs = next;
            let done = std::mem::replace(&mut steps, following);
            if noted {
                chart.steps.push(done);
            }
        }
        (chart.best < u64::MAX).then_some(chart)
    }

    /// Goes on to all places that are reached without a character, or for the price of one that is not there.
    fn settle(&self, text: &[u16], index: usize, costs: &mut [u64], steps: &mut [Step]) {
        let mut open: Vec<usize> = (0..costs.len()).filter(|at| costs[*at] < u64::MAX).collect();
        while let Some(at) = open.pop() {
            let (targets, cost, step): (&[usize], u64, Step) = match &self.places[at] {
                Place::Unit(set, _) if set.is_empty() => continue,
                Place::Unit(_, target) => {
                    (std::slice::from_ref(target), costs[at] + SPARE, Step::Spare(at))
                }
                Place::Split(targets) => (targets, costs[at], Step::Free(at)),
                Place::Anchor(anchor, target) if anchor.holds(text, index) => {
                    (std::slice::from_ref(target), costs[at], Step::Free(at))
                }
                Place::Anchor(..) | Place::End => continue,
            };
            for target in targets {
                if cost < costs[*target] {
                    (costs[*target], steps[*target]) = (cost, step);
                    open.push(*target);
                }
            }
        }
    }

    /// Adds what matches a node and goes on at `next`; gives where that begins.
    fn add(&mut self, node: &Node, next: usize) -> Option<usize> {
        match node {
            Node::Unit(set) => self.place(Place::Unit(set.clone(), next)),
            Node::Anchor(anchor) => self.place(Place::Anchor(*anchor, next)),
            Node::Group(_, node) => self.add(node, next),
            Node::Same { .. } | Node::Look { .. } => None,
            Node::Sequence(nodes) => {
                nodes.iter().rev().try_fold(next, |next, node| self.add(node, next))
            }
            Node::Choice { nodes, .. } => {
                let (first, others) = nodes.split_first()?;
                let mut start = self.add(first, next)?;
                for node in others {
                    let other = self.add(node, next)?;
                    start = self.place(Place::Split([start, other]))?;
                }
                Some(start)
            }
            Node::Repeat { node, least, most, .. } => {
                let mut start = next;
                if let Some(most) = most {
                    for _ in *least..*most {
                        let inner = self.add(node, start)?;
                        start = self.place(Place::Split([inner, next]))?;
                    }
                } else {
                    start = self.place(Place::Split([next, next]))?;
                    let inner = self.add(node, start)?;
                    self.places[start] = Place::Split([inner, next]);
                }
                (0..*least).try_fold(start, |start, _| self.add(node, start))
            }
        }
    }

    fn place(&mut self, place: Place) -> Option<usize> {
        self.places.push(place);
        (self.places.len() <= MOST_PLACES).then(|| self.places.len() - 1)
    }
}

#[cfg(test)]
mod tests;
