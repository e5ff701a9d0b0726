//! What a test makes: arrays, records, and what is written into them.

use super::{Form, Inexpressible, Writer, no, seen};
use crate::write::place::{Put, way_to, with_parts};
use crate::write::values::text;
use program::Type;
use program::catalogue::{ApiType, ApiTypeId};
use scenario::{Argument, Array, Object, Place, VarId};
use suite::layout::{extended, resolve, size_of};

impl Writer<'_> {
    pub(super) fn array(&mut self, variable: VarId, array: &Array) -> Result<(), Inexpressible> {
        if self.is_block(variable) {
            return self.array_block(variable, array);
        }
        let name = self.name(variable);
        let elements = seen(array);
        let line = match self.forms[&variable].clone() {
            Form::Literal(_) => return Ok(()),
            Form::One(ty) => {
                let declared = self.declare(ty, &name)?;
                let value = self.converted(ty, elements.first().copied().unwrap_or(0))?;
                format!("{declared} = {value};")
            }
            Form::Row(ty) => {
                let is_text = matches!(resolve(self.catalogue, ty), ApiType::Char { bits: 8, .. })
                    && elements.last().is_none_or(|bits| *bits as u8 == 0);
                if is_text {
                    let bytes: Vec<u8> = elements.iter().map(|bits| *bits as u8).collect();
                    let declared = self.declare(ty, &format!("{name}[]"))?;
                    format!("{declared} = {};", text(&bytes[..bytes.len().saturating_sub(1)]))
                } else {
                    let (count, values) = self.rows(ty, elements)?;
                    let declared = self.declare(ty, &format!("{name}[{count}]"))?;
                    format!("{declared} = {{{values}}};")
                }
            }
            _ => bytes_line(&name, &bytes_of(array)),
        };
        self.lines.push(line);
        Ok(())
    }

    /// How many values of a type flat elements make, and their text; rows get braces of their own.
    pub(super) fn rows(
        &self,
        ty: ApiTypeId,
        elements: &[u128],
    ) -> Result<(usize, String), Inexpressible> {
        if let ApiType::Array { element, .. } = resolve(self.catalogue, ty) {
            let per_row = self.flat_length(ty).ok_or_else(|| no("a row of unknown length"))?;
            let mut rows = Vec::new();
            for row in elements.chunks(per_row.max(1)) {
                rows.push(format!("{{{}}}", self.rows(*element, row)?.1));
            }
            return Ok((rows.len().max(1), rows.join(", ")));
        }
        let mut values = Vec::new();
        for bits in elements {
            values.push(self.converted(ty, *bits)?);
        }
        if values.is_empty() {
            return Ok((1, "0".to_owned()));
        }
        Ok((values.len(), values.join(", ")))
    }

    /// How many scalars an array has, all its dimensions taken together.
    pub(super) fn flat_length(&self, ty: ApiTypeId) -> Option<usize> {
        match resolve(self.catalogue, ty) {
            ApiType::Array { element, length } => {
                Some((*length)? as usize * self.flat_length(*element)?)
            }
            _ => Some(1),
        }
    }

    pub(super) fn object(
        &mut self,
        index: usize,
        variable: VarId,
        object: &Object,
    ) -> Result<(), Inexpressible> {
        if self.hidden.values().any(|hidden| *hidden == variable) {
            return Ok(());
        }
        if self.is_block(variable) {
            return self.object_block(index, variable, object);
        }
        let name = self.name(variable);
        match self.forms[&variable].clone() {
            Form::One(ty) => {
                let sets = self.initial_sets(index, variable);
                let value = self.initialiser(ty, 0, &sets)?;
                let declared = self.declare(ty, &name)?;
                self.lines.push(format!("{declared} = {value};"));
            }
            Form::Row(ty) => {
                let size = size_of(self.catalogue, ty).unwrap_or(1);
                let sets = self.initial_sets(index, variable);
                let values = self.initialisers(ty, size, object.count, &sets)?;
                let declared = self.declare(ty, &format!("{name}[{}]", object.count.max(1)))?;
                self.lines.push(format!("{declared} = {{{values}}};"));
            }
            _ => self.lines.push(bytes_line(&name, &vec![0; object.size as usize])),
        }
        Ok(())
    }

    pub(super) fn assignment(
        &self,
        place: Place,
        ty: Type,
        bits: Option<(u8, u8)>,
        value: Argument,
    ) -> Result<String, Inexpressible> {
        let (base, of, offset) = match place {
            Place::Global(global, offset) => {
                let (name, ty) = self.global(global)?;
                (name, ty, offset)
            }
            Place::Variable(variable, offset) => match self.forms.get(&variable).cloned() {
                Some(Form::One(of)) => (self.name(variable), of, offset),
                Some(Form::Row(of) | Form::Pointer(of)) => {
                    let size = size_of(self.catalogue, of).filter(|size| *size > 0);
                    let size = size.ok_or_else(|| no("a write to something of unknown size"))?;
                    (format!("{}[{}]", self.name(variable), offset / size), of, offset % size)
                }
                Some(Form::Bytes) => {
                    return self.bytes_assignment(&self.name(variable), offset, ty, value);
                }
                _ => return Err(no("a write to something that is no object")),
            },
        };
        let way = way_to(self.catalogue, of, offset, self.put(ty, bits, value))
            .ok_or_else(|| no(format!("no field of `{base}` lies at byte {offset}")))?;
        let value = self.put_value(way.ty, self.cut(way.ty, bits, value))?;
        Ok(format!("{} = {value};", with_parts(format!("{base}{}", way.text))))
    }

    /// What a value is that is put somewhere.
    pub(super) fn put(&self, ty: Type, bits: Option<(u8, u8)>, value: Argument) -> Put {
        let (mut of, mut to) = (None, None);
        if let Some(variable) = value.variable() {
            match self.forms.get(&variable) {
                Some(Form::Value { of: known, .. }) => of = *known,
                Some(Form::One(target) | Form::Row(target) | Form::Pointer(target)) => {
                    to = Some(*target);
                }
                _ => {}
            }
        }
        Put { ty, bits, of, to }
    }

    /// What is left of a value in a bit-field.
    pub(super) fn cut(&self, ty: ApiTypeId, bits: Option<(u8, u8)>, value: Argument) -> Argument {
        let Some((_, width)) = bits else { return value };
        let known = match value {
            Argument::Literal(bits) => Some(bits),
            Argument::Variable(variable) => match self.forms.get(&variable) {
                Some(Form::Value { bits, .. }) => Some(*bits),
                _ => None,
            },
            _ => None,
        };
        known.map_or(value, |bits| Argument::Literal(extended(self.catalogue, ty, bits, width)))
    }

    pub(super) fn bytes_assignment(
        &self,
        name: &str,
        offset: u32,
        ty: Type,
        value: Argument,
    ) -> Result<String, Inexpressible> {
        let bits = match value {
            Argument::Literal(bits) => bits,
            Argument::Variable(variable) => match self.forms.get(&variable) {
                Some(Form::Value { bits, .. }) => *bits,
                _ => return Err(no("an address inside plain bytes")),
            },
            _ => return Err(no("an address inside plain bytes")),
        };
        let bytes = &bits.to_le_bytes()[..ty.bytes() as usize];
        Ok(format!("memcpy({name} + {offset}, {}, {});", text(bytes), bytes.len()))
    }
}

/// The bytes of the elements that a program sees.
pub(super) fn bytes_of(array: &Array) -> Vec<u8> {
    let size = array.element.bytes() as usize;
    seen(array).iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(size)).collect()
}

pub(super) fn bytes_line(name: &str, bytes: &[u8]) -> String {
    let size = bytes.len().max(1);
    if bytes.iter().all(|byte| *byte == 0) {
        return format!("ALIGNED unsigned char {name}[{size}] = {{0}};");
    }
    let values: Vec<String> = bytes.iter().map(u8::to_string).collect();
    format!("ALIGNED unsigned char {name}[{size}] = {{{}}};", values.join(", "))
}
