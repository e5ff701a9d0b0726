//! Terms become words of bits, each term once.

use super::array::Arrays;
use super::circuit::{Circuit, Lit};
use super::word::{self, Shift, Word};
use rustc_hash::FxHashMap;
use std::time::Instant;
use term::{BinaryOp, CompareOp, ConvertOp, Node, Pool, TermId, UnaryOp, VarId};

/// Why a term has no bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// The circuit would grow beyond its limit.
    TooLarge,
    /// The time is up.
    Late,
    /// A float operation that is not encoded.
    Float,
}

/// The circuit of all terms encoded so far. Ids of terms are those of one pool that is never cut.
pub(super) struct Encoder {
    pub circuit: Circuit,
    pub arrays: Arrays,
    /// Where each term's bits begin in `bits`.
    places: Vec<Option<u32>>,
    bits: Vec<Lit>,
    variables: FxHashMap<VarId, Word>,
    owners: FxHashMap<u32, (VarId, usize)>,
    /// Quotient and remainder of unsigned and signed divisions; mostly both are asked for.
    divisions: FxHashMap<(bool, Word, Word), (Word, Word)>,
    limit: usize,
    deadline: Option<Instant>,
    pending: Vec<(TermId, bool)>,
}

impl Encoder {
    /// Nothing encoded yet; at most about `limit` gates may come.
    pub fn new(limit: usize) -> Encoder {
        Encoder {
            circuit: Circuit::new(),
            arrays: Arrays::default(),
            places: Vec::new(),
            bits: Vec::new(),
            variables: FxHashMap::default(),
            owners: FxHashMap::default(),
            divisions: FxHashMap::default(),
            limit,
            deadline: None,
            pending: Vec::new(),
        }
    }

    /// The bits of a scalar term.
    pub fn encode(&mut self, pool: &Pool, term: TermId) -> Result<&[Lit], Refusal> {
        self.places.resize(pool.len() + 1, None);
        self.pending.clear();
        self.pending.push((term, false));
        while let Some((term, leaving)) = self.pending.pop() {
            if self.places[term.index()].is_some() {
                continue;
            }
            if !leaving {
                self.pending.push((term, true));
                let children = pool.node(term).children().rev();
                self.pending.extend(children.map(|child| (child, false)));
                continue;
            }
            let place = self.bits.len() as u32;
            if !pool.sort(term).is_bytes() {
                let word = self.word(pool, term)?;
                self.bits.extend(word);
            }
            self.places[term.index()] = Some(place);
            self.check_size()?;
        }
        Ok(self.get(pool, term))
    }

    /// About how many gates there may be.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Changes how many gates there may be.
    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Changes when to give up.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// How much is kept, in gates.
    pub fn size(&self) -> usize {
        self.circuit.len() + self.bits.len() + 8 * self.arrays.known.len()
    }

