//! What stands behind a value, an array or an object: its type in the words of the source.

use std::borrow::Cow;
use std::collections::BTreeMap;

use program::catalogue::ApiTypeId;
use program::text::{ParseError, type_labels};
use program::{Id, Type};

use super::{MAX_SIZE, Parser, TokenKind, plural, suggest};
use crate::{Extent, Object};

impl<'s> Parser<'s> {
    /// `of int`, or nothing.
    pub(super) fn of(&mut self) -> Result<Option<ApiTypeId>, ParseError> {
        if self.cursor.eat_word("of") { self.api_type().map(Some) } else { Ok(None) }
    }

    /// `open`, `text`, or nothing.
    pub(super) fn extent(&mut self) -> Extent {
        if self.cursor.eat_word("open") {
            Extent::Open
        } else if self.cursor.eat_word("text") {
            Extent::Text
        } else {
            Extent::Fixed
        }
    }

    /// The rest of `let n = object 48 open of 3 node` behind `object`.
    pub(super) fn object(&mut self) -> Result<Object, ParseError> {
        let size = self.cursor.count("the size in bytes", MAX_SIZE)?;
        let extent = self.extent();
        let mut object = Object { size, of: None, count: 1, extent };
        if self.cursor.eat_word("of") {
            if self.cursor.peek().kind == TokenKind::Number {
                object.count = self.cursor.count("how many there are", MAX_SIZE)?;
            }
            object.of = Some(self.api_type()?);
        }
        Ok(object)
    }

    /// `bits 2:3` behind the type of what is written, or nothing.
    pub(super) fn bit_field(&mut self, ty: Type) -> Result<Option<(u8, u8)>, ParseError> {
        let start = self.cursor.peek();
        if !self.cursor.eat_word("bits") {
            return Ok(None);
        }
        let first = self.cursor.count("the first bit", u8::MAX.into())? as u8;
        self.cursor.expect(TokenKind::Colon)?;
        let width = self.cursor.count("the number of bits", u8::MAX.into())? as u8;
        let whole = !ty.is_float() && ty != Type::Ptr;
        if whole && width >= 1 && width <= ty.bits() && u32::from(first) + u32::from(width) <= 128 {
            return Ok(Some((first, width)));
        }
        let message =
            format!("{} from bit {first} cannot be taken from {ty}", plural(width.into(), "bit"));
        Err(ParseError::at(self.cursor.source, start.start(), self.cursor.end(), message))
    }

    /// A type of the catalogue by its label; one with dots needs no quotes.
    fn api_type(&mut self) -> Result<ApiTypeId, ParseError> {
        let (name, token) = self.dotted("the name of a type")?;
        let program = self.program;
        let types = self.types.get_or_insert_with(|| labelled(program));
        match types.get(&*name) {
            Some(ty) => Ok(*ty),
            None => {
                let error = self.cursor.error(token, format!("the catalogue has no type `{name}`"));
                Err(suggest(error, &name, types.keys().map(|name| &**name), ""))
            }
        }
    }
}

fn labelled(program: &program::Program) -> BTreeMap<Cow<'static, str>, ApiTypeId> {
    let labels = type_labels(program).into_iter().enumerate();
    labels.map(|(index, label)| (Cow::Owned(label), ApiTypeId::new(index))).collect()
}
