//! Operands as registers and constants, and small computations between instructions.

use super::{Body, Bound, address, arithmetic, constant};
use crate::ll::ast::{self, ConstantId, TypeId};
use crate::lower::constant::{LeafConstant, Scalar};
use crate::lower::layout::Refusal;
use program::{CompareOp, Constant, ConvertOp, Instruction, Operand, Test, Type};

impl Body<'_, '_, '_> {
    pub(super) fn type_of(&self, operand: ast::Operand) -> Result<TypeId, Refusal> {
        match operand {
            ast::Operand::Local(local) => Ok(self.source.locals[local].ty),
            ast::Operand::Constant(id) => Ok(self.unit.module.constants[id].ty),
            ast::Operand::Metadata(_) => Err("metadata where a value is wanted".to_owned()),
        }
    }

    pub(super) fn scalar_type(&self, operand: ast::Operand) -> Result<Type, Refusal> {
        Ok(self.unit.layout.scalar(self.type_of(operand)?)?.ty)
    }

    /// The value of a scalar operand.
    pub(super) fn scalar(&mut self, operand: ast::Operand) -> Result<Operand, Refusal> {
        match operand {
            ast::Operand::Constant(id) => self.constant_scalar(id),
            ast::Operand::Metadata(_) => Err("metadata where a value is wanted".to_owned()),
            ast::Operand::Local(local) => match self.values[local].clone() {
                Bound::Scalar(operand) => Ok(operand),
                Bound::Parts(parts) if parts.len() == 1 => Ok(parts[0]),
                Bound::Test(test) => Ok(self.boolean(test)),
                Bound::Place(base, offset) => {
                    let dst = self.temporary(Type::Ptr);
                    self.emit(address(dst, base, offset));
                    Ok(Operand::Register(dst))
                }
                Bound::Parts(_) | Bound::Nothing => {
                    Err(format!("the value `%{}`", self.source.locals[local].name))
                }
            },
        }
    }

    /// The scalars of an operand of any type.
    pub(super) fn parts(&mut self, operand: ast::Operand) -> Result<Vec<Operand>, Refusal> {
        match operand {
            ast::Operand::Local(local) => match self.values[local].clone() {
                Bound::Parts(parts) => Ok(parts.into_vec()),
                _ if self.unit.layout.leaves(self.source.locals[local].ty)?.is_empty() => {
                    Ok(Vec::new())
                }
                _ => Ok(vec![self.scalar(operand)?]),
            },
            ast::Operand::Constant(id) => {
                let ty = self.unit.module.constants[id].ty;
                let leaves = self.unit.layout.leaves(ty)?;
                let mut list = Vec::new();
                self.unit.constants.leaves(id, &mut list)?;
                if list.len() != leaves.len() {
                    return Err(self.unit.layout.describe(ty));
                }
                list.into_iter()
                    .map(|leaf| match leaf {
                        LeafConstant::Bits(bits) => Ok(constant(bits)),
                        LeafConstant::Constant(id) => self.constant_scalar(id),
                    })
                    .collect()
            }
            ast::Operand::Metadata(_) => Err("metadata where a value is wanted".to_owned()),
        }
    }

    /// The value of a scalar constant; what cannot be folded is computed on the spot.
    pub(super) fn constant_scalar(&mut self, id: ConstantId) -> Result<Operand, Refusal> {
        let module = self.unit.module;
        let ty = self.unit.layout.scalar(module.constants[id].ty)?.ty;
        if let Some(scalar) = self.unit.constants.scalar(id)? {
            let address = match scalar {
                Scalar::Bits(bits) => return Ok(constant(bits & ty.mask())),
                Scalar::Global(global, offset) => Constant::Global(global, offset),
                Scalar::Function(function) => Constant::Function(function),
            };
            let address = Operand::Constant(address);
            return Ok(if ty == Type::Ptr {
                address
            } else {
                self.converted(ConvertOp::BitCast, Type::Ptr, ty, address)
            });
        }
        match &module.constants[id].kind {
            ast::ConstantKind::Cast { op, value, .. } => {
                let from = self.unit.layout.scalar(module.constants[*value].ty)?.ty;
                let value = self.constant_scalar(*value)?;
                self.cast_scalar(*op, from, ty, value)
            }
            ast::ConstantKind::Binary { op, left, right, .. } => {
                let (left, right) = (self.constant_scalar(*left)?, self.constant_scalar(*right)?);
                let dst = self.temporary(ty);
                let op = arithmetic::binary_op(*op);
                self.emit(Instruction::Binary { op, ty, dst, left, right, checked: false });
                Ok(Operand::Register(dst))
            }
            ast::ConstantKind::GetElementPointer { element, base, indices, .. } => {
                let indices: Vec<_> =
                    indices.iter().map(|id| ast::Operand::Constant(*id)).collect();
                let base = self.constant_scalar(*base)?;
                let dst = self.temporary(Type::Ptr);
                self.element_address(dst, *element, base, &indices)?;
                Ok(Operand::Register(dst))
            }
            _ => Err("a constant of an unknown kind".to_owned()),
        }
    }

    /// A conversion into a temporary.
    pub(super) fn converted(
        &mut self,
        op: ConvertOp,
        from: Type,
        to: Type,
        value: Operand,
    ) -> Operand {
        let dst = self.temporary(to);
        self.emit(Instruction::Convert { op, from, to, dst, value });
        Operand::Register(dst)
    }

    /// An operation into a temporary.
    pub(super) fn computed(
        &mut self,
        op: program::BinaryOp,
        ty: Type,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let dst = self.temporary(ty);
        self.emit(Instruction::Binary { op, ty, dst, left, right, checked: false });
        Operand::Register(dst)
    }

    /// A comparison into a temporary.
    pub(super) fn compared(
        &mut self,
        op: CompareOp,
        ty: Type,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let dst = self.temporary(Type::BOOL);
        self.emit(Instruction::Compare { op, ty, dst, left, right });
        Operand::Register(dst)
    }

    /// The truth of a test as a value.
    pub(super) fn boolean(&mut self, test: Test) -> Operand {
        match test {
            Test::Value(value) => value,
            Test::Compare { op, ty, left, right } => self.compared(op, ty, left, right),
        }
    }

    /// What a branch or select on an operand decides on.
    pub(super) fn test(&mut self, operand: ast::Operand) -> Result<Test, Refusal> {
        if let ast::Operand::Local(local) = operand
            && let Bound::Test(test) = &self.values[local]
        {
            return Ok(*test);
        }
        Ok(Test::Value(self.scalar(operand)?))
    }
}
