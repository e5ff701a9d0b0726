//! The concolic domain: a value carries its term over the inputs, and stays concrete beside it.

use super::pointers::Pointers;
use super::{Domain, Judgement, Shaded};
use crate::memory::shadow::{Shadow, ShadowMap};
use crate::memory::{Memory, Object, address};
use program::{BinaryOp, CompareOp, ConvertOp, Type, UnaryOp};
use rustc_hash::{FxHashMap, FxHashSet};
use term::distance::Distance;
use term::{Pool, Sort, TermId};

/// Values and terms.
pub(crate) struct Concolic {
    /// Where the terms of a run live.
    pub pool: Pool,
    /// Terms of bytes in memory; always bit-vectors of as many bits as the bytes have.
    pub memory: ShadowMap<TermId>,
    /// Objects that were allocated with a symbolic size, by the address's tag.
    pub sizes: FxHashMap<u32, Size>,
    /// Lengths of arrays that were made with a symbolic length, by the address's tag.
    pub lengths: FxHashMap<u32, TermId>,
    /// Contents of objects as array terms, by the address's tag.
    pub arrays: FxHashMap<u32, Contents>,
    /// Elements of sized inputs behind the length they have in this run, by the address's tag: offset of
    /// each byte and its term.
    pub beyond: FxHashMap<u32, Vec<(u32, TermId)>>,
    /// Addresses that the scenario passed.
    pub pointers: Pointers,
    /// Addresses that are symbols of the state at the beginning of a call, by their variables: their numbers.
    pub entered: FxHashMap<TermId, u32>,
    /// Clauses that are in the path condition already.
    pub asserted: FxHashSet<TermId>,
    /// How many terms a run may make.
    pub budget: usize,
    /// The budget was spent: values are bare from here on.
    pub spent: bool,
    empty: term::Mark,
}

/// A symbolic size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    /// In bytes: 64 bits.
    pub term: TermId,
    /// Whether the object began as zeros, whatever its size.
    pub zeroed: bool,
}

/// The contents of an object as array terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents {
    /// The bytes.
    pub bytes: TermId,
    /// For each byte whether it was written, unless all were.
    pub written: Option<TermId>,
    /// A write through a symbolic index was made: only the arrays know what the object holds. Until
    /// then they are a copy that is thrown away when a byte is written.
    pub only: bool,
}

type Value = Shaded<Option<TermId>>;

impl Concolic {
    /// No terms yet, and at most `budget` of them in a run.
    pub fn new(budget: usize) -> Self {
        let pool = Pool::new();
        let empty = pool.mark();
        Self {
            pool,
            memory: ShadowMap::default(),
            sizes: FxHashMap::default(),
            lengths: FxHashMap::default(),
            arrays: FxHashMap::default(),
            beyond: FxHashMap::default(),
            pointers: Pointers::default(),
            entered: FxHashMap::default(),
            asserted: FxHashSet::default(),
            budget,
            spent: false,
            empty,
        }
    }

    /// Forgets everything a run left behind.
    pub fn reset(&mut self) {
        self.pool.cut(self.empty);
        self.memory.reset();
        self.sizes.clear();
        self.lengths.clear();
        self.arrays.clear();
        self.beyond.clear();
        self.pointers.clear();
        self.entered.clear();
        self.asserted.clear();
        self.spent = false;
    }

    /// Forgets what is known of an object whose tag a new one has got.
    pub fn forget(&mut self, tag: u32) {
        if !self.sizes.is_empty() {
            self.sizes.remove(&tag);
        }
        if !self.lengths.is_empty() {
            self.lengths.remove(&tag);
        }
        if !self.arrays.is_empty() {
            self.arrays.remove(&tag);
        }
        if !self.beyond.is_empty() {
            self.beyond.remove(&tag);
        }
    }

    /// How many bits an index into an object's array has: enough for any size it could have.
    pub fn index_bits(&self, object: Object) -> u8 {
        if self.sizes.contains_key(&address::tag(object.address)) {
            return 32;
        }
        (32 - object.size.saturating_sub(1).leading_zeros()).max(1) as u8
    }

    /// The term of a value to reckon with, a constant if it is bare or an address of the scenario's.
    pub fn term_of(&mut self, ty: Type, value: Value) -> TermId {
        let term = value.shadow.filter(|&term| !self.pointers.is_opaque(term));
        term.unwrap_or_else(|| self.pool.constant(ty.sort(), value.bits))
    }

