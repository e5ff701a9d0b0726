//! How blocks end.

use super::Result;
use super::body::Body;
use crate::text::lexer::TokenKind;
use crate::{Edge, Operand, Terminator, Type};

impl Body<'_, '_> {
    /// Takes a terminator, if the line is one.
    pub fn terminator(&mut self) -> Result<Option<Terminator>> {
        let token = self.parser.peek();
        if token.kind != TokenKind::Word {
            return Ok(None);
        }
        let word = self.parser.text(token);
        if !matches!(word, "jump" | "br" | "switch" | "ret" | "throw" | "unreachable") {
            return Ok(None);
        }
        self.parser.take();
        Ok(Some(match word {
            "jump" => Terminator::Jump(self.edge()?),
            "br" => {
                let condition = self.condition_name();
                let test = self.test()?;
                self.parser.expect(TokenKind::Question)?;
                let then = self.edge()?;
                self.parser.expect(TokenKind::Colon)?;
                Terminator::Branch { test, condition, then, otherwise: self.edge()? }
            }
            "switch" => self.switch()?,
            "ret" => Terminator::Return(self.returned()?),
            "throw" => Terminator::Throw(self.operand(Type::Ptr)?),
            _ => Terminator::Unreachable,
        }))
    }

    /// The value behind `ret`, which has the type of the function's result.
    fn returned(&mut self) -> Result<Option<Operand>> {
        let token = self.parser.peek();
        let at_end = token.first
            || matches!(token.kind, TokenKind::Span | TokenKind::Close | TokenKind::End);
        match (self.function.result, at_end) {
            (Some(ty), false) => self.operand(ty).map(Some),
            (None, true) => Ok(None),
            (Some(ty), true) => {
                let ret = self.parser.tokens[self.parser.at - 1];
                let message = format!("`ret` needs a value of type {ty}");
                Err(self.parser.error(ret, message))
            }
            (None, false) => {
                let message = format!("`@{}` gives no result", self.function.name);
                let help = "write its type behind the parameters: `-> i32`";
                Err(self.parser.error(token, message).with_help(help))
            }
        }
    }

    /// `switch i32 %v { 1 -> one, default -> rest }`.
    fn switch(&mut self) -> Result<Terminator> {
        let token = self.parser.peek();
        let ty = self.parser.ty()?;
        if !ty.is_int() {
            return Err(self.parser.error(token, format!("a switch is over an integer, not {ty}")));
        }
        let value = self.operand(ty)?;
        let open = self.parser.expect(TokenKind::Open)?;
        let mut cases = Vec::new();
        let mut default = None;
        while !self.parser.accept(TokenKind::Close) {
            let token = self.parser.peek();
            if self.parser.accept_word("default") {
                self.parser.expect(TokenKind::Arrow)?;
                if default.replace(self.edge()?).is_some() {
                    return Err(self.parser.error(token, "a switch has one `default`"));
                }
            } else {
                let value = self.parser.bits(ty)?;
                self.parser.expect(TokenKind::Arrow)?;
                cases.push((value, self.edge()?));
            }
            if !self.parser.accept(TokenKind::Comma) && self.parser.peek().kind != TokenKind::Close
            {
                return Err(self.parser.expected("`,` or `}`"));
            }
        }
        let Some(default) = default else {
            return Err(self.parser.error(open, "this switch has no `default`").with_help(
                "if no other value is possible, let it lead to a block that is `unreachable`",
            ));
        };
        Ok(Terminator::Switch { ty, value, cases, default })
    }

    /// `label` or `label(%x = 1, %y = %x)`.
    fn edge(&mut self) -> Result<Edge> {
        let mut edge = Edge::to(self.label()?);
        if self.parser.peek().kind != TokenKind::OpenParen {
            return Ok(edge);
        }
        self.parser.take();
        while !self.parser.accept(TokenKind::CloseParen) {
            let token = self.parser.expect(TokenKind::Register)?;
            let register = self.mention(token)?;
            self.parser.expect(TokenKind::Equals)?;
            let value = self.parser.peek();
            let ty = match self.known_type(register) {
                Some(ty) => Some(ty),
                None if value.kind == TokenKind::Register => {
                    self.mentioned(value)?.and_then(|source| self.known_type(source))
                }
                None => None,
            };
            let Some(ty) = ty else {
                let text = self.parser.text(token);
                let message = format!("the type of `{text}` is not known here");
                let help =
                    format!("declare it at the top of the function, as in `var {text}: i32`");
                return Err(self.parser.error(token, message).with_help(help));
            };
            self.assign(register, token, ty)?;
            edge.moves.push((register, self.operand(ty)?));
            if !self.parser.accept(TokenKind::Comma)
                && self.parser.peek().kind != TokenKind::CloseParen
            {
                return Err(self.parser.expected("`,` or `)`"));
            }
        }
        Ok(edge)
    }
}
