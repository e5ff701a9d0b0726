//! What the code under test gives back: blocks of the heap with the content that a variable would have.

use super::make::bytes_of;
use super::{Form, Writer, no, seen};
use crate::write::Inexpressible;
use crate::write::place::{Put, way_to};
use crate::write::values::text;
use program::Type;
use program::catalogue::{ApiType, ApiTypeId};
use scenario::{Argument, Array, Object, VarId};
use suite::layout::{resolve, size_of};

impl Writer<'_> {
    /// Whether the code under test gives back what a variable points at.
    pub(super) fn is_block(&self, variable: VarId) -> bool {
        self.test.heap.contains(&variable)
    }

    /// Makes a block of an array's elements.
    pub(super) fn array_block(
        &mut self,
        variable: VarId,
        array: &Array,
    ) -> Result<(), Inexpressible> {
        let elements = seen(array);
        match self.forms[&variable].clone() {
            Form::One(ty) => {
                let value = self.converted(ty, elements.first().copied().unwrap_or(0))?;
                self.one_block(variable, ty, &value)
            }
            Form::Row(ty) => {
                let is_text = matches!(resolve(self.catalogue, ty), ApiType::Char { bits: 8, .. })
                    && elements.last().is_some_and(|bits| *bits as u8 == 0);
                if is_text {
                    let bytes: Vec<u8> = elements.iter().map(|bits| *bits as u8).collect();
                    let content = text(&bytes[..bytes.len() - 1]);
                    return self.block(variable, Some(ty), &content, &bytes.len().to_string());
                }
                let (count, values) = self.rows(ty, elements)?;
                self.row_block(variable, ty, count, &values)
            }
            _ => self.bytes_block(variable, &bytes_of(array)),
        }
    }

    /// Makes a block of a record, or of several in a row.
    pub(super) fn object_block(
        &mut self,
        index: usize,
        variable: VarId,
        object: &Object,
    ) -> Result<(), Inexpressible> {
        match self.forms[&variable].clone() {
            Form::One(ty) => {
                let sets = self.initial_sets(index, variable);
                let value = self.initialiser(ty, 0, &sets)?;
                self.one_block(variable, ty, &value)
            }
            Form::Row(ty) => {
                let size = size_of(self.catalogue, ty).unwrap_or(1);
                let sets = self.initial_sets(index, variable);
                let values = self.initialisers(ty, size, object.count, &sets)?;
                self.row_block(variable, ty, object.count.max(1) as usize, &values)
            }
            _ => self.bytes_block(variable, &vec![0; object.size as usize]),
        }
    }

    /// The line that gives back a block which the code under test made.
    pub(super) fn freed(&self, argument: Argument) -> Result<String, Inexpressible> {
        let (Argument::Variable(variable) | Argument::Part(variable, _)) = argument else {
            return Err(no("a block that has no name"));
        };
        let (name, form) = (self.name(variable), self.forms.get(&variable));
        let Argument::Part(_, offset) = argument else {
            let constant = matches!(form, Some(Form::Pointer(of)) if self.is_const(*of));
            return Ok(format!("free({}{name});", if constant { "(void *)" } else { "" }));
        };
        let put = Put { ty: Type::Ptr, bits: None, of: None, to: None };
        let (Some(Form::One(of) | Form::Row(of) | Form::Pointer(of)), size) =
            (form.cloned(), form.and_then(|form| self.size_in(form)))
        else {
            return Err(no("a block that only plain bytes lead to"));
        };
        let size = size.ok_or_else(|| no("a block in something of unknown size"))?;
        let way = way_to(self.catalogue, of, offset % size, put)
            .ok_or_else(|| no("a block that no field leads to"))?;
        let element = match (form, offset / size) {
            (Some(Form::One(_)), _) => format!("{name}{}", way.text),
            (Some(Form::Pointer(_)), 0) if way.text.starts_with('.') => {
                format!("{name}->{}", &way.text[1..])
            }
            (_, index) => format!("{name}[{index}]{}", way.text),
        };
        let constant = self.pointee(way.ty).is_some_and(|to| self.is_const(to));
        Ok(format!("free({}{element});", if constant { "(void *)" } else { "" }))
    }

    /// The size of what a variable of that form points at.
    fn size_in(&self, form: &Form) -> Option<u32> {
        match form {
            Form::One(of) | Form::Row(of) | Form::Pointer(of) => {
                size_of(self.catalogue, *of).filter(|size| *size > 0)
            }
            _ => None,
        }
    }

    fn one_block(
        &mut self,
        variable: VarId,
        ty: ApiTypeId,
        value: &str,
    ) -> Result<(), Inexpressible> {
        let spelled = self.declare(ty, "")?;
        let value = if value.starts_with('{') { value.to_owned() } else { format!("{{{value}}}") };
        let size = format!("sizeof({spelled})");
        self.block(variable, Some(ty), &format!("&({spelled}){value}"), &size)
    }

    fn row_block(
        &mut self,
        variable: VarId,
        ty: ApiTypeId,
        count: usize,
        values: &str,
    ) -> Result<(), Inexpressible> {
        let spelled = self.declare(ty, &format!("[{count}]"))?;
        let content = format!("({spelled}){{{values}}}");
        self.block(variable, Some(ty), &content, &format!("sizeof({spelled})"))
    }

    fn bytes_block(&mut self, variable: VarId, bytes: &[u8]) -> Result<(), Inexpressible> {
        let size = bytes.len().max(1).to_string();
        self.block(variable, None, &text(bytes), &size)
    }

    /// Declares a pointer to a block; from here on the variable is that pointer.
    fn block(
        &mut self,
        variable: VarId,
        of: Option<ApiTypeId>,
        content: &str,
        size: &str,
    ) -> Result<(), Inexpressible> {
        let name = self.name(variable);
        let declared = match of {
            Some(ty) if matches!(self.catalogue.types[ty], ApiType::Array { .. }) => {
                self.declare(ty, &format!("(*{name})"))?
            }
            Some(ty) => self.declare(ty, &format!("*{name}"))?,
            None => format!("unsigned char *{name}"),
        };
        self.lines.push(format!("{declared} = ferret_block({content}, {size});"));
        if let Some(of) = of {
            self.forms.insert(variable, Form::Pointer(of));
        }
        Ok(())
    }
}
