//! Fields, of classes and of objects.

use classfile::descriptor::JType;
use classfile::error::LoadError;
use program::{Constant, ConvertOp, Operand, Type};

use super::{Body, LowerError, Next};
use crate::world::{FieldRef, Place};

impl Body<'_> {
    pub(super) fn get_static(&mut self, index: u16) -> Result<Next, LowerError> {
        let (field, offset) = match self.static_field(index)? {
            Ok(found) => found,
            Err(error) => return self.throw_linkage(&error),
        };
        self.initialise(field.class);
        let address = Operand::Constant(self.world.slot_address(offset));
        self.read(field.ty, address, 0);
        Ok(Next::On)
    }

    pub(super) fn put_static(&mut self, index: u16) -> Result<Next, LowerError> {
        let (field, offset) = match self.static_field(index)? {
            Ok(found) => found,
            Err(error) => return self.throw_linkage(&error),
        };
        let value = self.pop(field.ty.value())?;
        self.initialise(field.class);
        let address = Operand::Constant(self.world.slot_address(offset));
        self.write(field.ty, address, 0, value);
        Ok(Next::On)
    }

    pub(super) fn get_field(&mut self, index: u16) -> Result<Next, LowerError> {
        let (field, offset) = match self.instance_field(index)? {
            Ok(found) => found,
            Err(error) => return self.throw_linkage(&error),
        };
        let object = self.pop(Type::Ptr)?;
        self.check_null(object);
        self.read(field.ty, object, offset as i32);
        Ok(Next::On)
    }

    pub(super) fn put_field(&mut self, index: u16) -> Result<Next, LowerError> {
        let (field, offset) = match self.instance_field(index)? {
            Ok(found) => found,
            Err(error) => return self.throw_linkage(&error),
        };
        let value = self.pop(field.ty.value())?;
        let object = self.pop(Type::Ptr)?;
        self.check_null(object);
        self.write(field.ty, object, offset as i32, value);
        Ok(Next::On)
    }

    fn static_field(
        &mut self,
        index: u16,
    ) -> Result<Result<(FieldRef, u32), LoadError>, LowerError> {
        let resolved = self.field(index)?;
        Ok(resolved.and_then(|field| match field.place {
            Place::Static { offset } => Ok((field, offset)),
            Place::Instance { .. } => Err(LoadError::Incompatible(
                "Expected static field, but it belongs to instances".to_owned(),
            )),
        }))
    }

    fn instance_field(
        &mut self,
        index: u16,
    ) -> Result<Result<(FieldRef, u32), LoadError>, LowerError> {
        let resolved = self.field(index)?;
        Ok(resolved.and_then(|field| match field.place {
            Place::Instance { offset } => Ok((field, offset)),
            Place::Static { .. } => Err(LoadError::Incompatible(
                "Expected non-static field, but it is static".to_owned(),
            )),
        }))
    }

    /// Reads a value of Java out of memory onto the stack.
    pub(super) fn read(&mut self, ty: JType, address: Operand, offset: i32) {
        let storage = ty.storage();
        if storage == ty.value() {
            let dst = self.result(storage);
            self.load(dst, storage, address, offset);
            self.push(storage, dst);
            return;
        }
        let narrow = self.temporary(storage);
        self.load(narrow, storage, address, offset);
        let dst = self.result(Type::I32);
        let op = match ty {
            JType::Boolean | JType::Char => ConvertOp::ZExt,
            _ => ConvertOp::SExt,
        };
        self.convert(op, storage, Type::I32, dst, Operand::Register(narrow));
        self.push(Type::I32, dst);
    }

    /// Writes a value of Java to memory.
    pub(super) fn write(&mut self, ty: JType, address: Operand, offset: i32, value: Operand) {
        let storage = ty.storage();
        let value = match value {
            _ if storage == ty.value() => value,
            Operand::Constant(Constant::Bits(bits)) => {
                Operand::Constant(Constant::Bits(bits & storage.mask()))
            }
            value => {
                let narrow = self.temporary(storage);
                self.convert(ConvertOp::Trunc, Type::I32, storage, narrow, value);
                Operand::Register(narrow)
            }
        };
        self.store(storage, address, offset, value);
    }
}
