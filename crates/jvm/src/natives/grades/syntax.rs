//! The simple part of the language of `java.util.regex`: characters, classes, groups, choices, repetition.

/// How often something can be repeated by number.
const MOST_REPEATED: usize = 100;

/// A piece of an expression.
pub(super) enum Node {
    /// One character of a set.
    Unit(Set),
    /// One after the other.
    Sequence(Vec<Node>),
    /// One of them.
    Choice(Vec<Node>),
    /// The same several times.
    Repeat {
        /// What is repeated.
        node: Box<Node>,
        /// How often at least.
        least: usize,
        /// How often at most, if that is limited.
        most: Option<usize>,
    },
}

/// Characters, as ranges from the first to the last.
#[derive(Clone)]
pub(super) struct Set(Vec<(u16, u16)>);

impl Set {
    /// How far a character is from the nearest in the set.
    pub fn distance(&self, unit: u16) -> Option<u64> {
        let away = |&(first, last): &(u16, u16)| {
            u64::from(first.saturating_sub(unit).max(unit.saturating_sub(last)))
        };
        self.0.iter().map(away).min()
    }

    /// All other characters.
    fn negated(mut self) -> Self {
        self.0.sort_unstable();
        let (mut others, mut next) = (Vec::new(), Some(0u16));
        for (first, last) in self.0 {
            if let Some(begin) = next.filter(|begin| *begin < first) {
                others.push((begin, first - 1));
            }
            next = next.and_then(|next| last.checked_add(1).map(|behind| next.max(behind)));
        }
        others.extend(next.map(|begin| (begin, u16::MAX)));
        Self(others)
    }
}

/// Reads an expression, if it is simple.
pub(super) fn parse(expression: &[u16]) -> Option<Node> {
    let mut parser = Parser { rest: expression, begin: true };
    let node = parser.choice()?;
    parser.rest.is_empty().then_some(node)
}

struct Parser<'a> {
    rest: &'a [u16],
    /// Whether nothing that takes a character was read yet.
    begin: bool,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.first().and_then(|unit| char::from_u32((*unit).into()))
    }

    fn next(&mut self) -> Option<u16> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn take(&mut self, char: char) -> bool {
        let is_next = self.peek() == Some(char);
        if is_next {
            self.rest = &self.rest[1..];
        }
        is_next
    }

    fn choice(&mut self) -> Option<Node> {
        let mut nodes = vec![self.sequence()?];
        while self.take('|') {
            nodes.push(self.sequence()?);
        }
        Some(Node::Choice(nodes))
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut nodes = Vec::new();
        while let Some(char) = self.rest.first() {
            match char::from_u32((*char).into()) {
                Some('|' | ')') => break,
                // At the beginning and at the end of everything they say nothing new.
                Some('^') if self.begin => {
                    self.next();
                }
                Some('$') if self.rest.len() == 1 => {
                    self.next();
                }
                _ => {
                    let node = self.item()?;
                    nodes.push(self.repeated(node)?);
                    self.begin = false;
                }
            }
        }
        Some(Node::Sequence(nodes))
    }

    fn repeated(&mut self, mut node: Node) -> Option<Node> {
        loop {
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => {
                    self.next();
                    let (least, most) = self.counts()?;
                    self.modified();
                    node = Node::Repeat { node: Box::new(node), least, most };
                    continue;
                }
                _ => return Some(node),
            };
            self.next();
            self.modified();
            node = Node::Repeat { node: Box::new(node), least, most };
        }
    }

    /// Which of the matches is taken does not matter.
    fn modified(&mut self) {
        if matches!(self.peek(), Some('?' | '+')) {
            self.next();
        }
    }

    fn counts(&mut self) -> Option<(usize, Option<usize>)> {
        let least = self.number()?;
        let most = if self.take(',') {
            if self.peek() == Some('}') { None } else { Some(self.number()?) }
        } else {
            Some(least)
        };
        let fits = least <= MOST_REPEATED
            && most.is_none_or(|most| (least..=MOST_REPEATED).contains(&most));
        (self.take('}') && fits).then_some((least, most))
    }

    fn number(&mut self) -> Option<usize> {
        let mut number: Option<usize> = None;
        while let Some(digit) = self.peek().and_then(|char| char.to_digit(10)) {
            self.next();
            number = Some(number.unwrap_or(0).checked_mul(10)?.checked_add(digit as usize)?);
        }
        number
    }

    fn item(&mut self) -> Option<Node> {
        let unit = self.next()?;
        let set = match char::from_u32(unit.into()) {
            Some('(') => return self.group(),
            Some('[') => self.class()?,
            Some('\\') => self.escape()?,
            Some('.') => {
                let ends = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
                Set(ends.iter().map(|end| (*end as u16, *end as u16)).collect()).negated()
            }
            Some('*' | '+' | '?' | '{' | '^' | '$') => return None,
            _ => Set(vec![(unit, unit)]),
        };
        Some(Node::Unit(set))
    }

    fn group(&mut self) -> Option<Node> {
        if self.take('?') {
            match (self.next().and_then(|unit| char::from_u32(unit.into())), self.peek()) {
                (Some(':'), _) => {}
                (Some('<'), Some(first)) if first.is_ascii_alphabetic() => {
                    while !self.take('>') {
                        self.next()?;
                    }
                }
                _ => return None,
            }
        }
        let node = self.choice()?;
        self.take(')').then_some(node)
    }

    fn class(&mut self) -> Option<Set> {
        let negated = self.take('^');
        let mut ranges = Vec::new();
        loop {
            let unit = self.next()?;
            match char::from_u32(unit.into()) {
                Some(']') if !ranges.is_empty() => break,
                // Sets within sets, and what they have in common.
                Some('[' | '&' | ']') => return None,
                Some('\\') => {
                    let Set(escaped) = self.escape()?;
                    match escaped[..] {
                        [(first, last)] if first == last => self.range(first, &mut ranges)?,
                        _ => ranges.extend(escaped),
                    }
                }
                _ => self.range(unit, &mut ranges)?,
            }
        }
        let set = Set(ranges);
        Some(if negated { set.negated() } else { set })
    }

    /// A range in a class that begins with a character, or that character alone.
    fn range(&mut self, first: u16, ranges: &mut Vec<(u16, u16)>) -> Option<()> {
        let mut last = first;
        if self.peek() == Some('-') && self.rest.get(1) != Some(&u16::from(b']')) {
            self.next();
            last = self.next()?;
            if last == u16::from(b'\\') {
                match self.escape()?.0[..] {
                    [(unit, same)] if unit == same => last = unit,
                    _ => return None,
                }
            }
        }
        ranges.push((first, last));
        (first <= last).then_some(())
    }

    fn escape(&mut self) -> Option<Set> {
        let unit = self.next()?;
        let ranges = |pairs: &[(char, char)]| {
            Set(pairs.iter().map(|(first, last)| (*first as u16, *last as u16)).collect())
        };
        let digits = || ranges(&[('0', '9')]);
        let words = || ranges(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]);
        let spaces = || ranges(&[('\t', '\r'), (' ', ' ')]);
        Some(match char::from_u32(unit.into())? {
            'd' => digits(),
            'D' => digits().negated(),
            'w' => words(),
            'W' => words().negated(),
            's' => spaces(),
            'S' => spaces().negated(),
            't' => ranges(&[('\t', '\t')]),
            'n' => ranges(&[('\n', '\n')]),
            'r' => ranges(&[('\r', '\r')]),
            char if char.is_alphanumeric() => return None,
            char => ranges(&[(char, char)]),
        })
    }
}