    /// The term of a value that is compared for equality: an address keeps its variable there.
    fn identity_of(&mut self, ty: Type, value: Value) -> TermId {
        match value.shadow {
            Some(term) if self.pointers.is_variable(term) => term,
            _ => self.term_of(ty, value),
        }
    }

    /// What an operation hands on: nothing if the term is a constant or the budget is spent.
    fn keep(&mut self, term: TermId) -> Option<TermId> {
        if self.pool.len() > self.budget {
            self.spent = true;
        }
        (!self.spent && self.pool.as_constant(term).is_none()).then_some(term)
    }

    /// What a shadow still says: nothing once the budget is spent, so that no more terms are made.
    fn alive(&self, shadow: Option<TermId>) -> Option<TermId> {
        shadow.filter(|_| !self.spent)
    }

    /// A value as the bit-vector of its bytes in memory.
    pub fn bytes_of(&mut self, ty: Type, term: TermId) -> TermId {
        let bits = (ty.bytes() * 8) as u8;
        let term = match ty {
            Type::F32 | Type::F64 => {
                self.pool.convert(ConvertOp::BitCast, Sort::Bits(ty.bits()), term)
            }
            Type::Int(_) | Type::Ptr => term,
        };
        if bits == ty.bits() {
            term
        } else {
            self.pool.convert(ConvertOp::ZExt, Sort::Bits(bits), term)
        }
    }

    /// The bit-vector of a value's bytes in memory as the value.
    pub fn value_of(&mut self, ty: Type, term: TermId) -> TermId {
        let term = if u32::from(ty.bits()) < ty.bytes() * 8 {
            self.pool.convert(ConvertOp::Trunc, Sort::Bits(ty.bits()), term)
        } else {
            term
        };
        match ty {
            Type::F32 | Type::F64 => self.pool.convert(ConvertOp::BitCast, ty.sort(), term),
            Type::Int(_) | Type::Ptr => term,
        }
    }

    /// The term of one byte in memory, a constant if it is bare.
    pub fn byte(&mut self, memory: &Memory, index: usize) -> TermId {
        match self.memory.cell(index) {
            Some((term, byte, _)) => {
                let part = self.pool.extract(term, byte * 8, 8);
                if self.pointers.is_opaque(term)
                    && let Some(root) = self.pointers.root(term)
                {
                    self.pointers.derive(part, root);
                }
                part
            }
            None => self.pool.bits(8, u128::from(memory.read_u8(index))),
        }
    }

    /// Whether a byte in memory has a term to reckon with.
    pub fn is_symbolic(&self, index: usize) -> bool {
        self.memory.cell(index).is_some_and(|(term, ..)| !self.pointers.is_opaque(term))
    }

    /// The bytes of a value in memory that do not come from one store, put together.
    #[cold]
    fn gather(&mut self, memory: &Memory, index: usize, ty: Type) -> Option<TermId> {
        let mut whole = self.byte(memory, index);
        let mut root = self.root_of_part(whole);
        for byte in 1..ty.bytes() as usize {
            let high = self.byte(memory, index + byte);
            root = root.or(self.root_of_part(high));
            whole = self.pool.concat(high, whole);
        }
        if let Some(root) = root {
            self.pointers.derive(whole, root);
            return self.address(whole, ty);
        }
        let term = self.value_of(ty, whole);
        self.keep(term)
    }

    /// The address that a byte is a part of.
    fn root_of_part(&self, byte: TermId) -> Option<TermId> {
        self.pointers.is_opaque(byte).then(|| self.pointers.root(byte)).flatten()
    }

    /// An address, or a part of one, read as a value of that type; as anything but an integer of its own
    /// width it is bare.
    fn address(&mut self, term: TermId, ty: Type) -> Option<TermId> {
        let fits = !ty.is_float() && self.pool.sort(term).width() == ty.bits();
        if fits { self.keep(term) } else { None }
    }

    /// What arithmetic hands on beside its result, where an operand is an address that nothing has gone
    /// through yet: the result remembers it.
    fn trail(
        &mut self,
        op: BinaryOp,
        ty: Type,
        a: Value,
        b: Value,
        result: TermId,
    ) -> Option<TermId> {
        let fresh = |value: Value| value.shadow.and_then(|term| self.pointers.fresh_root(term));
        let root = match (op, fresh(a), fresh(b)) {
            (BinaryOp::Add | BinaryOp::Sub, Some(root), None)
            | (BinaryOp::Add, None, Some(root)) => root,
            _ => return self.keep(result),
        };
        if self.pool.as_constant(result).is_none() {
            self.pointers.base(result, root);
            return self.keep(result);
        }
        let [a, b] = [a, b]
            .map(|value| value.shadow.unwrap_or_else(|| self.pool.constant(ty.sort(), value.bits)));
        let trail = self.pool.binary(op, a, b);
        self.pointers.derive(trail, root);
        self.keep(trail)
    }
}

