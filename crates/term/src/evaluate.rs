//! The value of one term, once.

use crate::assignment::Assignment;
use crate::compiled::{Compiled, Scratch};
use crate::node::{Node, TermId};
use crate::pool::Pool;
use crate::sort::Sort;
use crate::value::Value;

/// The value of a term of any sort under an assignment. For more than a few evaluations of one term,
/// [`Compiled`] is the quicker way. An array takes memory up to the highest index that is not zero.
pub fn evaluate(pool: &Pool, term: TermId, assignment: &Assignment) -> Value {
    match pool.sort(term) {
        Sort::Bytes { index_bits } => evaluate_array(pool, term, index_bits, assignment),
        sort => {
            let raw = Compiled::new(pool, &[term]).eval(assignment, &mut Scratch::new());
            Value::of_raw(sort, raw)
        }
    }
}

fn evaluate_array(pool: &Pool, term: TermId, index_bits: u8, assignment: &Assignment) -> Value {
    let scalars = scalars_of(pool, term);
    let compiled = Compiled::new(pool, &scalars);
    let mut scratch = Scratch::new();
    compiled.run(assignment, &mut scratch);
    let value = |scalar: TermId| {
        let index = scalars.binary_search(&scalar).unwrap_or(usize::MAX);
        compiled.root(index, &scratch)
    };
    let mut writes = Vec::new();
    let mut at = term;
    let mut bytes = loop {
        match pool.node(at) {
            Node::Store(array, index, byte) => {
                writes.push((value(index) as usize, value(byte) as u8));
                at = array;
            }
            Node::Ite(condition, a, b) => at = if value(condition) != 0 { a } else { b },
            Node::Bytes(bytes) => break bytes.to_vec(),
            Node::Variable(var) => break assignment.bytes(var).to_vec(),
            other => {
                debug_assert!(false, "{other:?} is no array");
                break Vec::new();
            }
        }
    };
    for &(index, byte) in writes.iter().rev() {
        if byte != 0 || index < bytes.len() {
            bytes.resize(bytes.len().max(index + 1), 0);
            bytes[index] = byte;
        }
    }
    Value::of_bytes(index_bits, &bytes)
}

/// The scalar operands of the arrays that `term` is made of, sorted.
fn scalars_of(pool: &Pool, term: TermId) -> Vec<TermId> {
    let mut scalars: Vec<TermId> = crate::walk::postorder(pool, &[term])
        .into_iter()
        .filter(|&part| pool.sort(part).is_bytes())
        .flat_map(|array| pool.node(array).children())
        .filter(|&operand| !pool.sort(operand).is_bytes())
        .collect();
    scalars.sort_unstable();
    scalars.dedup();
    scalars
}
