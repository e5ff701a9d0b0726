//! New objects, casts, tests of their class, monitors.

use classfile::error::LoadError;
use classfile::flags;
use program::{CheckKind, CompareOp, Id, Instruction, Operand, Test, Type};

use super::diamonds::int;
use super::stack::NULL;
use super::{Body, LowerError, Next};
use crate::world::Thrower;

impl Body<'_> {
    pub(super) fn new_object(&mut self, index: u16) -> Result<Next, LowerError> {
        let class = match self.class_at(index)? {
            Ok(class) => class,
            Err(error) => return self.throw_linkage(&error),
        };
        let info = self.world.info(class);
        if info.flags & (flags::ABSTRACT | flags::INTERFACE) != 0 || info.is_array() {
            let name = info.name.replace('/', ".");
            return self.throw_error("java/lang/InstantiationError", &name);
        }
        self.initialise(class);
        let dst = self.result(Type::Ptr);
        self.emit(Instruction::New { dst, class });
        self.made(dst);
        Ok(Next::On)
    }

    /// A cast keeps the value where it is.
    pub(super) fn cast(&mut self, index: u16) -> Result<Next, LowerError> {
        let class = match self.class_at(index)? {
            Ok(class) => class,
            // Null can be cast to what does not exist; anything else cannot be.
            Err(error) => return self.unresolved_cast(&error),
        };
        let object = self.pop(Type::Ptr)?;
        self.push(Type::Ptr, object);
        let info = self.world.info(class);
        let is_object = info.superclass.is_none() && !info.is_interface();
        if object == NULL || is_object {
            return Ok(Next::On);
        }
        let fits = self.temporary(Type::BOOL);
        self.emit(Instruction::MayCast { dst: fits, object, class });
        let arguments = [(Type::Ptr, object), (Type::I32, int(class.index() as i32))];
        let test = Test::Value(Operand::Register(fits));
        self.check(CheckKind::Cast, test, &Thrower::ClassCast, &arguments);
        Ok(Next::On)
    }

    fn unresolved_cast(&mut self, error: &LoadError) -> Result<Next, LowerError> {
        let entry = self.pop_entry()?;
        self.stack.push(entry);
        let (class, message) = error.throwable();
        let thrower = Thrower::Fixed { class: class.to_owned(), message };
        let test =
            Test::Compare { op: CompareOp::Eq, ty: Type::Ptr, left: entry.value, right: NULL };
        if entry.ty != Type::Ptr {
            return Err(super::Malformed::StackType.into());
        }
        self.check(CheckKind::Cast, test, &thrower, &[]);
        Ok(Next::On)
    }

    pub(super) fn instance_of(&mut self, index: u16) -> Result<Next, LowerError> {
        let class = match self.class_at(index)? {
            Ok(class) => class,
            Err(error) => {
                // Null is an instance of nothing, whether that exists or not.
                self.unresolved_cast(&error)?;
                self.pop(Type::Ptr)?;
                self.push(Type::I32, int(0));
                return Ok(Next::On);
            }
        };
        let object = self.pop(Type::Ptr)?;
        let dst = self.result(Type::BOOL);
        self.emit(Instruction::InstanceOf { dst, object, class });
        self.push(Type::BOOL, dst);
        Ok(Next::On)
    }

    /// There is one thread at a time, so that a monitor is always free.
    pub(super) fn monitor(&mut self) -> Result<Next, LowerError> {
        let object = self.pop(Type::Ptr)?;
        self.check_null(object);
        Ok(Next::On)
    }
}
