//! Reading attributes of parameters, results, functions and calls.

use std::borrow::Cow;

use super::ast::{
    Attribute, Linkage, ParameterAttributes, ParameterFlags, Passing, TypeId, Visibility,
};
use super::cursor::TokenKind;
use super::error::Parse;
use super::reader::Reader;

/// What stands between a symbol's linkage and its type.
#[derive(Clone, Copy)]
pub(super) struct Binding {
    /// The linkage, if written.
    pub linkage: Option<Linkage>,
    pub visibility: Visibility,
}

/// Attributes behind `)` of a function's header or a call.
#[derive(Default)]
pub(super) struct FunctionAttributes<'a> {
    pub groups: Vec<u32>,
    pub in_place: Vec<Attribute<'a>>,
}

impl<'a> Reader<'a> {
    /// `internal hidden dso_local …`, all optional.
    pub fn binding(&mut self) -> Binding {
        let mut binding = Binding { linkage: None, visibility: Visibility::Default };
        while self.cursor.token.kind == TokenKind::Word {
            let word = self.cursor.written();
            if let Some(linkage) = Linkage::from_keyword(word) {
                binding.linkage = Some(linkage);
            } else if let Some(visibility) = Visibility::from_keyword(word) {
                binding.visibility = visibility;
            } else if !matches!(word, "dso_local" | "dso_preemptable" | "dllimport" | "dllexport") {
                break;
            }
            self.cursor.advance();
        }
        binding
    }

    /// `fastcc` or `cc 10`: how registers are used is below what we model.
    pub fn calling_convention(&mut self) -> Parse<()> {
        if self.cursor.accept_word("cc") {
            return self.cursor.unsigned::<u32>().map(drop);
        }
        if self.cursor.token.kind == TokenKind::Word && self.cursor.written().ends_with("cc") {
            self.cursor.advance();
        }
        Ok(())
    }

    /// Attributes of a parameter, argument or result: all known ones at the cursor.
    pub fn parameter_attributes(&mut self) -> Parse<ParameterAttributes> {
        let mut attributes = ParameterAttributes::default();
        loop {
            match self.cursor.token.kind {
                TokenKind::Text => {
                    self.attribute()?;
                    continue;
                }
                TokenKind::Word => {}
                _ => return Ok(attributes),
            }
            let word = self.cursor.written();
            if let Some(flag) = ParameterFlags::from_keyword(word) {
                attributes.flags = attributes.flags.with(flag);
                self.cursor.advance();
                continue;
            }
            match word {
                "align" => attributes.align = self.align()?,
                "byval" => attributes.passing = Passing::ByVal(self.type_argument()?),
                "sret" => attributes.passing = Passing::StructReturn(self.type_argument()?),
                "byref" => attributes.passing = Passing::ByRef(self.type_argument()?),
                "inalloca" => attributes.passing = Passing::InAlloca(self.type_argument()?),
                "preallocated" => attributes.passing = Passing::Preallocated(self.type_argument()?),
                "elementtype" => attributes.passing = Passing::ElementType(self.type_argument()?),
                // Promises to an optimiser.
                "nofree" | "swiftself" | "swifterror" | "swiftasync" | "allocptr"
                | "allocalign" | "writable" | "dead_on_unwind" | "noext" => self.cursor.advance(),
                "dereferenceable"
                | "dereferenceable_or_null"
                | "alignstack"
                | "nofpclass"
                | "range"
                | "initializes"
                | "captures" => {
                    self.cursor.advance();
                    if !self.cursor.is_mark(b'(') {
                        return self.cursor.expected("`(`");
                    }
                    self.cursor.balanced()?;
                }
                _ => return Ok(attributes),
            }
        }
    }

    /// `(T)` behind the word at the cursor.
    fn type_argument(&mut self) -> Parse<TypeId> {
        self.cursor.advance();
        self.cursor.expect(b'(')?;
        let ty = self.ty()?;
        self.cursor.expect(b')')?;
        Ok(ty)
    }

    /// `align 8` or `align(8)`, with the cursor at `align`.
    pub fn align(&mut self) -> Parse<u32> {
        self.cursor.advance();
        let parenthesised = self.cursor.accept(b'(');
        let align: u32 = self.cursor.unsigned()?;
        if parenthesised {
            self.cursor.expect(b')')?;
        }
        if !align.is_power_of_two() {
            return self.cursor.fail_before("an alignment is a power of two");
        }
        Ok(align)
    }

    /// Groups and words behind a function's header or a call, up to something that is neither.
    ///
    /// A word counts only on the same line: the next line may begin with an instruction.
    pub fn function_attributes(&mut self, into: &mut FunctionAttributes<'a>) -> Parse<()> {
        loop {
            match self.cursor.token.kind {
                TokenKind::Group => {
                    into.groups.push(self.cursor.number()?);
                    self.cursor.advance();
                }
                TokenKind::Text => into.in_place.push(self.attribute()?),
                TokenKind::Word
                    if !self.cursor.token.first && !is_header_clause(self.cursor.written()) =>
                {
                    into.in_place.push(self.attribute()?);
                }
                _ => return Ok(()),
            }
        }
    }

    /// `noreturn`, `memory(none)`, `"key"="value"`, `align=16`.
    pub fn attribute(&mut self) -> Parse<Attribute<'a>> {
        let is_string = self.cursor.token.kind == TokenKind::Text;
        let name = match self.cursor.token.kind {
            TokenKind::Text => self.cursor.string()?,
            TokenKind::Word => {
                let word = self.cursor.written();
                self.cursor.advance();
                Cow::Borrowed(word)
            }
            _ => return self.cursor.expected("an attribute"),
        };
        let value = if self.cursor.is_mark(b'(') {
            Cow::Borrowed(self.cursor.balanced()?)
        } else if self.cursor.accept(b'=') {
            if is_string {
                self.cursor.string()?
            } else {
                let value = self.cursor.written();
                self.cursor.unsigned::<u64>()?;
                Cow::Borrowed(value)
            }
        } else {
            Cow::Borrowed("")
        };
        Ok(Attribute { name, value, is_string })
    }
}

/// Words behind a function's header that are no attributes.
fn is_header_clause(word: &str) -> bool {
    matches!(
        word,
        "section"
            | "partition"
            | "comdat"
            | "align"
            | "gc"
            | "prefix"
            | "prologue"
            | "personality"
            | "unnamed_addr"
            | "local_unnamed_addr"
            | "addrspace"
            | "to"
    )
}
