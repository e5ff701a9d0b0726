//! A function's body: declarations, blocks, and the names of registers and labels.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::{Parser, Result};
use crate::text::ParseError;
use crate::text::lexer::{Token, TokenKind};
use crate::{
    Block, BlockId, Condition, ConditionRef, Decision, DecisionId, Edge, Function, Handler,
    HandlerTable, HandlerTableId, Id, Located, RegId, Register, Terminator, Type,
};

/// The registers of a function by name, and what the text has said of each.
#[derive(Default)]
pub(super) struct Registers<'s> {
    pub by_name: FxHashMap<Cow<'s, str>, RegId>,
    /// By register.
    pub seen: Vec<Seen>,
}

/// What the text has said of a register so far.
pub(super) struct Seen {
    /// Where it was first mentioned.
    pub token: Token,
    /// Whether its type is known.
    pub typed: bool,
    /// Whether it is a parameter, declared, or assigned somewhere.
    pub assigned: bool,
}

/// The labels of a function. Blocks are numbered in the order in which they stand, but labels are
/// mentioned before that; until the end of the function a target is the number of its label.
#[derive(Default)]
struct Labels<'s> {
    by_name: FxHashMap<Cow<'s, str>, u32>,
    /// By number: the first mention, and the block once it is there.
    seen: Vec<(Token, Option<BlockId>)>,
}

/// The parser inside a function.
pub(super) struct Body<'p, 's> {
    pub parser: &'p mut Parser<'s>,
    pub function: Function,
    registers: Registers<'s>,
    labels: Labels<'s>,
    /// The least number of counters that the `count`s need.
    pub counters: u32,
}

impl<'s> Parser<'s> {
    /// Parses `{ … }` and adds the function to the program.
    pub(super) fn body(&mut self, function: Function, registers: Registers<'s>) -> Result<()> {
        let open = self.expect(TokenKind::Open)?;
        let mut body =
            Body { parser: self, function, registers, labels: Labels::default(), counters: 0 };
        body.declarations()?;
        while !body.parser.accept(TokenKind::Close) {
            body.block()?;
        }
        body.finish(open)?;
        let function = body.function;
        self.program.functions.push(function);
        Ok(())
    }
}

