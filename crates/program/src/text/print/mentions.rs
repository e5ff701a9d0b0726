//! In which order numbered things are first mentioned in a text that gives them numbers.

/// First mentions of things that the parser numbers as they come. Where the order of the text is not
/// the order of the numbers, the first few things are declared in a list of their own.
#[derive(Default)]
pub(super) struct Mentions {
    /// By number: when it was first mentioned, and whether that mention was enough for the parser.
    first: Vec<Option<(u32, bool)>>,
    count: u32,
}

impl Mentions {
    /// Something is mentioned.
    pub fn mention(&mut self, number: u32) {
        self.record(number, true);
    }

    /// Something is mentioned in a place where the parser must know it already.
    pub fn mention_as_known(&mut self, number: u32) {
        self.record(number, false);
    }

    /// Whether it has been mentioned.
    pub fn contains(&self, number: u32) -> bool {
        self.first.get(number as usize).is_some_and(Option::is_some)
    }

    fn record(&mut self, number: u32, enough: bool) {
        let index = number as usize;
        // Ids that lead nowhere may be huge; they are never declared, so they are not recorded.
        if index >= self.first.len() {
            return;
        }
        if self.first[index].is_none() {
            self.first[index] = Some((self.count, enough));
            self.count += 1;
        }
    }

    /// The parser will want it to be declared.
    pub fn demand(&mut self, number: u32) {
        if let Some(first) = self.first.get_mut(number as usize) {
            *first = None;
        }
    }

    /// Starts anew, for numbers below `len`.
    pub fn reset(&mut self, len: usize) {
        self.first.clear();
        self.first.resize(len, None);
        self.count = 0;
    }

    /// How many of the first things must be declared so that the parser numbers all of them alike.
    pub fn to_declare(&self) -> usize {
        let mut least = self.first.len();
        let mut later = u32::MAX;
        while let Some(Some((when, true))) = least.checked_sub(1).map(|index| self.first[index]) {
            if when >= later {
                break;
            }
            later = when;
            least -= 1;
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::Mentions;

    fn declared(len: usize, order: &[u32], known: &[u32]) -> usize {
        let mut mentions = Mentions::default();
        mentions.reset(len);
        for number in order {
            if known.contains(number) {
                mentions.mention_as_known(*number);
            } else {
                mentions.mention(*number);
            }
        }
        mentions.to_declare()
    }

    #[test]
    fn things_mentioned_in_their_order_need_no_declaration() {
        assert_eq!(declared(4, &[0, 1, 0, 2, 3], &[]), 0);
    }

    #[test]
    fn everything_up_to_the_last_that_is_out_of_order_is_declared() {
        assert_eq!(declared(4, &[1, 0, 2, 3], &[]), 1);
        assert_eq!(declared(4, &[0, 3, 1, 2], &[]), 3);
        assert_eq!(declared(4, &[3, 2, 1, 0], &[]), 3);
    }

    #[test]
    fn what_is_never_mentioned_or_must_be_known_is_declared() {
        assert_eq!(declared(3, &[0, 2], &[]), 2);
        assert_eq!(declared(3, &[0, 1, 2], &[1]), 2);
        assert_eq!(declared(3, &[0, 1], &[]), 3);
    }
}
