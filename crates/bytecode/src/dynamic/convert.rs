//! Conversions between the types of a call and those of what it calls: casts, boxing, widening.

use classfile::descriptor::{JType, class_of, field_type};
use classfile::error::LoadError;
use program::{ConvertOp, Operand, Type};

use crate::writer::Writer;

impl Writer<'_> {
    /// A value of one type as a value of another, as `MethodHandle.asType` has it, by descriptors.
    pub fn adapt(&mut self, value: Operand, from: &str, to: &str) -> Result<Operand, LoadError> {
        if from == to {
            return Ok(value);
        }
        let kind = |descriptor| field_type(descriptor).unwrap_or(JType::Reference);
        match (kind(from), kind(to)) {
            (JType::Reference, JType::Reference) => {
                self.cast(value, from, to)?;
                Ok(value)
            }
            (JType::Reference, target) => self.unbox(value, from, target),
            (source, JType::Reference) => self.box_up(value, source, to),
            (source, target) => Ok(self.widen(value, source, target)),
        }
    }

    /// Checks that a reference is of a class.
    fn cast(&mut self, value: Operand, from: &str, to: &str) -> Result<(), LoadError> {
        let Some(class) = class_of(to) else { return Ok(()) };
        if class == "java/lang/Object" {
            return Ok(());
        }
        let class = self.world.class(self.program, class)?;
        let known = class_of(from).and_then(|from| self.world.known_class(from));
        if !known.is_some_and(|known| self.world.is_subtype(self.program, known, class)) {
            self.check_cast(value, class);
        }
        Ok(())
    }

    /// A primitive value out of its wrapper, widened; a `Number` that is no wrapper gives what its
    /// methods give.
    fn unbox(&mut self, value: Operand, from: &str, to: JType) -> Result<Operand, LoadError> {
        let known = class_of(from).and_then(JType::wrapped_by).filter(|ty| *ty != JType::Void);
        let source = known.unwrap_or(to);
        let (Some(wrapper), Some(keyword)) = (source.wrapper(), source.keyword()) else {
            return Ok(value);
        };
        let (wrapper, reached) = match (known, to) {
            (None, JType::Boolean | JType::Char) | (Some(_), _) => (wrapper, source),
            // Whatever number it is, it can be asked for the type that is wanted.
            (None, _) => ("java/lang/Number", to),
        };
        if known.is_none() {
            let class = self.world.class(self.program, wrapper)?;
            self.check_cast(value, class);
        }
        self.check_null(value);
        let descriptor = format!("(){}", source.letter().unwrap_or('I'));
        let name = format!("{keyword}Value");
        let primitive = self.call_method(wrapper, &name, &descriptor, &[value])?;
        Ok(self.widen(primitive, reached, to))
    }

    /// A primitive value in its wrapper, or in that of the wider type that is wanted.
    fn box_up(&mut self, value: Operand, from: JType, to: &str) -> Result<Operand, LoadError> {
        let wanted = class_of(to).and_then(JType::wrapped_by).filter(|ty| *ty != JType::Void);
        let ty = wanted.unwrap_or(from);
        let value = self.widen(value, from, ty);
        let (Some(wrapper), Some(letter)) = (ty.wrapper(), ty.letter()) else { return Ok(value) };
        self.call_method(wrapper, "valueOf", &format!("({letter})L{wrapper};"), &[value])
    }

    /// A primitive value as one of a wider type.
    fn widen(&mut self, value: Operand, from: JType, to: JType) -> Operand {
        let (source, target) = (from.value(), to.value());
        match (source, target) {
            (Type::I32, Type::I64) => self.convert(ConvertOp::SExt, source, target, value),
            (Type::I32 | Type::I64, Type::F32 | Type::F64) => {
                self.convert(ConvertOp::SToF, source, target, value)
            }
            (Type::F32, Type::F64) => self.convert(ConvertOp::FToF, source, target, value),
            _ => value,
        }
    }

    /// What a call gave as what its caller expects; `void` gives null or zero.
    pub fn adapt_result(
        &mut self,
        value: Option<Operand>,
        from: &str,
        to: &str,
    ) -> Result<Option<Operand>, LoadError> {
        match (value, to) {
            (_, "V") => Ok(None),
            (None, _) => Ok(Some(crate::writer::ZERO)),
            (Some(value), _) => self.adapt(value, from, to).map(Some),
        }
    }
}
