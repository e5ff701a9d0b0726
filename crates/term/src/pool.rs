//! The arena of hash-consed terms: one small cell per term, equal terms are one.

mod cell;
mod table;

use rustc_hash::FxHashMap;

use crate::node::{Node, TermId, VarId};
use crate::sort::Sort;
use crate::value::{Value, canonical_prefix};

pub(crate) use cell::{Cell, Op};
use table::Table;

/// A set of terms over named variables, in which equal terms have equal ids.
///
/// Terms are made by the constructors, which simplify; nothing is ever freed but by [`Pool::cut`].
#[derive(Clone, Debug)]
pub struct Pool {
    /// Indexed by term; the first is a filler.
    cells: Vec<Cell>,
    /// The structural hash of each term: made of names, constants and operations, never of ids.
    hashes: Vec<u64>,
    table: Table,
    /// Constants of more than 64 bits, in order of creation.
    wide: Vec<u128>,
    /// Constant arrays, in order of creation.
    arrays: Vec<Box<[u8]>>,
    variables: Vec<Variable>,
    by_name: FxHashMap<Box<str>, VarId>,
    /// Bytes on the heap behind `arrays` and `variables`.
    heap_bytes: usize,
}

#[derive(Clone, Debug)]
struct Variable {
    name: Box<str>,
    term: TermId,
}

/// A name asked for with one sort after it was made with another.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("variable `{name}` is {existing}, not {requested}")]
pub struct SortClash {
    /// The variable's name.
    pub name: String,
    /// The sort it has.
    pub existing: Sort,
    /// The sort that was asked for.
    pub requested: Sort,
}

/// A moment in a pool's life that [`Pool::cut`] can return to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    cells: usize,
    wide: usize,
    arrays: usize,
    variables: usize,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

impl Pool {
    /// An empty pool.
    pub fn new() -> Pool {
        Pool {
            cells: vec![Cell::FILLER],
            hashes: vec![0],
            table: Table::new(),
            wide: Vec::new(),
            arrays: Vec::new(),
            variables: Vec::new(),
            by_name: FxHashMap::default(),
            heap_bytes: 0,
        }
    }

    /// The variable of this name and sort, made on first use.
    ///
    /// Asking for a known name with another sort is a caller's bug: it panics in debug builds and
    /// gives the variable that exists, with its own sort, otherwise. Use [`Pool::try_variable`] for
    /// names that come from outside.
    pub fn variable(&mut self, name: &str, sort: Sort) -> TermId {
        self.try_variable(name, sort).unwrap_or_else(|clash| {
            debug_assert!(false, "{clash}");
            self.variables[self.by_name[name].index()].term
        })
    }

    /// The variable of this name and sort, made on first use; an error if it has another sort.
    pub fn try_variable(&mut self, name: &str, sort: Sort) -> Result<TermId, SortClash> {
        debug_assert!(sort.is_valid(), "variable of sort {sort}");
        if let Some(&var) = self.by_name.get(name) {
            let term = self.variables[var.index()].term;
            let existing = self.sort(term);
            if existing != sort {
                return Err(SortClash { name: name.to_owned(), existing, requested: sort });
            }
            return Ok(term);
        }
        let var = VarId(self.variables.len() as u32);
        let cell = Cell { op: Op::Variable, sort, a: var.0, b: 0, c: 0 };
        let hash = cell.hash_leaf(cell::hash_bytes(name.as_bytes()));
        let term = self.push(cell, hash);
        self.variables.push(Variable { name: name.into(), term });
        self.by_name.insert(name.into(), var);
        self.heap_bytes += 2 * name.len() + size_of::<Variable>() + size_of::<(Box<str>, VarId)>();
        Ok(term)
    }

    /// The variable that `term` is, if it is one.
    #[inline]
    pub fn var_of(&self, term: TermId) -> Option<VarId> {
        let cell = self.cell(term);
        (cell.op == Op::Variable).then_some(VarId(cell.a))
    }

    /// The variable of this name, if there is one.
    pub fn find_variable(&self, name: &str) -> Option<VarId> {
        self.by_name.get(name).copied()
    }

    /// The term that a variable is.
    pub fn variable_term(&self, var: VarId) -> TermId {
        self.variables[var.index()].term
    }

    /// The name of a variable.
    pub fn variable_name(&self, var: VarId) -> &str {
        &self.variables[var.index()].name
    }

