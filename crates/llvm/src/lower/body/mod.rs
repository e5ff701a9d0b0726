//! A function body: values of LLVM become registers, blocks become blocks.

mod aggregate;
mod arithmetic;
mod atomic;
mod call;
mod inline;
mod intrinsic;
mod long;
mod memory;
mod odd;
mod terminator;
mod value;
mod variadic;

use super::assigned::{OpenReads, open_reads};
use super::constant::Constants;
use super::debug::Places;
use super::decisions::Decisions;
use super::facts::{Facts, Source, VarId, facts};
use super::layout::{Layout, Refusal};
use super::link::Links;
use super::operands;
use super::roles::{Ending, Role};
use super::signature::Signature;
use crate::ll::ast::{self, InstructionKind, LocalId, Module, NodeId, Passing, TypeId};
use program::{
    BlockId, Constant, CounterId, FuncId, Function, Id, IdVec, Instruction, Linkage, Located,
    Operand, RegId, Register, Span, Terminator, Test, Type,
};
use rustc_hash::FxHashSet;

/// What the lowering of one module's functions shares.
pub(super) struct Unit<'m, 'a> {
    pub module: &'m Module<'a>,
    pub layout: &'m Layout<'m, 'a>,
    pub constants: Constants<'m, 'a>,
    pub links: &'m Links,
    pub places: &'m Places<'m, 'a>,
    pub signatures: &'m IdVec<FuncId, Signature>,
}

/// What lowering a function found out beside its code.
#[derive(Default)]
pub(super) struct Marks {
    /// By counter: the block that counts it.
    pub counted_in: Vec<Option<BlockId>>,
    /// By counter: the select whose true outcomes it counts, as block and instruction.
    pub selects: Vec<Option<(BlockId, u32)>>,
    /// Counters that nothing in the code counts any more.
    pub lost: Vec<u32>,
}

/// A place in the text and what is not supported there.
pub(super) struct Unsupported {
    pub reason: Refusal,
    /// The source line, if it is known.
    pub span: Option<Span>,
}

/// Where the value of an LLVM local is.
#[derive(Clone, Debug)]
enum Bound {
    /// Not computed yet, or never needed.
    Nothing,
    /// In a register, or a constant.
    Scalar(Operand),
    /// Scalar by scalar.
    Parts(Box<[Operand]>),
    /// Made by the branch or select that needs it.
    Test(Test),
    /// An address and what loads and stores add to it.
    Place(Operand, i64),
}

/// A function being lowered.
struct Body<'u, 'm, 'a> {
    unit: &'u Unit<'m, 'a>,
    source: Source<'m, 'a>,
    facts: Facts,
    open: OpenReads,
    decisions: &'u Decisions,
    marks: Marks,
    function: Function,
    values: IdVec<LocalId, Bound>,
    variables: IdVec<VarId, RegId>,
    variable_registers: FxHashSet<RegId>,
    /// By variable: whether it was written, where that has to be known.
    written: IdVec<VarId, Option<RegId>>,
    /// What happens before the first block.
    prologue: Vec<Located<Instruction>>,
    /// The block at hand.
    block: ast::BlockId,
    /// The instruction at hand.
    index: u32,
    code: Vec<Located<Instruction>>,
    span: Option<Span>,
    names: FxHashSet<String>,
    /// Where a result of several scalars goes.
    result_pointer: Option<RegId>,
    /// Counters that wait for the select on the same condition.
    waiting: Vec<(u32, ast::Operand)>,
    /// The block where jumps to no known block end, if one is needed.
    nowhere: Option<BlockId>,
}

