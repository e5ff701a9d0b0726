//! Terms compiled to a flat program that is evaluated many times without allocation.

mod instruction;
mod run;

use rustc_hash::FxHashMap;

use crate::assignment::Assignment;
use crate::node::{Node, TermId, VarId};
use crate::pool::Pool;
use crate::sort::Sort;
use crate::walk::postorder;

pub(crate) use instruction::Slot;
use instruction::{ArrayNode, Code, General, Instruction, Run, general_of, narrow_code};

/// A program that computes the values of some terms.
///
/// Values of up to 64 bits live in one file of registers: constants first, then variables, then one
/// per instruction, in order. Instructions are sorted by how deep their operands reach and then by
/// what they do, so that most of them need no dispatch of their own. Wider values have a file of their own; arrays are not values at all,
/// but a structure that reads walk through.
#[derive(Clone, Debug)]
pub struct Compiled {
    constants: Vec<u64>,
    variables: Vec<VarId>,
    runs: Vec<Run>,
    code: Vec<Instruction>,
    general: Vec<General>,
    arrays: Vec<ArrayNode>,
    wide_constants: Vec<u128>,
    wide_variables: Vec<VarId>,
    wide_len: u32,
    roots: Vec<Slot>,
}

/// The registers of an evaluation, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    narrow: Vec<u64>,
    wide: Vec<u128>,
    pub(crate) grades: Vec<crate::distance::Grade>,
    pub(crate) normals: Vec<crate::distance::Fitness>,
    pub(crate) sums: Vec<crate::distance::Fitness>,
}

impl Scratch {
    /// Empty registers; they grow to what is evaluated and keep that size.
    pub fn new() -> Scratch {
        Scratch::default()
    }

    #[inline]
    pub(crate) fn read(&self, slot: Slot) -> u128 {
        slot.read(&self.narrow, &self.wide)
    }
}

impl Compiled {
    /// Compiles scalar terms; terms they share are computed once.
    pub fn new(pool: &Pool, roots: &[TermId]) -> Compiled {
        Compiler::new(pool, roots).finish(roots)
    }

    /// The raw value of the first root.
    #[inline]
    pub fn eval(&self, assignment: &Assignment, scratch: &mut Scratch) -> u128 {
        self.run(assignment, scratch);
        self.root(0, scratch)
    }

    /// Whether the first root, a condition, holds.
    #[inline]
    pub fn eval_bool(&self, assignment: &Assignment, scratch: &mut Scratch) -> bool {
        self.eval(assignment, scratch) != 0
    }

    /// The raw values of all roots, in their order.
    pub fn eval_all<'a>(
        &'a self,
        assignment: &Assignment,
        scratch: &'a mut Scratch,
    ) -> impl ExactSizeIterator<Item = u128> + 'a {
        self.run(assignment, scratch);
        let scratch = &*scratch;
        (0..self.roots.len()).map(|index| self.root(index, scratch))
    }

    /// Computes every root; [`Compiled::root`] reads them.
    #[inline]
    pub fn run(&self, assignment: &Assignment, scratch: &mut Scratch) {
        run::run(self, assignment, scratch);
    }

    /// The raw value of a root after [`Compiled::run`] with the same registers; zero for a root that
    /// does not exist.
    #[inline]
    pub fn root(&self, index: usize, scratch: &Scratch) -> u128 {
        self.roots.get(index).map_or(0, |&slot| scratch.read(slot))
    }

    /// The register of a root.
    pub(crate) fn root_slot(&self, index: usize) -> Slot {
        self.roots.get(index).copied().unwrap_or(Slot::narrow(0))
    }

    /// Number of instructions, as a measure of what an evaluation costs.
    pub fn cost(&self) -> usize {
        self.code.len()
    }
}

struct Compiler<'pool> {
    pool: &'pool Pool,
    program: Compiled,
    slots: FxHashMap<TermId, Slot>,
    arrays: FxHashMap<TermId, u32>,
    /// The register of the first instruction.
    base: u32,
}

