//! How each variable of a scenario is declared, and what it is called.

use super::{Form, Inexpressible, Writer, no, seen};
use program::catalogue::ApiType;
use scenario::{Argument, Array, Extent, Object, Place, Statement, VarId};
use suite::checks::callable;
use suite::layout::{resolve, size_of};
use suite::{Expected, Target};

impl Writer<'_> {
    /// Decides how each variable is declared, and what it is called.
    pub(super) fn find_forms(&mut self) -> Result<(), Inexpressible> {
        for (index, statement) in self.scenario.statements.iter().enumerate() {
            if let Statement::Call { function, arguments, .. } = statement
                && let Some(hidden) = self.hidden_result(*function, arguments)
            {
                self.hidden.insert(index, hidden);
            }
        }
        for statement in &self.scenario.statements {
            let (variable, form) = match statement {
                Statement::Value { variable, ty, bits, of } => {
                    (*variable, Form::Value { ty: *ty, of: *of, bits: *bits })
                }
                Statement::Array { variable, array } => {
                    let form = self.array_form(*variable, array);
                    // Equal literals are one object to a compiler.
                    let own = matches!(form, Form::Literal(_))
                        && (self.is_block(*variable)
                            || self.forms.values().any(|known| *known == form));
                    match array.of.filter(|_| own) {
                        Some(of) => (*variable, Form::Row(self.without_const(of))),
                        None => (*variable, form),
                    }
                }
                Statement::Object { variable, object } => (*variable, self.object_form(object)),
                Statement::Call { result: Some(variable), function, .. } => {
                    let result =
                        callable(self.catalogue, *function).map(|callable| callable.result);
                    let pointee = result.and_then(|result| self.pointee(result));
                    (*variable, pointee.map_or(Form::Scalar, Form::Pointer))
                }
                Statement::New { .. } => return Err(no("an object of a class")),
                _ => continue,
            };
            self.forms.insert(variable, form);
            let name = self.free_name(self.scenario.name(variable));
            self.names.insert(variable, name);
        }
        Ok(())
    }

    pub(super) fn array_form(&self, variable: VarId, array: &Array) -> Form {
        let Some(of) = array.of else { return Form::Bytes };
        let bytes = seen(array);
        if array.extent == Extent::Text && self.is_const(of) && self.is_only_handed_over(variable) {
            match bytes.split_last() {
                Some((0, text)) => {
                    return Form::Literal(text.iter().map(|bits| *bits as u8).collect());
                }
                None => return Form::Literal(Vec::new()),
                Some(_) => {}
            }
        }
        let scalar = !matches!(resolve(self.catalogue, of), ApiType::Array { .. });
        let text = matches!(resolve(self.catalogue, of), ApiType::Char { .. });
        match bytes.len() {
            0 | 1 if scalar && !text => Form::One(self.without_const(of)),
            _ => Form::Row(self.without_const(of)),
        }
    }

    pub(super) fn object_form(&self, object: &Object) -> Form {
        match object.of.map(|of| self.without_const(of)) {
            Some(of) if size_of(self.catalogue, of).is_none_or(|size| size == 0) => Form::Bytes,
            Some(of) if object.count <= 1 => Form::One(of),
            Some(of) => Form::Row(of),
            None => Form::Bytes,
        }
    }

    /// Whether a variable is handed to calls and nothing else looks at it.
    pub(super) fn is_only_handed_over(&self, variable: VarId) -> bool {
        let in_set = self.scenario.statements.iter().any(|statement| match statement {
            Statement::Set { place, value, .. } => {
                value.variable() == Some(variable)
                    || matches!(place, Place::Variable(v, _) if *v == variable)
            }
            _ => false,
        });
        let uses = self.scenario.statements.iter().flat_map(|statement| match statement {
            Statement::Call { arguments, .. } => arguments.as_slice(),
            _ => &[],
        });
        let uses: Vec<_> = uses.filter(|argument| argument.variable() == Some(variable)).collect();
        let checked = self.test.checks.iter().any(|check| {
            check.target == Target::Variable(variable)
                || matches!(check.expected, Expected::At(v, _) if v == variable)
        });
        !in_set && !checked && uses == [&Argument::Variable(variable)]
    }

    /// A name that is no keyword and that nothing else in the file has.
    pub(super) fn free_name(&mut self, wanted: &str) -> String {
        let clean: String = wanted
            .chars()
            .map(
                |letter| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '_' },
            )
            .collect();
        let clean = match clean.chars().next() {
            None => "value".to_owned(),
            Some(first) if first.is_ascii_digit() => format!("value_{clean}"),
            Some(_) => clean,
        };
        // What the source calls so itself is something else.
        let stem = match self.unit.reserved.contains(&clean) {
            true => format!("{clean}_given"),
            false => clean,
        };
        let mut name = stem.clone();
        for number in 2.. {
            if self.taken.insert(name.clone()) {
                break;
            }
            name = format!("{stem}_{number}");
        }
        name
    }
}
