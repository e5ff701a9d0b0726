//! What stands behind a backslash.

use super::{Parser, flags};
use crate::Unread;
use crate::names;
use crate::node::{Anchor, Node};
use crate::set::Set;

/// The characters that end lines.
pub fn line_ends() -> Set {
    Set::chars(&[('\n', '\n'), ('\r', '\r'), ('\u{85}', '\u{85}'), ('\u{2028}', '\u{2029}')])
}

impl Parser<'_> {
    /// An escape outside of classes, behind the backslash.
    pub(super) fn escape(&mut self) -> Result<Node, Unread> {
        let node = match self.peek() {
            Some('b') => Node::Anchor(Anchor::WordEdge),
            Some('B') => Node::Anchor(Anchor::NoWordEdge),
            Some('A' | 'G') => Node::Anchor(Anchor::Begin),
            Some('Z') => Node::Anchor(Anchor::LastLine),
            Some('z') => Node::Anchor(Anchor::End),
            Some('R') => {
                let first = self.ids;
                let pair = [b'\r', b'\n'].map(|byte| Node::Unit(Set::unit(byte.into())));
                let one = Set::new(line_ends().ranges().iter().copied().chain([(10, 13)]));
                let nodes = vec![Node::Unit(one), Node::Sequence(pair.into())];
                Node::Choice { ids: first..self.id() + 1, nodes }
            }
            Some('X') => Node::Unit(Set::default().negated()),
            Some('Q') => {
                self.next();
                let mut units = Vec::new();
                while !self.rest.is_empty() && !self.take("\\E") {
                    units.extend(self.next().map(|unit| self.unit(unit)));
                }
                // What is repeated is the last character alone.
                let last = units.pop();
                let Some(last) = last else { return Ok(Node::nothing()) };
                let before = self.ids;
                units.push(self.repeated(last, before)?);
                return Ok(Node::Sequence(units));
            }
            Some('k') => {
                self.next();
                if !self.take("<") {
                    return Err(Unread::Malformed("a name does not begin"));
                }
                let name = self.until('>')?;
                let group = self.names.get(&name);
                let group = *group.ok_or(Unread::Malformed("there is no group of that name"))?;
                return Ok(self.same(group));
            }
            Some(digit @ '1'..='9') => {
                self.next();
                let mut group = digit as usize - '0' as usize;
                // More digits belong to the number as long as there are so many groups.
                while let Some(digit) = self.peek().and_then(|char| char.to_digit(10))
                    && group * 10 + digit as usize <= self.groups
                {
                    group = group * 10 + digit as usize;
                    self.next();
                }
                return Ok(self.same(group));
            }
            _ => {
                let set = self.escaped_set()?;
                return Ok(Node::Unit(self.any_case(set)));
            }
        };
        self.next();
        Ok(node)
    }

    fn same(&self, group: usize) -> Node {
        Node::Same { group, any_case: self.has(flags::CASE_INSENSITIVE) }
    }

    /// The set that an escape means, behind the backslash.
    pub(super) fn escaped_set(&mut self) -> Result<Set, Unread> {
        let unit = self.next().ok_or(Unread::Malformed("a backslash at the end"))?;
        let wide = self.has(flags::UNICODE_CHARACTER_CLASS);
        let digits = || match wide {
            true => Set::where_true(char::is_numeric),
            false => Set::chars(&[('0', '9')]),
        };
        let words = || match wide {
            true => Set::where_true(|char| char.is_alphanumeric() || char == '_'),
            false => Set::chars(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')]),
        };
        let spaces = || match wide {
            true => Set::where_true(char::is_whitespace),
            false => Set::chars(&[('\t', '\r'), (' ', ' ')]),
        };
        let across = || {
            let others =
                [('\u{1680}', '\u{1680}'), ('\u{2000}', '\u{200a}'), ('\u{3000}', '\u{3000}')];
            Set::chars(&[[('\t', '\t'), (' ', ' '), ('\u{a0}', '\u{a0}')], others].concat())
        };
        let down = || Set::chars(&[('\n', '\r'), ('\u{85}', '\u{85}'), ('\u{2028}', '\u{2029}')]);
        Ok(match char::from_u32(unit.into()).unwrap_or('\u{fffd}') {
            'd' => digits(),
            'D' => digits().negated(),
            'w' => words(),
            'W' => words().negated(),
            's' => spaces(),
            'S' => spaces().negated(),
            'h' => across(),
            'H' => across().negated(),
            'v' => down(),
            'V' => down().negated(),
            't' => Set::unit(9),
            'n' => Set::unit(10),
            'r' => Set::unit(13),
            'f' => Set::unit(12),
            'a' => Set::unit(7),
            'e' => Set::unit(27),
            'c' => Set::unit(self.next().ok_or(Unread::Malformed("a control character"))? ^ 64),
            '0' => {
                let first = self.peek().and_then(|char| char.to_digit(8));
                Set::unit(self.digits(8, if first.is_some_and(|first| first < 4) { 3 } else { 2 })?)
            }
            'x' if self.take("{") => {
                let digits = self.until('}')?;
                let unit = u16::from_str_radix(&digits, 16);
                Set::unit(unit.map_err(|_| Unread::Unsupported(format!("\\x{{{digits}}}")))?)
            }
            'x' => Set::unit(self.digits(16, 2)?),
            'u' => Set::unit(self.digits(16, 4)?),
            sign @ ('p' | 'P') => {
                let name = match self.take("{") {
                    true => self.until('}')?,
                    false => {
                        let letter = self.next().and_then(|unit| char::from_u32(unit.into()));
                        letter.ok_or(Unread::Malformed("a class without a name"))?.to_string()
                    }
                };
                let set = names::named(&name);
                let set = set.ok_or_else(|| Unread::Unsupported(format!("\\{sign}{{{name}}}")))?;
                if sign == 'P' { set.negated() } else { set }
            }
            char if char.is_ascii_alphanumeric() => {
                return Err(Unread::Unsupported(format!("\\{char}")));
            }
            _ => Set::unit(unit),
        })
    }

    /// The unit that some digits mean, at most so many.
    fn digits(&mut self, radix: u32, most: u32) -> Result<u16, Unread> {
        let (mut number, mut count) = (0, 0);
        while count < most
            && let Some(digit) = self.peek().and_then(|char| char.to_digit(radix))
        {
            self.next();
            number = number * radix + digit;
            count += 1;
        }
        let is_whole = count > 0 && (radix == 8 || count == most);
        let unit = u16::try_from(number).ok().filter(|_| is_whole);
        unit.ok_or(Unread::Malformed("a character by its number lacks digits"))
    }
}
