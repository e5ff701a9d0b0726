//! How far a text is from matching a regular expression.
//!
//! After the edit distance to a regular language (Wagner 1974), as Alshraideh and Bottaci (2006) use it for
//! search: a character that does not fit costs as much as it is away from one that does, one too many or too
//! few costs [`SPARE`]. Only simple expressions have a distance: those that describe a regular language,
//! without conditions on what stands around.

use super::syntax::{Node, Set, parse};

/// What a character too many or too few costs.
const SPARE: u64 = 128;

/// Places of the automaton, and pairs of them with places of a text, that are worth their time.
const MOST_PLACES: usize = 1000;
const MOST_PAIRS: usize = 40_000;

/// How much of a text has to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// From its beginning to its end.
    Whole,
    /// From its beginning on.
    Beginning,
    /// Anywhere in it.
    Anywhere,
}

/// The distance of a text from an expression; nothing is known of one that is not simple.
pub(super) fn distance(expression: &[u16], text: &[u16], extent: Extent) -> Option<u64> {
    let mut automaton = Automaton { places: vec![Place::End] };
    let start = automaton.add(&parse(expression)?, END)?;
    let places = &automaton.places;
    if places.len() * (text.len() + 1) > MOST_PAIRS {
        return None;
    }
    let mut best = u64::MAX;
    let mut costs = vec![u64::MAX; places.len()];
    costs[start] = 0;
    for index in 0..=text.len() {
        if extent == Extent::Anywhere {
            costs[start] = 0;
        }
        settle(places, &mut costs);
        if extent != Extent::Whole || index == text.len() {
            best = best.min(costs[END]);
        }
        let Some(unit) = text.get(index) else { break };
        let mut next: Vec<u64> = costs.iter().map(|cost| cost.saturating_add(SPARE)).collect();
        for (place, cost) in places.iter().zip(&costs) {
            if let Place::Unit(set, target) = place
                && let Some(away) = set.distance(*unit)
            {
                next[*target] = next[*target].min(cost.saturating_add(away));
            }
        }
        costs = next;
    }
    Some(best)
}

/// Goes on to all places that are reached without a character, or for the price of one that is not there.
fn settle(places: &[Place], costs: &mut [u64]) {
    let mut open: Vec<usize> = (0..places.len()).filter(|at| costs[*at] < u64::MAX).collect();
    while let Some(at) = open.pop() {
        let (targets, cost): (&[usize], u64) = match &places[at] {
            Place::Unit(_, target) => (std::slice::from_ref(target), costs[at] + SPARE),
            Place::Split(targets) => (targets, costs[at]),
            Place::End => continue,
        };
        for target in targets {
            if cost < costs[*target] {
                costs[*target] = cost;
                open.push(*target);
            }
        }
    }
}

/// A place of the automaton.
enum Place {
    /// Everything was matched.
    End,
    /// A character of a set leads on.
    Unit(Set, usize),
    /// There are two ways on.
    Split([usize; 2]),
}

/// Where everything was matched.
const END: usize = 0;

/// Thompson's construction, from the end to the beginning.
struct Automaton {
    places: Vec<Place>,
}

impl Automaton {
    /// Adds what matches a node and goes on at `next`; gives where that begins.
    fn add(&mut self, node: &Node, next: usize) -> Option<usize> {
        match node {
            Node::Unit(set) => self.place(Place::Unit(set.clone(), next)),
            Node::Sequence(nodes) => {
                nodes.iter().rev().try_fold(next, |next, node| self.add(node, next))
            }
            Node::Choice(nodes) => {
                let (first, others) = nodes.split_first()?;
                let mut start = self.add(first, next)?;
                for node in others {
                    let other = self.add(node, next)?;
                    start = self.place(Place::Split([start, other]))?;
                }
                Some(start)
            }
            Node::Repeat { node, least, most } => {
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
mod tests {
    use super::*;
    use expect_test::expect;

    fn check(extent: Extent, pairs: &[(&str, &str)]) -> String {
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        let mut told = String::new();
        for (expression, text) in pairs {
            let distance = distance(&units(expression), &units(text), extent);
            let distance = distance.map_or("-".to_owned(), |distance| distance.to_string());
            told += &format!("{expression:<24} {text:<12} {distance}\n");
        }
        told
    }

    #[test]
    fn a_text_is_as_far_from_an_expression_as_its_cheapest_change() {
        expect![[r#"
            abc                      abc          0
            abc                      abd          1
            abc                      ab           128
            abc                      abcd         128
            [a-f]+\d                 fff7         0
            [a-f]+\d                 ffh7         2
            [a-f]+\d                              256
            (\d{3}-)?\d{4}           555-1234     0
            (\d{3}-)?\d{4}           5551234      128
            yes|no                   yet          1
            yes|no                   n            128
            [^0-9]*                  a5b          5
            a.c                      a
            c          1
            \w{2,}@\w+\.(com|org)    me@here.con  1
            a{200}                   a            -
            (?<year>\d+)             19x          63
            \p{Alpha}                1            -
            a(?=b)                   a            -
        "#]]
        .assert_eq(&check(
            Extent::Whole,
            &[
                ("abc", "abc"),
                ("abc", "abd"),
                ("abc", "ab"),
                ("abc", "abcd"),
                (r"[a-f]+\d", "fff7"),
                (r"[a-f]+\d", "ffh7"),
                (r"[a-f]+\d", ""),
                (r"(\d{3}-)?\d{4}", "555-1234"),
                (r"(\d{3}-)?\d{4}", "5551234"),
                ("yes|no", "yet"),
                ("yes|no", "n"),
                ("[^0-9]*", "a5b"),
                ("a.c", "a\nc"),
                (r"\w{2,}@\w+\.(com|org)", "me@here.con"),
                ("a{200}", "a"),
                (r"(?<year>\d+)", "19x"),
                (r"\p{Alpha}", "1"),
                ("a(?=b)", "a"),
            ],
        ));
    }

    #[test]
    fn what_stands_around_a_part_is_free() {
        expect![[r#"
            abc                      xxabdxx      1
            abc                      abcdef       0
        "#]]
        .assert_eq(&check(Extent::Anywhere, &[("abc", "xxabdxx"), ("abc", "abcdef")]));
        expect![[r#"
            abc                      xxabcxx      47
            abc                      abcdef       0
        "#]]
        .assert_eq(&check(Extent::Beginning, &[("abc", "xxabcxx"), ("abc", "abcdef")]));
    }
}
