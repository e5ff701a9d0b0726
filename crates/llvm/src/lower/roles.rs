//! Which instructions count and mark what a coverage tool needs, and which are only the traffic of it.
//!
//! clang keeps the test vector of a decision in `%mcdc.addr`: it is set to zero at the beginning, each
//! condition adds a number to it (`%mcdc.2.cur` is what condition 2 reads), and the end of the decision
//! sets a bit in a bitmap. None of this is needed when the machine tells of conditions and decisions
//! itself, so it is replaced by events.

use super::operands::{callee_name, successors};
use crate::ll::ast::{
    Block, BlockId, CastOp, ConstantKind, Instruction, InstructionKind, Local, LocalId, Module,
    Operand, TerminatorKind, Type as LlType,
};
use program::IdVec;
use rustc_hash::FxHashSet;
use std::cell::OnceCell;

/// What becomes of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It is lowered.
    Code,
    /// It disappears.
    Traffic,
    /// An execution counter goes up by one.
    Count(u32),
    /// An execution counter goes up if a condition holds, on which a select follows.
    CountIf(u32, Operand),
    /// A condition was evaluated, the number is clang's, from 1.
    Condition {
        /// Which.
        id: u32,
        /// Its outcome.
        value: Operand,
        /// Whether the branch at the end of the block is on the same value and can tell of it.
        told_by_branch: bool,
    },
    /// A decision ended.
    Decide {
        /// Where the bits of its test vectors begin.
        bitmap_start: u32,
        /// Its outcome.
        outcome: Option<Ending>,
    },
}

/// The outcome of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// A value tells it.
    Value(Operand),
    /// It is the same whenever the decision ends here.
    Always(bool),
}

/// The roles of all instructions of a function.
pub(super) type Roles = IdVec<BlockId, Vec<Role>>;

/// Finds the roles of a function's instructions.
pub(super) fn roles<'a>(
    module: &Module<'a>,
    blocks: &IdVec<BlockId, Block<'a>>,
    locals: &IdVec<LocalId, Local<'a>>,
    definitions: &IdVec<LocalId, Option<(BlockId, u32)>>,
) -> Roles {
    let cells = cells(module, blocks);
    let before = OnceCell::new();
    let finder = Finder { module, blocks, locals, definitions, cells, before };
    let mut roles: Roles =
        blocks.values().map(|block| vec![Role::Code; block.instructions.len()]).collect();
    for (id, block) in blocks.iter() {
        for (index, instruction) in block.instructions.iter().enumerate() {
            finder.mark(&mut roles, id, index, instruction);
        }
    }
    roles
}

/// The allocas that hold test vectors.
fn cells(module: &Module<'_>, blocks: &IdVec<BlockId, Block<'_>>) -> FxHashSet<LocalId> {
    let mut cells = FxHashSet::default();
    for block in blocks.values() {
        for instruction in &block.instructions {
            if let InstructionKind::Call(call) = &instruction.kind
                && callee_name(module, &call.callee) == Some("llvm.instrprof.mcdc.tvbitmap.update")
                && let Some(Operand::Local(cell)) = call.arguments.last().map(|last| last.value)
            {
                cells.insert(cell);
            }
        }
    }
    // A function without decisions has an unused cell, which promotion makes disappear.
    cells
}

struct Finder<'m, 'a> {
    module: &'m Module<'a>,
    blocks: &'m IdVec<BlockId, Block<'a>>,
    locals: &'m IdVec<LocalId, Local<'a>>,
    definitions: &'m IdVec<LocalId, Option<(BlockId, u32)>>,
    cells: FxHashSet<LocalId>,
    /// By block: the blocks that lead to it, once somebody asks.
    before: OnceCell<IdVec<BlockId, Vec<BlockId>>>,
}

