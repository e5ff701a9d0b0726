//! Throwing and catching.

use classfile::error::LoadError;
use jacoco::Probe;
use program::{Handler, HandlerTable, Operand, Terminator, Type};

use super::stack::Entry;
use super::{Arrival, Body, Known, LowerError, Next};
use crate::world::Thrower;

impl Body<'_> {
    /// Makes the handler tables, one for each region but the first, and opens the handlers: what is
    /// caught is alone on the stack.
    pub(super) fn handler_tables(&mut self) -> Result<(), LowerError> {
        for region in 1..self.plan.regions.len() {
            let mut handlers = Vec::new();
            for position in 0..self.plan.regions[region].len() {
                let number = usize::from(self.plan.regions[region][position]);
                let entry = self.code.handlers[number];
                // A handler of a region that is never reached is no block.
                let Some(target) = self.plan.block_at(usize::from(entry.target)) else { continue };
                let class = if entry.class == 0 {
                    None
                } else {
                    match self.class_at(entry.class)? {
                        Ok(class) => Some(class),
                        // Nothing can be of a class that does not exist.
                        Err(_) => continue,
                    }
                };
                let register = self.stack_register(0, Type::Ptr);
                handlers.push(Handler { class, register, target });
            }
            self.function.handlers.push(HandlerTable { handlers });
        }
        Ok(())
    }

    /// Lets the handlers of the block at hand be lowered too.
    pub(super) fn open_handlers(&mut self, region: u16) -> Result<(), LowerError> {
        let Some(table) = usize::from(region).checked_sub(1) else { return Ok(()) };
        let table = program::HandlerTableId(table as u32);
        let handlers: Vec<(program::BlockId, program::RegId)> = self.function.handlers[table]
            .handlers
            .iter()
            .map(|handler| (handler.target, handler.register))
            .collect();
        for (target, register) in handlers {
            let stack = vec![Entry { ty: Type::Ptr, value: Operand::Register(register) }];
            let not_null = if self.plan.only_catches(target) { vec![register] } else { Vec::new() };
            let known = Known { not_null, initialised: Vec::new() };
            self.arrive_at_handler(target, Arrival { stack, known })?;
        }
        Ok(())
    }

    pub(super) fn throw(&mut self) -> Result<Next, LowerError> {
        let object = self.pop(Type::Ptr)?;
        self.count(Probe::Leave(self.at as u32));
        self.check_null(object);
        Ok(Next::End(Terminator::Throw(object)))
    }

    /// Throws what the JVM throws when something cannot be resolved.
    pub(super) fn throw_linkage(&mut self, error: &LoadError) -> Result<Next, LowerError> {
        let (class, message) = error.throwable();
        self.throw_error(class, &message)
    }

    /// Throws an error that is known beforehand; the block ends here.
    pub(super) fn throw_error(&mut self, class: &str, message: &str) -> Result<Next, LowerError> {
        let thrower = Thrower::Fixed { class: class.to_owned(), message: message.to_owned() };
        let function = self.world.thrower(self.program, &thrower);
        self.call_direct(None, None, function, &[]);
        Ok(Next::End(Terminator::Unreachable))
    }
}