impl<'pool> Compiler<'pool> {
    fn new(pool: &'pool Pool, roots: &[TermId]) -> Compiler<'pool> {
        let mut compiler = Compiler {
            pool,
            program: Compiled {
                constants: Vec::new(),
                variables: Vec::new(),
                runs: Vec::new(),
                code: Vec::new(),
                general: Vec::new(),
                arrays: Vec::new(),
                wide_constants: Vec::new(),
                wide_variables: Vec::new(),
                wide_len: 0,
                roots: Vec::new(),
            },
            slots: FxHashMap::default(),
            arrays: FxHashMap::default(),
            base: 0,
        };
        let order = postorder(pool, roots);
        compiler.place_leaves(&order);
        for term in compiler.schedule(&order) {
            compiler.term(term);
        }
        compiler
    }

    /// The terms that are no leaves, level by level, and within a level what is done alike together.
    fn schedule(&self, order: &[TermId]) -> Vec<TermId> {
        let mut levels: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut schedule = Vec::new();
        for (position, &term) in order.iter().enumerate() {
            if self.slots.contains_key(&term) {
                continue;
            }
            let node = self.pool.node(term);
            let below =
                node.children().map(|child| levels.get(&child).map_or(0, |level| level + 1));
            let level = below.max().unwrap_or(0);
            levels.insert(term, level);
            let code = narrow_code(self.pool, node, self.pool.sort(term));
            schedule.push((level, code.map(|(code, ..)| code), position, term));
        }
        schedule.sort_unstable();
        schedule.into_iter().map(|(.., term)| term).collect()
    }

    /// Adds a step, to the run before it if that does the same.
    fn push(&mut self, code: Code, instruction: Instruction) {
        self.program.code.push(instruction);
        let end = self.program.code.len() as u32;
        match self.program.runs.last_mut() {
            Some(run) if run.code == code => run.end = end,
            _ => self.program.runs.push(Run { code, end }),
        }
    }

    /// Gives constants and variables their registers, which come before all others.
    fn place_leaves(&mut self, order: &[TermId]) {
        let program = &mut self.program;
        for &term in order {
            let wide = self.pool.sort(term).width() > 64;
            match self.pool.node(term) {
                Node::Constant(raw) if wide => {
                    self.slots.insert(term, Slot::wide(program.wide_constants.len() as u32));
                    program.wide_constants.push(raw);
                }
                Node::Constant(raw) => {
                    self.slots.insert(term, Slot::narrow(program.constants.len() as u32));
                    program.constants.push(raw as u64);
                }
                _ => {}
            }
        }
        for &term in order {
            let sort = self.pool.sort(term);
            if let Node::Variable(var) = self.pool.node(term)
                && !sort.is_bytes()
            {
                let slot = if sort.width() > 64 {
                    program.wide_variables.push(var);
                    let index = program.wide_constants.len() + program.wide_variables.len() - 1;
                    Slot::wide(index as u32)
                } else {
                    program.variables.push(var);
                    Slot::narrow((program.constants.len() + program.variables.len() - 1) as u32)
                };
                self.slots.insert(term, slot);
            }
        }
        self.base = (program.constants.len() + program.variables.len()) as u32;
        program.wide_len = (program.wide_constants.len() + program.wide_variables.len()) as u32;
    }

    fn term(&mut self, term: TermId) {
        let sort = self.pool.sort(term);
        if sort.is_bytes() {
            let node = self.array(term);
            self.arrays.insert(term, self.program.arrays.len() as u32);
            self.program.arrays.push(node);
            return;
        }
        let register = self.base + self.program.code.len() as u32;
        let node = self.pool.node(term);
        if let Some((code, shift, extra)) = narrow_code(self.pool, node, sort) {
            let mut operands = node.children().map(|child| self.slots[&child].index());
            let mut operand = || operands.next().unwrap_or(0);
            let instruction =
                Instruction { shift, extra, a: operand(), b: operand(), c: operand() };
            self.push(code, instruction);
            self.slots.insert(term, Slot::narrow(register));
            return;
        }
        let to = if sort.width() > 64 {
            self.program.wide_len += 1;
            Slot::wide(self.program.wide_len - 1)
        } else {
            Slot::narrow(register)
        };
        let (slots, arrays) = (&self.slots, &self.arrays);
        let op = general_of(self.pool, node, sort, |array| arrays[&array]);
        let mut operands =
            node.children().filter(|child| !self.pool.sort(*child).is_bytes()).map(|c| slots[&c]);
        let mut operand = || operands.next().unwrap_or(Slot::narrow(0));
        let general = General { op, to, operands: [operand(), operand(), operand()] };
        let index = self.program.general.len() as u32;
        self.program.general.push(general);
        self.push(Code::General, Instruction { shift: 0, extra: 0, a: index, b: 0, c: 0 });
        self.slots.insert(term, to);
    }

    fn array(&self, term: TermId) -> ArrayNode {
        match self.pool.node(term) {
            Node::Variable(var) => ArrayNode::Variable(var),
            Node::Bytes(bytes) => ArrayNode::Constant(bytes.into()),
            Node::Store(array, index, byte) => ArrayNode::Store {
                array: self.arrays[&array],
                index: self.slots[&index],
                byte: self.slots[&byte],
            },
            Node::Ite(condition, a, b) => ArrayNode::Ite {
                condition: self.slots[&condition],
                a: self.arrays[&a],
                b: self.arrays[&b],
            },
            other => {
                debug_assert!(false, "{other:?} is no array");
                ArrayNode::Constant([].into())
            }
        }
    }

    fn finish(mut self, roots: &[TermId]) -> Compiled {
        self.program.roots = roots
            .iter()
            .map(|root| {
                debug_assert!(!self.pool.sort(*root).is_bytes(), "root is an array");
                self.slots.get(root).copied().unwrap_or(Slot::narrow(0))
            })
            .collect();
        self.program
    }
}

/// The width of a value, for codes that work on up to 64 bits.
fn spare_bits(sort: Sort) -> u8 {
    64 - sort.width()
}