impl<'m, 'a> Finder<'m, 'a> {
    fn mark(&self, roles: &mut Roles, block: BlockId, index: usize, instruction: &Instruction<'a>) {
        let is_cell = |operand: &Operand| matches!(operand, Operand::Local(local) if self.cells.contains(local));
        match &instruction.kind {
            InstructionKind::Alloca { .. }
                if instruction.result.is_some_and(|cell| self.cells.contains(&cell)) =>
            {
                roles[block][index] = Role::Traffic;
            }
            InstructionKind::Load { pointer, .. } if is_cell(pointer) => {
                roles[block][index] = Role::Traffic;
            }
            InstructionKind::Store { pointer, value, .. } if is_cell(pointer) => {
                roles[block][index] = self.condition(roles, block, *value).unwrap_or(Role::Traffic);
            }
            InstructionKind::Call(call) => {
                let number = |at: usize| {
                    call.arguments.get(at).and_then(|argument| self.integer(argument.value))
                };
                match callee_name(self.module, &call.callee) {
                    Some("llvm.instrprof.increment") => {
                        roles[block][index] = Role::Count(number(3).unwrap_or(0));
                    }
                    Some("llvm.instrprof.increment.step") => {
                        let step = call.arguments.get(4).map(|argument| argument.value);
                        roles[block][index] = self.step(roles, number(3).unwrap_or(0), step);
                    }
                    Some("llvm.instrprof.mcdc.tvbitmap.update") => {
                        let outcome = self.outcome(roles, block, index);
                        roles[block][index] =
                            Role::Decide { bitmap_start: number(2).unwrap_or(0), outcome };
                    }
                    Some(name) if name.starts_with("llvm.instrprof.") => {
                        roles[block][index] = Role::Traffic;
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// The condition whose outcome a stored test vector was chosen by, and its traffic.
    fn condition(&self, roles: &mut Roles, block: BlockId, stored: Operand) -> Option<Role> {
        let (select, at) = self.definition(stored)?;
        let InstructionKind::Select { condition, when_true, when_false } = &select.kind else {
            return None;
        };
        roles[at.0][at.1 as usize] = Role::Traffic;
        let mut id = None;
        for sum in [*when_true, *when_false] {
            let Some((add, at)) = self.definition(sum) else { continue };
            roles[at.0][at.1 as usize] = Role::Traffic;
            if let InstructionKind::Binary { left, .. } = &add.kind
                && let Some((load, _)) = self.definition(*left)
                && let Some(name) = load.result.map(|local| self.locals[local].name)
            {
                id = condition_number(name).or(id);
            }
        }
        let told_by_branch = matches!(condition, Operand::Local(_))
            && matches!(
                &self.blocks[block].terminator.kind,
                TerminatorKind::Branch { condition: branch, .. } if branch == condition
            );
        Some(Role::Condition { id: id?, value: *condition, told_by_branch })
    }

    fn step(&self, roles: &mut Roles, counter: u32, step: Option<Operand>) -> Role {
        let Some(step) = step else { return Role::Traffic };
        if let Some(constant) = self.integer(step) {
            return if constant == 0 { Role::Traffic } else { Role::Count(counter) };
        }
        match self.definition(step) {
            Some((
                Instruction { kind: InstructionKind::Cast { op: CastOp::ZExt, value, .. }, .. },
                at,
            )) => {
                roles[at.0][at.1 as usize] = Role::Traffic;
                Role::CountIf(counter, *value)
            }
            _ => Role::Traffic,
        }
    }

    /// The outcome of the decision that ends here: the value that its short circuits were joined
    /// into, or the last condition where nothing had to be joined. The condition of `?:` ends once in
    /// either arm, with an outcome that is the arm's.
    fn outcome(&self, roles: &Roles, block: BlockId, index: usize) -> Option<Ending> {
        let before = &self.blocks[block].instructions[..index];
        let joined = before.iter().rev().find_map(|instruction| {
            let result = instruction.result?;
            let is_phi = matches!(instruction.kind, InstructionKind::Phi { .. });
            (is_phi && self.is_boolean(result)).then_some(Operand::Local(result))
        });
        let last = || {
            roles[block][..index].iter().rev().find_map(|role| match role {
                Role::Condition { value, .. } => Some(*value),
                _ => None,
            })
        };
        match joined.or_else(last) {
            Some(value) => Some(Ending::Value(value)),
            None => self.arm(block).map(Ending::Always),
        }
    }

    /// Which way the last branch before a block went.
    fn arm(&self, block: BlockId) -> Option<bool> {
        let before = self.before.get_or_init(|| {
            let mut before = IdVec::filled(Vec::new(), self.blocks.len());
            for (from, body) in self.blocks.iter() {
                for next in successors(self.module, &body.terminator.kind) {
                    before[next].push(from);
                }
            }
            before
        });
        let mut block = block;
        // There are at most as many jumps on the way as blocks.
        for _ in 0..self.blocks.len() {
            let from = *before[block].first()?;
            if let TerminatorKind::Branch { when_true, .. } = self.blocks[from].terminator.kind {
                return Some(when_true == block);
            }
            block = from;
        }
        None
    }

    fn is_boolean(&self, local: LocalId) -> bool {
        self.module.types[self.locals[local].ty] == LlType::Integer(1)
    }

    fn definition(&self, operand: Operand) -> Option<(&'m Instruction<'a>, (BlockId, u32))> {
        let Operand::Local(local) = operand else { return None };
        let at = self.definitions[local]?;
        Some((&self.blocks[at.0].instructions[at.1 as usize], at))
    }

    fn integer(&self, operand: Operand) -> Option<u32> {
        let Operand::Constant(id) = operand else { return None };
        match self.module.constants[id].kind {
            ConstantKind::Integer(bits) => Some(bits as u32),
            _ => None,
        }
    }
}

/// The number in a name such as `mcdc.2.cur` or `mcdc.2.cur14`.
fn condition_number(name: &str) -> Option<u32> {
    let (number, rest) = name.strip_prefix("mcdc.")?.split_once('.')?;
    if rest.starts_with("cur") { number.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::condition_number;

    #[test]
    fn the_number_of_a_condition_is_in_the_name_of_what_it_reads() {
        assert_eq!(condition_number("mcdc.2.cur"), Some(2));
        assert_eq!(condition_number("mcdc.13.cur14"), Some(13));
        assert_eq!(condition_number("mcdc.addr"), None);
        assert_eq!(condition_number("x"), None);
    }
}