    pub(super) fn check_size(&self) -> Result<(), Refusal> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Refusal::Late);
        }
        if self.size() > self.limit { Err(Refusal::TooLarge) } else { Ok(()) }
    }

    /// The variable that an input is a bit of, and which bit.
    pub fn owner(&self, gate: u32) -> Option<(VarId, usize)> {
        self.owners.get(&gate).copied()
    }

    /// The inputs that a scalar variable consists of, if it was met.
    pub fn variable(&self, variable: VarId) -> Option<&[Lit]> {
        self.variables.get(&variable).map(Vec::as_slice)
    }

    /// The bits of a scalar term that was encoded.
    pub fn get(&self, pool: &Pool, term: TermId) -> &[Lit] {
        let place = self.places[term.index()].unwrap_or(0) as usize;
        &self.bits[place..place + usize::from(pool.sort(term).width())]
    }

    fn word(&mut self, pool: &Pool, term: TermId) -> Result<Word, Refusal> {
        let sort = pool.sort(term);
        let width = usize::from(sort.width());
        Ok(match pool.node(term) {
            Node::Variable(variable) => {
                let word = self.circuit.inputs(width);
                let bits = word.iter().enumerate();
                self.owners.extend(bits.map(|(bit, lit)| (lit.gate() as u32, (variable, bit))));
                self.variables.insert(variable, word.clone());
                word
            }
            Node::Constant(raw) => word::constant(width, raw),
            Node::Extract { of, low } => {
                let low = usize::from(low);
                self.get(pool, of)[low..low + width].to_vec()
            }
            Node::Concat(high, low) => [self.get(pool, low), self.get(pool, high)].concat(),
            Node::Ite(condition, yes, no) => {
                let condition = self.get(pool, condition)[0];
                let (yes, no) = (self.get(pool, yes).to_vec(), self.get(pool, no).to_vec());
                self.circuit.choose(condition, &yes, &no)
            }
            Node::Select(array, index) => self.read(pool, array, index)?,
            Node::Unary(UnaryOp::Not, a) => word::inverted(self.get(pool, a)),
            Node::Unary(UnaryOp::Neg, a) => {
                let a = self.get(pool, a).to_vec();
                self.circuit.neg(&a)
            }
            Node::Binary(op, a, b) if sort.is_bits() => {
                let (a, b) = (self.get(pool, a).to_vec(), self.get(pool, b).to_vec());
                self.binary(op, a, b)
            }
            Node::Compare(op, a, b) if pool.sort(a).is_bits() => {
                let (a, b) = (self.get(pool, a).to_vec(), self.get(pool, b).to_vec());
                vec![self.compare(op, &a, &b)]
            }
            Node::Convert(ConvertOp::ZExt | ConvertOp::Trunc, a) => {
                word::resized(self.get(pool, a), width)
            }
            Node::Convert(ConvertOp::SExt, a) => {
                let a = self.get(pool, a);
                word::extended(a, width, word::sign(a))
            }
            Node::Convert(ConvertOp::BitCast, a) => self.get(pool, a).to_vec(),
            _ => return self.float(pool, term),
        })
    }

    fn binary(&mut self, op: BinaryOp, a: Word, b: Word) -> Word {
        let circuit = &mut self.circuit;
        let width = a.len();
        match op {
            BinaryOp::Add => circuit.add(&a, &b, Lit::FALSE),
            BinaryOp::Sub => circuit.sub(&a, &b),
            BinaryOp::Mul => circuit.multiply(&a, &b, width),
            BinaryOp::UDiv => self.division(false, a, b).0.clone(),
            BinaryOp::URem => self.division(false, a, b).1.clone(),
            BinaryOp::SDiv => self.division(true, a, b).0.clone(),
            BinaryOp::SRem => self.division(true, a, b).1.clone(),
            BinaryOp::And => a.iter().zip(b).map(|(&a, b)| circuit.and(a, b)).collect(),
            BinaryOp::Or => a.iter().zip(b).map(|(&a, b)| circuit.or(a, b)).collect(),
            BinaryOp::Xor => a.iter().zip(b).map(|(&a, b)| circuit.xor(a, b)).collect(),
            BinaryOp::Shl => circuit.shift(Shift::Left, &a, &b, Lit::FALSE),
            BinaryOp::LShr => circuit.shift(Shift::Right, &a, &b, Lit::FALSE),
            BinaryOp::AShr => circuit.shift(Shift::Right, &a, &b, word::sign(&a)),
            _ => {
                debug_assert!(false, "{op} of bits");
                a
            }
        }
    }

    fn division(&mut self, signed: bool, a: Word, b: Word) -> &(Word, Word) {
        let circuit = &mut self.circuit;
        self.divisions.entry((signed, a, b)).or_insert_with_key(|(signed, a, b)| {
            if *signed { circuit.divide_signed(a, b) } else { circuit.divide(a, b) }
        })
    }

    fn compare(&mut self, op: CompareOp, a: &[Lit], b: &[Lit]) -> Lit {
        let circuit = &mut self.circuit;
        match op {
            CompareOp::Eq => circuit.equal(a, b),
            CompareOp::Ne => !circuit.equal(a, b),
            CompareOp::Ult => circuit.less(a, b),
            CompareOp::Uge => !circuit.less(a, b),
            CompareOp::Ugt => circuit.less(b, a),
            CompareOp::Ule => !circuit.less(b, a),
            CompareOp::Slt => circuit.less_signed(a, b),
            CompareOp::Sge => !circuit.less_signed(a, b),
            CompareOp::Sgt => circuit.less_signed(b, a),
            CompareOp::Sle => !circuit.less_signed(b, a),
            _ => {
                debug_assert!(false, "{op} of bits");
                Lit::FALSE
            }
        }
    }
}
