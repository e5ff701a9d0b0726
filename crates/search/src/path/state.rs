//! Symbolic execution along one path: what registers and memory hold, as terms over what is known where
//! the path begins.
//!
//! What nothing is known of is *destroyed* (paper Baars et al., III-A): what a loop assigned, what a call gave or
//! may have written, what lies where a store through another pointer may have gone.

use crate::path::relevant::{Relevant, is_opaque};
use crate::terrain::Terrain;
use program::{
    BlockId, Constant, Edge, FuncId, Function, GlobalId, Instruction, Operand, RegId, Terminator,
    Test, Type,
};
use rustc_hash::FxHashMap;
use term::{BinaryOp, CompareOp, Compiled, Node, Pool, TermId, VarId};
use trace::Known;

/// Stores that are remembered along a path.
const MOST_STORES: usize = 16;

/// What has changed since the path began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// Registers in order, and what they hold; nothing if it is destroyed.
    registers: Vec<(RegId, Option<TermId>)>,
    /// Whether memory is destroyed, but for the stores.
    forgotten: bool,
    /// What was stored since, in order.
    stores: Vec<(TermId, Type, Option<TermId>)>,
}

impl State {
    fn set(&mut self, register: RegId, value: Option<TermId>) {
        match self.registers.binary_search_by_key(&register, |entry| entry.0) {
            Ok(place) => self.registers[place].1 = value,
            Err(place) => self.registers.insert(place, (register, value)),
        }
    }

    /// Destroys registers, which ascend.
    pub fn destroy(&mut self, registers: &[RegId]) {
        self.registers.retain(|(register, _)| registers.binary_search(register).is_err());
        self.registers.extend(registers.iter().map(|register| (*register, None)));
        self.registers.sort_unstable_by_key(|entry| entry.0);
    }

    /// Destroys memory.
    pub fn forget(&mut self) {
        self.forgotten = true;
        self.stores.clear();
    }

    /// Drops what does not matter any more.
    pub fn restrict(&mut self, relevant: &Relevant, block: BlockId) {
        if !relevant.restrict(block, &mut self.registers) {
            self.forgotten = false;
            self.stores.clear();
        }
    }

    /// What registers that have changed hold, and the values of stores.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        let stored = self.stores.iter().flat_map(|(address, _, value)| [Some(*address), *value]);
        self.registers.iter().map(|(_, value)| *value).chain(stored).flatten()
    }

    /// Whether a register has changed.
    pub fn has_changed(&self, register: RegId) -> bool {
        self.registers.binary_search_by_key(&register, |entry| entry.0).is_ok()
    }
}

/// Executes symbolically; owns the terms and knows what their variables stand for.
pub struct Executor<'a, 'p> {
    terrain: &'a Terrain<'p>,
    function: &'a Function,
    /// Where terms live.
    pub pool: Pool,
    /// What the variables stand for, in the order in which they can be computed.
    pub inputs: Vec<(VarId, Known)>,
    registers: FxHashMap<RegId, TermId>,
    globals: FxHashMap<GlobalId, TermId>,
    cells: FxHashMap<(TermId, Type), TermId>,
}

impl<'a, 'p> Executor<'a, 'p> {
    /// Nothing executed yet.
    pub fn new(terrain: &'a Terrain<'p>, function: FuncId) -> Self {
        Self {
            terrain,
            function: &terrain.program().functions[function],
            pool: Pool::new(),
            inputs: Vec::new(),
            registers: FxHashMap::default(),
            globals: FxHashMap::default(),
            cells: FxHashMap::default(),
        }
    }

    /// What is known where paths from the end of a block begin: the constants that it assigns.
    pub fn beginning(&mut self, block: BlockId) -> State {
        let mut state = State::default();
        for instruction in &self.function.blocks[block].instructions {
            let Some(register) = instruction.node.destination() else { continue };
            state.registers.retain(|(known, _)| *known != register);
            if let Instruction::Copy {
                ty: ty @ Type::Int(_),
                value: value @ Operand::Constant(_),
                ..
            } = instruction.node
            {
                let value = self.operand(&State::default(), value, ty);
                state.set(register, value);
            }
        }
        state
    }

    /// The variable of a register, its value where paths begin.
    pub fn register(&mut self, register: RegId) -> TermId {
        if let Some(term) = self.registers.get(&register) {
            return *term;
        }
        let known = &self.function.registers[register];
        let term = self.variable(&known.name, known.ty, Known::Register(register));
        self.registers.insert(register, term);
        term
    }

    fn variable(&mut self, name: &str, ty: Type, known: Known) -> TermId {
        let term = self.pool.variable(name, ty.sort());
        self.inputs.extend(self.pool.var_of(term).map(|variable| (variable, known)));
        term
    }

