//! Calls of methods.

use program::{Argument, Callee, Instruction, Operand, Type};

use super::{Body, LowerError, Malformed, Next};
use crate::descriptor::Signature;
use super::dynamic;
use crate::world::{LoadError, MethodRef, flags};

impl Body<'_> {
    pub(super) fn invoke_static(&mut self, index: u16) -> Result<Next, LowerError> {
        let named = self.member(index)?;
        let resolved = self.class_of(&named.class).and_then(|class| {
            self.world.method(self.program, class, &named.name, &named.descriptor)
        });
        let method = match resolved.and_then(|method| expect_static(method, true, &named)) {
            Ok(method) => method,
            Err(error) => return self.throw_linkage(&error),
        };
        let arguments = self.arguments(&named.descriptor, false)?;
        self.initialise(method.class);
        self.call(Callee::Direct(method.function), &named.descriptor, arguments)
    }

    /// `invokevirtual` and `invokeinterface`.
    pub(super) fn invoke_virtual(&mut self, index: u16) -> Result<Next, LowerError> {
        let named = self.member(index)?;
        let resolved = self.class_of(&named.class).and_then(|class| {
            self.world.method(self.program, class, &named.name, &named.descriptor)
        });
        let method = match resolved.and_then(|method| expect_static(method, false, &named)) {
            Ok(method) => method,
            Err(error) => return self.throw_linkage(&error),
        };
        let arguments = self.arguments(&named.descriptor, true)?;
        self.check_null(arguments[0].value);
        let callee = match method.selector {
            Some(selector) => Callee::Virtual(selector),
            None => Callee::Direct(method.function),
        };
        self.call(callee, &named.descriptor, arguments)
    }

    /// Constructors, private methods, and those of a superclass.
    pub(super) fn invoke_special(&mut self, index: u16) -> Result<Next, LowerError> {
        let named = self.member(index)?;
        let caller = self.class;
        let resolved = self.class_of(&named.class).and_then(|class| {
            self.world.special(self.program, caller, class, &named.name, &named.descriptor)
        });
        let method = match resolved.and_then(|method| expect_static(method, false, &named)) {
            Ok(method) => method,
            Err(error) => return self.throw_linkage(&error),
        };
        if method.flags & flags::ABSTRACT != 0 {
            let message = LoadError::NoMethod {
                class: named.class.clone(),
                name: named.name.clone(),
                descriptor: named.descriptor.clone(),
            };
            return self.throw_error("java/lang/AbstractMethodError", &message.throwable().1);
        }
        let arguments = self.arguments(&named.descriptor, true)?;
        self.check_null(arguments[0].value);
        self.call(Callee::Direct(method.function), &named.descriptor, arguments)
    }

    /// A call site that a bootstrap method links.
    pub(super) fn invoke_dynamic(&mut self, index: u16) -> Result<Next, LowerError> {
        let descriptor = self.dynamic_descriptor(index)?;
        let site = dynamic::call_site(self.world, self.program, self.class, index);
        let function = match site {
            Ok(function) => function,
            Err(error) => return self.throw_linkage(&error),
        };
        let arguments = self.arguments(&descriptor, false)?;
        self.call(Callee::Direct(function), &descriptor, arguments)
    }

    /// Takes a call's arguments off the stack, the receiver first.
    fn arguments(
        &mut self,
        descriptor: &str,
        has_receiver: bool,
    ) -> Result<Vec<Argument>, LowerError> {
        let signature = Signature::parse(descriptor).ok_or(Malformed::Descriptor)?;
        let receiver = has_receiver.then_some(Type::Ptr);
        let parameters = signature.parameters().map(|(ty, _)| ty.value());
        let mut arguments: Vec<Argument> = receiver
            .into_iter()
            .chain(parameters)
            .map(|ty| Argument { ty, value: super::stack::NULL })
            .collect();
        for argument in arguments.iter_mut().rev() {
            argument.value = self.pop(argument.ty)?;
        }
        Ok(arguments)
    }

    fn call(
        &mut self,
        callee: Callee,
        descriptor: &str,
        arguments: Vec<Argument>,
    ) -> Result<Next, LowerError> {
        let signature = Signature::parse(descriptor).ok_or(Malformed::Descriptor)?;
        let result = signature.result().result();
        let Some(ty) = result else {
            self.emit(Instruction::Call { dst: None, result, callee, arguments });
            return Ok(Next::On);
        };
        if self.result_is_dropped() {
            self.emit(Instruction::Call { dst: None, result, callee, arguments });
            // The instruction that drops it is not lowered.
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
    named: &super::constants::MemberName,
) -> Result<MethodRef, LoadError> {
    if method.is_static() == is_static {
        return Ok(method);
    }
    let (class, name) = (named.class.replace('/', "."), &named.name);
    let wanted = if is_static { "static" } else { "non-static" };
    Err(LoadError::Incompatible(format!("Expected {wanted} method '{class}.{name}'")))
}
