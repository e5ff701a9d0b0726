//! Reading instructions that touch memory: allocation, access, atomics and address arithmetic.

use super::ast::{Access, InstructionKind, Ordering, RmwOp, Type};
use super::cursor::TokenKind;
use super::error::Parse;
use super::instructions::Typed;
use super::reader::Reader;

impl<'a> Reader<'a> {
    pub fn alloca(&mut self) -> Parse<Typed<'a>> {
        self.cursor.accept_word("inalloca");
        self.cursor.accept_word("swifterror");
        let ty = self.ty()?;
        let (mut count, mut align, mut space) = (None, 0, 0);
        while self.cursor.accept(b',') && self.cursor.token.kind != TokenKind::MetadataName {
            if self.cursor.is_word("align") {
                align = self.align()?;
            } else if self.cursor.is_word("addrspace") {
                space = self.address_space()?;
            } else {
                let (count_type, operand) = self.typed_operand()?;
                self.need(self.types.is_integer(count_type), "a count is an integer")?;
                count = Some(operand);
            }
        }
        let result = self.types.intern(Type::Pointer(space));
        Ok((InstructionKind::Alloca { ty, count, align }, result))
    }

    pub fn load(&mut self) -> Parse<Typed<'a>> {
        let (is_atomic, volatile) = self.access_words();
        let ty = self.ty()?;
        self.cursor.expect(b',')?;
        let pointer = self.pointer()?;
        let ordering = if is_atomic { Some(self.scoped_ordering()?) } else { None };
        let align = self.access_align()?;
        let access = Access { align, volatile, ordering };
        Ok((InstructionKind::Load { ty, pointer, access }, ty))
    }

    pub fn store(&mut self) -> Parse<Typed<'a>> {
        let (is_atomic, volatile) = self.access_words();
        let (_, value) = self.typed_operand()?;
        self.cursor.expect(b',')?;
        let pointer = self.pointer()?;
        let ordering = if is_atomic { Some(self.scoped_ordering()?) } else { None };
        let align = self.access_align()?;
        let access = Access { align, volatile, ordering };
        Ok((InstructionKind::Store { value, pointer, access }, self.types.void))
    }

    pub fn fence(&mut self) -> Parse<Typed<'a>> {
        let ordering = self.scoped_ordering()?;
        Ok((InstructionKind::Fence { ordering }, self.types.void))
    }

    pub fn compare_exchange(&mut self) -> Parse<Typed<'a>> {
        let weak = self.cursor.accept_word("weak");
        let volatile = self.cursor.accept_word("volatile");
        let pointer = self.pointer()?;
        self.cursor.expect(b',')?;
        let (ty, expected) = self.typed_operand()?;
        self.cursor.expect(b',')?;
        let (other, replacement) = self.typed_operand()?;
        self.need(ty == other, "`cmpxchg` needs values of one type")?;
        let ordering = Some(self.scoped_ordering()?);
        let failure = self.ordering()?;
        let align = self.access_align()?;
        let access = Access { align, volatile, ordering };
        let fields = [ty, self.types.bit].into();
        let result = self.types.intern(Type::Struct { fields, packed: false });
        let kind = InstructionKind::CompareExchange {
            pointer,
            expected,
            replacement,
            weak,
            access,
            failure,
        };
        Ok((kind, result))
    }

    pub fn atomic_rmw(&mut self) -> Parse<Typed<'a>> {
        let volatile = self.cursor.accept_word("volatile");
        let Some(op) = RmwOp::from_keyword(self.cursor.written()) else {
            return self.cursor.expected("an operation of `atomicrmw`");
        };
        self.cursor.advance();
        let pointer = self.pointer()?;
        self.cursor.expect(b',')?;
        let (ty, value) = self.typed_operand()?;
        let ordering = Some(self.scoped_ordering()?);
        let align = self.access_align()?;
        let access = Access { align, volatile, ordering };
        Ok((InstructionKind::AtomicRmw { op, pointer, value, access }, ty))
    }

    pub fn get_element_pointer(&mut self) -> Parse<Typed<'a>> {
        let flags = self.flags();
        let element = self.ty()?;
        self.cursor.expect(b',')?;
        let (mut result, base) = self.typed_operand()?;
        self.need(self.types.is_pointer(result), "`getelementptr` needs a pointer")?;
        let mut indices = Vec::new();
        while self.cursor.accept(b',') && self.cursor.token.kind != TokenKind::MetadataName {
            let (ty, index) = self.typed_operand()?;
            self.need(self.types.is_integer(ty), "an index is an integer")?;
            if self.types.vector(result).is_none() {
                result = self.types.shaped(result, ty);
            }
            indices.push(index);
        }
        let indices = indices.into();
        Ok((InstructionKind::GetElementPointer { flags, element, base, indices }, result))
    }

    /// `atomic` and `volatile`.
    fn access_words(&mut self) -> (bool, bool) {
        let is_atomic = self.cursor.accept_word("atomic");
        (is_atomic, self.cursor.accept_word("volatile"))
    }

    /// `, align 4`, 0 when absent. A comma before metadata is read too.
    fn access_align(&mut self) -> Parse<u32> {
        if self.cursor.accept(b',') && self.cursor.is_word("align") {
            return self.align();
        }
        Ok(0)
    }

    /// `syncscope("…") seq_cst`.
    fn scoped_ordering(&mut self) -> Parse<Ordering> {
        if self.cursor.accept_word("syncscope") {
            self.cursor.expect(b'(')?;
            self.cursor.string()?;
            self.cursor.expect(b')')?;
        }
        self.ordering()
    }

    fn ordering(&mut self) -> Parse<Ordering> {
        match Ordering::from_keyword(self.cursor.written()) {
            Some(ordering) => {
                self.cursor.advance();
                Ok(ordering)
            }
            None => self.cursor.expected("an ordering"),
        }
    }
}