    /// The sort of a variable.
    pub fn variable_sort(&self, var: VarId) -> Sort {
        self.sort(self.variables[var.index()].term)
    }

    /// All variables with their names and sorts, in order of creation.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = (VarId, &str, Sort)> {
        self.variables
            .iter()
            .enumerate()
            .map(|(index, var)| (VarId(index as u32), &*var.name, self.sort(var.term)))
    }

    /// The bit-vector constant of this width; bits beyond the width are dropped.
    #[inline]
    pub fn bits(&mut self, width: u8, value: u128) -> TermId {
        self.constant(Sort::Bits(width), value)
    }

    /// The condition that always, or never, holds.
    #[inline]
    pub fn bool(&mut self, value: bool) -> TermId {
        self.constant(Sort::BOOL, value.into())
    }

    /// The constant f32 with exactly these bits.
    pub fn f32(&mut self, value: f32) -> TermId {
        self.constant(Sort::F32, value.to_bits().into())
    }

    /// The constant f64 with exactly these bits.
    pub fn f64(&mut self, value: f64) -> TermId {
        self.constant(Sort::F64, value.to_bits().into())
    }

    /// The scalar constant of this sort with these raw bits; bits beyond its width are dropped.
    #[inline]
    pub fn constant(&mut self, sort: Sort, raw: u128) -> TermId {
        debug_assert!(sort.is_valid() && !sort.is_bytes(), "scalar constant of sort {sort}");
        let raw = raw & sort.mask();
        if sort.width() <= 64 {
            let cell =
                Cell { op: Op::Constant, sort, a: 0, b: raw as u32, c: (raw as u64 >> 32) as u32 };
            return self.intern(cell, cell.hash_leaf(raw as u64));
        }
        let cell = Cell { op: Op::Wide, sort, a: self.wide.len() as u32, b: 0, c: 0 };
        let hash = cell.hash_leaf(cell::mix(raw as u64, (raw >> 64) as u64));
        let found = self.table.find(hash, |id| {
            let other = self.cells[id as usize];
            other.op == Op::Wide && other.sort == sort && self.wide[other.a as usize] == raw
        });
        found.map(TermId::new).unwrap_or_else(|| {
            self.wide.push(raw);
            self.push(cell, hash)
        })
    }

    /// The constant array of `2^index_bits` bytes that begins with these and goes on with zeros.
    pub fn bytes(&mut self, index_bits: u8, bytes: &[u8]) -> TermId {
        let sort = Sort::Bytes { index_bits };
        debug_assert!(sort.is_valid(), "constant of sort {sort}");
        let prefix = canonical_prefix(index_bits, bytes);
        let cell = Cell { op: Op::Bytes, sort, a: self.arrays.len() as u32, b: 0, c: 0 };
        let hash = cell.hash_leaf(cell::hash_bytes(prefix));
        let found = self.table.find(hash, |id| {
            let other = self.cells[id as usize];
            other.op == Op::Bytes && other.sort == sort && *self.arrays[other.a as usize] == *prefix
        });
        found.map(TermId::new).unwrap_or_else(|| {
            self.arrays.push(prefix.into());
            self.heap_bytes += prefix.len() + size_of::<Box<[u8]>>();
            self.push(cell, hash)
        })
    }

    /// The constant term for a concrete value.
    pub fn value(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bytes { index_bits, prefix } => self.bytes(*index_bits, prefix),
            scalar => self.constant(scalar.sort(), scalar.raw().unwrap_or(0)),
        }
    }

    /// The sort of a term.
    #[inline]
    pub fn sort(&self, term: TermId) -> Sort {
        self.cell(term).sort
    }

    /// The raw bits of a scalar constant; none for any other term.
    #[inline]
    pub fn as_constant(&self, term: TermId) -> Option<u128> {
        let cell = self.cell(term);
        match cell.op {
            Op::Constant => Some(cell.narrow()),
            Op::Wide => Some(self.wide[cell.a as usize]),
            _ => None,
        }
    }

    /// The top of a term.
    #[inline]
    pub fn node(&self, term: TermId) -> Node<'_> {
        let Cell { op, a, b, c, .. } = *self.cell(term);
        let id = TermId::new;
        match op {
            Op::Variable => Node::Variable(VarId(a)),
            Op::Constant => Node::Constant(self.cell(term).narrow()),
            Op::Wide => Node::Constant(self.wide[a as usize]),
            Op::Bytes => Node::Bytes(&self.arrays[a as usize]),
            Op::Unary(op) => Node::Unary(op, id(a)),
            Op::Binary(op) => Node::Binary(op, id(a), id(b)),
            Op::Compare(op) => Node::Compare(op, id(a), id(b)),
            Op::IsNan => Node::IsNan(id(a)),
            Op::Convert(op) => Node::Convert(op, id(a)),
            Op::Extract(low) => Node::Extract { of: id(a), low },
            Op::Concat => Node::Concat(id(a), id(b)),
            Op::Ite => Node::Ite(id(a), id(b), id(c)),
            Op::Fma => Node::Fma(id(a), id(b), id(c)),
            Op::Select => Node::Select(id(a), id(b)),
            Op::Store => Node::Store(id(a), id(b), id(c)),
        }
    }

    /// Number of terms, variables and constants included.
    #[inline]
    pub fn len(&self) -> usize {
        self.cells.len() - 1
    }

    /// Whether nothing was made yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory in use, in bytes: what a budget is checked against. A matter of what the pool holds, not of
    /// what it once held, so that a budget bites at the same place in every run. Constant time.
    #[inline]
    pub fn bytes_used(&self) -> usize {
        self.len() * (size_of::<Cell>() + size_of::<u64>() + Table::BYTES_PER_ENTRY)
            + self.wide.len() * size_of::<u128>()
            + self.heap_bytes
    }

    /// Where the pool stands now, for a later [`Pool::cut`].
    pub fn mark(&self) -> Mark {
        Mark {
            cells: self.cells.len(),
            wide: self.wide.len(),
            arrays: self.arrays.len(),
            variables: self.variables.len(),
        }
    }

    /// Drops every term and variable made since `mark`, at a cost proportional to what is dropped.
    /// Their ids will be used again.
    pub fn cut(&mut self, mark: Mark) {
        // Backwards, because the table can only forget its newest entry.
        for index in (mark.cells..self.cells.len()).rev() {
            self.table.remove_newest(self.hashes[index], index as u32);
        }
        self.cells.truncate(mark.cells);
        self.hashes.truncate(mark.cells);
        self.wide.truncate(mark.wide);
        for array in self.arrays.drain(mark.arrays.min(self.arrays.len())..) {
            self.heap_bytes -= array.len() + size_of::<Box<[u8]>>();
        }
        for var in self.variables.drain(mark.variables.min(self.variables.len())..) {
            self.by_name.remove(&var.name);
            self.heap_bytes -=
                2 * var.name.len() + size_of::<Variable>() + size_of::<(Box<str>, VarId)>();
        }
    }

    #[inline]
    pub(crate) fn cell(&self, term: TermId) -> &Cell {
        &self.cells[term.index()]
    }

    #[inline]
    pub(crate) fn hash(&self, term: TermId) -> u64 {
        self.hashes[term.index()]
    }

    /// The term `op(a)` as it stands, without simplification.
    #[inline]
    pub(crate) fn make1(&mut self, op: Op, sort: Sort, a: TermId) -> TermId {
        let cell = Cell { op, sort, a: a.raw(), b: 0, c: 0 };
        self.intern(cell, cell.hash1(self.hash(a)))
    }

    /// The term `op(a, b)` as it stands, without simplification.
    #[inline]
    pub(crate) fn make2(&mut self, op: Op, sort: Sort, a: TermId, b: TermId) -> TermId {
        let cell = Cell { op, sort, a: a.raw(), b: b.raw(), c: 0 };
        self.intern(cell, cell.hash2(self.hash(a), self.hash(b)))
    }

    /// The term `op(a, b, c)` as it stands, without simplification.
    #[inline]
    pub(crate) fn make3(&mut self, op: Op, sort: Sort, a: TermId, b: TermId, c: TermId) -> TermId {
        let cell = Cell { op, sort, a: a.raw(), b: b.raw(), c: c.raw() };
        self.intern(cell, cell.hash3(self.hash(a), self.hash(b), self.hash(c)))
    }

    #[inline]
    fn intern(&mut self, cell: Cell, hash: u64) -> TermId {
        match self.table.find(hash, |id| self.cells[id as usize] == cell) {
            Some(id) => TermId::new(id),
            None => self.push(cell, hash),
        }
    }

    #[inline]
    fn push(&mut self, cell: Cell, hash: u64) -> TermId {
        let id = self.cells.len() as u32;
        self.cells.push(cell);
        self.hashes.push(hash);
        self.table.insert(hash, id, &self.hashes);
        TermId::new(id)
    }
}
