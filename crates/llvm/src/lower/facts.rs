//! What is known about a function before it is lowered: uses of values, variables that can be
//! registers, comparisons and addresses that need no register of their own.

use super::handed::{Known, handed_on};
use super::layout::Layout;
use super::operands;
use super::roles::{Ending, Role, Roles, roles};
use crate::ll::ast::{
    BinaryOp, Block, BlockId, Function, InstructionKind, Local, LocalId, Module, Operand,
    TerminatorKind, Type as LlType, TypeId,
};
use program::{Access, Id, IdVec, Type, define_id};
use rustc_hash::FxHashMap;

define_id!(
    /// A local variable that lives in a register.
    VarId
);

/// The place of a terminator, behind all instructions.
pub(super) const END: u32 = u32::MAX;

/// How a value is used.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Uses {
    /// How often.
    pub count: u32,
    /// Whether all uses are in the block that defines it; a phi reads at the end of its predecessor.
    pub local: bool,
    /// Where the last use in that block reads it; later when the user is deferred.
    pub last: u32,
    /// The last use in that block.
    pub user: u32,
    /// How many of the uses load from it, store to it, or compute another address from it.
    pub dereferenced: u32,
}

/// A local variable that lives in a register.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// The alloca it comes from.
    pub alloca: LocalId,
    /// Its type.
    pub ty: Type,
    /// The parameter that it is, when that is used for nothing else.
    pub parameter: Option<u32>,
}

/// What is known about a function.
pub(super) struct Facts {
    pub roles: Roles,
    pub uses: IdVec<LocalId, Uses>,
    pub variables: IdVec<VarId, Variable>,
    /// The variable that an alloca is.
    pub variable_of: IdVec<LocalId, Option<VarId>>,
    /// Values that are not computed where they stand but where they are used: comparisons that a branch
    /// or select makes itself, addresses that loads and stores add up themselves, and reads of
    /// variables that do not change until then.
    pub deferred: IdVec<LocalId, bool>,
    /// Loads that only hand bytes on, each with the access it makes.
    pub handed_on: FxHashMap<LocalId, Access>,
    /// Blocks in an order in which what dominates comes first; blocks that cannot be reached are left out.
    pub order: Vec<BlockId>,
}

/// A function's body as the reader gives it.
#[derive(Clone, Copy)]
pub(super) struct Source<'m, 'a> {
    pub module: &'m Module<'a>,
    pub function: &'m Function<'a>,
    pub blocks: &'m IdVec<BlockId, Block<'a>>,
    pub locals: &'m IdVec<LocalId, Local<'a>>,
}

/// Looks at a function.
pub(super) fn facts(source: Source<'_, '_>, layout: &Layout<'_, '_>) -> Facts {
    let mut definitions = IdVec::filled(None, source.locals.len());
    for (id, block) in source.blocks.iter() {
        for (index, instruction) in block.instructions.iter().enumerate() {
            if let Some(result) = instruction.result {
                definitions[result] = Some((id, index as u32));
            }
        }
    }
    let roles = roles(source.module, source.blocks, source.locals, &definitions);
    let order = order(source);
    let uses = uses(source, &roles, &definitions);
    let (variables, variable_of) = variables(source, layout, &roles, &uses);
    let known = Known { definitions: &definitions, uses: &uses, variable_of: &variable_of };
    let handed_on = handed_on(source, known);
    let mut facts = Facts {
        roles,
        uses,
        variables,
        variable_of,
        deferred: IdVec::filled(false, source.locals.len()),
        handed_on,
        order,
    };
    for id in source.blocks.ids() {
        facts.defer(source, id);
    }
    facts
}

