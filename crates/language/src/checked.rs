//! What counts as a check of what code is given.

use term::{BinaryOp, CompareOp, Node, Pool, TermId, UnaryOp};

/// Whether a condition that held says no more of what it speaks of than that it is not this or that number, as
/// `quote == '"'` does where it is false: that is no check of a range.
pub fn only_excludes(pool: &Pool, held: TermId) -> bool {
    match pool.node(held) {
        Node::Unary(UnaryOp::Not, inner) => match pool.node(inner) {
            Node::Compare(CompareOp::Eq, left, right) => {
                pool.as_constant(left).is_some() || pool.as_constant(right).is_some()
            }
            Node::Binary(BinaryOp::Or, left, right) => [left, right].into_iter().all(|one| {
                let is_one = |side| pool.as_constant(side).is_some();
                matches!(pool.node(one), Node::Compare(CompareOp::Eq, a, b) if is_one(a) || is_one(b))
            }),
            _ => false,
        },
        Node::Binary(BinaryOp::And, left, right) => {
            only_excludes(pool, left) && only_excludes(pool, right)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn that_a_number_is_not_one_of_some_is_no_check_of_its_range() {
        let mut pool = Pool::default();
        let number = pool.variable("n", Sort::Bits(32));
        let (quote, most) = (pool.bits(32, 34), pool.bits(32, 128));
        let is_quote = pool.compare(CompareOp::Eq, number, quote);
        let is_other = pool.not(is_quote);
        let is_small = pool.compare(CompareOp::Ult, number, most);
        let both = pool.and(is_other, is_small);
        let (newline, is_return) = (pool.bits(32, 10), pool.bits(32, 13));
        let either = [newline, is_return].map(|one| pool.compare(CompareOp::Eq, number, one));
        let either = pool.or(either[0], either[1]);
        let neither = pool.not(either);
        assert!(only_excludes(&pool, is_other));
        assert!(only_excludes(&pool, neither));
        assert!(!only_excludes(&pool, is_quote), "one number is left");
        assert!(!only_excludes(&pool, is_small));
        assert!(!only_excludes(&pool, both));
    }
}
