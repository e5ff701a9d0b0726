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

    /// The line that gives back a block which the code under test made; `behind` are the arguments that say which pointers
    /// lead from the first one to it.
    pub(super) fn freed(
        &self,
        first: Argument,
        behind: &[Argument],
    ) -> Result<String, Inexpressible> {
        let (Argument::Variable(variable) | Argument::Part(variable, _)) = first else {
            return Err(no("a block that has no name"));
        };
        let (name, form) = (self.name(variable), self.forms.get(&variable));
        let pointer = match (first, form) {
            (Argument::Part(_, offset), _) => {
                let (Some(Form::One(of) | Form::Row(of) | Form::Pointer(of)), Some(form)) =
                    (form, form)
                else {
                    return Err(no("a block that only plain bytes lead to"));
                };
                self.pointer_in(&name, *of, matches!(form, Form::One(_)), offset)?
            }
            (_, Some(Form::Pointer(of))) => (name, Some(*of)),
            _ => (name, None),
        };
        let offsets = behind.iter().filter_map(|argument| match argument {
            Argument::Literal(bits) => u32::try_from(*bits).ok(),
            _ => None,
        });
        let mut pointer = pointer;
        for offset in offsets {
            let of = pointer.1.ok_or_else(|| no("a block that only plain bytes lead to"))?;
            pointer = self.pointer_in(&pointer.0, of, false, offset)?;
        }
        let constant = pointer.1.is_some_and(|of| self.is_const(of));
        Ok(format!("free({}{});", if constant { "(void *)" } else { "" }, pointer.0))
    }

    /// The pointer that lies so many bytes behind where `owner` points, or in `owner` itself, and what it points at.
    fn pointer_in(
        &self,
        owner: &str,
        of: ApiTypeId,
        is_itself: bool,
        offset: u32,
    ) -> Result<(String, Option<ApiTypeId>), Inexpressible> {
        let put = Put { ty: Type::Ptr, bits: None, of: None, to: None };
        let size = size_of(self.catalogue, of).filter(|size| *size > 0);
        let size = size.ok_or_else(|| no("a block in something of unknown size"))?;
        let way = way_to(self.catalogue, of, offset % size, put)
            .ok_or_else(|| no("a block that no field leads to"))?;
        let text = match offset / size {
            _ if is_itself => format!("{owner}{}", way.text),
            0 if way.text.starts_with('.') => format!("{owner}->{}", &way.text[1..]),
            index => format!("{owner}[{index}]{}", way.text),
        };
        Ok((text, self.pointee(way.ty)))
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
