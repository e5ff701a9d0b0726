//! Calls of methods.

use std::sync::Arc;

use classfile::error::{LoadError, external};
use classfile::flags;
use jacoco::Probe;
use program::{Argument, Callee, FuncId, Instruction, Operand};

use super::constants::{MemberName, member};
use super::stack::NULL;
use super::{Body, LowerError, Next};
use crate::dynamic;
use crate::world::MethodRef;

/// What every constructor calls in the end does nothing, so nothing is called.
const NOTHING: &str = "java/lang/Object.<init>()V";

impl Body<'_> {
    pub(super) fn invoke_static(&mut self, index: u16) -> Result<Next, LowerError> {
        let pool = Arc::clone(&self.pool);
        let named = member(&pool, index)?;
        let resolved = self.class_of(&named.class).and_then(|class| {
            let method = self.world.method(self.program, class, &named.name, &named.descriptor)?;
            self.permitted(method, &named)
        });
        let method = match resolved.and_then(|method| expect_static(method, true, &named)) {
            Ok(method) => method,
            Err(error) => return self.throw_linkage(&error),
        };
        let arguments = self.arguments(method.function)?;
        self.initialise(method.class);
        self.call(Callee::Direct(method.function), method.function, arguments)
    }

    /// `invokevirtual` and `invokeinterface`.
    pub(super) fn invoke_virtual(&mut self, index: u16) -> Result<Next, LowerError> {
        let pool = Arc::clone(&self.pool);
        let named = member(&pool, index)?;
        let resolved = self.class_of(&named.class).and_then(|class| {
            let method = self.world.method(self.program, class, &named.name, &named.descriptor)?;
            self.permitted(method, &named)
        });
        let method = match resolved.and_then(|method| expect_static(method, false, &named)) {
            Ok(method) => method,
            Err(error) => return self.throw_linkage(&error),
        };
        let arguments = self.arguments(method.function)?;
        self.check_receiver(&arguments);
        let callee = match method.selector {
            Some(selector) => Callee::Virtual(selector),
            None => Callee::Direct(method.function),
        };
        self.call(callee, method.function, arguments)
    }

    /// Constructors, private methods, and those of a superclass.
    pub(super) fn invoke_special(&mut self, index: u16) -> Result<Next, LowerError> {
        let pool = Arc::clone(&self.pool);
        let named = member(&pool, index)?;
        let caller = self.class;
        let resolved = self.class_of(&named.class).and_then(|class| {
            let method =
                self.world.special(self.program, caller, class, &named.name, &named.descriptor)?;
            self.permitted(method, &named)
        });
        let method = match resolved.and_then(|method| expect_static(method, false, &named)) {
            Ok(method) => method,
            Err(error) => return self.throw_linkage(&error),
        };
        if method.flags & flags::ABSTRACT != 0 {
            let message = LoadError::NoMethod {
                class: named.class.to_string(),
                name: named.name.to_string(),
                descriptor: named.descriptor.to_string(),
            };
            return self.throw_error("java/lang/AbstractMethodError", &message.throwable().1);
        }
        let arguments = self.arguments(method.function)?;
        self.check_receiver(&arguments);
        if self.program.functions[method.function].name == NOTHING {
            return Ok(Next::On);
        }
        self.call(Callee::Direct(method.function), method.function, arguments)
    }

    /// A call site that a bootstrap method links.
    pub(super) fn invoke_dynamic(&mut self, index: u16) -> Result<Next, LowerError> {
        let site = dynamic::call_site(self.world, self.program, self.class, index);
        let function = match site {
            Ok(function) => function,
            Err(error) => return self.throw_linkage(&error),
        };
        let arguments = self.arguments(function)?;
        self.call(Callee::Direct(function), function, arguments)
    }

    /// Takes a call's arguments off the stack, the receiver first. The function is one with the
    /// signature of the call.
    fn arguments(&mut self, function: FuncId) -> Result<Vec<Argument>, LowerError> {
        let types = self.program.functions[function].parameter_types();
        let mut arguments: Vec<Argument> = types.map(|ty| Argument { ty, value: NULL }).collect();
        for argument in arguments.iter_mut().rev() {
            argument.value = self.pop(argument.ty)?;
        }
        Ok(arguments)
    }

    /// A method, if the code that names it may call it.
    fn permitted(
        &mut self,
        method: MethodRef,
        named: &MemberName<'_>,
    ) -> Result<MethodRef, LoadError> {
        let owner = Arc::clone(&self.world.info(method.class).name);
        self.world.permit(self.program, self.class, method.class, method.flags, || {
            format!("method {}", external(&owner, &named.name, &named.descriptor))
        })?;
        Ok(method)
    }

    fn check_receiver(&mut self, arguments: &[Argument]) {
        if let Some(receiver) = arguments.first() {
            self.check_null(receiver.value);
        }
    }

    /// Whether a call that the program's own code makes may put a string into the table of literals: code of the
    /// program may be anywhere behind it, but for a class of the library.
    fn may_intern(&self, function: FuncId) -> bool {
        if self.in_block.constants.is_none() || !self.world.is_user(self.class) {
            return false;
        }
        let Some(method) = self.world.function_method(function) else { return true };
        let class = self.world.info(method.class);
        class.origin.user
            || class.flags & flags::INTERFACE != 0
            || self.program.functions[function].name
                == "java/lang/String.intern()Ljava/lang/String;"
    }

    fn call(
        &mut self,
        callee: Callee,
        like: FuncId,
        arguments: Vec<Argument>,
    ) -> Result<Next, LowerError> {
        let result = self.program.functions[like].result;
        if self.may_intern(like) {
            // A literal behind the call is not there before it.
            self.make_constants();
        }
        let Some(ty) = result else {
            self.emit(Instruction::Call { dst: None, result, callee, arguments });
            return Ok(Next::On);
        };
        if self.result_is_dropped(ty) {
            self.emit(Instruction::Call { dst: None, result, callee, arguments });
            // The instruction that drops it is not lowered.
            for passed in [self.at + 1, self.at + 2] {
                self.count(Probe::Before(passed as u32));
            }
            return Ok(Next::At(self.at + 2));
        }
        let dst = self.result(ty);
        self.emit(Instruction::Call { dst: Some(dst), result, callee, arguments });
        self.push(ty, Operand::Register(dst));
        Ok(Next::On)
    }
}

/// A static method is called as one, any other is not.
fn expect_static(
    method: MethodRef,
    is_static: bool,
    named: &MemberName<'_>,
) -> Result<MethodRef, LoadError> {
    if method.is_static() == is_static {
        return Ok(method);
    }
    let (class, name) = (named.class.replace('/', "."), &named.name);
    let wanted = if is_static { "static" } else { "non-static" };
    Err(LoadError::Incompatible(format!("Expected {wanted} method '{class}.{name}'")))
}
