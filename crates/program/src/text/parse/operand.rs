//! Operands, constants and tests.

use super::body::Body;
use super::{Parser, Result, Symbol};
use crate::text::lexer::{Token, TokenKind};
use crate::text::literal;
use crate::{CompareOp, Constant, Operand, Test, Type};

impl Parser<'_> {
    /// Takes a constant that is a bit pattern of a type.
    pub(super) fn bits(&mut self, ty: Type) -> Result<u128> {
        let start = self.peek();
        let negative = self.accept(TokenKind::Minus);
        let token = self.peek();
        let text = self.text(token);
        match token.kind {
            TokenKind::Number => {
                self.take();
                self.number_bits(token, negative, ty)
            }
            TokenKind::NanBits if ty.is_float() && !negative => {
                self.take();
                self.nan_bits(token, ty)
            }
            TokenKind::Word => {
                let bits = match (text, ty) {
                    ("inf", Type::F32 | Type::F64) => literal::special(text, ty)
                        .map(|bits| if negative { bits | 1 << (ty.bits() - 1) } else { bits }),
                    _ if negative => None,
                    ("nan", Type::F32 | Type::F64) => literal::special(text, ty),
                    ("null", Type::Ptr) | ("false", Type::BOOL) => Some(0),
                    ("true", Type::BOOL) => Some(1),
                    _ => None,
                };
                let Some(bits) = bits else { return Err(self.no_constant(start, token, ty)) };
                self.take();
                Ok(bits)
            }
            _ => Err(self.no_constant(start, token, ty)),
        }
    }

    fn no_constant(&self, start: Token, token: Token, ty: Type) -> crate::text::ParseError {
        let what = match ty {
            Type::Ptr => "an address: `null`, `@name` or a register",
            Type::BOOL => "`true`, `false` or a register",
            Type::Int(_) => "an integer or a register",
            Type::F32 | Type::F64 => "a number or a register",
        };
        let error = self.expected(&format!("{what}, of type {ty}"));
        let word = if token.kind == TokenKind::Word { self.text(token) } else { "" };
        match word {
            "null" | "true" | "false" | "nan" | "inf" => {
                self.error(token, format!("`{word}` is not a value of type {ty}"))
            }
            _ if start.start() != token.start() => error,
            "" => error,
            _ => error.with_help(format!("a register is written `%{word}`")),
        }
    }

    fn number_bits(&self, token: Token, negative: bool, ty: Type) -> Result<u128> {
        let text = self.text(token);
        if ty.is_float() {
            if literal::integer(text).is_some() && text.starts_with("0x") {
                let error = self.error(token, "a float in hex needs an exponent");
                return Err(error.with_help("write `0x1.8p3` for 12.0, or the number in decimal"));
            }
            return literal::float(text, negative, ty).map_err(|reason| self.error(token, reason));
        }
        let Some(magnitude) = literal::integer(text) else {
            let error = self.error(token, format!("`{text}` is not a value of type {ty}"));
            return Err(if literal::float(text, false, Type::F64).is_ok() {
                error.with_help("it is a float; did you mean type `f64`?")
            } else {
                error
            });
        };
        literal::fit(negative, magnitude, ty.bits()).ok_or_else(|| {
            let sign = if negative { "-" } else { "" };
            let message = format!("{sign}{text} does not fit into {ty}");
            let error = self.error(token, message);
            let bits = ty.bits();
            match bits {
                1 => error.with_help("it holds 0 or 1, `false` or `true`"),
                2..=64 => error.with_help(format!(
                    "it holds {} to {}",
                    -(1i128 << (bits - 1)),
                    u128::MAX >> (128 - u32::from(bits)),
                )),
                _ => error,
            }
        })
    }

    fn nan_bits(&self, token: Token, ty: Type) -> Result<u128> {
        let bits = literal::integer(&self.text(token)["nan:".len()..]);
        let is_nan = |bits: &u128| match ty {
            Type::F32 => u32::try_from(*bits).is_ok_and(|bits| f32::from_bits(bits).is_nan()),
            _ => u64::try_from(*bits).is_ok_and(|bits| f64::from_bits(bits).is_nan()),
        };
        bits.filter(is_nan).ok_or_else(|| {
            self.error(token, format!("these are not the bits of a NaN of type {ty}"))
        })
    }
}

impl Body<'_, '_> {
    /// Takes an operand of a type.
    pub fn operand(&mut self, ty: Type) -> Result<Operand> {
        let token = self.parser.peek();
        match token.kind {
            TokenKind::Register => {
                self.parser.take();
                let register = self.mention(token)?;
                self.require(register, token, ty)?;
                Ok(Operand::Register(register))
            }
            TokenKind::Symbol => {
                let (token, symbol) = self.parser.symbol()?;
                if ty != Type::Ptr {
                    let text = self.parser.text(token);
                    let message = format!("`{text}` is an address (ptr), but {ty} is needed here");
                    return Err(self.parser.error(token, message));
                }
                Ok(Operand::Constant(match symbol {
                    Symbol::Function(function) => Constant::Function(function),
                    Symbol::Global(global) => Constant::Global(global, self.constant_offset()?),
                }))
            }
            _ => Ok(Operand::Constant(Constant::Bits(self.parser.bits(ty)?))),
        }
    }

    /// The `+ 4` of `@global + 4`; what is multiplied is not an offset but an index.
    fn constant_offset(&mut self) -> Result<i64> {
        let at = self.parser.at;
        let token = |ahead: usize| self.parser.tokens.get(at + ahead).map(|token| token.kind);
        let is_offset = matches!(token(0), Some(TokenKind::Plus | TokenKind::Minus))
            && token(1) == Some(TokenKind::Number)
            && token(2) != Some(TokenKind::Star);
        if is_offset { self.parser.offset(i64::MIN, i64::MAX) } else { Ok(0) }
    }

    /// Takes an operand without a comma before it, or the comma first.
    pub fn next_operand(&mut self, ty: Type) -> Result<Operand> {
        self.parser.expect(TokenKind::Comma)?;
        self.operand(ty)
    }

    /// Takes what a branch, select or check decides on: `slt i32 %a, %b`, or a boolean.
    pub fn test(&mut self) -> Result<Test> {
        let token = self.parser.peek();
        if token.kind == TokenKind::Word {
            let word = self.parser.text(token);
            if let Some(op) = CompareOp::from_mnemonic(word) {
                self.parser.take();
                let ty = self.parser.ty()?;
                let left = self.operand(ty)?;
                let right = self.next_operand(ty)?;
                return Ok(Test::Compare { op, ty, left, right });
            }
            if !matches!(word, "true" | "false") {
                let error =
                    self.parser.expected("a comparison like `slt i32 %a, %b`, or a boolean");
                let known = CompareOp::ALL.iter().map(|op| op.mnemonic());
                return Err(match crate::text::error::nearest(word, known) {
                    Some(near) => error.with_help(format!("did you mean `{near}`?")),
                    None => error,
                });
            }
        }
        Ok(Test::Value(self.operand(Type::BOOL)?))
    }
}
