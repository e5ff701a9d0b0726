//! The constant pool: names of classes and members, and constants that are objects.
//!
//! Strings and `Class` objects are made when they are first needed, and a place in the statics page keeps
//! each. Before a block uses some there is the `init` of a class of their own, whose initialiser makes
//! them: a branch would be one that the user did not write.

use std::borrow::Cow;
use std::sync::Arc;

use classfile::error::LoadError;
use program::{Callee, ClassId, FuncId, Instruction, Located, Operand, Terminator, Type};
use ristretto_classfile::{Constant, ConstantPool, JavaStr};

use super::diamonds::{int, long};
use super::{Body, LowerError, Malformed, Next, emit, runtime};
use crate::dynamic;
use crate::world::{FieldRef, Helper};

/// A field or a method as the constant pool names it.
pub(super) struct MemberName<'p> {
    pub class: Cow<'p, str>,
    pub name: Cow<'p, str>,
    pub descriptor: Cow<'p, str>,
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
        let pool = Arc::clone(&self.pool);
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
        if self.in_block.constants.is_none() {
            let (class, function) = runtime::constants_class(self.world, self.program);
            self.in_block.constants = Some(Pending { class, function, calls: Vec::new() });
        }
        if let Some(pending) = &mut self.in_block.constants {
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

    /// Writes the initialiser of the constants so far; those that follow have one of their own.
    pub(super) fn make_constants(&mut self) {
        let Some(Pending { function, calls, .. }) = self.in_block.constants.take() else { return };
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
    }

    /// A constant that is computed, once.
    fn dynamic_constant(&mut self, index: u16) -> Result<Next, LowerError> {
        let function = match dynamic::constant(self.world, self.program, self.class, index) {
            Ok(function) => function,
            Err(error) => return self.throw_linkage(&error),
        };
        let ty = self.program.functions[function].result.ok_or(Malformed::Descriptor)?;
        let dst = self.result(ty);
        self.call_direct(Some(dst), Some(ty), function, &[]);
        self.push(ty, dst);
        Ok(Next::On)
    }

    /// The name of a class of the constant pool.
    pub(super) fn class_name(&self, index: u16) -> Result<String, LowerError> {
        class_name(&self.pool, index).map(Cow::into_owned)
    }

    /// A class of the constant pool, linked; the outer error is that of the class at hand.
    pub(super) fn class_at(
        &mut self,
        index: u16,
    ) -> Result<Result<ClassId, LoadError>, LowerError> {
        let pool = Arc::clone(&self.pool);
        let name = class_name(&pool, index)?;
        Ok(self.class_of(&name))
    }

    /// The class of a name, linked. A class may name itself though its name is not to be found.
    pub(super) fn class_of(&mut self, name: &str) -> Result<ClassId, LoadError> {
        if *name == *self.world.info(self.class).name {
            return Ok(self.class);
        }
        self.world.class(self.program, name)
    }

    /// A field of the constant pool, resolved.
    pub(super) fn field(&mut self, index: u16) -> Result<Result<FieldRef, LoadError>, LowerError> {
        let pool = Arc::clone(&self.pool);
        let MemberName { class, name, descriptor } = member(&pool, index)?;
        let class = self.class_of(&class);
        Ok(class.and_then(|class| {
            let field = self.world.field(self.program, class, &name, &descriptor)?;
            let owner = &self.world.info(field.class).name;
            let owner = Arc::clone(owner);
            self.world.permit(self.program, self.class, field.class, field.flags, || {
                format!("field {}.{name}", owner.replace('/', "."))
            })?;
            Ok(field)
        }))
    }
}

/// A text of the constant pool.
fn text<'p>(pool: &'p ConstantPool<'static>, index: u16) -> Result<Cow<'p, str>, LowerError> {
    let text = pool.try_get_utf8(index).map(JavaStr::to_str_lossy);
    text.map_err(|_| Malformed::Constant.into())
}

/// The name of a class of the constant pool.
pub(super) fn class_name<'p>(
    pool: &'p ConstantPool<'static>,
    index: u16,
) -> Result<Cow<'p, str>, LowerError> {
    match pool.get(index) {
        Some(Constant::Class(name)) => text(pool, *name),
        _ => Err(Malformed::Constant.into()),
    }
}

/// A field or a method of the constant pool.
pub(super) fn member<'p>(
    pool: &'p ConstantPool<'static>,
    index: u16,
) -> Result<MemberName<'p>, LowerError> {
    match pool.get(index) {
        Some(
            Constant::FieldRef { class_index, name_and_type_index }
            | Constant::MethodRef { class_index, name_and_type_index }
            | Constant::InterfaceMethodRef { class_index, name_and_type_index },
        ) => {
            let class = class_name(pool, *class_index)?;
            match pool.get(*name_and_type_index) {
                Some(Constant::NameAndType { name_index, descriptor_index }) => Ok(MemberName {
                    class,
                    name: text(pool, *name_index)?,
                    descriptor: text(pool, *descriptor_index)?,
                }),
                _ => Err(Malformed::Constant.into()),
            }
        }
        _ => Err(Malformed::Constant.into()),
    }
}
