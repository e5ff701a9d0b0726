//! Reading instructions: operands, arithmetic, conversions, aggregates and terminators.

use super::ast::{
    BinaryOp, BlockId, CastOp, FloatPredicate, InstructionKind, IntPredicate, Operand, SwitchCase,
    TailKind, TerminatorKind, Type, TypeId,
};
use super::cursor::{TokenKind, shortened};
use super::error::Parse;
use super::metadata;
use super::reader::Reader;

/// One line of a block.
pub(super) enum Step<'a> {
    /// An instruction with the type of its result, `void` for none.
    Instruction(InstructionKind<'a>, TypeId),
    Terminator(TerminatorKind),
}

/// An instruction with the type of its result.
pub(super) type Typed<'a> = (InstructionKind<'a>, TypeId);

impl<'a> Reader<'a> {
    /// What the word at the cursor begins, without the metadata behind it.
    pub fn step(&mut self, result: TypeId) -> Parse<Step<'a>> {
        let word = self.cursor.written();
        let offset = self.cursor.token;
        self.cursor.advance();
        let (kind, ty) = match word {
            "load" => self.load()?,
            "store" => self.store()?,
            "call" => self.call(TailKind::None)?,
            "getelementptr" => self.get_element_pointer()?,
            "br" => return self.branch().map(Step::Terminator),
            "icmp" => self.int_compare()?,
            "alloca" => self.alloca()?,
            "ret" => return self.ret(result).map(Step::Terminator),
            "phi" => self.phi()?,
            "select" => self.select()?,
            "switch" => return self.switch().map(Step::Terminator),
            "fcmp" => self.float_compare()?,
            "fneg" => {
                let flags = self.flags();
                let (ty, value) = self.typed_operand()?;
                self.need(self.types.is_float(ty), "`fneg` needs a float")?;
                (InstructionKind::FloatNegate { flags, value }, ty)
            }
            "extractvalue" => self.extract_value()?,
            "insertvalue" => self.insert_value()?,
            "extractelement" => self.extract_element()?,
            "insertelement" => self.insert_element()?,
            "shufflevector" => self.shuffle_vector()?,
            "freeze" => {
                let (ty, value) = self.typed_operand()?;
                (InstructionKind::Freeze { value }, ty)
            }
            "unreachable" => return Ok(Step::Terminator(TerminatorKind::Unreachable)),
            "indirectbr" => return self.indirect_branch().map(Step::Terminator),
            "tail" => self.marked_call(TailKind::Tail)?,
            "musttail" => self.marked_call(TailKind::MustTail)?,
            "notail" => self.marked_call(TailKind::NoTail)?,
            "va_arg" => {
                let list = self.pointer()?;
                self.cursor.expect(b',')?;
                let ty = self.ty()?;
                (InstructionKind::VaArg { list, ty }, ty)
            }
            "fence" => self.fence()?,
            "cmpxchg" => self.compare_exchange()?,
            "atomicrmw" => self.atomic_rmw()?,
            _ => {
                if let Some(op) = BinaryOp::from_keyword(word) {
                    self.binary(op)?
                } else if let Some(op) = CastOp::from_keyword(word) {
                    self.cast(op)?
                } else {
                    self.cursor.jump(offset.start as usize);
                    let word = shortened(word);
                    return self.cursor.fail(format!("the instruction `{word}` is not supported"));
                }
            }
        };
        Ok(Step::Instruction(kind, ty))
    }

    /// A type and an operand of it.
    pub fn typed_operand(&mut self) -> Parse<(TypeId, Operand)> {
        let ty = self.ty()?;
        Ok((ty, self.operand(ty)?))
    }

    /// An operand of a type.
    pub fn operand(&mut self, ty: TypeId) -> Parse<Operand> {
        match self.types.get(ty) {
            Type::Void | Type::Label | Type::Function { .. } => {
                return self.cursor.fail_before("no value has this type");
            }
            Type::Metadata => {
                let value = metadata::value(&mut self.cursor)?;
                self.metadata_arguments.push(value);
                return Ok(Operand::Metadata(self.metadata_arguments.len() as u32 - 1));
            }
            _ => {}
        }
        if self.cursor.token.kind == TokenKind::Local {
            let (name, offset) = (self.cursor.name(), self.cursor.token.start as usize);
            self.cursor.advance();
            return self.scope.use_local(name, ty, offset).map(Operand::Local);
        }
        self.constant(ty).map(Operand::Constant)
    }

    /// `ptr %p`.
    pub fn pointer(&mut self) -> Parse<Operand> {
        let (ty, operand) = self.typed_operand()?;
        self.need(matches!(self.types.get(ty), Type::Pointer(_)), "a pointer is needed here")?;
        Ok(operand)
    }

    /// Fails with a message unless something holds.
    pub fn need(&self, holds: bool, message: &str) -> Parse<()> {
        if holds { Ok(()) } else { self.cursor.fail_before(message) }
    }

    /// `label %b`.
    fn label(&mut self) -> Parse<BlockId> {
        self.cursor.expect_word("label")?;
        self.block_name()
    }

    fn block_name(&mut self) -> Parse<BlockId> {
        if self.cursor.token.kind != TokenKind::Local {
            return self.cursor.expected("a block");
        }
        let (name, offset) = (self.cursor.name(), self.cursor.token.start as usize);
        self.cursor.advance();
        Ok(self.scope.use_label(name, offset))
    }

    /// Two operands of one type: `i32 %a, 1`.
    fn pair(&mut self) -> Parse<(TypeId, Operand, Operand)> {
        let (ty, left) = self.typed_operand()?;
        self.cursor.expect(b',')?;
        Ok((ty, left, self.operand(ty)?))
    }

    fn binary(&mut self, op: BinaryOp) -> Parse<Typed<'a>> {
        let flags = self.flags();
        let (ty, left, right) = self.pair()?;
        self.check_binary(op, ty)?;
        Ok((InstructionKind::Binary { op, flags, left, right }, ty))
    }

    fn cast(&mut self, op: CastOp) -> Parse<Typed<'a>> {
        let flags = self.flags();
        let (from, value) = self.typed_operand()?;
        self.cursor.expect_word("to")?;
        let to = self.ty()?;
        self.check_cast(op, from, to)?;
        Ok((InstructionKind::Cast { op, flags, value, to }, to))
    }

    /// Refuses floats where integers are meant and the other way round.
    pub fn check_binary(&self, op: BinaryOp, ty: TypeId) -> Parse<()> {
        use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
        let fits = match op {
            FAdd | FSub | FMul | FDiv | FRem => self.types.is_float(ty),
            _ => self.types.is_integer(ty),
        };
        self.need(fits, "the operation does not go with the type")
    }

    /// Refuses conversions between types that LLVM does not convert so.
    pub fn check_cast(&self, op: CastOp, from: TypeId, to: TypeId) -> Parse<()> {
        let types = &self.types;
        let shape = |ty| types.vector(ty).map(|(_, count, scalable)| (count, scalable));
        let float = |ty| types.is_float(ty);
        let fits = match (op, types.scalar(from), types.scalar(to)) {
            (CastOp::BitCast, from, to) => is_plain(from) && is_plain(to),
            _ if shape(from) != shape(to) => false,
            (CastOp::Trunc, Type::Integer(from), Type::Integer(to)) => from > to,
            (CastOp::ZExt | CastOp::SExt, Type::Integer(from), Type::Integer(to)) => from < to,
            (CastOp::FpTrunc | CastOp::FpExt, ..) => float(from) && float(to),
            (CastOp::FpToUi | CastOp::FpToSi, _, Type::Integer(_)) => float(from),
            (CastOp::UiToFp | CastOp::SiToFp, Type::Integer(_), _) => float(to),
            (CastOp::PtrToInt, Type::Pointer(_), Type::Integer(_)) => true,
            (CastOp::IntToPtr, Type::Integer(_), Type::Pointer(_)) => true,
            (CastOp::AddrSpaceCast, Type::Pointer(_), Type::Pointer(_)) => true,
            _ => false,
        };
        self.need(fits, "there is no such conversion between these types")
    }

    fn int_compare(&mut self) -> Parse<Typed<'a>> {
        self.cursor.accept_word("samesign");
        let Some(predicate) = IntPredicate::from_keyword(self.cursor.written()) else {
            return self.cursor.expected("a relation");
        };
        self.cursor.advance();
        let (ty, left, right) = self.pair()?;
        let fits = self.types.is_integer(ty) || self.types.is_pointer(ty);
        self.need(fits, "`icmp` compares integers or pointers")?;
        let result = self.types.shaped(self.types.bit, ty);
        Ok((InstructionKind::IntCompare { predicate, left, right }, result))
    }

    fn float_compare(&mut self) -> Parse<Typed<'a>> {
        let flags = self.flags();
        let Some(predicate) = FloatPredicate::from_keyword(self.cursor.written()) else {
            return self.cursor.expected("a relation");
        };
        self.cursor.advance();
        let (ty, left, right) = self.pair()?;
        self.need(self.types.is_float(ty), "`fcmp` compares floats")?;
        let result = self.types.shaped(self.types.bit, ty);
        Ok((InstructionKind::FloatCompare { predicate, flags, left, right }, result))
    }

    fn phi(&mut self) -> Parse<Typed<'a>> {
        self.flags();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.cursor.expect(b'[')?;
            let value = self.operand(ty)?;
            self.cursor.expect(b',')?;
            incoming.push((value, self.block_name()?));
            self.cursor.expect(b']')?;
            if !self.cursor.accept(b',') || self.cursor.token.kind == TokenKind::MetadataName {
                break;
            }
        }
        Ok((InstructionKind::Phi { incoming: incoming.into() }, ty))
    }

    fn select(&mut self) -> Parse<Typed<'a>> {
        self.flags();
        let (condition_type, condition) = self.typed_operand()?;
        let is_bit = *self.types.scalar(condition_type) == Type::Integer(1);
        self.need(is_bit, "`select` needs a condition of i1")?;
        self.cursor.expect(b',')?;
        let (ty, when_true) = self.typed_operand()?;
        self.cursor.expect(b',')?;
        let (other, when_false) = self.typed_operand()?;
        self.need(ty == other, "`select` needs values of one type")?;
        Ok((InstructionKind::Select { condition, when_true, when_false }, ty))
    }

    /// `, 0, 1` behind an aggregate.
    fn indices(&mut self) -> Parse<Box<[u32]>> {
        let mut indices = Vec::new();
        while self.cursor.accept(b',') && self.cursor.token.kind != TokenKind::MetadataName {
            indices.push(self.cursor.unsigned()?);
        }
        self.need(!indices.is_empty(), "an index is needed here")?;
        Ok(indices.into())
    }

    /// The type of a part of an aggregate.
    fn part(&self, mut ty: TypeId, indices: &[u32]) -> Parse<TypeId> {
        for &index in indices {
            if let Type::Named(id) = self.types.get(ty)
                && let Some(body) = self.named_types[id.0 as usize].ty.body
            {
                ty = body;
            }
            let part = match self.types.get(ty) {
                Type::Struct { fields, .. } => fields.get(index as usize).copied(),
                Type::Array { count, element } => (u64::from(index) < *count).then_some(*element),
                _ => None,
            };
            ty = match part {
                Some(part) => part,
                None => return self.cursor.fail_before("the aggregate has no such part"),
            };
        }
        Ok(ty)
    }

    fn extract_value(&mut self) -> Parse<Typed<'a>> {
        let (ty, aggregate) = self.typed_operand()?;
        let indices = self.indices()?;
        let part = self.part(ty, &indices)?;
        Ok((InstructionKind::ExtractValue { aggregate, indices }, part))
    }

    fn insert_value(&mut self) -> Parse<Typed<'a>> {
        let (ty, aggregate) = self.typed_operand()?;
        self.cursor.expect(b',')?;
        let (element_type, element) = self.typed_operand()?;
        let indices = self.indices()?;
        let fits = self.part(ty, &indices)? == element_type;
        self.need(fits, "the part has another type")?;
        Ok((InstructionKind::InsertValue { aggregate, element, indices }, ty))
    }

    /// A vector operand with its element's type.
    fn vector(&mut self) -> Parse<(TypeId, TypeId, Operand)> {
        let (ty, vector) = self.typed_operand()?;
        match self.types.vector(ty) {
            Some((element, ..)) => Ok((ty, element, vector)),
            None => self.cursor.fail_before("a vector is needed here"),
        }
    }

    fn index(&mut self) -> Parse<Operand> {
        self.cursor.expect(b',')?;
        let (ty, index) = self.typed_operand()?;
        self.need(matches!(self.types.get(ty), Type::Integer(_)), "an index is an integer")?;
        Ok(index)
    }

    fn extract_element(&mut self) -> Parse<Typed<'a>> {
        let (_, element, vector) = self.vector()?;
        let index = self.index()?;
        Ok((InstructionKind::ExtractElement { vector, index }, element))
    }

    fn insert_element(&mut self) -> Parse<Typed<'a>> {
        let (ty, element_type, vector) = self.vector()?;
        self.cursor.expect(b',')?;
        let (other, element) = self.typed_operand()?;
        self.need(element_type == other, "the element has another type")?;
        let index = self.index()?;
        Ok((InstructionKind::InsertElement { vector, element, index }, ty))
    }

    fn shuffle_vector(&mut self) -> Parse<Typed<'a>> {
        let (ty, element, left) = self.vector()?;
        self.cursor.expect(b',')?;
        let (other, _, right) = self.vector()?;
        self.need(ty == other, "the vectors have different types")?;
        self.cursor.expect(b',')?;
        let mask = self.typed_constant()?;
        let mask_type = self.constants[mask].ty;
        let is_mask = self.types.vector(mask_type).is_some_and(|(ty, ..)| ty == self.types.int32);
        self.need(is_mask, "the mask is a vector of i32")?;
        let result = self.types.shaped(element, mask_type);
        Ok((InstructionKind::ShuffleVector { left, right, mask }, result))
    }

    fn ret(&mut self, result: TypeId) -> Parse<TerminatorKind> {
        let ty = self.ty()?;
        self.need(ty == result, "the function returns another type")?;
        if ty == self.types.void {
            return Ok(TerminatorKind::Return(None));
        }
        Ok(TerminatorKind::Return(Some(self.operand(ty)?)))
    }

    fn branch(&mut self) -> Parse<TerminatorKind> {
        if self.cursor.is_word("label") {
            return self.label().map(TerminatorKind::Jump);
        }
        let (ty, condition) = self.typed_operand()?;
        self.need(ty == self.types.bit, "a branch needs a condition of i1")?;
        self.cursor.expect(b',')?;
        let when_true = self.label()?;
        self.cursor.expect(b',')?;
        let when_false = self.label()?;
        Ok(TerminatorKind::Branch { condition, when_true, when_false })
    }

    fn switch(&mut self) -> Parse<TerminatorKind> {
        let (ty, value) = self.typed_operand()?;
        self.need(matches!(self.types.get(ty), Type::Integer(_)), "`switch` needs an integer")?;
        self.cursor.expect(b',')?;
        let default = self.label()?;
        self.cursor.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.cursor.accept(b']') {
            let value = self.typed_constant()?;
            self.need(self.constants[value].ty == ty, "the case has another type")?;
            self.cursor.expect(b',')?;
            cases.push(SwitchCase { value, target: self.label()? });
        }
        Ok(TerminatorKind::Switch { value, default, cases: cases.into() })
    }

    fn indirect_branch(&mut self) -> Parse<TerminatorKind> {
        let address = self.pointer()?;
        self.cursor.expect(b',')?;
        self.cursor.expect(b'[')?;
        let mut targets = Vec::new();
        while !self.cursor.accept(b']') {
            if !targets.is_empty() {
                self.cursor.expect(b',')?;
            }
            targets.push(self.label()?);
        }
        Ok(TerminatorKind::IndirectBranch { address, targets: targets.into() })
    }
}

/// Whether the bits of a type can be taken for those of another.
fn is_plain(ty: &Type) -> bool {
    !matches!(
        ty,
        Type::Void
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Array { .. }
            | Type::Struct { .. }
            | Type::Named(_)
            | Type::Function { .. }
    )
}