/// Blocks in reverse postorder.
fn order(source: Source<'_, '_>) -> Vec<BlockId> {
    let Source { module, blocks, .. } = source;
    let mut seen = IdVec::filled(false, blocks.len());
    let mut order = Vec::with_capacity(blocks.len());
    let mut stack: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    let entry = BlockId(0);
    if let Some(block) = blocks.get(entry) {
        seen[entry] = true;
        stack.push((entry, operands::successors(module, &block.terminator.kind)));
    }
    while let Some((block, ahead)) = stack.last_mut() {
        match ahead.pop() {
            Some(next) if !seen[next] => {
                seen[next] = true;
                stack.push((next, operands::successors(module, &blocks[next].terminator.kind)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn uses(
    source: Source<'_, '_>,
    roles: &Roles,
    definitions: &IdVec<LocalId, Option<(BlockId, u32)>>,
) -> IdVec<LocalId, Uses> {
    let unused = Uses { local: true, ..Uses::default() };
    let mut uses = IdVec::filled(unused, source.locals.len());
    let mut note = |operand: Operand, block: BlockId, index: u32| {
        let Operand::Local(local) = operand else { return };
        let entry = &mut uses[local];
        entry.count += 1;
        match definitions[local] {
            Some((home, _)) if home == block => {
                entry.last = entry.last.max(index);
                entry.user = entry.last;
            }
            _ => entry.local = false,
        }
    };
    for (id, block) in source.blocks.iter() {
        for (index, instruction) in block.instructions.iter().enumerate() {
            let at = index as u32;
            match roles[id][index] {
                Role::Code => {
                    if let InstructionKind::Phi { incoming } = &instruction.kind {
                        incoming.iter().for_each(|(value, from)| note(*value, *from, END));
                    }
                    operands::of_instruction(&instruction.kind, |operand| note(operand, id, at));
                }
                Role::Condition { value, told_by_branch: false, .. } => note(value, id, at),
                Role::Decide { outcome: Some(Ending::Value(value)), .. } => note(value, id, at),
                Role::Traffic
                | Role::Count(_)
                | Role::CountIf(..)
                | Role::Condition { .. }
                | Role::Decide { .. } => {}
            }
        }
        if let Some(operand) = operands::of_terminator(&block.terminator.kind) {
            note(operand, id, END);
        }
    }
    for (id, block) in source.blocks.iter() {
        for (instruction, role) in block.instructions.iter().zip(&roles[id]) {
            if let InstructionKind::Load { pointer: Operand::Local(pointer), .. }
            | InstructionKind::Store { pointer: Operand::Local(pointer), .. }
            | InstructionKind::GetElementPointer { base: Operand::Local(pointer), .. } =
                &instruction.kind
                && *role == Role::Code
            {
                uses[*pointer].dereferenced += 1;
            }
        }
    }
    uses
}

/// Finds the allocas that hold one scalar each and whose address goes nowhere.
fn variables(
    source: Source<'_, '_>,
    layout: &Layout<'_, '_>,
    roles: &Roles,
    uses: &IdVec<LocalId, Uses>,
) -> (IdVec<VarId, Variable>, IdVec<LocalId, Option<VarId>>) {
    let Source { module, blocks, locals, function } = source;
    // The type of each alloca that may still be a variable.
    let mut candidates: IdVec<LocalId, Option<TypeId>> = IdVec::filled(None, locals.len());
    let entry = BlockId(0);
    for (index, instruction) in
        blocks.get(entry).into_iter().flat_map(|b| b.instructions.iter().enumerate())
    {
        if let InstructionKind::Alloca { ty, count: None, .. } = &instruction.kind
            && let Some(result) = instruction.result
            && roles[entry][index] == Role::Code
            && uses[result].count > 0
            && !is_aggregate(layout.resolve(*ty))
            && layout.scalar(*ty).is_ok()
        {
            candidates[result] = Some(*ty);
        }
    }
    let type_of = |operand: Operand| match operand {
        Operand::Local(local) => Some(locals[local].ty),
        Operand::Constant(id) => Some(module.constants[id].ty),
        Operand::Metadata(_) => None,
    };
    for (id, block) in blocks.iter() {
        for (index, instruction) in block.instructions.iter().enumerate() {
            if roles[id][index] != Role::Code {
                continue;
            }
            let fits = |pointer: Operand, ty: Option<TypeId>| match pointer {
                Operand::Local(local) => candidates[local] == ty,
                _ => false,
            };
            let fitting_store = match &instruction.kind {
                InstructionKind::Load { ty, pointer, .. } if fits(*pointer, Some(*ty)) => continue,
                InstructionKind::Store { value, pointer, .. }
                    if fits(*pointer, type_of(*value)) =>
                {
                    Some(*value)
                }
                _ => None,
            };
            let mut escape = |operand: Operand| {
                if let Operand::Local(local) = operand {
                    candidates[local] = None;
                }
            };
            match (&instruction.kind, fitting_store) {
                // What is stored must not be the address of a variable.
                (_, Some(value)) => escape(value),
                (InstructionKind::Phi { incoming }, _) => {
                    incoming.iter().for_each(|(value, _)| escape(*value));
                }
                (kind, None) => operands::of_instruction(kind, escape),
            }
        }
        if let Some(Operand::Local(local)) = operands::of_terminator(&block.terminator.kind) {
            candidates[local] = None;
        }
    }
    let mut variables = IdVec::new();
    let mut variable_of = IdVec::filled(None, locals.len());
    for (local, ty) in candidates.iter() {
        let Some(leaf) = ty.and_then(|ty| layout.scalar(ty).ok()) else { continue };
        let variable = Variable { alloca: local, ty: leaf.ty, parameter: None };
        variable_of[local] = Some(variables.push(variable));
    }
    let parameters = function.parameters.len();
    let mut taken = vec![false; parameters];
    let entry = blocks.get(entry).into_iter().flat_map(|block| &block.instructions);
    for instruction in entry {
        match &instruction.kind {
            InstructionKind::Store {
                value: Operand::Local(value),
                pointer: Operand::Local(pointer),
                ..
            } => {
                if let Some(variable) = variable_of[*pointer]
                    && value.index() < parameters
                    && uses[*value].count == 1
                    && !std::mem::replace(&mut taken[value.index()], true)
                    && variables[variable].parameter.is_none()
                {
                    variables[variable].parameter = Some(value.index() as u32);
                }
            }
            InstructionKind::Alloca { .. } => {}
            // From the first other instruction on, a variable may have been read.
            _ => break,
        }
    }
    (variables, variable_of)
}

fn is_aggregate(ty: &LlType) -> bool {
    matches!(
        ty,
        LlType::Struct { .. } | LlType::Array { .. } | LlType::Vector { .. } | LlType::Named(_)
    )
}

impl Facts {
    /// Decides which values of a block are computed where they are used. Going backwards, a value that
    /// moves down takes the last use of its operands with it.
    fn defer(&mut self, source: Source<'_, '_>, id: BlockId) {
        let block = &source.blocks[id];
        // By variable: the earliest store to it that comes after the instruction at hand.
        let mut next_store: FxHashMap<VarId, u32> = FxHashMap::default();
        for (index, instruction) in block.instructions.iter().enumerate().rev() {
            if self.roles[id][index] != Role::Code {
                continue;
            }
            if let InstructionKind::Store { pointer, .. } = &instruction.kind
                && let Some(variable) = self.variable(*pointer)
            {
                next_store.insert(variable, index as u32);
            }
            let Some(result) = instruction.result else { continue };
            let uses = self.uses[result];
            if !uses.local || uses.count == 0 {
                continue;
            }
            let deferred = match &instruction.kind {
                InstructionKind::Load { pointer, .. } => {
                    self.variable(*pointer).is_some_and(|variable| {
                        next_store.get(&variable).is_none_or(|store| *store >= uses.last)
                    })
                }
                InstructionKind::IntCompare { .. } | InstructionKind::FloatCompare { .. } => {
                    uses.count == 1 && self.decides(source, block, result)
                }
                InstructionKind::Binary { op: BinaryOp::Xor, left, right, .. } => {
                    uses.count == 1
                        && operands::truth(source.module, *right) == Some(true)
                        && matches!(left, Operand::Local(_))
                        && source.module.types[source.locals[result].ty] == LlType::Integer(1)
                        && self.decides(source, block, result)
                }
                InstructionKind::GetElementPointer { indices, .. } => {
                    indices.iter().all(|index| matches!(index, Operand::Constant(_)))
                        && uses.dereferenced == uses.count
                }
                _ => false,
            };
            self.deferred[result] = deferred;
            if deferred {
                operands::of_instruction(&instruction.kind, |operand| {
                    if let Operand::Local(local) = operand {
                        self.uses[local].last = self.uses[local].last.max(uses.last);
                    }
                });
            }
        }
    }

    /// The variable that a pointer is the address of.
    pub(super) fn variable(&self, pointer: Operand) -> Option<VarId> {
        match pointer {
            Operand::Local(local) => self.variable_of[local],
            _ => None,
        }
    }

    /// Whether the only use of a boolean is the branch at the end, a select, or a negation that is
    /// itself deferred.
    fn decides(&self, source: Source<'_, '_>, block: &Block<'_>, boolean: LocalId) -> bool {
        let operand = Operand::Local(boolean);
        if source.module.types[source.locals[boolean].ty] != LlType::Integer(1) {
            return false;
        }
        match block.instructions.get(self.uses[boolean].user as usize) {
            None => matches!(
                &block.terminator.kind,
                TerminatorKind::Branch { condition, .. } if *condition == operand
            ),
            Some(user) => match &user.kind {
                InstructionKind::Select { condition, when_true, when_false } => {
                    *condition == operand && *when_true != operand && *when_false != operand
                }
                InstructionKind::Binary { .. } => {
                    user.result.is_some_and(|result| self.deferred[result])
                }
                _ => false,
            },
        }
    }
}
