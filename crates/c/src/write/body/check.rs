//! What must hold after a call, as C.

use super::{Form, Writer, no};
use crate::write::Inexpressible;
use crate::write::calls::recorded;
use crate::write::place::with_parts;
use crate::write::values::text;
use program::catalogue::ApiType;
use scenario::{Argument, Statement, VarId};
use suite::layout::{resolve, size_of};
use suite::words::value;
use suite::{Check, Expected, Step, Target};

impl Writer<'_> {
    pub(super) fn check(
        &mut self,
        check: &Check,
        result: Option<VarId>,
    ) -> Result<Vec<String>, Inexpressible> {
        let line = |condition: String| Ok(vec![format!("CHECK({condition});")]);
        match (check.target, &check.expected) {
            (Target::Calls, Expected::Bits(count)) => {
                return line(format!("ferret_calls == {count}"));
            }
            (Target::Call(number), Expected::Called(function, arguments)) => {
                let call = text(&recorded(self.program, *function, arguments));
                return line(format!("ferret_called({number}, {call})"));
            }
            _ => {}
        }
        let actual = self.target(check, result)?;
        match &check.expected {
            Expected::Bits(bits) => {
                let named = match check.target {
                    Target::Result if check.path.is_empty() => self.returned(check, *bits),
                    _ => None,
                };
                let expected = match named {
                    Some(name) => name,
                    None => self.converted(check.ty, *bits)?,
                };
                match resolve(self.catalogue, check.ty) {
                    ApiType::Bool => line(match bits & 0xff {
                        0 => format!("!{actual}"),
                        _ => actual,
                    }),
                    ApiType::F32 | ApiType::F64 if expected == "NAN" => {
                        line(format!("isnan({actual})"))
                    }
                    _ if expected.contains(" | ") => line(format!("{actual} == ({expected})")),
                    _ => line(format!("{actual} == {expected}")),
                }
            }
            Expected::Null => line(format!("{actual} == NULL")),
            Expected::NotNull => line(format!("{actual} != NULL")),
            Expected::At(variable, offset) => {
                let expected = self.address(*variable, *offset)?;
                let of = match self.forms.get(variable) {
                    Some(Form::One(of) | Form::Row(of) | Form::Pointer(of)) => Some(*of),
                    _ => None,
                };
                let simple = !expected.contains(' ');
                let expected = if simple { expected } else { format!("({expected})") };
                let expected = of.map_or(expected.clone(), |of| self.cast(check.ty, of, expected));
                line(format!("{actual} == {expected}"))
            }
            Expected::AtGlobal(global, 0) => {
                let expected = self.argument(check.ty, Argument::Global(*global))?;
                line(format!("{actual} == {expected}"))
            }
            Expected::AtGlobal(..) => line(format!("{actual} != NULL")),
            Expected::Function(function) => {
                let expected = self.argument(check.ty, Argument::Function(*function))?;
                line(format!("{actual} == {expected}"))
            }
            Expected::Called(..) => Err(no("a call that is not looked at")),
            Expected::Text(bytes) => {
                let unsigned = !matches!(
                    resolve(self.catalogue, check.ty),
                    ApiType::Char { signed: true, .. }
                );
                let cast = if unsigned { "(const char *)" } else { "" };
                line(format!("strcmp({cast}{actual}, {}) == 0", text(bytes)))
            }
            Expected::Elements(elements) => {
                let ty = self.without_const(check.ty);
                let (_, values) = self.rows(ty, elements)?;
                let expected = self.free_name("expected");
                let declared = self.declare(ty, &format!("{expected}[]"))?;
                Ok(vec![
                    format!("const {declared} = {{{values}}};"),
                    format!("CHECK(memcmp({actual}, {expected}, sizeof {expected}) == 0);"),
                ])
            }
        }
    }

    /// The expression that a check looks at.
    fn target(&self, check: &Check, result: Option<VarId>) -> Result<String, Inexpressible> {
        let whole = matches!(check.expected, Expected::Text(_) | Expected::Elements(_))
            && check.path.is_empty();
        let result_name = || {
            let result = result.ok_or_else(|| no("a result that is not kept"))?;
            Ok::<_, Inexpressible>(self.name(result))
        };
        let (name, form) = match check.target {
            Target::Result if check.path.is_empty() => return result_name(),
            // A record that is given back by value.
            Target::Result => (result_name()?, Form::One(check.ty)),
            Target::Behind => (result_name()?, Form::Pointer(check.ty)),
            Target::Global(global) => (self.global(global)?.0, Form::One(check.ty)),
            Target::Calls | Target::Call(_) => return Err(no("calls that are not recorded")),
            Target::Variable(variable) => {
                let form = self.forms.get(&variable).cloned().unwrap_or(Form::Bytes);
                (self.name(variable), form)
            }
        };
        let mut text = name;
        let mut path = check.path.as_slice();
        match (&form, whole) {
            (Form::One(_), true) if matches!(check.target, Target::Variable(_)) => {
                return Ok(format!("&{text}"));
            }
            (_, true) => return Ok(text),
            (Form::One(_), _) if matches!(check.target, Target::Variable(_)) => {
                if let Some((Step::Index(0), rest)) = path.split_first() {
                    path = rest;
                }
            }
            (Form::Pointer(_), _) => match path {
                [Step::Index(0), Step::Field(field), rest @ ..] => {
                    text = format!("{text}->{field}");
                    path = rest;
                }
                [Step::Index(0)] => return Ok(format!("*{text}")),
                _ => {}
            },
            (Form::Bytes, _) => return Err(no("a look into plain bytes")),
            _ => {}
        }
        for step in path {
            match step {
                Step::Field(field) if field.is_empty() => {}
                Step::Field(field) => text += &format!(".{field}"),
                Step::Index(index) => text += &format!("[{index}]"),
                Step::Behind(field) => text += &format!("->{field}"),
            }
        }
        Ok(with_parts(text))
    }

    /// The name of the constant that a call gives.
    fn returned(&self, check: &Check, bits: u128) -> Option<String> {
        let Statement::Call { function, .. } = self.scenario.statements.get(check.statement)?
        else {
            return None;
        };
        let ApiType::Int { bits: width, signed } = resolve(self.catalogue, check.ty) else {
            return None;
        };
        let function = self.catalogue.entered_by(*function);
        let name = self.unit.constants.returned(function, value(bits, *width, *signed));
        name.map(str::to_owned)
    }

    /// The address of a byte behind a variable.
    fn address(&self, variable: VarId, offset: u32) -> Result<String, Inexpressible> {
        let name = self.name(variable);
        match self.forms.get(&variable) {
            Some(Form::One(_)) if offset == 0 => Ok(format!("&{name}")),
            Some(Form::Row(of) | Form::Pointer(of)) => {
                let size = size_of(self.catalogue, *of).filter(|size| *size > 0).unwrap_or(1);
                match (offset, offset % size) {
                    (0, _) => Ok(name),
                    (_, 0) => Ok(format!("{name} + {}", offset / size)),
                    _ => Err(no("an address inside of an element")),
                }
            }
            _ => Err(no("an address that has no name")),
        }
    }
}
