//! Constants and constant expressions, folded as far as they can be before the program runs.

use super::float;
use super::layout::{Form, Layout, Refusal};
use super::link::{Links, Target};
use crate::ll::ast::{BinaryOp, CastOp, ConstantId, ConstantKind, Module, Type as LlType};
use program::{FuncId, GlobalId, Id};

/// A scalar constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    /// The bits of a number.
    Bits(u128),
    /// The address of a byte of a global.
    Global(GlobalId, i64),
    /// The address of a function.
    Function(FuncId),
}

/// What constants of a module are evaluated with.
pub(super) struct Constants<'m, 'a> {
    pub module: &'m Module<'a>,
    pub layout: &'m Layout<'m, 'a>,
    pub links: &'m Links,
    /// The number of the module.
    pub index: usize,
}

impl Constants<'_, '_> {
    /// What a symbol stands for.
    pub(super) fn symbol(&self, symbol: crate::ll::ast::SymbolId) -> Scalar {
        match self.links.targets[self.index][symbol] {
            Target::Function(function) => Scalar::Function(function),
            Target::Global(global, offset) => Scalar::Global(global, offset),
            Target::Nothing => Scalar::Bits(0),
        }
    }

    /// The value of a scalar constant; `None` when only the running program can tell.
    pub(super) fn scalar(&self, id: ConstantId) -> Result<Option<Scalar>, Refusal> {
        let constant = &self.module.constants[id];
        Ok(match &constant.kind {
            ConstantKind::Integer(bits) => Some(Scalar::Bits(*bits)),
            ConstantKind::Float(float) => match float::bits(*float) {
                Some(bits) => Some(Scalar::Bits(bits)),
                None => return Err(self.layout.describe(constant.ty)),
            },
            ConstantKind::Null
            | ConstantKind::Zero
            | ConstantKind::Undef
            | ConstantKind::Poison
            | ConstantKind::NoToken => Some(Scalar::Bits(0)),
            ConstantKind::Symbol(symbol) => Some(self.symbol(*symbol)),
            ConstantKind::BlockAddress { block, .. } => {
                Some(Scalar::Bits(block.map_or(0, |block| block_number(block.index()))))
            }
            ConstantKind::Cast { op, value } => self.cast(*op, *value, constant.ty)?,
            ConstantKind::Binary { op, left, right, .. } => self.binary(*op, *left, *right)?,
            ConstantKind::GetElementPointer { element, base, indices, .. } => {
                let mut offset = 0i64;
                for (step, index) in indices.iter().enumerate() {
                    let Some(Scalar::Bits(bits)) = self.scalar(*index)? else { return Ok(None) };
                    let width = self.layout.scalar(self.module.constants[*index].ty)?.ty.bits();
                    let index = sign_extend(bits, width) as i64;
                    offset = offset.wrapping_add(self.step(*element, &indices[..step], index)?);
                }
                match self.scalar(*base)? {
                    Some(Scalar::Global(global, start)) => {
                        Some(Scalar::Global(global, start.wrapping_add(offset)))
                    }
                    Some(Scalar::Bits(bits)) => {
                        Some(Scalar::Bits((bits as u64).wrapping_add_signed(offset).into()))
                    }
                    Some(function) if offset == 0 => Some(function),
                    _ => None,
                }
            }
            ConstantKind::WideInteger(_) => return Err(self.layout.describe(constant.ty)),
            ConstantKind::Bytes(_)
            | ConstantKind::Array(_)
            | ConstantKind::Struct(_)
            | ConstantKind::Vector(_)
            | ConstantKind::Splat(_)
            | ConstantKind::ExtractElement { .. }
            | ConstantKind::InsertElement { .. }
            | ConstantKind::ShuffleVector { .. } => {
                let mut leaves = Vec::new();
                self.leaves(id, &mut leaves)?;
                match leaves[..] {
                    [leaf] => self.scalar_leaf(leaf)?,
                    _ => return Err(self.layout.describe(constant.ty)),
                }
            }
        })
    }

