//! The syntax of `java.util.regex`.

mod class;
mod escape;

use crate::Unread;
use crate::node::{Anchor, Node};
use crate::set::Set;
use std::collections::BTreeMap;

/// The flags of `Pattern.compile`.
pub mod flags {
    /// Letters match in any case.
    pub const CASE_INSENSITIVE: u32 = 2;
    /// White space and comments mean nothing.
    pub const COMMENTS: u32 = 4;
    /// `^` and `$` match at lines.
    pub const MULTILINE: u32 = 8;
    /// No character means anything but itself.
    pub const LITERAL: u32 = 16;
    /// `.` matches ends of lines as well.
    pub const DOTALL: u32 = 32;
    /// Letters beyond ASCII match in any case, too.
    pub const UNICODE_CASE: u32 = 64;
    /// `\w` and the like are those of Unicode.
    pub const UNICODE_CHARACTER_CLASS: u32 = 256;
}

/// How deep groups and classes may lie inside one another: reading them takes the host's own stack.
const DEEPEST: u32 = 100;

/// How often something may be repeated by number; it is looked at as if it were so often.
const MOST_REPEATED: usize = 1000;

/// Reads an expression.
pub fn parse(expression: &[u16], flags: u32) -> Result<Node, Unread> {
    let mut parser =
        Parser { rest: expression, flags, depth: 0, ids: 0, groups: 0, names: BTreeMap::new() };
    if flags & flags::LITERAL != 0 {
        let units = expression.iter().map(|unit| parser.unit(*unit));
        return Ok(Node::Sequence(units.collect()));
    }
    let node = parser.choice()?;
    match parser.rest {
        [] => Ok(node),
        _ => Err(Unread::Malformed("a group is closed that is not open")),
    }
}

struct Parser<'a> {
    rest: &'a [u16],
    flags: u32,
    depth: u32,
    /// Choices and repetitions so far.
    ids: u32,
    groups: usize,
    names: BTreeMap<String, usize>,
}

