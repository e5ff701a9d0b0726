//! Classes of characters between brackets: ranges, unions, intersections.

use super::Parser;
use crate::Unread;
use crate::set::Set;

impl Parser<'_> {
    /// A class, behind the bracket that opens it.
    pub(super) fn class(&mut self) -> Result<Set, Unread> {
        const OPEN: Unread = Unread::Malformed("a class is not closed");
        let negated = self.take("^");
        // What stands on the left of the last `&&`, and what was read since.
        let (mut left, mut set, mut is_first): (Option<Set>, Set, bool) =
            (None, Set::default(), true);
        let meet = |left: Option<Set>, set: Set| match left {
            Some(left) if set.is_empty() => left,
            Some(left) => left.intersection(&set),
            None => set,
        };
        loop {
            self.skip_comments();
            if self.take("&&") {
                left = Some(meet(left, std::mem::take(&mut set)));
            } else if self.take("[") {
                set = set.union(&self.deeper(Self::class)?);
            } else if !is_first && self.take("]") {
                let all = meet(left, set);
                return Ok(if negated { all.negated() } else { all });
            } else if self.take("\\Q") {
                while !self.take("\\E") {
                    set = set.union(&Set::unit(self.next().ok_or(OPEN)?));
                }
            } else {
                let member = self.member()?;
                set = set.union(&self.any_case(member));
            }
            is_first = false;
        }
    }

    /// A range, a character, or a class that an escape names.
    fn member(&mut self) -> Result<Set, Unread> {
        let first = self.one()?;
        let ends =
            matches!(self.rest.get(1), Some(unit) if [b']', b'['].map(u16::from).contains(unit));
        match first.single() {
            Some(begin) if self.peek() == Some('-') && !ends => {
                self.next();
                match self.one()?.single() {
                    Some(end) if begin <= end => Ok(Set::new([(begin, end)])),
                    _ => Err(Unread::Malformed("a range ends before it begins")),
                }
            }
            _ => Ok(first),
        }
    }

    fn one(&mut self) -> Result<Set, Unread> {
        let unit = self.next().ok_or(Unread::Malformed("a class is not closed"))?;
        match unit == u16::from(b'\\') {
            true => self.escaped_set(),
            false => Ok(Set::unit(unit)),
        }
    }
}