    /// Bytes that one index of an address calculation adds; `before` are the indices in front of it.
    pub(super) fn step(
        &self,
        element: crate::ll::ast::TypeId,
        before: &[ConstantId],
        index: i64,
    ) -> Result<i64, Refusal> {
        let size = |ty| self.layout.size(ty) as i64;
        let Some((_, inner)) = before.split_first() else {
            return Ok(index.wrapping_mul(size(element)));
        };
        let mut ty = element;
        for outer in inner {
            let Some(Scalar::Bits(bits)) = self.scalar(*outer)? else {
                return Err("a constant address with an index that is none".to_owned());
            };
            ty = self.layout.part(ty, bits as u64).map(|part| part.1).ok_or_else(no_part)?;
        }
        match self.layout.resolve(ty) {
            LlType::Struct { .. } => {
                let (offset, _) = self.layout.part(ty, index as u64).ok_or_else(no_part)?;
                Ok(offset as i64)
            }
            LlType::Array { element, .. } | LlType::Vector { element, .. } => {
                Ok(index.wrapping_mul(size(*element)))
            }
            _ => Err(no_part()),
        }
    }

    fn cast(
        &self,
        op: CastOp,
        value: ConstantId,
        to: crate::ll::ast::TypeId,
    ) -> Result<Option<Scalar>, Refusal> {
        let from = self.layout.scalar(self.module.constants[value].ty)?.ty.bits();
        let to = self.layout.scalar(to)?.ty;
        Ok(match (op, self.scalar(value)?) {
            (_, None) => None,
            (
                CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr,
                Some(Scalar::Bits(bits)),
            ) => Some(Scalar::Bits(bits & to.mask())),
            (CastOp::SExt, Some(Scalar::Bits(bits))) => {
                Some(Scalar::Bits(sign_extend(bits, from) as u128 & to.mask()))
            }
            (CastOp::BitCast | CastOp::AddrSpaceCast, Some(scalar)) if from == to.bits() => {
                Some(scalar)
            }
            // An address keeps its meaning as a number of its width.
            (CastOp::PtrToInt | CastOp::IntToPtr, Some(address)) if to.bits() == 64 => {
                Some(address)
            }
            _ => None,
        })
    }

    fn binary(
        &self,
        op: BinaryOp,
        left: ConstantId,
        right: ConstantId,
    ) -> Result<Option<Scalar>, Refusal> {
        let ty = self.layout.scalar(self.module.constants[left].ty)?.ty;
        let (Some(a), Some(b)) = (self.scalar(left)?, self.scalar(right)?) else { return Ok(None) };
        let signed = |bits: u128| bits as u64 as i64;
        Ok(match (op, a, b) {
            (BinaryOp::Add, Scalar::Bits(a), Scalar::Bits(b)) => {
                Some(Scalar::Bits(a.wrapping_add(b) & ty.mask()))
            }
            (BinaryOp::Sub, Scalar::Bits(a), Scalar::Bits(b)) => {
                Some(Scalar::Bits(a.wrapping_sub(b) & ty.mask()))
            }
            (BinaryOp::Mul, Scalar::Bits(a), Scalar::Bits(b)) => {
                Some(Scalar::Bits(a.wrapping_mul(b) & ty.mask()))
            }
            (BinaryOp::Xor, Scalar::Bits(a), Scalar::Bits(b)) => Some(Scalar::Bits(a ^ b)),
            (BinaryOp::And, Scalar::Bits(a), Scalar::Bits(b)) => Some(Scalar::Bits(a & b)),
            (BinaryOp::Or, Scalar::Bits(a), Scalar::Bits(b)) => Some(Scalar::Bits(a | b)),
            (BinaryOp::Add, Scalar::Global(global, at), Scalar::Bits(by))
            | (BinaryOp::Add, Scalar::Bits(by), Scalar::Global(global, at)) => {
                Some(Scalar::Global(global, at.wrapping_add(signed(by))))
            }
            (BinaryOp::Sub, Scalar::Global(global, at), Scalar::Bits(by)) => {
                Some(Scalar::Global(global, at.wrapping_sub(signed(by))))
            }
            (BinaryOp::Sub, Scalar::Global(a, at), Scalar::Global(b, from)) if a == b => {
                Some(Scalar::Bits(at.wrapping_sub(from) as u64 as u128 & ty.mask()))
            }
            _ => None,
        })
    }