/// Lowers a function with a body.
pub(super) fn lower<'m, 'a>(
    unit: &Unit<'m, 'a>,
    source: Source<'m, 'a>,
    name: String,
    linkage: Linkage,
    decisions: &Decisions,
    counters: u32,
) -> Result<(Function, Marks), Unsupported> {
    let facts = facts(source, unit.layout);
    let open = open_reads(source, &facts);
    let mut body = Body {
        unit,
        source,
        decisions,
        open,
        marks: Marks::default(),
        function: Function {
            name,
            linkage,
            decisions: decisions.decisions.clone(),
            ..Function::default()
        },
        values: IdVec::filled(Bound::Nothing, source.locals.len()),
        variables: IdVec::new(),
        variable_registers: FxHashSet::default(),
        written: IdVec::filled(None, facts.variables.len()),
        facts,
        prologue: Vec::new(),
        block: ast::BlockId(0),
        index: 0,
        code: Vec::new(),
        span: None,
        names: FxHashSet::default(),
        result_pointer: None,
        waiting: Vec::new(),
        nowhere: None,
    };
    body.function.counters = counters;
    body.marks.counted_in.resize(counters as usize, None);
    body.marks.selects.resize(counters as usize, None);
    match body.run() {
        Ok(()) => Ok((body.function, body.marks)),
        Err(reason) => Err(Unsupported { reason, span: body.span }),
    }
}

