//! Files, selectors, globals, classes, and the first look that finds all names.

use std::borrow::Cow;
use std::collections::hash_map::Entry;

use super::{Names, Parser, Result, Symbol};
use crate::catalogue::ApiTypeId;
use crate::text::lexer::{Token, TokenKind};
use crate::text::syntax::PROGRAM;
use crate::{Class, ClassId, Field, FuncId, Function, Global, GlobalId, Id, Linkage, Register};
use crate::{RegId, Relocation, RelocationTarget, Type};

/// What can stand at the outermost level, for messages.
const ITEMS: [&str; 11] = [
    "file",
    "selector",
    "global",
    "class",
    "interface",
    "declare",
    "func",
    "private",
    "type",
    "api",
    "function",
];

impl<'s> Parser<'s> {
    /// Gives ids to the functions, globals, classes and catalogue types of the text, so that all of
    /// them can be referred to from anywhere.
    pub(super) fn collect_names(&mut self) -> Result<()> {
        let mut names = Names::default();
        let mut depth = 0usize;
        for at in 0..self.tokens.len() - 1 {
            let token = self.tokens[at];
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Word if depth == 0 => self.collect_name(&mut names, at)?,
                _ => {}
            }
        }
        self.names = names;
        Ok(())
    }

    fn collect_name(&self, names: &mut Names<'s>, at: usize) -> Result<()> {
        let (token, next) = (self.tokens[at], self.tokens[at + 1]);
        let private = at > 0 && self.is_word(self.tokens[at - 1], "private");
        if !token.first && !private {
            return Ok(());
        }
        let fresh = match (self.text(token), next.kind) {
            ("func" | "declare", TokenKind::Symbol) => {
                let symbol = Symbol::Function(FuncId(names.functions));
                names.functions += 1;
                names.symbols.insert(self.name_of(next)?, symbol).is_none()
            }
            ("global", TokenKind::Symbol) => {
                let symbol = Symbol::Global(GlobalId(names.globals));
                names.globals += 1;
                names.symbols.insert(self.name_of(next)?, symbol).is_none()
            }
            ("class" | "interface", TokenKind::Word | TokenKind::Quoted) => {
                let class = ClassId::new(names.classes.len());
                names.classes.insert(self.name_of(next)?, class).is_none()
            }
            ("type", TokenKind::Word | TokenKind::Quoted) => {
                let ty = ApiTypeId::new(names.types.len());
                names.types.insert(self.name_of(next)?, ty).is_none()
            }
            _ => true,
        };
        if fresh { Ok(()) } else { Err(self.twice(next)) }
    }

    fn twice(&self, token: Token) -> crate::text::ParseError {
        self.error(token, format!("{} is defined twice", self.shown(token)))
    }

    /// Every name that the first look found was defined by an item that was then parsed; otherwise an
    /// id would lead nowhere.
    pub(super) fn check_all_names_defined(&self) -> Result<()> {
        let program = &self.program;
        let complete = program.functions.len() == self.names.functions as usize
            && program.globals.len() == self.names.globals as usize
            && program.classes.len() == self.names.classes.len()
            && program.catalogue.types.len() == self.names.types.len();
        if complete {
            return Ok(());
        }
        Err(self.error(
            self.peek(),
            "a line that begins like a definition is part of the one before it",
        ))
    }

    /// One item of the outermost level.
    pub(super) fn item(&mut self) -> Result<()> {
        let token = self.peek();
        let item = if token.kind == TokenKind::Word { self.text(token) } else { "" };
        if !token.first {
            return Err(self.expected("the end of the line"));
        }
        match item {
            "file" => {
                self.take();
                let token = self.expect(TokenKind::Quoted)?;
                let name = self.name_of(token)?.into_owned();
                self.program.files.push(name);
                Ok(())
            }
            "selector" => {
                self.take();
                let before = self.program.selectors.len();
                let token = self.peek();
                self.selector()?;
                if self.program.selectors.len() == before { Err(self.twice(token)) } else { Ok(()) }
            }
            "global" => self.global(),
            "class" | "interface" => self.class(),
            "private" | "func" | "declare" => self.function(),
            "type" => self.api_type(),
            "api" => self.api_item(),
            _ => {
                let error = self.expected("a definition");
                Err(match crate::text::error::nearest(item, ITEMS) {
                    Some("function") => error.with_help("a function begins with `func`"),
                    Some(near) => error.with_help(format!("did you mean `{near}`?")),
                    None => error.with_help(
                        "a line here begins with `file`, `selector`, `global`, `class`, `interface`, \
                         `declare`, `func`, `private`, `type` or `api`",
                    ),
                })
            }
        }
    }

    /// `global @name: size align n readonly external in home = parts`.
    fn global(&mut self) -> Result<()> {
        self.take();
        let token = self.expect(TokenKind::Symbol)?;
        let name = self.name_of(token)?.into_owned();
        self.expect(TokenKind::Colon)?;
        let size = self.count_u32("a size in bytes")?;
        self.expect_word("align")?;
        let align = self.count_u32("an alignment in bytes")?;
        let mut global = Global { name, size, align, ..Global::default() };
        global.read_only = self.accept_word("readonly");
        global.external = self.accept_word("external");
        global.home = self.home()?;
        if self.accept(TokenKind::Equals) {
            let mut cursor = 0;
            loop {
                self.initial_value(&mut global, &mut cursor)?;
                if !self.accept(TokenKind::Plus) {
                    break;
                }
            }
            global.relocations.sort_by_key(|relocation| relocation.offset);
        }
        self.program.globals.push(global);
        Ok(())
    }

    /// `in a.c`: the file that keeps a function or global to itself.
    fn home(&mut self) -> Result<Option<String>> {
        if !self.accept_word("in") {
            return Ok(None);
        }
        Ok(Some(self.name("the name of a source file")?.1.into_owned()))
    }

    /// A part of a global's initial value: `bytes "…"`, `i32 [1, 2]`, `ptr [@f, null]` or
    /// `{ 8: @g + 4 }`. The cursor is where the next part's bytes go; the offsets of the last form
    /// are their own.
    fn initial_value(&mut self, global: &mut Global, cursor: &mut u64) -> Result<()> {
        let start = self.peek();
        if start.kind == TokenKind::Open {
            return self.list(TokenKind::Open, TokenKind::Close, |parser| {
                let offset = parser.count_u32("an offset in bytes")?;
                parser.expect(TokenKind::Colon)?;
                let target = parser.relocation_target()?;
                global.relocations.push(Relocation { offset, target });
                Ok(())
            });
        }
        if self.accept_word("bytes") {
            let token = self.expect(TokenKind::Quoted)?;
            let bytes = PROGRAM.escapes.unescape(self.inside_quotes(token).unwrap_or(""));
            return self.write(start, global, cursor, &bytes);
        }
        let ty = match self.peek().kind {
            TokenKind::Word => self.ty()?,
            _ => {
                return Err(self
                    .expected("`bytes \"…\"`, a list like `i32 [1, 2]`, or `{ offset: @name }`"));
            }
        };
        self.list(TokenKind::OpenSquare, TokenKind::CloseSquare, |parser| {
            if ty == Type::Ptr && parser.peek().kind == TokenKind::Symbol {
                let offset = u32::try_from(*cursor)
                    .map_err(|_| parser.error(start, "the value is larger than its global"))?;
                let target = parser.relocation_target()?;
                global.relocations.push(Relocation { offset, target });
                *cursor += 8;
                return Ok(());
            }
            let bits = parser.bits(ty)?;
            parser.write(start, global, cursor, &bits.to_le_bytes()[..ty.bytes() as usize])
        })
    }

    /// Puts bytes at the cursor, after zeros for the addresses before it.
    fn write(
        &self,
        start: Token,
        global: &mut Global,
        cursor: &mut u64,
        bytes: &[u8],
    ) -> Result<()> {
        let end = *cursor + bytes.len() as u64;
        if end > global.size.into() {
            return Err(self.error(
                start,
                format!("the value is larger than its global of {} bytes", global.size),
            ));
        }
        if !bytes.is_empty() {
            global.bytes.resize(*cursor as usize, 0);
            global.bytes.extend_from_slice(bytes);
        }
        *cursor = end;
        Ok(())
    }

    fn relocation_target(&mut self) -> Result<RelocationTarget> {
        Ok(match self.symbol()?.1 {
            Symbol::Function(function) => RelocationTarget::Function(function),
            Symbol::Global(global) => {
                RelocationTarget::Global(global, self.offset(i64::MIN, i64::MAX)?)
            }
        })
    }

    /// `class Name array ptr of C extends S implements I, J { size 8 field f: i32 at 0 … }`.
    fn class(&mut self) -> Result<()> {
        let token = self.take();
        let interface = self.text(token) == "interface";
        let (_, name) = self.name("the name of a class")?;
        let mut class = Class { name: name.into_owned(), interface, ..Class::default() };
        if self.accept_word("array") {
            class.element = Some(self.ty()?);
            if self.accept_word("of") {
                class.component = Some(self.class_name()?);
            }
        }
        if self.accept_word("extends") {
            class.superclass = Some(self.class_name()?);
        }
        if self.accept_word("implements") {
            class.interfaces.push(self.class_name()?);
            while self.accept(TokenKind::Comma) {
                class.interfaces.push(self.class_name()?);
            }
        }
        if self.accept(TokenKind::Open) {
            while !self.accept(TokenKind::Close) {
                self.class_member(&mut class)?;
            }
        }
        self.program.classes.push(class);
        Ok(())
    }

    fn class_member(&mut self, class: &mut Class) -> Result<()> {
        let token = self.peek();
        match if token.kind == TokenKind::Word { self.text(token) } else { "" } {
            "size" => {
                self.take();
                class.size = self.count_u32("a size in bytes")?;
            }
            "field" => {
                self.take();
                let name = self.name("the name of a field")?.1.into_owned();
                self.expect(TokenKind::Colon)?;
                let ty = self.ty()?;
                self.expect_word("at")?;
                let offset = self.count_u32("an offset in bytes")?;
                class.fields.push(Field { name, ty, offset });
            }
            "method" => {
                self.take();
                let selector = self.selector()?;
                self.expect(TokenKind::Equals)?;
                class.methods.push((selector, self.function_name()?));
            }
            "init" => {
                self.take();
                class.initializer = Some(self.function_name()?);
            }
            _ => return Err(self.expected("`size`, `field`, `method`, `init` or `}`")),
        }
        Ok(())
    }

    /// `private func @name(%a: i32, ...) -> i32 in home !span { … }`, or `declare` without a body.
    fn function(&mut self) -> Result<()> {
        let private = self.accept_word("private");
        let has_body = if self.accept_word("func") {
            true
        } else if self.accept_word("declare") {
            false
        } else {
            return Err(self.expected("`func` or `declare`"));
        };
        let token = self.expect(TokenKind::Symbol)?;
        let name = self.name_of(token)?.into_owned();
        let linkage = if private { Linkage::Private } else { Linkage::Public };
        let mut function = Function { name, linkage, ..Function::default() };
        let mut registers = super::body::Registers::default();
        let mut variadic = false;
        self.list(TokenKind::OpenParen, TokenKind::CloseParen, |parser| {
            if variadic {
                return Err(parser.expected("`)` behind `...`"));
            }
            if parser.accept(TokenKind::Ellipsis) {
                variadic = true;
                return Ok(());
            }
            let token = parser.expect(TokenKind::Register)?;
            let name = parser.name_of(token)?;
            parser.expect(TokenKind::Colon)?;
            let ty = parser.ty()?;
            parser.declare_register(&mut function, &mut registers, token, name, ty)
        })?;
        function.variadic = variadic;
        function.params = function.registers.len() as u32;
        if self.accept(TokenKind::Arrow) {
            function.result = Some(self.ty()?);
        }
        function.home = self.home()?;
        function.span = self.span()?;
        if has_body {
            self.body(function, registers)
        } else {
            if self.peek().kind == TokenKind::Open {
                let error = self.error(self.peek(), "a `declare` has no body");
                return Err(error.with_help("a function with a body begins with `func`"));
            }
            self.program.functions.push(function);
            Ok(())
        }
    }

    /// Adds a register that is declared with its type.
    pub(super) fn declare_register(
        &self,
        function: &mut Function,
        registers: &mut super::body::Registers<'s>,
        token: Token,
        name: Cow<'s, str>,
        ty: Type,
    ) -> Result<()> {
        let text = name.to_string();
        match registers.by_name.entry(name) {
            Entry::Occupied(_) => Err(self.twice(token)),
            Entry::Vacant(entry) => {
                let id: RegId = function.registers.push(Register { name: text, ty });
                entry.insert(id);
                registers.seen.push(super::body::Seen { token, typed: true, assigned: true });
                Ok(())
            }
        }
    }
}
