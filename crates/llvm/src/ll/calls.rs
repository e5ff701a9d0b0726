//! Reading calls, of functions and of inline assembly.

use super::ast::{
    Argument, Bundle, Call, Callee, InlineAsm, InstructionKind, Operand, TailKind, Type, TypeId,
};
use super::attributes::FunctionAttributes;
use super::error::Parse;
use super::instructions::Typed;
use super::reader::Reader;

impl<'a> Reader<'a> {
    /// A call whose `tail`, `musttail` or `notail` was read.
    pub fn marked_call(&mut self, tail: TailKind) -> Parse<Typed<'a>> {
        self.cursor.expect_word("call")?;
        self.call(tail)
    }

    /// A call whose `call` was read.
    pub fn call(&mut self, tail: TailKind) -> Parse<Typed<'a>> {
        self.flags();
        self.calling_convention()?;
        let result_attributes = self.parameter_attributes()?;
        self.address_space()?;
        let written_type = self.ty()?;
        let callee = if self.cursor.accept_word("asm") {
            Callee::Asm(Box::new(self.inline_asm()?))
        } else {
            Callee::Address(self.operand(self.types.pointer)?)
        };
        let (arguments, types) = self.arguments()?;
        let function_type = self.called_type(written_type, types)?;
        let mut attributes = FunctionAttributes::default();
        self.function_attributes(&mut attributes)?;
        let bundles = if self.cursor.accept(b'[') { self.bundles()? } else { Vec::new() };
        let result = match *self.types.get(function_type) {
            Type::Function { result, .. } => result,
            _ => return self.cursor.fail_before("a call needs the type of a function"),
        };
        let call = Call {
            callee,
            function_type,
            arguments: arguments.into(),
            result_attributes,
            tail,
            attribute_groups: attributes.groups.into(),
            attributes: attributes.in_place.into(),
            bundles: bundles.into(),
        };
        Ok((InstructionKind::Call(Box::new(call)), result))
    }

    /// `(i32 noundef %a, ptr %b)`.
    fn arguments(&mut self) -> Parse<(Vec<Argument>, Vec<TypeId>)> {
        self.cursor.expect(b'(')?;
        let mut arguments = Vec::new();
        let mut types = Vec::new();
        while !self.cursor.accept(b')') {
            if !arguments.is_empty() {
                self.cursor.expect(b',')?;
            }
            let ty = self.ty()?;
            let attributes = self.parameter_attributes()?;
            let value = self.operand(ty)?;
            arguments.push(Argument { value, attributes });
            types.push(ty);
        }
        Ok((arguments, types))
    }

    /// The type of what is called: written in full, or the result only where the arguments say the rest.
    fn called_type(&mut self, written: TypeId, arguments: Vec<TypeId>) -> Parse<TypeId> {
        if let Type::Function { parameters, variadic, .. } = self.types.get(written) {
            let fixed = arguments.get(..parameters.len());
            let fits =
                fixed == Some(&**parameters) && (*variadic || parameters.len() == arguments.len());
            self.need(fits, "the arguments are not those of the function's type")?;
            return Ok(written);
        }
        let fits = !matches!(self.types.get(written), Type::Label | Type::Metadata);
        self.need(fits, "no function returns this type")?;
        let parameters = arguments.into();
        Ok(self.types.intern(Type::Function { result: written, parameters, variadic: false }))
    }

    /// `sideeffect "text", "constraints"` behind `asm`.
    fn inline_asm(&mut self) -> Parse<InlineAsm<'a>> {
        let side_effects = self.cursor.accept_word("sideeffect");
        self.cursor.accept_word("alignstack");
        self.cursor.accept_word("inteldialect");
        self.cursor.accept_word("unwind");
        let text = self.cursor.string()?;
        self.cursor.expect(b',')?;
        let constraints = self.cursor.string()?;
        Ok(InlineAsm { text, constraints, side_effects })
    }

    /// `"align"(ptr %p, i64 8), … ]`.
    fn bundles(&mut self) -> Parse<Vec<Bundle<'a>>> {
        let mut bundles = Vec::new();
        while !self.cursor.accept(b']') {
            if !bundles.is_empty() {
                self.cursor.expect(b',')?;
            }
            let name = self.cursor.string()?;
            self.cursor.expect(b'(')?;
            let mut operands: Vec<Operand> = Vec::new();
            while !self.cursor.accept(b')') {
                if !operands.is_empty() {
                    self.cursor.expect(b',')?;
                }
                operands.push(self.typed_operand()?.1);
            }
            bundles.push(Bundle { name, operands: operands.into() });
        }
        Ok(bundles)
    }
}
