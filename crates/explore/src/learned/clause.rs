//! Clauses as numbers: what a clause says, and what it says when all numbers are left out.
//!
//! The paper hashes the text of a clause, `a[0] > 6`, and of its abstraction, `a[.] > .`. Terms share their parts and
//! are as deep as loops are long, so here each term is hashed once, from the hashes of its parts. The hash is our own
//! and made of names and operations alone: what is chosen is the same on every machine.

use crate::slice::Slices;
use term::{Node, Pool, Sort, TermId};

/// A clause for comparing with others: two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Print {
    /// The clause without its numbers: constants and indices.
    pub outline: u64,
    /// The clause as it is.
    pub whole: u64,
}

/// The prints and the variables of the terms of one pool.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    /// By term.
    prints: Vec<Option<Print>>,
    variables: Slices,
    pending: Vec<TermId>,
}

impl Clauses {
    /// The print of a clause. The pool is always the same one.
    pub fn print(&mut self, pool: &Pool, clause: TermId) -> Print {
        // Terms are numbered from one.
        if self.prints.len() <= pool.len() {
            self.prints.resize(pool.len() + 1, None);
        }
        self.pending.push(clause);
        let mut last = Print { outline: 0, whole: 0 };
        while let Some(&term) = self.pending.last() {
            let known = self.prints[term.index()];
            let open = self.pending.len();
            if known.is_none() {
                let parts = pool.node(term).children();
                let unknown = parts.filter(|part| self.prints[part.index()].is_none());
                self.pending.extend(unknown);
            }
            if self.pending.len() == open {
                last = known.unwrap_or_else(|| self.of(pool, term));
                self.prints[term.index()] = Some(last);
                self.pending.pop();
            }
        }
        last
    }

    /// The variables of a clause, by their numbers in the pool, in ascending order.
    pub fn variables(&mut self, pool: &Pool, clause: TermId) -> &[u32] {
        self.variables.of(pool, clause)
    }

    /// The print of a term whose parts are known.
    fn of(&self, pool: &Pool, term: TermId) -> Print {
        let node = pool.node(term);
        let tag = tag(node) << 16 | sort(pool.sort(term));
        let own = match node {
            Node::Variable(variable) => {
                // Two variables of one name are told apart by primes, which say nothing.
                let name = pool.variable_name(variable).trim_end_matches('\'');
                Print { outline: text(tag, &without_indices(name)), whole: text(tag, name) }
            }
            Node::Constant(bits) => {
                let whole = joined(joined(tag, bits as u64), (bits >> 64) as u64);
                Print { outline: joined(tag, 0), whole }
            }
            Node::Bytes(bytes) => Print { outline: joined(tag, 0), whole: bytes_of(tag, bytes) },
            _ => Print { outline: joined(tag, 1), whole: joined(tag, 1) },
        };
        node.children().fold(own, |print, part| match self.prints[part.index()] {
            Some(part) => Print {
                outline: joined(print.outline, part.outline),
                whole: joined(print.whole, part.whole),
            },
            None => print,
        })
    }
}

/// A name whose indices are left out: `a[.]` of `a[5]`.
fn without_indices(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    let mut inside = false;
    for letter in name.chars() {
        match letter {
            '0'..='9' if inside => {
                if !text.ends_with('.') {
                    text.push('.');
                }
                continue;
            }
            '[' => inside = true,
            ']' => inside = false,
            _ => {}
        }
        text.push(letter);
    }
    text
}

/// What a node is, beside its parts and values.
fn tag(node: Node<'_>) -> u64 {
    let (kind, operation) = match node {
        Node::Variable(_) => (1, 0),
        Node::Constant(_) => (2, 0),
        Node::Bytes(_) => (3, 0),
        Node::Unary(operation, _) => (4, operation as u64),
        Node::Binary(operation, ..) => (5, operation as u64),
        Node::Compare(operation, ..) => (6, operation as u64),
        Node::IsNan(_) => (7, 0),
        Node::Convert(operation, _) => (8, operation as u64),
        Node::Extract { low, .. } => (9, u64::from(low)),
        Node::Concat(..) => (10, 0),
        Node::Ite(..) => (11, 0),
        Node::Fma(..) => (12, 0),
        Node::Select(..) => (13, 0),
        Node::Store(..) => (14, 0),
    };
    kind << 8 | operation
}

fn sort(sort: Sort) -> u64 {
    match sort {
        Sort::Bits(width) => u64::from(width),
        Sort::F32 => 0x100,
        Sort::F64 => 0x200,
        Sort::Bytes { index_bits } => 0x300 | u64::from(index_bits),
    }
}

fn text(start: u64, text: &str) -> u64 {
    bytes_of(start, text.as_bytes())
}

fn bytes_of(start: u64, bytes: &[u8]) -> u64 {
    let hash = bytes.iter().fold(start, |hash, byte| joined(hash, u64::from(*byte)));
    joined(hash, bytes.len() as u64)
}

/// Joins a number to a hash: the finishing steps of SplitMix64 after an odd multiple.
pub fn joined(hash: u64, value: u64) -> u64 {
    let mut mixed =
        hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ value.wrapping_add(0x632b_e59b_d9b4_e019);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_left_out_of_names_and_nothing_else() {
        let names = ["a[0]", "a[15][3]", "p2.x", "this.keys[7].next", "x"];
        let found: Vec<String> = names.iter().map(|name| without_indices(name)).collect();
        assert_eq!(found, ["a[.]", "a[.][.]", "p2.x", "this.keys[.].next", "x"]);
    }
}
