//! Values as they are passed, where one of some type is wanted.

use super::{Form, Inexpressible, Writer, no};
use crate::write::MAIN;
use crate::write::stubs::{head, is_fabricated};
use crate::write::types::declare;
use crate::write::values::text;
use program::FuncId;
use program::catalogue::{ApiType, ApiTypeId};
use scenario::{Argument, Statement, VarId};
use suite::checks::callable;
use suite::layout::{resolve, size_of};

impl Writer<'_> {
    /// A value where one of that type is wanted.
    pub(super) fn argument(&self, ty: ApiTypeId, value: Argument) -> Result<String, Inexpressible> {
        match value {
            Argument::Literal(bits) => self.literal(ty, bits),
            Argument::Function(function) => self.function(ty, function),
            Argument::Global(global) => {
                let (name, of) = self.global(global)?;
                let is_array = matches!(resolve(self.catalogue, of), ApiType::Array { .. });
                Ok(if is_array { name } else { format!("&{name}") })
            }
            Argument::Part(variable, _) => Ok(self.name(variable)),
            Argument::Inside(variable, offset) => self.inside(ty, variable, offset),
            Argument::Variable(variable) => self.variable(ty, variable),
        }
    }

    /// A function where a pointer to one is wanted, which may know its parameters by other types.
    pub(super) fn function(
        &self,
        ty: ApiTypeId,
        function: FuncId,
    ) -> Result<String, Inexpressible> {
        if is_fabricated(self.unit, function) && head(self.unit, function).is_none() {
            return Err(no("a function whose type has no name"));
        }
        let name = self.program.functions[function].source_name();
        let name = if name == "main" { MAIN } else { name };
        let wanted = self.pointee(ty).map(|of| resolve(self.catalogue, of));
        let (Some(ApiType::Function { params, result, .. }), Some(callable)) =
            (wanted, callable(self.catalogue, function))
        else {
            return Ok(name.to_owned());
        };
        let spelled = |ty: ApiTypeId| declare(self.catalogue, ty, "");
        let given = callable.params.iter().map(|(_, ty)| *ty).chain([callable.result]);
        let same = given.map(spelled).eq(params.iter().chain([result]).map(|ty| spelled(*ty)));
        Ok(match spelled(ty).filter(|_| !same) {
            Some(cast) => format!("({cast}){name}"),
            None => name.to_owned(),
        })
    }

    pub(super) fn variable(&self, ty: ApiTypeId, variable: VarId) -> Result<String, Inexpressible> {
        let name = self.name(variable);
        let form = self.forms.get(&variable).cloned();
        let by_value = matches!(resolve(self.catalogue, ty), ApiType::Record { .. });
        match form {
            Some(Form::Value { bits, .. }) => self.literal(ty, bits),
            Some(Form::Literal(bytes)) => {
                let target = self.pointee(ty).map(|of| resolve(self.catalogue, of));
                let plain =
                    matches!(target, Some(ApiType::Char { signed: true, .. } | ApiType::Void));
                match declare(self.catalogue, ty, "").filter(|_| !plain) {
                    Some(spelled) => Ok(format!("({spelled}){}", text(&bytes))),
                    None => Ok(text(&bytes)),
                }
            }
            Some(Form::One(_)) if by_value => Ok(name),
            Some(Form::One(of)) => Ok(self.cast(ty, of, format!("&{name}"))),
            Some(Form::Row(of)) => {
                self.is_long_enough(ty, variable)?;
                Ok(self.cast(ty, of, name))
            }
            Some(Form::Pointer(of)) => Ok(self.cast(ty, of, name)),
            Some(Form::Bytes) => {
                let pointee = self.pointee(ty);
                let void =
                    pointee.is_some_and(|of| matches!(resolve(self.catalogue, of), ApiType::Void));
                Ok(match declare(self.catalogue, ty, "").filter(|_| !void) {
                    Some(spelled) => format!("({spelled}){name}"),
                    None => name,
                })
            }
            Some(Form::Scalar) => Ok(name),
            None => Err(no("a variable that nothing makes")),
        }
    }

    /// A pointer to the middle or the end of something.
    pub(super) fn inside(
        &self,
        ty: ApiTypeId,
        variable: VarId,
        offset: u32,
    ) -> Result<String, Inexpressible> {
        let name = self.name(variable);
        let (of, name) = match self.forms.get(&variable) {
            Some(Form::One(of)) => (*of, format!("&{name}")),
            Some(Form::Row(of) | Form::Pointer(of)) => (*of, name),
            _ => return Err(no("a pointer into something that is no array")),
        };
        let size =
            size_of(self.catalogue, of).filter(|size| *size > 0 && offset.is_multiple_of(*size));
        let size = size.ok_or_else(|| no("a pointer between two elements"))?;
        let text = match offset / size {
            0 => name,
            index => format!("{name} + {index}"),
        };
        let cast = self.cast(ty, of, text.clone());
        Ok(match cast.strip_suffix(&text) {
            Some(cast) if !cast.is_empty() && text.contains(' ') => format!("{cast}({text})"),
            _ => cast,
        })
    }

    /// A compiler that knows how long an array parameter is written refuses a shorter one.
    pub(super) fn is_long_enough(
        &self,
        ty: ApiTypeId,
        variable: VarId,
    ) -> Result<(), Inexpressible> {
        let ApiType::Array { length: Some(wanted), .. } = resolve(self.catalogue, ty) else {
            return Ok(());
        };
        let given = self.scenario.statements.iter().find_map(|statement| match statement {
            Statement::Array { variable: made, array } if *made == variable => Some(array.length),
            Statement::Object { variable: made, object } if *made == variable => Some(object.count),
            _ => None,
        });
        match given.is_some_and(|given| given < *wanted) {
            true => Err(no("an array that is shorter than its parameter says")),
            false => Ok(()),
        }
    }

    /// A pointer to one type where a pointer to another may be wanted.
    pub(super) fn cast(&self, wanted: ApiTypeId, of: ApiTypeId, expression: String) -> String {
        let Some(target) = self.pointee(wanted) else { return expression };
        let plain = |ty| declare(self.catalogue, self.without_const(ty), "");
        let is_void = matches!(resolve(self.catalogue, target), ApiType::Void);
        let loses_const = self.is_const(of) && !self.is_const(target);
        if !loses_const && (is_void || plain(target) == plain(of)) {
            return expression;
        }
        match declare(self.catalogue, wanted, "") {
            Some(spelled) => format!("({spelled}){expression}"),
            None => expression,
        }
    }

    /// A value that is put where C converts it to its type.
    pub(super) fn put_value(
        &self,
        ty: ApiTypeId,
        value: Argument,
    ) -> Result<String, Inexpressible> {
        match value {
            Argument::Literal(bits) => self.converted(ty, bits),
            Argument::Variable(variable) => match self.forms.get(&variable) {
                Some(Form::Value { bits, .. }) => self.converted(ty, *bits),
                _ => self.argument(ty, value),
            },
            _ => self.argument(ty, value),
        }
    }
}
