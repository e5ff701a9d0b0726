//! Calls of functions of the program and of those that models stand for.

use super::{Body, constant};
use crate::ll::ast::{self, Call, Callee as LlCallee, LocalId, Type as LlType, TypeId};
use crate::lower::constant::Scalar;
use crate::lower::layout::Refusal;
use crate::lower::operands::callee_name;
use crate::lower::signature::Signature;
use program::{Argument, Callee, Constant, Instruction, Operand, Type};

/// Functions that need another stack, which the machine does not have.
const NOT_SUPPORTED: &[(&str, &str)] =
    &[("vfork", "vfork"), ("getcontext", "getcontext"), ("swapcontext", "swapcontext")];

impl<'a> Body<'_, '_, 'a> {
    /// Lowers a call.
    pub(super) fn call(&mut self, result: Option<LocalId>, call: &Call<'a>) -> Result<(), Refusal> {
        if let LlCallee::Asm(assembly) = &call.callee {
            return self.assembly(result, call, assembly);
        }
        if let Some(name) = callee_name(self.unit.module, &call.callee) {
            if name.starts_with("llvm.") {
                return self.intrinsic(result, call, name);
            }
            if let Some((_, what)) = NOT_SUPPORTED.iter().find(|(function, _)| *function == name) {
                return Err(format!("`{what}`"));
            }
        }
        let signature = self.signature_of_call(call)?;
        let callee = self.callee(call)?;
        let known = match callee {
            Callee::Direct(function) => Some(&self.unit.signatures[function]),
            _ => None,
        };
        let buffer = if signature.hidden {
            let ty = self.result_type(call)?;
            let size = constant(self.unit.layout.size(ty).into());
            let align = self.unit.layout.align(ty) as u32;
            Some(self.stack_object("returned", size, align))
        } else {
            None
        };
        let mut arguments: Vec<Argument> =
            buffer.iter().map(|buffer| Argument { ty: Type::Ptr, value: *buffer }).collect();
        // A model sees its arguments as they were given; a body reads them from memory.
        let in_memory = known.is_none_or(|known| known.body);
        self.arguments(call, signature.params.len(), in_memory, &mut arguments)?;
        let fits = known.is_none_or(|known| fits(known, &signature, &arguments));
        let callee = match callee {
            Callee::Direct(function) if !fits => {
                Callee::Indirect(Operand::Constant(Constant::Function(function)))
            }
            callee => callee,
        };
        // A result that the caller does not know of is dropped.
        let given = match (callee, known) {
            (Callee::Direct(_), Some(known)) => known.result,
            _ => signature.result,
        };
        let dst = match (result, signature.result) {
            (Some(result), Some(ty)) => Some(self.destination(result, ty)),
            _ => None,
        };
        self.emit(Instruction::Call { dst, result: given, callee, arguments });
        if let (Some(buffer), Some(result)) = (buffer, result) {
            let leaves = self.unit.layout.leaves(self.result_type(call)?)?;
            self.lanes(result, |body, dst, lane, _| body.load_leaf(leaves[lane], dst, buffer, 0))?;
        }
        Ok(())
    }

    fn result_type(&self, call: &Call<'a>) -> Result<TypeId, Refusal> {
        match &self.unit.module.types[call.function_type] {
            LlType::Function { result, .. } => Ok(*result),
            _ => Err("a call of what is no function".to_owned()),
        }
    }

    fn signature_of_call(&self, call: &Call<'a>) -> Result<Signature, Refusal> {
        match &self.unit.module.types[call.function_type] {
            LlType::Function { result, parameters, variadic } => {
                Signature::new(self.unit.layout, *result, parameters.iter().copied(), *variadic)
            }
            _ => Err("a call of what is no function".to_owned()),
        }
    }

    fn callee(&mut self, call: &Call<'a>) -> Result<Callee, Refusal> {
        let LlCallee::Address(address) = call.callee else {
            return Err("inline assembly".to_owned());
        };
        if let ast::Operand::Constant(id) = address
            && let Some(Scalar::Function(function)) = self.unit.constants.scalar(id)?
        {
            return Ok(Callee::Direct(function));
        }
        Ok(Callee::Indirect(self.scalar(address)?))
    }
}

/// Whether a call agrees with the function that it calls.
fn fits(callee: &Signature, call: &Signature, arguments: &[Argument]) -> bool {
    let enough = match callee.variadic {
        true => arguments.len() >= callee.params.len(),
        false => arguments.len() == callee.params.len(),
    };
    let types = arguments.iter().zip(&callee.params).all(|(argument, ty)| argument.ty == *ty);
    let result = call.result.is_none() || call.result == callee.result;
    enough && types && result && call.hidden == callee.hidden
}