impl Domain for Concolic {
    type Shadow = Option<TermId>;

    const NONE: Option<TermId> = None;
    const TRACKS: bool = true;
    const GRADES: bool = false;
    const SYMBOLIC: bool = true;

    fn unary(&mut self, op: UnaryOp, ty: Type, a: Value) -> Option<TermId> {
        if self.spent {
            return None;
        }
        let a = self.term_of(ty, a);
        let term = self.pool.unary(op, a);
        self.keep(term)
    }

    #[inline(never)]
    fn binary(&mut self, op: BinaryOp, ty: Type, a: Value, b: Value) -> Option<TermId> {
        if self.spent {
            return None;
        }
        let (x, y) = (self.term_of(ty, a), self.term_of(ty, b));
        let term = self.pool.binary(op, x, y);
        self.trail(op, ty, a, b, term)
    }

    #[inline(never)]
    fn compare(&mut self, op: CompareOp, ty: Type, a: Value, b: Value) -> Option<TermId> {
        self.judge(op, ty, a, b).term
    }

    fn convert(&mut self, op: ConvertOp, from: Type, to: Type, a: Value) -> Option<TermId> {
        if self.spent {
            return None;
        }
        let a = self.term_of(from, a);
        let term = self.pool.convert(op, to.sort(), a);
        self.keep(term)
    }

    fn fma(&mut self, ty: Type, operands: [Value; 3]) -> Option<TermId> {
        if self.spent {
            return None;
        }
        let [a, b, c] = operands.map(|operand| self.term_of(ty, operand));
        let term = self.pool.fma(a, b, c);
        self.keep(term)
    }

    fn select(
        &mut self,
        _: Type,
        _: bool,
        _: Judgement,
        chosen: Value,
        _: Value,
    ) -> Option<TermId> {
        // The test is a clause of the path condition, so the value is the chosen one.
        chosen.shadow
    }

    #[inline(never)]
    fn judge(&mut self, op: CompareOp, ty: Type, a: Value, b: Value) -> Judgement {
        if self.spent {
            return Judgement::NONE;
        }
        let (a, b) = match op {
            CompareOp::Eq | CompareOp::Ne => (self.identity_of(ty, a), self.identity_of(ty, b)),
            _ => (self.term_of(ty, a), self.term_of(ty, b)),
        };
        let term = self.pool.compare(op, a, b);
        Judgement { flip: Distance::ZERO, term: self.keep(term) }
    }

    fn judge_bool(&mut self, a: Value) -> Judgement {
        Judgement { flip: Distance::ZERO, term: self.alive(a.shadow) }
    }

    #[inline]
    fn load(&mut self, memory: &Memory, index: usize, ty: Type) -> Option<TermId> {
        if self.spent {
            return None;
        }
        match self.memory.get(index, ty.bytes() as usize) {
            Shadow::None => None,
            Shadow::Whole(term) if self.pointers.is_opaque(term) => self.address(term, ty),
            Shadow::Whole(term) => {
                let term = self.value_of(ty, term);
                self.keep(term)
            }
            Shadow::Mixed => self.gather(memory, index, ty),
        }
    }

    #[inline]
    fn store(&mut self, index: usize, ty: Type, shadow: Option<TermId>) {
        match self.alive(shadow) {
            None => self.memory.clear(index, ty.bytes() as usize),
            Some(term) => {
                let term = self.bytes_of(ty, term);
                self.memory.set(index, ty.bytes() as usize, term);
            }
        }
    }

    fn copy(&mut self, to: usize, from: usize, len: usize) {
        self.memory.copy(to, from, len);
    }

    fn clear(&mut self, index: usize, len: usize) {
        self.memory.clear(index, len);
    }

    fn concolic(&mut self) -> Option<&mut Concolic> {
        Some(self)
    }

    fn of_term(&mut self, term: Option<TermId>) -> Option<TermId> {
        term.and_then(|term| self.keep(term))
    }

    fn of_grade(&mut self, _: Distance) -> Option<TermId> {
        None
    }

    fn term(&self, shadow: Option<TermId>) -> Option<TermId> {
        self.alive(shadow).filter(|&term| !self.pointers.is_opaque(term))
    }

    fn carried(&self, shadow: Option<TermId>) -> Option<TermId> {
        self.alive(shadow)
    }

    fn grade(&self, _: Option<TermId>) -> Option<Distance> {
        None
    }
}