impl Parser<'_> {
    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    fn peek(&self) -> Option<char> {
        // Halves of pairs mean nothing but themselves.
        self.rest.first().map(|unit| char::from_u32((*unit).into()).unwrap_or('\u{fffd}'))
    }

    fn next(&mut self) -> Option<u16> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn take(&mut self, text: &str) -> bool {
        let mut rest = self.rest;
        for char in text.chars() {
            match rest.split_first() {
                Some((first, others)) if u32::from(*first) == u32::from(char) => rest = others,
                _ => return false,
            }
        }
        self.rest = rest;
        true
    }

    /// The characters up to one, which is taken as well.
    fn until(&mut self, end: char) -> Result<String, Unread> {
        let mut text = String::new();
        loop {
            let unit = self.next().ok_or(Unread::Malformed("a name does not end"))?;
            match char::from_u32(unit.into()) {
                Some(char) if char == end => return Ok(text),
                char => text.push(char.unwrap_or('\u{fffd}')),
            }
        }
    }

    fn id(&mut self) -> u32 {
        self.ids += 1;
        self.ids - 1
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Unread>,
    ) -> Result<T, Unread> {
        if self.depth == DEEPEST {
            return Err(Unread::Unsupported("more than 100 groups inside one another".to_owned()));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn choice(&mut self) -> Result<Node, Unread> {
        let first = self.ids;
        let mut nodes = vec![self.sequence()?];
        while self.take("|") {
            nodes.push(self.sequence()?);
        }
        match nodes.len() {
            1 => Ok(nodes.remove(0)),
            _ => Ok(Node::Choice { ids: first..self.id() + 1, nodes }),
        }
    }

    fn sequence(&mut self) -> Result<Node, Unread> {
        let mut nodes = Vec::new();
        loop {
            self.skip_comments();
            match self.peek() {
                None | Some('|' | ')') => return Ok(Node::Sequence(nodes)),
                Some(_) => {
                    let before = self.ids;
                    let node = self.item()?;
                    nodes.push(self.repeated(node, before)?);
                }
            }
        }
    }

    /// Skips white space and comments where they mean nothing.
    fn skip_comments(&mut self) {
        if !self.has(flags::COMMENTS) {
            return;
        }
        while let Some(char) = self.peek() {
            if char == '#' {
                while self.next().is_some_and(|unit| !matches!(unit, 10 | 13)) {}
            } else if matches!(char, ' ' | '\t'..='\r') {
                self.next();
            } else {
                return;
            }
        }
    }

    /// What was read, as often as is said behind it. Decisions inside it have numbers from `first` on.
    fn repeated(&mut self, mut node: Node, first: u32) -> Result<Node, Unread> {
        loop {
            self.skip_comments();
            let (least, most) = match self.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('?') => (0, Some(1)),
                Some('{') => {
                    self.next();
                    self.counts()?
                }
                _ => return Ok(node),
            };
            self.next();
            // Which of the matches is taken does not matter here.
            if matches!(self.peek(), Some('?' | '+')) {
                self.next();
            }
            node = Node::Repeat { ids: first..self.id() + 1, node: Box::new(node), least, most };
        }
    }

    /// The numbers between braces, up to the closing one.
    fn counts(&mut self) -> Result<(usize, Option<usize>), Unread> {
        const MALFORMED: Unread = Unread::Malformed("a repetition has no numbers");
        let least = self.number().ok_or(MALFORMED)?;
        let most = match self.take(",") {
            true if self.peek() == Some('}') => None,
            true => Some(self.number().ok_or(MALFORMED)?),
            false => Some(least),
        };
        if self.peek() != Some('}') || most.is_some_and(|most| most < least) {
            return Err(MALFORMED);
        }
        let cut = |count: usize| count.min(MOST_REPEATED);
        Ok((cut(least), most.map(cut)))
    }

    fn number(&mut self) -> Option<usize> {
        let mut number: Option<usize> = None;
        while let Some(digit) = self.peek().and_then(|char| char.to_digit(10)) {
            self.next();
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
        }
        number
    }

    fn item(&mut self) -> Result<Node, Unread> {
        let Some(unit) = self.next() else { return Ok(Node::nothing()) };
        let has = |flag| self.has(flag);
        Ok(match char::from_u32(unit.into()) {
            Some('(') => return self.deeper(Self::group),
            Some('[') => {
                let set = self.deeper(Self::class)?;
                Node::Unit(self.any_case(set))
            }
            Some('\\') => return self.escape(),
            Some('.') if has(flags::DOTALL) => Node::Unit(Set::default().negated()),
            Some('.') => Node::Unit(escape::line_ends().negated()),
            Some('^') if has(flags::MULTILINE) => Node::Anchor(Anchor::LineBegin),
            Some('^') => Node::Anchor(Anchor::Begin),
            Some('$') if has(flags::MULTILINE) => Node::Anchor(Anchor::LineEnd),
            Some('$') => Node::Anchor(Anchor::LastLine),
            Some('*' | '+' | '?' | '{') => {
                return Err(Unread::Malformed("nothing is repeated"));
            }
            _ => self.unit(unit),
        })
    }

    fn unit(&self, unit: u16) -> Node {
        Node::Unit(self.any_case(Set::unit(unit)))
    }

    fn any_case(&self, set: Set) -> Set {
        let wide = flags::UNICODE_CASE | flags::UNICODE_CHARACTER_CLASS;
        match self.has(flags::CASE_INSENSITIVE) {
            true => set.any_case(self.has(wide)),
            false => set,
        }
    }

    /// A group, behind the bracket that opens it.
    fn group(&mut self) -> Result<Node, Unread> {
        let flags = self.flags;
        let look = |node, behind, negative| Node::Look { node: Box::new(node), behind, negative };
        let node = if !self.take("?") {
            self.captured(None)?
        } else if self.take(":") || self.take(">") {
            self.choice()?
        } else if self.take("=") {
            look(self.choice()?, false, false)
        } else if self.take("!") {
            look(self.choice()?, false, true)
        } else if self.take("<=") {
            look(self.choice()?, true, false)
        } else if self.take("<!") {
            look(self.choice()?, true, true)
        } else if self.take("<") {
            let name = self.until('>')?;
            self.captured(Some(name))?
        } else {
            self.read_flags()?;
            if self.take(")") {
                // They hold up to the end of the group around them.
                return Ok(Node::nothing());
            }
            if !self.take(":") {
                return Err(Unread::Malformed("a group begins with an unknown sign"));
            }
            self.choice()?
        };
        self.flags = flags;
        match self.take(")") {
            true => Ok(node),
            false => Err(Unread::Malformed("a group is not closed")),
        }
    }

    fn captured(&mut self, name: Option<String>) -> Result<Node, Unread> {
        self.groups += 1;
        let group = self.groups;
        if let Some(name) = name {
            self.names.insert(name, group);
        }
        Ok(Node::Group(group, Box::new(self.choice()?)))
    }

    fn read_flags(&mut self) -> Result<(), Unread> {
        let mut on = true;
        loop {
            let flag = match self.peek() {
                Some('-') => {
                    on = false;
                    0
                }
                Some('i') => flags::CASE_INSENSITIVE,
                Some('x') => flags::COMMENTS,
                Some('m') => flags::MULTILINE,
                Some('s') => flags::DOTALL,
                Some('u') => flags::UNICODE_CASE,
                Some('U') => flags::UNICODE_CHARACTER_CLASS | flags::UNICODE_CASE,
                Some('d') => 0,
                _ => return Ok(()),
            };
            self.next();
            self.flags = if on { self.flags | flag } else { self.flags & !flag };
        }
    }
}

#[cfg(test)]
mod tests;
