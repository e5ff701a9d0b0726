//! The constant pool: names of classes and members, and constants that are objects.
//!
//! Strings and `Class` objects are made when they are first needed, and a place in the statics page keeps
//! each. A block that uses some begins with the `init` of a class of its own, whose initialiser makes
//! them: a branch would be one that the user did not write.

use program::{
    Callee, ClassId, FuncId, Instruction, Located, Operand, Terminator, Type,
};
use ristretto_classfile::Constant;

use super::diamonds::{int, long};
use super::{Body, LowerError, Malformed, Next, emit, runtime};
use super::dynamic;
use crate::descriptor::field_type;
use crate::world::{FieldRef, Helper, LoadError};

/// A field or a method as the constant pool names it.
pub(super) struct MemberName {
    pub class: String,
    pub name: String,
    pub descriptor: String,
}

/// What the initialiser of a block's constants will do.
pub(super) struct Pending {
    class: ClassId,
    function: FuncId,
    /// The functions it calls, each with its argument.
    calls: Vec<(FuncId, u32)>,
}

impl Body<'_> {
    /// `ldc` and its like.
    pub(super) fn constant(&mut self, index: u16) -> Result<Next, LowerError> {
        let pool = std::sync::Arc::clone(&self.pool);
        match pool.get(index).ok_or(Malformed::Constant)? {
            Constant::Integer(value) => self.push(Type::I32, int(*value)),
            Constant::Float(value) => self.push_bits(Type::F32, u128::from(value.to_bits())),
            Constant::Long(value) => self.push(Type::I64, long(*value)),
            Constant::Double(value) => self.push_bits(Type::F64, u128::from(value.to_bits())),
            Constant::String(text) => {
                let text = pool.try_get_utf8(*text).map_err(|_| Malformed::Constant)?;
                let units = text.to_utf16().map_err(|_| Malformed::Constant)?;
                let slot = self.world.string_slot(&units)?;
                self.made_constant(Helper::String, slot, slot);
            }
            Constant::Class(_) => match self.class_at(index)? {
                Ok(class) => {
                    let slot = self.world.mirror_slot(class)?;
                    self.made_constant(Helper::Mirror, class.0, slot);
                }
                Err(error) => return self.throw_linkage(&error),
            },
            Constant::Dynamic { .. } => return self.dynamic_constant(index),
            Constant::MethodHandle { .. } | Constant::MethodType(_) => {
                return self.dynamic_constant(index);
            }
            _ => return Err(Malformed::Constant.into()),
        }
        Ok(Next::On)
    }

    fn push_bits(&mut self, ty: Type, bits: u128) {
        self.push(ty, Operand::Constant(program::Constant::Bits(bits)));
    }

    /// An object that a place of the statics page keeps.
    fn made_constant(&mut self, helper: Helper, argument: u32, slot: u32) {
        let maker = self.world.helper(self.program, helper);
        if self.constants.is_none() {
            let (class, function) = runtime::constants_class(self.world, self.program);
            self.constants = Some(Pending { class, function, calls: Vec::new() });
        }
        if let Some(pending) = &mut self.constants {
            let class = pending.class;
            if !pending.calls.contains(&(maker, argument)) {
                pending.calls.push((maker, argument));
            }
            if !self.known.initialised.contains(&class) {
                self.emit(Instruction::Init { class });
                self.known.initialised.push(class);
            }
        }
        let address = Operand::Constant(self.world.slot_address(slot));
        let dst = self.result(Type::Ptr);
        self.load(dst, Type::Ptr, address, 0);
        self.made(dst);
    }

    /// Writes the initialiser of the block's constants.
    pub(super) fn make_constants(&mut self) -> Result<(), LowerError> {
        let Some(Pending { function, calls, .. }) = self.constants.take() else { return Ok(()) };
        let instructions = calls.into_iter().map(|(maker, argument)| {
            Located::nowhere(Instruction::Call {
                dst: None,
                result: Some(Type::Ptr),
                callee: Callee::Direct(maker),
                arguments: emit::list(&[(Type::I32, int(argument as i32))]),
            })
        });
        let block = runtime::block("entry", instructions.collect(), Terminator::Return(None));
        self.program.functions[function].blocks.push(block);
        Ok(())
    }

    /// A constant that is computed, once.
    fn dynamic_constant(&mut self, index: u16) -> Result<Next, LowerError> {
        let ty = match self.pool.get(index) {
            Some(Constant::Dynamic { .. }) => {
                let descriptor = self.dynamic_descriptor(index)?;
                field_type(&descriptor).ok_or(Malformed::Descriptor)?.value()
            }
            _ => Type::Ptr,
        };
        let function = match dynamic::constant(self.world, self.program, self.class, index) {
            Ok(function) => function,
            Err(error) => return self.throw_linkage(&error),
        };
        let dst = self.result(ty);
        self.call_direct(Some(dst), Some(ty), function, &[]);
        self.push(ty, dst);
        Ok(Next::On)
    }

    /// A text of the constant pool.
    pub(super) fn text(&self, index: u16) -> Result<String, LowerError> {
        let text = self.pool.try_get_utf8(index).map_err(|_| Malformed::Constant)?;
        Ok(text.to_str_lossy().into_owned())
    }

    /// The name of a class of the constant pool.
    pub(super) fn class_name(&self, index: u16) -> Result<String, LowerError> {
        match self.pool.get(index) {
            Some(Constant::Class(name)) => self.text(*name),
            _ => Err(Malformed::Constant.into()),
        }
    }

    /// A class of the constant pool, linked; the outer error is that of the class at hand.
    pub(super) fn class_at(
        &mut self,
        index: u16,
    ) -> Result<Result<ClassId, LoadError>, LowerError> {
        let name = self.class_name(index)?;
        Ok(self.class_of(&name))
    }

    /// The class of a name, linked. A class may name itself though its name is not to be found.
    pub(super) fn class_of(&mut self, name: &str) -> Result<ClassId, LoadError> {
        if *name == *self.world.info(self.class).name {
            return Ok(self.class);
        }
        self.world.class(self.program, name)
    }

    /// A field or a method of the constant pool.
    pub(super) fn member(&self, index: u16) -> Result<MemberName, LowerError> {
        match self.pool.get(index) {
            Some(
                Constant::FieldRef { class_index, name_and_type_index }
                | Constant::MethodRef { class_index, name_and_type_index }
                | Constant::InterfaceMethodRef { class_index, name_and_type_index },
            ) => {
                let class = self.class_name(*class_index)?;
                let (name, descriptor) = self.name_and_type(*name_and_type_index)?;
                Ok(MemberName { class, name, descriptor })
            }
            _ => Err(Malformed::Constant.into()),
        }
    }

    /// A field of the constant pool, resolved.
    pub(super) fn field(
        &mut self,
        index: u16,
    ) -> Result<Result<FieldRef, LoadError>, LowerError> {
        let MemberName { class, name, descriptor } = self.member(index)?;
        Ok(self
            .class_of(&class)
            .and_then(|class| self.world.field(self.program, class, &name, &descriptor)))
    }

    /// The descriptor of a call site or a constant that is linked by a bootstrap method.
    pub(super) fn dynamic_descriptor(&self, index: u16) -> Result<String, LowerError> {
        match self.pool.get(index) {
            Some(
                Constant::InvokeDynamic { name_and_type_index, .. }
                | Constant::Dynamic { name_and_type_index, .. },
            ) => Ok(self.name_and_type(*name_and_type_index)?.1),
            _ => Err(Malformed::Constant.into()),
        }
    }

    fn name_and_type(&self, index: u16) -> Result<(String, String), LowerError> {
        match self.pool.get(index) {
            Some(Constant::NameAndType { name_index, descriptor_index }) => {
                Ok((self.text(*name_index)?, self.text(*descriptor_index)?))
            }
            _ => Err(Malformed::Constant.into()),
        }
    }
}