    /// What an operand is worth; nothing if it is destroyed.
    pub fn operand(&mut self, state: &State, operand: Operand, ty: Type) -> Option<TermId> {
        match operand {
            Operand::Register(register) => {
                match state.registers.binary_search_by_key(&register, |entry| entry.0) {
                    Ok(place) => state.registers[place].1,
                    Err(_) => Some(self.register(register)),
                }
            }
            Operand::Constant(Constant::Bits(bits)) => Some(self.pool.constant(ty.sort(), bits)),
            Operand::Constant(Constant::Global(global, offset)) => {
                let base = match self.globals.get(&global) {
                    Some(term) => *term,
                    None => {
                        let name = format!("@{}", self.terrain.program().globals[global].name);
                        let term = self.variable(&name, Type::Ptr, Known::Global(global));
                        self.globals.insert(global, term);
                        term
                    }
                };
                let offset = self.pool.bits(64, u128::from(offset as u64));
                Some(self.pool.binary(BinaryOp::Add, base, offset))
            }
            Operand::Constant(Constant::Function(_)) => None,
        }
    }

    /// What a test says; nothing if that is destroyed.
    pub fn test(&mut self, state: &State, test: &Test) -> Option<TermId> {
        match *test {
            Test::Compare { op, ty, left, right } => {
                let left = self.operand(state, left, ty)?;
                let right = self.operand(state, right, ty)?;
                Some(self.pool.compare(op, left, right))
            }
            Test::Value(value) => self.operand(state, value, Type::BOOL),
        }
    }

    /// What must hold for a block to be left over one of its edges: nothing, something that is destroyed,
    /// or a condition.
    pub fn condition(&mut self, state: &State, block: BlockId, successor: u32) -> Condition {
        let known = match &self.function.blocks[block].terminator.node {
            Terminator::Jump(_) if successor == 0 => return Condition::Always,
            Terminator::Branch { test, .. } if successor < 2 => {
                let test = self.test(state, test);
                test.map(|test| if successor == 0 { test } else { self.pool.not(test) })
            }
            Terminator::Switch { ty, value, cases, .. } if successor as usize <= cases.len() => {
                let value = self.operand(state, *value, *ty);
                value.map(|value| self.case(value, *ty, cases, successor as usize))
            }
            _ => None,
        };
        known.map_or(Condition::Destroyed, Condition::Holds)
    }

    fn case(
        &mut self,
        value: TermId,
        ty: Type,
        cases: &[(u128, Edge)],
        successor: usize,
    ) -> TermId {
        let is = |pool: &mut Pool, case: u128| {
            let case = pool.constant(ty.sort(), case);
            pool.compare(CompareOp::Eq, value, case)
        };
        match cases.get(successor) {
            Some((case, _)) => is(&mut self.pool, *case),
            None => {
                let mut none = self.pool.bool(true);
                for (case, _) in cases {
                    let case = is(&mut self.pool, *case);
                    let other = self.pool.not(case);
                    none = self.pool.and(none, other);
                }
                none
            }
        }
    }

    /// Makes the moves of an edge, all at once; a handler's register is destroyed.
    pub fn moves(&mut self, state: &mut State, block: BlockId, successor: u32) {
        let body = &self.function.blocks[block];
        match body.terminator.node.edges().nth(successor as usize) {
            Some(edge) => {
                let values: Vec<Option<TermId>> = edge
                    .moves
                    .iter()
                    .map(|(to, value)| self.operand(state, *value, self.function.type_of(*to)))
                    .collect();
                for ((to, _), value) in edge.moves.iter().zip(values) {
                    state.set(*to, value);
                }
            }
            None => {
                let table = body.handlers.map(|table| &self.function.handlers[table]);
                for handler in table.iter().flat_map(|table| &table.handlers) {
                    state.set(handler.register, None);
                }
            }
        }
    }

    /// Executes some instructions of a block.
    pub fn block(
        &mut self,
        state: &mut State,
        block: BlockId,
        places: impl IntoIterator<Item = usize>,
    ) {
        let instructions = &self.function.blocks[block].instructions;
        for place in places {
            self.instruction(state, &instructions[place].node);
        }
    }

    fn instruction(&mut self, state: &mut State, instruction: &Instruction) {
        if self.terrain.may_write(instruction) {
            state.forget();
        }
        if let Instruction::Store { ty, address, offset, value, .. } = *instruction {
            let value = self.operand(state, value, ty);
            match self.address(state, address, offset) {
                Some(address) if state.stores.len() < MOST_STORES => {
                    state.stores.push((address, ty, value));
                }
                _ => state.forget(),
            }
            return;
        }
        let Some(to) = instruction.destination() else { return };
        let value = if is_opaque(instruction) { None } else { self.value(state, instruction) };
        state.set(to, value);
    }