    /// The scalars of an aggregate constant, as the layout lists them for its type.
    pub(super) fn leaves(
        &self,
        id: ConstantId,
        list: &mut Vec<LeafConstant>,
    ) -> Result<(), Refusal> {
        let constant = &self.module.constants[id];
        if let Some(width) = self.layout.long_width(constant.ty)
            && let Some(words) = long_words(&constant.kind, width)
        {
            list.extend(words.into_iter().map(|word| LeafConstant::Bits(word.into())));
            return Ok(());
        }
        match &constant.kind {
            ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison => {
                let count = self.layout.leaves(constant.ty)?.len();
                list.extend(std::iter::repeat_n(LeafConstant::Bits(0), count));
            }
            ConstantKind::Bytes(bytes) => {
                list.extend(bytes.iter().map(|byte| LeafConstant::Bits((*byte).into())));
            }
            ConstantKind::Array(parts)
            | ConstantKind::Struct(parts)
            | ConstantKind::Vector(parts) => {
                for part in parts {
                    self.leaves(*part, list)?;
                }
            }
            ConstantKind::Splat(element) => {
                let count = self.layout.leaves(constant.ty)?.len();
                list.extend(std::iter::repeat_n(LeafConstant::Constant(*element), count));
            }
            ConstantKind::ExtractElement { vector, index } => {
                let mut parts = Vec::new();
                self.leaves(*vector, &mut parts)?;
                list.push(*parts.get(self.element_number(*index)?).ok_or_else(no_part)?);
            }
            ConstantKind::InsertElement { vector, element, index } => {
                let mut parts = Vec::new();
                self.leaves(*vector, &mut parts)?;
                *parts.get_mut(self.element_number(*index)?).ok_or_else(no_part)? =
                    LeafConstant::Constant(*element);
                list.extend(parts);
            }
            ConstantKind::ShuffleVector { left, right, mask } => {
                let mut parts = Vec::new();
                self.leaves(*left, &mut parts)?;
                self.leaves(*right, &mut parts)?;
                for lane in self.shuffle_mask(*mask)? {
                    list.push(parts.get(lane).copied().unwrap_or(LeafConstant::Bits(0)));
                }
            }
            _ => list.push(LeafConstant::Constant(id)),
        }
        Ok(())
    }

    /// The element numbers of a shuffle; a number that is left open becomes one beyond all elements.
    pub(super) fn shuffle_mask(&self, mask: ConstantId) -> Result<Vec<usize>, Refusal> {
        let mut lanes = Vec::new();
        self.leaves(mask, &mut lanes)?;
        let lane = |leaf: &LeafConstant| match self.scalar_leaf(*leaf)? {
            Some(Scalar::Bits(bits)) => Ok(bits as usize),
            _ => Err("a shuffle whose mask is no constant".to_owned()),
        };
        lanes.iter().map(lane).collect()
    }

    fn element_number(&self, index: ConstantId) -> Result<usize, Refusal> {
        match self.scalar(index)? {
            Some(Scalar::Bits(bits)) => Ok(bits as usize),
            _ => Err(no_part()),
        }
    }

    /// The value of a leaf.
    pub(super) fn scalar_leaf(&self, leaf: LeafConstant) -> Result<Option<Scalar>, Refusal> {
        match leaf {
            LeafConstant::Bits(bits) => Ok(Some(Scalar::Bits(bits))),
            LeafConstant::Constant(id) => self.scalar(id),
        }
    }

