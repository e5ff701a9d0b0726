//! Byte arrays: a read becomes a choice among writes, a table look-up, or a byte of its own.
//!
//! A read from an array variable is eight fresh bits. That equal indices give equal bytes is required only
//! where a model has broken it (lemmas on demand), since most pairs of reads never meet.

use super::circuit::Lit;
use super::encode::{Encoder, Refusal};
use super::word::Word;
use rustc_hash::FxHashMap;
use term::{Node, Pool, TermId, VarId};

/// Reads from array variables.
#[derive(Default)]
pub(super) struct Arrays {
    /// In order of creation.
    pub reads: Vec<Read>,
    by_index: FxHashMap<(VarId, Word), usize>,
    /// The read that an input belongs to, and which of its bits it is.
    pub by_gate: FxHashMap<usize, (usize, usize)>,
    /// What an array gives at an index term.
    pub known: FxHashMap<(TermId, TermId), Word>,
}

/// A read from an array variable.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub array: VarId,
    pub index: Word,
    pub byte: Word,
}

impl Encoder {
    /// The byte of an array at an index, whose scalar parts are encoded.
    pub(super) fn read(
        &mut self,
        pool: &Pool,
        array: TermId,
        index: TermId,
    ) -> Result<Word, Refusal> {
        let at = self.get(pool, index).to_vec();
        let mut pending = vec![(array, false)];
        while let Some((array, leaving)) = pending.pop() {
            if self.arrays.known.contains_key(&(array, index)) {
                continue;
            }
            let word = match pool.node(array) {
                Node::Bytes(bytes) => self.circuit.look_up(bytes, &at),
                Node::Variable(variable) => self.read_variable(variable, &at),
                Node::Store(inner, written, byte) => {
                    let written = self.get(pool, written).to_vec();
                    let same = self.circuit.equal(&written, &at);
                    let byte = self.get(pool, byte).to_vec();
                    match self.arrays.known.get(&(inner, index)) {
                        _ if same == Lit::TRUE => byte,
                        Some(below) => self.circuit.choose(same, &byte, below),
                        None => {
                            debug_assert!(!leaving);
                            pending.extend([(array, true), (inner, false)]);
                            continue;
                        }
                    }
                }
                Node::Ite(condition, yes, no) => {
                    let condition = self.get(pool, condition)[0];
                    let known = &self.arrays.known;
                    match (known.get(&(yes, index)), known.get(&(no, index))) {
                        (Some(yes), Some(no)) => self.circuit.choose(condition, yes, no),
                        _ => {
                            debug_assert!(!leaving);
                            pending.extend([(array, true), (no, false), (yes, false)]);
                            continue;
                        }
                    }
                }
                other => {
                    debug_assert!(false, "{other:?} is no array");
                    vec![Lit::FALSE; 8]
                }
            };
            self.arrays.known.insert((array, index), word);
            self.check_size()?;
        }
        Ok(self.arrays.known[&(array, index)].clone())
    }

    fn read_variable(&mut self, array: VarId, index: &[Lit]) -> Word {
        let read = *self.arrays.by_index.entry((array, index.to_vec())).or_insert_with(|| {
            let byte = self.circuit.inputs(8);
            for (bit, lit) in byte.iter().enumerate() {
                self.arrays.by_gate.insert(lit.gate(), (self.arrays.reads.len(), bit));
            }
            self.arrays.reads.push(Read { array, index: index.to_vec(), byte });
            self.arrays.reads.len() - 1
        });
        self.arrays.reads[read].byte.clone()
    }
}
