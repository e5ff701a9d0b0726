//! How blocks end: branches, switches, returns; what phis get on the way.

use super::Body;
use crate::ll::ast::{self, InstructionKind, TerminatorKind};
use crate::lower::constant::{Scalar, block_number};
use crate::lower::layout::Refusal;
use crate::lower::operands;
use crate::lower::roles::Role;
use program::{
    Block, BlockId, ConditionRef, ConvertOp, Edge, Id, Located, Operand, RegId, Terminator, Type,
};

impl Body<'_, '_, '_> {
    /// Lowers the end of the block at hand.
    pub(super) fn terminator(&mut self, kind: &TerminatorKind) -> Result<Terminator, Refusal> {
        Ok(match kind {
            TerminatorKind::Unreachable => Terminator::Unreachable,
            TerminatorKind::Jump(target) => Terminator::Jump(self.edge(*target)?),
            TerminatorKind::Return(value) => Terminator::Return(self.returned(*value)?),
            TerminatorKind::Branch { condition, when_true, when_false } => {
                if let Some(truth) = operands::truth(self.unit.module, *condition) {
                    let target = if truth { *when_true } else { *when_false };
                    return Ok(Terminator::Jump(self.edge(target)?));
                }
                let test = self.test(*condition)?;
                let (then, otherwise) = (self.edge(*when_true)?, self.edge(*when_false)?);
                Terminator::Branch { test, condition: self.told_here(), then, otherwise }
            }
            TerminatorKind::Switch { value, default, cases } => {
                let ty = self.scalar_type(*value)?;
                let value = self.scalar(*value)?;
                let mut lowered = Vec::with_capacity(cases.len());
                for case in cases {
                    match self.unit.constants.scalar(case.value)? {
                        Some(Scalar::Bits(bits)) => lowered.push((bits, self.edge(case.target)?)),
                        _ => return Err("a case that is no number".to_owned()),
                    }
                }
                Terminator::Switch { ty, value, cases: lowered, default: self.edge(*default)? }
            }
            TerminatorKind::IndirectBranch { address, targets } => {
                let address = self.scalar(*address)?;
                let value = self.converted(ConvertOp::BitCast, Type::Ptr, Type::I64, address);
                let mut cases: Vec<(u128, Edge)> = Vec::with_capacity(targets.len());
                for target in targets {
                    let number = block_number(target.index());
                    if cases.iter().all(|(known, _)| *known != number) {
                        cases.push((number, self.edge(*target)?));
                    }
                }
                let default = Edge::to(self.nowhere());
                Terminator::Switch { ty: Type::I64, value, cases, default }
            }
        })
    }

    /// The condition that the branch at the end of the block at hand tells of.
    fn told_here(&mut self) -> Option<ConditionRef> {
        let told =
            self.facts.roles[self.block].iter().enumerate().rev().find_map(|(index, role)| {
                match role {
                    Role::Condition { id, told_by_branch: true, .. } => Some((index, *id)),
                    _ => None,
                }
            });
        let (index, id) = told?;
        self.index = index as u32;
        self.condition_here(id)
    }

    /// A result of several scalars goes where the hidden parameter points.
    fn returned(&mut self, value: Option<ast::Operand>) -> Result<Option<Operand>, Refusal> {
        let Some(value) = value else { return Ok(None) };
        let leaves = self.unit.layout.leaves(self.type_of(value)?)?;
        if let Some(pointer) = self.result_pointer {
            let parts = self.parts(value)?;
            for (leaf, part) in leaves.iter().zip(parts) {
                self.store_leaf(*leaf, Operand::Register(pointer), 0, part)?;
            }
            return Ok(None);
        }
        if leaves.is_empty() { Ok(None) } else { Ok(Some(self.scalar(value)?)) }
    }

    /// The way from the block at hand to another, with what its phis get.
    fn edge(&mut self, target: ast::BlockId) -> Result<Edge, Refusal> {
        let mut moves: Vec<(RegId, Operand)> = Vec::new();
        for instruction in &self.source.blocks[target].instructions {
            let InstructionKind::Phi { incoming } = &instruction.kind else { break };
            let Some(result) = instruction.result else { continue };
            let Some((value, _)) = incoming.iter().find(|(_, from)| *from == self.block) else {
                return Err("a phi without a value for one of its ways".to_owned());
            };
            let values = self.parts(*value)?;
            let registers = self.parts(ast::Operand::Local(result))?;
            for (register, value) in registers.into_iter().zip(values) {
                match register {
                    Operand::Register(register) if Operand::Register(register) != value => {
                        moves.push((register, value));
                    }
                    _ => {}
                }
            }
        }
        Ok(Edge { target: BlockId::new(target.index()), moves })
    }

    /// The block where a jump to an address that is no block ends.
    fn nowhere(&mut self) -> BlockId {
        if let Some(block) = self.nowhere {
            return block;
        }
        let mut label = "nowhere".to_owned();
        while self.function.blocks.values().any(|block| block.label == label) {
            label.push('\'');
        }
        let block = self.function.blocks.push(Block {
            label,
            handlers: None,
            instructions: Vec::new(),
            terminator: Located::nowhere(Terminator::Unreachable),
        });
        self.nowhere = Some(block);
        block
    }
}