    /// Writes a constant into a global's bytes at an offset; addresses go to `address`.
    pub(super) fn write(
        &self,
        id: ConstantId,
        offset: u64,
        bytes: &mut [u8],
        address: &mut dyn FnMut(u64, Scalar),
    ) -> Result<(), Refusal> {
        let constant = &self.module.constants[id];
        match &constant.kind {
            ConstantKind::Zero
            | ConstantKind::Undef
            | ConstantKind::Poison
            | ConstantKind::Null => {}
            ConstantKind::Bytes(content) => {
                let at = offset as usize;
                let room =
                    bytes.get_mut(at..at + content.len()).ok_or("it is larger than its type")?;
                room.copy_from_slice(content);
            }
            ConstantKind::Array(parts)
            | ConstantKind::Struct(parts)
            | ConstantKind::Vector(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let (at, _) =
                        self.layout.part(constant.ty, index as u64).ok_or_else(no_part)?;
                    self.write(*part, offset + at, bytes, address)?;
                }
            }
            ConstantKind::Splat(element) => {
                for leaf in &*self.layout.leaves(constant.ty)? {
                    self.write(*element, offset + leaf.offset, bytes, address)?;
                }
            }
            _ => match self.scalar(id)? {
                Some(Scalar::Bits(bits)) => {
                    let leaf = self.layout.scalar(constant.ty)?;
                    let size = match leaf.form {
                        Form::Plain => leaf.ty.bytes(),
                        Form::Bytes(bytes) => bytes,
                    } as usize;
                    let at = offset as usize;
                    let room = bytes.get_mut(at..at + size).ok_or("it is larger than its type")?;
                    room.copy_from_slice(&bits.to_le_bytes()[..size]);
                }
                Some(scalar) => address(offset, scalar),
                None => return Err("its value is computed from addresses".to_owned()),
            },
        }
        Ok(())
    }
}

/// A scalar of an aggregate constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LeafConstant {
    Bits(u128),
    Constant(ConstantId),
}

/// The words of an integer of more than 128 bits, lowest first.
fn long_words(kind: &ConstantKind<'_>, width: u32) -> Option<Vec<u64>> {
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    match kind {
        // The reader keeps what fits as bits, and it is never negative then.
        ConstantKind::Integer(bits) => {
            words[0] = *bits as u64;
            words[1] = (*bits >> 64) as u64;
        }
        ConstantKind::WideInteger(text) => {
            let (digits, negative) = match text.strip_prefix('-') {
                Some(digits) => (digits, true),
                None => (*text, false),
            };
            for digit in digits.chars() {
                let mut carry = u128::from(digit.to_digit(10)?);
                for word in &mut words {
                    carry += u128::from(*word) * 10;
                    *word = carry as u64;
                    carry >>= 64;
                }
            }
            if negative {
                let mut carry = true;
                for word in &mut words {
                    (*word, carry) = (!*word).overflowing_add(u64::from(carry));
                }
            }
        }
        _ => return None,
    }
    if let (Some(last), rest @ 1..) = (words.last_mut(), width % 64) {
        *last &= u64::MAX >> (64 - rest);
    }
    Some(words)
}

/// The number that stands for a block's address: never null.
pub(super) fn block_number(index: usize) -> u128 {
    index as u128 + 1
}

/// A number of that many bits as a signed one.
pub(super) fn sign_extend(bits: u128, width: u8) -> i128 {
    let shift = 128 - u32::from(width);
    (bits << shift) as i128 >> shift
}

pub(super) fn no_part() -> Refusal {
    "an index beyond its aggregate".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_integers_are_read_word_by_word() {
        let words = |text, width| long_words(&ConstantKind::WideInteger(text), width);
        assert_eq!(words("-1", 136), Some(vec![u64::MAX, u64::MAX, 0xff]));
        assert_eq!(words("340282366920938463463374607431768211456", 136), Some(vec![0, 0, 1]));
        assert_eq!(words("-18446744073709551616", 192), Some(vec![0, u64::MAX, u64::MAX]));
        assert_eq!(words("12x", 136), None);
    }

    #[test]
    fn signs_are_carried_up() {
        assert_eq!(sign_extend(0xff, 8), -1);
        assert_eq!(sign_extend(0x7f, 8), 127);
        assert_eq!(sign_extend(1, 1), -1);
    }
}
