//! Visiting each node of a term once, operands first, without recursion.

use rustc_hash::FxHashSet;

use crate::node::TermId;
use crate::pool::Pool;

/// Every term that the roots are built from, each once, operands before users, in an order that
/// depends on structure alone: left to right, depth first.
pub fn postorder(pool: &Pool, roots: &[TermId]) -> Vec<TermId> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    // A term is pushed to be entered, and again to be left once its operands are done.
    let mut pending: Vec<(TermId, bool)> = Vec::new();
    for &root in roots {
        pending.push((root, false));
        while let Some((term, leaving)) = pending.pop() {
            if leaving {
                order.push(term);
            } else if seen.insert(term) {
                pending.push((term, true));
                pending.extend(pool.node(term).children().rev().map(|child| (child, false)));
            }
        }
    }
    order
}