    fn value(&mut self, state: &State, instruction: &Instruction) -> Option<TermId> {
        Some(match *instruction {
            Instruction::Copy { ty, value, .. } => self.operand(state, value, ty)?,
            Instruction::Unary { op, ty, value, .. } => {
                let value = self.operand(state, value, ty)?;
                self.pool.unary(op, value)
            }
            Instruction::Binary { op, ty, left, right, .. } => {
                let left = self.operand(state, left, ty)?;
                let right = self.operand(state, right, ty)?;
                self.pool.binary(op, left, right)
            }
            Instruction::Compare { op, ty, left, right, .. } => {
                let left = self.operand(state, left, ty)?;
                let right = self.operand(state, right, ty)?;
                self.pool.compare(op, left, right)
            }
            Instruction::Convert { op, from, to, value, .. } => {
                let value = self.operand(state, value, from)?;
                self.pool.convert(op, to.sort(), value)
            }
            Instruction::Fma { ty, a, b, c, .. } => {
                let [a, b, c] = [a, b, c].map(|operand| self.operand(state, operand, ty));
                self.pool.fma(a?, b?, c?)
            }
            Instruction::Select { ty, test, then, otherwise, .. } => {
                let test = self.test(state, &test)?;
                let then = self.operand(state, then, ty)?;
                let otherwise = self.operand(state, otherwise, ty)?;
                self.pool.ite(test, then, otherwise)
            }
            Instruction::Address { base, index, scale, offset, .. } => {
                let base = self.operand(state, base, Type::Ptr)?;
                let index = self.operand(state, index, Type::I64)?;
                let scale = self.pool.bits(64, scale.into());
                let step = self.pool.binary(BinaryOp::Mul, index, scale);
                let place = self.pool.binary(BinaryOp::Add, base, step);
                let offset = self.pool.bits(64, u128::from(offset as u64));
                self.pool.binary(BinaryOp::Add, place, offset)
            }
            Instruction::Load { ty, address, offset, .. } => {
                let address = self.address(state, address, offset)?;
                self.load(state, address, ty)?
            }
            _ => return None,
        })
    }

    fn address(&mut self, state: &State, address: Operand, offset: i32) -> Option<TermId> {
        let base = self.operand(state, address, Type::Ptr)?;
        let offset = self.pool.bits(64, u128::from(i64::from(offset) as u64));
        Some(self.pool.binary(BinaryOp::Add, base, offset))
    }

    /// What lies at an address: what was stored there last, or what lay there when the path began.
    fn load(&mut self, state: &State, address: TermId, ty: Type) -> Option<TermId> {
        for (stored, of, value) in state.stores.iter().rev() {
            if *stored == address && *of == ty {
                return *value;
            }
            if !self.are_apart((*stored, *of), (address, ty)) {
                return None;
            }
        }
        if state.forgotten {
            return None;
        }
        if let Some(term) = self.cells.get(&(address, ty)) {
            return Some(*term);
        }
        let name = format!("{ty} at {}", term::print::infix(&self.pool, address));
        let known = Known::Memory { address: Box::new(Compiled::new(&self.pool, &[address])), ty };
        let term = self.variable(&name, ty, known);
        self.cells.insert((address, ty), term);
        Some(term)
    }

    /// Whether two places have nothing in common, whatever the variables are.
    fn are_apart(&self, a: (TermId, Type), b: (TermId, Type)) -> bool {
        let ((base_a, at_a), (base_b, at_b)) = (self.split(a.0), self.split(b.0));
        if base_a != base_b {
            let is_global = |base: TermId| self.globals.values().any(|term| *term == base);
            return is_global(base_a) && is_global(base_b);
        }
        let gap = at_b.wrapping_sub(at_a);
        gap >= u64::from(a.1.bytes()) && gap.wrapping_neg() >= u64::from(b.1.bytes())
    }

    /// An address as something and a number.
    fn split(&self, address: TermId) -> (TermId, u64) {
        match self.pool.node(address) {
            Node::Binary(BinaryOp::Add, a, b) => {
                match (self.pool.as_constant(a), self.pool.as_constant(b)) {
                    (Some(offset), None) => (b, offset as u64),
                    (None, Some(offset)) => (a, offset as u64),
                    _ => (address, 0),
                }
            }
            _ => (address, 0),
        }
    }
}

/// What must hold for an edge to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Nothing.
    Always,
    /// Something that is destroyed.
    Destroyed,
    /// This.
    Holds(TermId),
}