impl<'m, 'a> Body<'_, 'm, 'a> {
    fn run(&mut self) -> Result<(), Refusal> {
        self.parameters()?;
        self.make_variables();
        self.make_phis()?;
        for (_, block) in self.source.blocks.iter() {
            self.function.blocks.push(program::Block {
                label: block.name.to_owned(),
                handlers: None,
                instructions: Vec::new(),
                terminator: Located::nowhere(Terminator::Unreachable),
            });
        }
        for block in std::mem::take(&mut self.facts.order) {
            self.lower_block(block)?;
        }
        let shift = self.prologue.len() as u32;
        let entry = &mut self.function.blocks[Function::ENTRY];
        let mut first = std::mem::take(&mut self.prologue);
        first.append(&mut entry.instructions);
        entry.instructions = first;
        for (block, index) in self.marks.selects.iter_mut().flatten() {
            if *block == Function::ENTRY {
                *index += shift;
            }
        }
        Ok(())
    }

    /// Makes the parameters' registers; a `byval` one becomes a copy of what it points to.
    fn parameters(&mut self) -> Result<(), Refusal> {
        let function = self.source.function;
        let signature = Signature::of(self.unit.layout, function)?;
        self.function.result = signature.result;
        self.function.variadic = signature.variadic;
        self.function.params = signature.params.len() as u32;
        if signature.hidden {
            self.result_pointer = Some(self.register("result", Type::Ptr));
        }
        for (index, parameter) in function.parameters.iter().enumerate() {
            let local = LocalId::new(index);
            let name = self.parameter_name(local);
            let leaves = self.unit.layout.leaves(parameter.ty)?;
            let parts: Vec<Operand> = leaves
                .iter()
                .enumerate()
                .map(|(part, leaf)| {
                    let register = match leaves.len() {
                        1 => self.register(&name, leaf.ty),
                        _ => self.register(&format!("{name}.{part}"), leaf.ty),
                    };
                    Operand::Register(register)
                })
                .collect();
            self.values[local] = bound(parts);
        }
        // Copies come behind all parameters, whose registers must be the first ones.
        for (index, parameter) in function.parameters.iter().enumerate() {
            if let Passing::ByVal(ty) = parameter.attributes.passing {
                self.copy_parameter(LocalId::new(index), ty, parameter.attributes.align)?;
            }
        }
        Ok(())
    }

    fn parameter_name(&self, local: LocalId) -> String {
        let name = self.source.locals[local].name;
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("arg{name}")
        } else {
            name.to_owned()
        }
    }

    fn copy_parameter(&mut self, local: LocalId, ty: TypeId, align: u32) -> Result<(), Refusal> {
        let from = self.scalar(ast::Operand::Local(local))?;
        let name = format!("{}.copy", self.parameter_name(local));
        let size = constant(self.unit.layout.size(ty).into());
        let align = align.max(self.unit.layout.align(ty) as u32).max(1);
        let copy = self.stack_object(&name, size, align);
        self.prologue.push(Located::nowhere(Instruction::MemCopy { to: copy, from, size }));
        self.values[local] = Bound::Scalar(copy);
        Ok(())
    }

    /// Makes an object that lives as long as the call, before the first block.
    fn stack_object(&mut self, name: &str, size: Operand, align: u32) -> Operand {
        let dst = self.register(name, Type::Ptr);
        self.prologue.push(Located::nowhere(Instruction::Allocate {
            dst,
            size,
            align,
            region: program::Region::Stack,
            zeroed: false,
        }));
        Operand::Register(dst)
    }

    /// Makes the registers of the variables. One that may be read before it is written starts as zero
    /// and, if it is the user's, gets a register that tells whether it was written.
    fn make_variables(&mut self) {
        let users: FxHashSet<LocalId> = self.declared().collect();
        let mut open: FxHashSet<VarId> = FxHashSet::default();
        for (block, index) in &self.open {
            let instruction = &self.source.blocks[*block].instructions[*index as usize];
            if let InstructionKind::Load { pointer, .. } = &instruction.kind
                && let Some(variable) = self.facts.variable(*pointer)
            {
                open.insert(variable);
            }
        }
        for variable in self.facts.variables.ids() {
            let known = &self.facts.variables[variable];
            let (alloca, ty, parameter) = (known.alloca, known.ty, known.parameter);
            let name = self.source.locals[alloca].name;
            let register = match parameter.map(|parameter| &self.values[LocalId(parameter)]) {
                Some(Bound::Scalar(Operand::Register(register))) => *register,
                _ => self.register(name, ty),
            };
            self.variables.push(register);
            self.variable_registers.insert(register);
            if open.contains(&variable) {
                self.start_with(register, ty);
                if users.contains(&alloca) {
                    let flag = self.register(&format!("{name}.set"), Type::BOOL);
                    self.start_with(flag, Type::BOOL);
                    self.written[variable] = Some(flag);
                }
            }
        }
    }

    fn start_with(&mut self, dst: RegId, ty: Type) {
        self.prologue.push(Located::nowhere(Instruction::Copy { ty, dst, value: constant(0) }));
    }

    /// The allocas that are variables of the user's.
    fn declared(&self) -> impl Iterator<Item = LocalId> + use<'m, 'a> {
        let records: &'m [ast::DebugRecord<'a>] = match &self.source.function.body {
            ast::Body::Defined { debug, .. } => debug,
            _ => &[],
        };
        records.iter().filter_map(|record| match (record.kind, record.value) {
            (ast::DebugRecordKind::Declare, Some(ast::Operand::Local(local))) => Some(local),
            _ => None,
        })
    }

    /// Makes the registers of all phis, since edges assign them before their block is lowered.
    fn make_phis(&mut self) -> Result<(), Refusal> {
        for block in self.source.blocks.values() {
            for instruction in &block.instructions {
                let (InstructionKind::Phi { .. }, Some(result)) =
                    (&instruction.kind, instruction.result)
                else {
                    continue;
                };
                let leaves = self.unit.layout.leaves(self.source.locals[result].ty)?;
                let name = self.source.locals[result].name;
                let parts = leaves
                    .iter()
                    .map(|leaf| Operand::Register(self.register(name, leaf.ty)))
                    .collect();
                self.values[result] = bound(parts);
            }
        }
        Ok(())
    }

    fn lower_block(&mut self, id: ast::BlockId) -> Result<(), Refusal> {
        let block = &self.source.blocks[id];
        self.block = id;
        self.code = Vec::new();
        for (index, instruction) in block.instructions.iter().enumerate() {
            self.index = index as u32;
            self.locate(instruction.location);
            match self.facts.roles[id][index] {
                Role::Code => self.instruction(instruction)?,
                role => self.mark(role)?,
            }
        }
        self.marks.lost.extend(self.waiting.drain(..).map(|(counter, _)| counter));
        self.locate(block.terminator.location);
        let terminator = self.terminator(&block.terminator.kind)?;
        let lowered = &mut self.function.blocks[BlockId::new(id.index())];
        lowered.terminator = Located { node: terminator, span: self.span };
        lowered.instructions = std::mem::take(&mut self.code);
        Ok(())
    }

    fn locate(&mut self, location: Option<NodeId>) {
        self.span = location.and_then(|location| self.unit.places.span(location));
    }

    /// Lowers an instruction that counts or marks something.
    fn mark(&mut self, role: Role) -> Result<(), Refusal> {
        match role {
            Role::Code | Role::Traffic => {}
            Role::Count(counter) => {
                if counter < self.function.counters {
                    self.marks.counted_in[counter as usize] =
                        Some(BlockId::new(self.block.index()));
                    self.emit(Instruction::Count { counter: CounterId(counter) });
                }
            }
            Role::CountIf(counter, condition) => self.waiting.push((counter, condition)),
            Role::Condition { id, value, told_by_branch: false } => {
                if let Some(condition) = self.condition_here(id) {
                    let value = self.scalar(value)?;
                    self.emit(Instruction::Condition { condition, value });
                }
            }
            Role::Condition { .. } => {}
            Role::Decide { bitmap_start, outcome } => {
                if let Some(decision) = self.decisions.starting_at(bitmap_start)
                    && let Some(outcome) = outcome
                {
                    let value = match outcome {
                        Ending::Value(value) => self.scalar(value)?,
                        Ending::Always(value) => Operand::Constant(Constant::Bits(value.into())),
                    };
                    self.emit(Instruction::Decide { decision, value });
                }
            }
        }
        Ok(())
    }

    /// The condition with clang's id that is evaluated at the instruction at hand: its decision is the
    /// next one to end from here.
    fn condition_here(&self, id: u32) -> Option<program::ConditionRef> {
        let mut seen = FxHashSet::default();
        let mut queue = std::collections::VecDeque::from([(self.block, self.index as usize)]);
        while let Some((block, from)) = queue.pop_front() {
            let ended = self.facts.roles[block][from..].iter().find_map(|role| match role {
                Role::Decide { bitmap_start, .. } => Some(*bitmap_start),
                _ => None,
            });
            if let Some(start) = ended {
                return self.decisions.condition(self.decisions.starting_at(start)?, id);
            }
            let terminator = &self.source.blocks[block].terminator.kind;
            for next in operands::successors(self.unit.module, terminator) {
                if seen.insert(next) {
                    queue.push_back((next, 0));
                }
            }
        }
        None
    }

    /// Adds an instruction to the block at hand.
    fn emit(&mut self, instruction: Instruction) {
        self.code.push(Located { node: instruction, span: self.span });
    }

    /// A new register; its name is made unique.
    fn register(&mut self, name: &str, ty: Type) -> RegId {
        let mut unique = name.to_owned();
        let mut number = 1;
        while !self.names.insert(unique.clone()) {
            number += 1;
            unique = format!("{name}.{number}");
        }
        self.function.registers.push(Register { name: unique, ty })
    }

    /// A register for a value between two instructions.
    fn temporary(&mut self, ty: Type) -> RegId {
        let number = self.function.registers.len();
        self.register(&format!("t.{number}"), ty)
    }

    /// The register that the instruction at hand assigns: its own, or the variable's when all that is
    /// done with the result is to store it there at once. What writes to it must be the last to read
    /// the operands.
    fn destination(&mut self, result: LocalId, ty: Type) -> RegId {
        let register = match self.stored_next(result) {
            Some(variable) => self.variables[variable],
            None => self.register(self.source.locals[result].name, ty),
        };
        self.values[result] = Bound::Scalar(Operand::Register(register));
        register
    }

    fn stored_next(&self, result: LocalId) -> Option<VarId> {
        if self.facts.uses[result].count != 1 {
            return None;
        }
        let block = &self.source.blocks[self.block];
        let from = self.index as usize + 1;
        let next = (from..block.instructions.len())
            .find(|index| self.facts.roles[self.block][*index] != Role::Traffic)?;
        match &block.instructions[next].kind {
            InstructionKind::Store { value: ast::Operand::Local(value), pointer, .. }
                if *value == result && self.facts.roles[self.block][next] == Role::Code =>
            {
                self.facts.variable(*pointer)
            }
            _ => None,
        }
    }

    /// Binds the scalars of a result.
    fn bind(&mut self, result: LocalId, parts: Vec<Operand>) {
        self.values[result] = bound(parts);
    }
}

/// A list of scalars as a value.
fn bound(parts: Vec<Operand>) -> Bound {
    match parts[..] {
        [part] => Bound::Scalar(part),
        _ => Bound::Parts(parts.into()),
    }
}

/// A constant operand.
fn constant(bits: u128) -> Operand {
    Operand::Constant(Constant::Bits(bits))
}

/// The instruction that adds bytes to an address.
fn address(dst: RegId, base: Operand, offset: i64) -> Instruction {
    Instruction::Address { dst, base, index: constant(0), scale: 1, offset }
}
