//! The catalogue: `type` and `api` lines.

use super::{Parser, Result};
use crate::catalogue::{
    ApiCallable, ApiField, ApiItem, ApiKept, ApiPass, ApiPassing, ApiType, ApiTypeId, Holds,
};
use crate::text::lexer::TokenKind;

impl Parser<'_> {
    /// `type name = …`.
    pub(super) fn api_type(&mut self) -> Result<()> {
        self.take();
        self.name("the name of a type")?;
        self.expect(TokenKind::Equals)?;
        let token = self.peek();
        let word = if token.kind == TokenKind::Word { self.text(token) } else { "" };
        let known = [
            "void", "bool", "int", "uint", "char", "uchar", "f32", "f64", "pointer", "array",
            "struct", "union", "enum", "function", "alias", "const", "opaque", "class", "managed",
        ];
        if !known.contains(&word) {
            let error = self.expected("a type of the catalogue");
            return Err(match crate::text::error::nearest(word, known) {
                Some(near) => error.with_help(format!("did you mean `{near}`?")),
                None => error.with_help(format!("one of `{}`", known.join("`, `"))),
            });
        }
        self.take();
        let ty = match word {
            "void" => ApiType::Void,
            "bool" => ApiType::Bool,
            "int" | "uint" => {
                ApiType::Int { bits: self.count_u8("a width in bits")?, signed: word == "int" }
            }
            "char" | "uchar" => {
                ApiType::Char { bits: self.count_u8("a width in bits")?, signed: word == "char" }
            }
            "f32" => ApiType::F32,
            "f64" => ApiType::F64,
            "pointer" => {
                self.expect_word("to")?;
                ApiType::Pointer(self.type_name()?)
            }
            "array" => {
                let length = match self.peek().kind {
                    TokenKind::Number => Some(self.count_u32("a length")?),
                    _ => None,
                };
                self.expect_word("of")?;
                ApiType::Array { element: self.type_name()?, length }
            }
            "struct" | "union" => self.record(word == "union")?,
            "enum" => self.enumeration()?,
            "function" => self.function_type()?,
            "alias" => {
                let name = self.name("the other name")?.1.into_owned();
                self.expect_word("of")?;
                ApiType::Alias { name, of: self.type_name()? }
            }
            "const" => ApiType::Const(self.type_name()?),
            "opaque" => ApiType::Opaque(self.name("the name of the type")?.1.into_owned()),
            "managed" => {
                let class = self.class_name()?;
                self.expect_word("of")?;
                ApiType::Managed { class, element: self.type_name()? }
            }
            _ => ApiType::Class(self.class_name()?),
        };
        self.program.catalogue.types.push(ty);
        Ok(())
    }

    /// Takes the name of a type of the catalogue.
    fn type_name(&mut self) -> Result<ApiTypeId> {
        let (token, name) = self.name("the name of a type")?;
        match self.names.types.get(&name) {
            Some(ty) => Ok(*ty),
            None => {
                let known = self.names.types.keys().map(AsRef::as_ref);
                let error = self.unknown(token, "type", "", &name, known);
                Err(match error.help {
                    Some(_) => error,
                    None => error
                        .with_help(format!("define it on a line of its own: `type {name} = …`")),
                })
            }
        }
    }

    /// `struct Point size 8 { x: int at 0, flags: uint at 4 bits 3:5 }`.
    fn record(&mut self, union: bool) -> Result<ApiType> {
        let name = self.name("the name of the struct or union")?.1.into_owned();
        self.expect_word("size")?;
        let size = self.count_u32("a size in bytes")?;
        let mut fields = Vec::new();
        self.list(TokenKind::Open, TokenKind::Close, |parser| {
            let name = parser.name("the name of a field")?.1.into_owned();
            parser.expect(TokenKind::Colon)?;
            let ty = parser.type_name()?;
            parser.expect_word("at")?;
            let offset = parser.count_u32("an offset in bytes")?;
            let mut bits = None;
            if parser.accept_word("bits") {
                let first = parser.count_u8("the first bit")?;
                parser.expect(TokenKind::Colon)?;
                bits = Some((first, parser.count_u8("a width in bits")?));
            }
            fields.push(ApiField { name, ty, offset, bits });
            Ok(())
        })?;
        Ok(ApiType::Record { name, union, size, fields })
    }

    /// `enum Colour int 32 { RED = 0, GREEN = 1 }`.
    fn enumeration(&mut self) -> Result<ApiType> {
        let name = self.name("the name of the enumeration")?.1.into_owned();
        let signed = if self.accept_word("int") {
            true
        } else if self.accept_word("uint") {
            false
        } else {
            return Err(self.expected("`int` or `uint`"));
        };
        let bits = self.count_u8("a width in bits")?;
        let mut enumerators = Vec::new();
        self.list(TokenKind::Open, TokenKind::Close, |parser| {
            let name = parser.name("the name of an enumerator")?.1.into_owned();
            parser.expect(TokenKind::Equals)?;
            enumerators.push((name, parser.signed_integer()?));
            Ok(())
        })?;
        Ok(ApiType::Enum { name, bits, signed, enumerators })
    }

    fn signed_integer(&mut self) -> Result<i128> {
        let negative = self.accept(TokenKind::Minus);
        let token = self.expect(TokenKind::Number)?;
        let value = crate::text::literal::integer(self.text(token)).and_then(|magnitude| {
            if negative {
                0i128.checked_sub_unsigned(magnitude)
            } else {
                i128::try_from(magnitude).ok()
            }
        });
        value.ok_or_else(|| self.error(token, "this is not a whole number of 128 bits"))
    }

    /// `function(int, p, ...) -> int`.
    fn function_type(&mut self) -> Result<ApiType> {
        let mut params = Vec::new();
        let mut variadic = false;
        self.list(TokenKind::OpenParen, TokenKind::CloseParen, |parser| {
            if variadic {
                return Err(parser.expected("`)` behind `...`"));
            }
            if parser.accept(TokenKind::Ellipsis) {
                variadic = true;
            } else {
                params.push(parser.type_name()?);
            }
            Ok(())
        })?;
        self.expect(TokenKind::Arrow)?;
        Ok(ApiType::Function { params, result: self.type_name()?, variadic })
    }

    /// `api function @f(a: int) -> int`, `api constructor C @f(…) -> void`, `api method C @f(…) -> int`,
    /// `api field C name: int`, `api global @g: int`, `api passing @f(value, address, parts 0 8) hidden`,
    /// `api readonly p`, `api fits list collection`, `api enters @f @g`,
    /// `api receiver @f`.
    pub(super) fn api_item(&mut self) -> Result<()> {
        self.take();
        let token = self.peek();
        let item = match if token.kind == TokenKind::Word { self.text(token) } else { "" } {
            "function" => {
                self.take();
                ApiItem::Function(self.callable()?)
            }
            "constructor" => {
                self.take();
                let class = self.class_name()?;
                ApiItem::Constructor { class, callable: self.callable()? }
            }
            "method" => {
                self.take();
                let class = self.class_name()?;
                ApiItem::Method { class, callable: self.callable()? }
            }
            "field" => {
                self.take();
                let class = self.class_name()?;
                let name = self.name("the name of a field")?.1.into_owned();
                self.expect(TokenKind::Colon)?;
                ApiItem::Field { class, name, ty: self.type_name()? }
            }
            "global" => {
                self.take();
                let global = self.global_name()?;
                self.expect(TokenKind::Colon)?;
                ApiItem::Global { global, ty: self.type_name()? }
            }
            "kept" => {
                self.take();
                let global = self.global_name()?;
                let offset = self.offset(0, u32::MAX.into())? as u32;
                let name = self.name("the name of a variable")?.1.into_owned();
                let holds = if self.accept(TokenKind::Equals) {
                    Holds::Value(self.ty()?)
                } else {
                    self.expect(TokenKind::Colon)?;
                    Holds::Typed(self.type_name()?)
                };
                ApiItem::Kept(ApiKept { global, offset, holds, name })
            }
            "passing" => {
                self.take();
                ApiItem::Passing(self.passing()?)
            }
            "readonly" => {
                self.take();
                ApiItem::ReadOnly(self.type_name()?)
            }
            "fits" => {
                self.take();
                let given = self.type_name()?;
                ApiItem::Fits { given, wanted: self.type_name()? }
            }
            "receiver" => {
                self.take();
                ApiItem::Receiver(self.function_name()?)
            }
            "enters" => {
                self.take();
                let function = self.function_name()?;
                ApiItem::Enters { function, inner: self.function_name()? }
            }
            _ => {
                return Err(self.expected(
                    "`function`, `constructor`, `method`, `field`, `global`, `kept`, `passing`, `readonly`, `fits`, `receiver` or `enters`",
                ));
            }
        };
        self.program.catalogue.items.push(item);
        Ok(())
    }

    /// `@f(value, address, parts 0 8) hidden`.
    fn passing(&mut self) -> Result<ApiPassing> {
        let function = self.function_name()?;
        let mut params = Vec::new();
        self.list(TokenKind::OpenParen, TokenKind::CloseParen, |parser| {
            params.push(if parser.accept_word("value") {
                ApiPass::Value
            } else if parser.accept_word("address") {
                ApiPass::Address
            } else if parser.accept_word("parts") {
                let mut offsets = Vec::new();
                while parser.peek().kind == TokenKind::Number {
                    offsets.push(parser.count_u32("an offset in bytes")?);
                }
                ApiPass::Parts(offsets)
            } else {
                return Err(parser.expected("`value`, `address` or `parts`"));
            });
            Ok(())
        })?;
        let hidden_result = self.accept_word("hidden");
        Ok(ApiPassing { function, hidden_result, params })
    }

    /// `@f(a: int, b: int) -> int`.
    fn callable(&mut self) -> Result<ApiCallable> {
        let function = self.function_name()?;
        let mut params = Vec::new();
        self.list(TokenKind::OpenParen, TokenKind::CloseParen, |parser| {
            let name = parser.name("the name of a parameter")?.1.into_owned();
            parser.expect(TokenKind::Colon)?;
            params.push((name, parser.type_name()?));
            Ok(())
        })?;
        self.expect(TokenKind::Arrow)?;
        Ok(ApiCallable { function, params, result: self.type_name()? })
    }
}