impl<'s> Body<'_, 's> {
    /// The lines before the first label.
    fn declarations(&mut self) -> Result<()> {
        loop {
            let token = self.parser.peek();
            if token.kind != TokenKind::Word || self.parser.peek_second().kind == TokenKind::Colon {
                return Ok(());
            }
            match self.parser.text(token) {
                "var" => self.var()?,
                "decision" => self.decision()?,
                "handlers" => self.handlers()?,
                "counters" => {
                    self.parser.take();
                    self.function.counters = self.parser.count_u32("a number of counters")?;
                }
                _ => return Ok(()),
            }
            self.end_of_line()?;
        }
    }

    fn var(&mut self) -> Result<()> {
        self.parser.take();
        let token = self.parser.expect(TokenKind::Register)?;
        let name = self.parser.name_of(token)?;
        self.parser.expect(TokenKind::Colon)?;
        let ty = self.parser.ty()?;
        self.parser.declare_register(&mut self.function, &mut self.registers, token, name, ty)
    }

    /// `decision d0 !span { c0 !span ? c1 : end, … }`.
    fn decision(&mut self) -> Result<()> {
        self.parser.take();
        self.in_order('d', self.function.decisions.len(), "decisions")?;
        let mut decision = Decision { span: self.parser.span()?, conditions: Vec::new() };
        self.parser.expect(TokenKind::Open)?;
        while !self.parser.accept(TokenKind::Close) {
            self.in_order('c', decision.conditions.len(), "conditions")?;
            let span = self.parser.span()?;
            self.parser.expect(TokenKind::Question)?;
            let if_true = self.next_condition()?;
            self.parser.expect(TokenKind::Colon)?;
            let if_false = self.next_condition()?;
            decision.conditions.push(Condition { span, if_true, if_false });
            self.parser.accept(TokenKind::Comma);
        }
        self.function.decisions.push(decision);
        Ok(())
    }

    fn next_condition(&mut self) -> Result<Option<u32>> {
        if self.parser.accept_word("end") {
            return Ok(None);
        }
        self.number('c', "a condition like `c1`, or `end`").map(Some)
    }

    /// `handlers h0 { catch Class %e -> label, catch any %e -> label }`.
    fn handlers(&mut self) -> Result<()> {
        self.parser.take();
        self.in_order('h', self.function.handlers.len(), "handler tables")?;
        let mut table = HandlerTable::default();
        self.parser.expect(TokenKind::Open)?;
        while !self.parser.accept(TokenKind::Close) {
            self.parser.expect_word("catch")?;
            let class =
                if self.parser.accept_word("any") { None } else { Some(self.parser.class_name()?) };
            let token = self.parser.expect(TokenKind::Register)?;
            let register = self.mention(token)?;
            self.assign(register, token, Type::Ptr)?;
            self.parser.expect(TokenKind::Arrow)?;
            let target = self.label()?;
            table.handlers.push(Handler { class, register, target });
            self.parser.accept(TokenKind::Comma);
        }
        self.function.handlers.push(table);
        Ok(())
    }

    /// Takes `d0`, `c0` or `h0`, which must have the next number.
    fn in_order(&mut self, letter: char, next: usize, what: &str) -> Result<()> {
        let token = self.parser.peek();
        let number = self.number(letter, &format!("`{letter}{next}`"))?;
        if number as usize == next {
            return Ok(());
        }
        let message = format!("{what} are numbered in order: `{letter}{next}` comes next");
        Err(self.parser.error(token, message))
    }

    fn number(&mut self, letter: char, what: &str) -> Result<u32> {
        let token = self.parser.peek();
        let number = match token.kind {
            TokenKind::Word => self.parser.numbered(self.parser.text(token), letter),
            _ => None,
        };
        let number = number.ok_or_else(|| self.parser.expected(what))?;
        self.parser.take();
        Ok(number)
    }

    /// Takes `d0`.
    pub fn decision_name(&mut self) -> Result<DecisionId> {
        self.number('d', "a decision like `d0`").map(DecisionId)
    }

    /// Takes `d0.c1`, if it is there.
    pub fn condition_name(&mut self) -> Option<ConditionRef> {
        let token = self.parser.peek();
        if token.kind != TokenKind::Word {
            return None;
        }
        let (decision, index) = self.parser.text(token).split_once('.')?;
        let decision = DecisionId(self.parser.numbered(decision, 'd')?);
        let index = self.parser.numbered(index, 'c')?;
        self.parser.take();
        Some(ConditionRef { decision, index })
    }

    /// `label: handlers h0`, instructions, terminator.
    fn block(&mut self) -> Result<()> {
        let start = self.parser.peek();
        let is_label = matches!(start.kind, TokenKind::Word | TokenKind::Quoted)
            && self.parser.peek_second().kind == TokenKind::Colon;
        if start.kind == TokenKind::End {
            return Err(self.parser.expected("`}` or another block"));
        }
        if !is_label {
            let error = self.parser.expected("a label like `entry:`");
            let help = "a block begins with its label, and ends with the first `jump`, `br`, `switch`, \
                        `ret`, `throw` or `unreachable`";
            return Err(error.with_help(help));
        }
        let target = self.label()?;
        let label = self.parser.name_of(start)?.into_owned();
        self.parser.take();
        let block = BlockId::new(self.function.blocks.len());
        let (_, defined) = &mut self.labels.seen[target.index()];
        if defined.replace(block).is_some() {
            let message = format!("there are two blocks `{label}`");
            return Err(self.parser.error(start, message));
        }
        let mut handlers = None;
        if !self.parser.peek().first && self.parser.accept_word("handlers") {
            handlers = Some(HandlerTableId(self.number('h', "a handler table like `h0`")?));
        }
        self.end_of_line()?;
        let mut instructions = Vec::new();
        let terminator = loop {
            if self.at_block_end() {
                let message = format!("block `{label}` does not say where to go on");
                let help =
                    "its last line must be `jump`, `br`, `switch`, `ret`, `throw` or `unreachable`";
                return Err(self.parser.error(self.parser.peek(), message).with_help(help));
            }
            if let Some(terminator) = self.terminator()? {
                break self.located(terminator)?;
            }
            let instruction = self.instruction()?;
            instructions.push(self.located(instruction)?);
        };
        self.function.blocks.push(Block { label, handlers, instructions, terminator });
        Ok(())
    }

    fn at_block_end(&self) -> bool {
        let token = self.parser.peek();
        match token.kind {
            TokenKind::Close | TokenKind::End => true,
            TokenKind::Word | TokenKind::Quoted => {
                self.parser.peek_second().kind == TokenKind::Colon
            }
            _ => false,
        }
    }

    fn located<T>(&mut self, node: T) -> Result<Located<T>> {
        let span = self.parser.span()?;
        self.end_of_line()?;
        Ok(Located { node, span })
    }

    fn end_of_line(&self) -> Result<()> {
        let token = self.parser.peek();
        if token.first || matches!(token.kind, TokenKind::Close | TokenKind::End) {
            return Ok(());
        }
        Err(self.parser.expected("the end of the line"))
    }

    /// Takes a label.
    pub fn label(&mut self) -> Result<BlockId> {
        let (token, name) = self.parser.name("a label")?;
        if let Some(label) = self.labels.by_name.get(&name) {
            return Ok(BlockId(*label));
        }
        let label = self.labels.seen.len() as u32;
        self.labels.by_name.insert(name, label);
        self.labels.seen.push((token, None));
        Ok(BlockId(label))
    }

    /// The register of a token; a new one if it has not been mentioned before.
    pub fn mention(&mut self, token: Token) -> Result<RegId> {
        let name = self.parser.name_of(token)?;
        if let Some(register) = self.registers.by_name.get(&name) {
            return Ok(*register);
        }
        // The type is set before the function ends, or the register is reported as undefined.
        let id = self.function.registers.push(Register { name: name.to_string(), ty: Type::I32 });
        self.registers.by_name.insert(name, id);
        self.registers.seen.push(Seen { token, typed: false, assigned: false });
        Ok(id)
    }

    /// The type of a register, if the text has said it.
    pub fn known_type(&self, register: RegId) -> Option<Type> {
        self.registers.seen[register.index()].typed.then(|| self.function.registers[register].ty)
    }

    /// The register of that name, if it has been mentioned.
    pub fn mentioned(&self, token: Token) -> Result<Option<RegId>> {
        Ok(self.registers.by_name.get(&self.parser.name_of(token)?).copied())
    }

    /// A register is used where a value of that type is wanted.
    pub fn require(&mut self, register: RegId, token: Token, ty: Type) -> Result<()> {
        match self.known_type(register) {
            Some(known) if known == ty => Ok(()),
            Some(known) => {
                let text = self.parser.text(token);
                Err(self
                    .parser
                    .error(token, format!("`{text}` is {known}, but {ty} is needed here")))
            }
            None => {
                self.function.registers[register].ty = ty;
                self.registers.seen[register.index()].typed = true;
                Ok(())
            }
        }
    }

    /// A register gets a value of that type.
    pub fn assign(&mut self, register: RegId, token: Token, ty: Type) -> Result<()> {
        self.registers.seen[register.index()].assigned = true;
        match self.known_type(register) {
            Some(known) if known != ty => {
                let text = self.parser.text(token);
                Err(self
                    .parser
                    .error(
                        token,
                        format!("`{text}` is {known} and cannot hold this result, which is {ty}"),
                    )
                    .with_help("a register has one type; use another register"))
            }
            _ => self.require(register, token, ty),
        }
    }

    /// Checks what can only be known at the end, and turns labels into blocks.
    fn finish(&mut self, open: Token) -> Result<()> {
        if self.function.blocks.is_empty() {
            let message = format!("function `@{}` has no blocks", self.function.name);
            let help = "a function without a body is written `declare`, without braces";
            return Err(self.parser.error(open, message).with_help(help));
        }
        for (register, seen) in self.function.registers.values().zip(&self.registers.seen) {
            if !seen.assigned {
                return Err(self.undefined_register(seen.token, &register.name));
            }
        }
        if let Some((token, _)) = self.labels.seen.iter().find(|(_, block)| block.is_none()) {
            let name = self.parser.name_of(*token)?;
            let known = self.function.blocks.values().map(|block| block.label.as_str());
            return Err(self.parser.unknown(*token, "block", "", &name, known));
        }
        let blocks: Vec<BlockId> =
            self.labels.seen.iter().filter_map(|(_, block)| *block).collect();
        let resolve = |edge: &mut Edge| edge.target = blocks[edge.target.index()];
        for (_, block) in self.function.blocks.iter_mut() {
            match &mut block.terminator.node {
                Terminator::Jump(edge) => resolve(edge),
                Terminator::Branch { then, otherwise, .. } => {
                    resolve(then);
                    resolve(otherwise);
                }
                Terminator::Switch { cases, default, .. } => {
                    cases.iter_mut().for_each(|(_, edge)| resolve(edge));
                    resolve(default);
                }
                Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unreachable => {}
            }
        }
        for (_, table) in self.function.handlers.iter_mut() {
            for handler in &mut table.handlers {
                handler.target = blocks[handler.target.index()];
            }
        }
        self.function.counters = self.function.counters.max(self.counters);
        Ok(())
    }

    fn undefined_register(&self, token: Token, name: &str) -> ParseError {
        let assigned = self.function.registers.values().zip(&self.registers.seen);
        let known =
            assigned.filter(|(_, seen)| seen.assigned).map(|(register, _)| register.name.as_str());
        let mut error = self.parser.unknown(token, "register", "%", name, known);
        error.message = format!("register `%{name}` never gets a value");
        error
    }
}
