//! Instructions.

use super::Result;
use super::body::Body;
use crate::text::error::nearest;
use crate::text::lexer::{Token, TokenKind};
use crate::{
    Access, Argument, BinaryOp, Callee, CheckKind, CompareOp, ConvertOp, CounterId, Failure,
    Instruction, Operand, RegId, Region, Type, UnaryOp,
};

/// Words that begin a line without a result, and those that follow `%x =`, beside the operations.
const PLAIN: [&str; 17] = [
    "store",
    "store.trusted",
    "free",
    "memcopy",
    "memset",
    "call",
    "callvirt",
    "check",
    "condition",
    "decide",
    "count",
    "init",
    "jump",
    "br",
    "switch",
    "ret",
    "throw",
];
const WITH_RESULT: [&str; 18] = [
    "copy",
    "fma",
    "select",
    "load",
    "load.trusted",
    "load.zeros",
    "address",
    "alloc",
    "call",
    "callvirt",
    "varargs",
    "new",
    "newarray",
    "arraylength",
    "classof",
    "instanceof",
    "maycast",
    "maystore",
];

/// Names of what checks are about.
const CHECKS: [(&str, CheckKind); 9] = [
    ("null", CheckKind::Null),
    ("bounds", CheckKind::Bounds),
    ("division", CheckKind::Division),
    ("cast", CheckKind::Cast),
    ("overflow", CheckKind::Overflow),
    ("initialised", CheckKind::Initialised),
    ("size", CheckKind::Size),
    ("assertion", CheckKind::Assertion),
    ("related", CheckKind::Related),
];

/// How the text calls a kind of check.
pub(in crate::text) fn check_name(kind: CheckKind) -> &'static str {
    CHECKS.iter().find(|(_, known)| *known == kind).map_or("assertion", |(name, _)| name)
}

/// The register an instruction assigns, before its type is known.
#[derive(Clone, Copy)]
struct Destination {
    register: RegId,
    token: Token,
}

impl Body<'_, '_> {
    /// Takes one instruction.
    pub fn instruction(&mut self) -> Result<Instruction> {
        let token = self.parser.peek();
        if token.kind != TokenKind::Register {
            return self.plain();
        }
        self.parser.take();
        let dst = Destination { register: self.mention(token)?, token };
        self.parser.expect(TokenKind::Equals)?;
        let opcode = self.parser.peek();
        if opcode.kind != TokenKind::Word {
            let error = self.parser.expected("an instruction");
            return Err(error.with_help("a plain assignment is written `%x = copy i32 %y`"));
        }
        self.parser.take();
        let word = self.parser.text(opcode);
        if let Some(instruction) = self.operation(dst, opcode, word)? {
            return Ok(instruction);
        }
        match word {
            "load" => self.load(dst, Access::Checked),
            "load.trusted" => self.load(dst, Access::Trusted),
            "load.zeros" => self.load(dst, Access::Zeros),
            "load.copied" => self.load(dst, Access::Copied),
            "call" => self.call(Some(dst)),
            "callvirt" => self.virtual_call(Some(dst)),
            "select" => self.select(dst),
            "address" => self.address(dst),
            "alloc" => self.allocate(dst),
            "stacksave" => Ok(Instruction::StackSave { dst: self.result(dst, Type::Ptr)? }),
            "varargs" => Ok(Instruction::VarArgs { dst: self.result(dst, Type::Ptr)? }),
            "new" => {
                let class = self.parser.class_name()?;
                Ok(Instruction::New { dst: self.result(dst, Type::Ptr)?, class })
            }
            "newarray" => {
                let class = self.parser.class_name()?;
                let dst = self.result(dst, Type::Ptr)?;
                Ok(Instruction::NewArray { dst, class, length: self.operand(Type::I32)? })
            }
            "arraylength" => {
                let dst = self.result(dst, Type::I32)?;
                Ok(Instruction::ArrayLength { dst, array: self.operand(Type::Ptr)? })
            }
            "classof" => {
                let dst = self.result(dst, Type::I32)?;
                Ok(Instruction::ClassOf { dst, object: self.operand(Type::Ptr)? })
            }
            "instanceof" => {
                let dst = self.result(dst, Type::BOOL)?;
                let object = self.operand(Type::Ptr)?;
                self.parser.expect(TokenKind::Comma)?;
                Ok(Instruction::InstanceOf { dst, object, class: self.parser.class_name()? })
            }
            "maycast" => {
                let dst = self.result(dst, Type::BOOL)?;
                let object = self.operand(Type::Ptr)?;
                self.parser.expect(TokenKind::Comma)?;
                Ok(Instruction::MayCast { dst, object, class: self.parser.class_name()? })
            }
            "maystore" => {
                let dst = self.result(dst, Type::BOOL)?;
                let array = self.operand(Type::Ptr)?;
                self.parser.expect(TokenKind::Comma)?;
                Ok(Instruction::MayStore { dst, array, value: self.operand(Type::Ptr)? })
            }
            _ => Err(self.unknown_opcode(opcode, true)),
        }
    }

    fn result(&mut self, dst: Destination, ty: Type) -> Result<RegId> {
        self.assign(dst.register, dst.token, ty)?;
        Ok(dst.register)
    }

    /// The instructions that are named after an operation.
    fn operation(
        &mut self,
        dst: Destination,
        opcode: Token,
        word: &str,
    ) -> Result<Option<Instruction>> {
        if word == "copy" {
            let ty = self.parser.ty()?;
            let dst = self.result(dst, ty)?;
            return Ok(Some(Instruction::Copy { ty, dst, value: self.operand(ty)? }));
        }
        if word == "fma" {
            let ty = self.parser.ty()?;
            let dst = self.result(dst, ty)?;
            let (a, b) = (self.operand(ty)?, self.next_operand(ty)?);
            return Ok(Some(Instruction::Fma { ty, dst, a, b, c: self.next_operand(ty)? }));
        }
        let (name, checked) = match word.strip_suffix(".checked") {
            Some(name) => (name, true),
            None => (word, false),
        };
        if let Some(op) = BinaryOp::from_mnemonic(name) {
            let ty = self.operand_type(opcode, op.is_float())?;
            let dst = self.result(dst, ty)?;
            let (left, right) = (self.operand(ty)?, self.next_operand(ty)?);
            return Ok(Some(Instruction::Binary { op, ty, dst, left, right, checked }));
        }
        if checked {
            return Ok(None);
        }
        if let Some(op) = CompareOp::from_mnemonic(word) {
            let ty = self.parser.ty()?;
            let dst = self.result(dst, Type::BOOL)?;
            let (left, right) = (self.operand(ty)?, self.next_operand(ty)?);
            return Ok(Some(Instruction::Compare { op, ty, dst, left, right }));
        }
        if let Some(op) = UnaryOp::from_mnemonic(word) {
            let ty = self.operand_type(opcode, op.is_float())?;
            let dst = self.result(dst, ty)?;
            return Ok(Some(Instruction::Unary { op, ty, dst, value: self.operand(ty)? }));
        }
        if let Some(op) = ConvertOp::from_mnemonic(word) {
            let from = self.parser.ty()?;
            let value = self.operand(from)?;
            self.parser.expect_word("to")?;
            let to = self.parser.ty()?;
            let dst = self.result(dst, to)?;
            return Ok(Some(Instruction::Convert { op, from, to, dst, value }));
        }
        Ok(None)
    }

    /// Takes the type of an operation, which must be a float for a float's and nothing else otherwise.
    fn operand_type(&mut self, opcode: Token, float: bool) -> Result<Type> {
        let token = self.parser.peek();
        let ty = self.parser.ty()?;
        if ty.is_float() == float {
            return Ok(ty);
        }
        let word = self.parser.text(opcode);
        let message = format!("`{word}` does not work on {ty}");
        let error = self.parser.error(token, message);
        let name = word.trim_end_matches(".checked");
        let other = if float { name[1..].to_owned() } else { format!("f{name}") };
        let exists =
            BinaryOp::from_mnemonic(&other).is_some() || UnaryOp::from_mnemonic(&other).is_some();
        Err(if exists {
            error.with_help(format!("the operation on {ty} is called `{other}`"))
        } else {
            error
        })
    }

    fn unknown_opcode(&self, opcode: Token, with_result: bool) -> crate::text::ParseError {
        let word = self.parser.text(opcode);
        let (here, there) = if with_result {
            (&WITH_RESULT[..], &PLAIN[..])
        } else {
            (&PLAIN[..], &WITH_RESULT[..])
        };
        let operations = || {
            BinaryOp::ALL
                .iter()
                .map(|op| op.mnemonic())
                .chain(UnaryOp::ALL.iter().map(|op| op.mnemonic()))
                .chain(CompareOp::ALL.iter().map(|op| op.mnemonic()))
                .chain(ConvertOp::ALL.iter().map(|op| op.mnemonic()))
        };
        let has_result = WITH_RESULT.contains(&word)
            || operations().any(|name| name == word.trim_end_matches(".checked"));
        if !with_result && has_result {
            let error = self.parser.error(opcode, format!("the result of `{word}` goes nowhere"));
            return error.with_help(format!("write `%x = {word} …`"));
        }
        if with_result && there.contains(&word) {
            return self.parser.error(opcode, format!("`{word}` gives no result"));
        }
        let error = self.parser.error(opcode, format!("there is no instruction `{word}`"));
        let near = if with_result {
            nearest(word, here.iter().copied().chain(operations()))
        } else {
            nearest(word, here.iter().copied())
        };
        match near {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error,
        }
    }

    /// The instructions without a result.
    fn plain(&mut self) -> Result<Instruction> {
        let opcode = self.parser.peek();
        if opcode.kind != TokenKind::Word {
            return Err(self.parser.expected("an instruction"));
        }
        self.parser.take();
        match self.parser.text(opcode) {
            "store" => self.store(Access::Checked),
            "store.trusted" => self.store(Access::Trusted),
            "store.copied" => self.store(Access::Copied),
            "call" => self.call(None),
            "callvirt" => self.virtual_call(None),
            "free" => Ok(Instruction::Free { address: self.operand(Type::Ptr)? }),
            "memcopy" => {
                let to = self.operand(Type::Ptr)?;
                let from = self.next_operand(Type::Ptr)?;
                Ok(Instruction::MemCopy { to, from, size: self.next_operand(Type::I64)? })
            }
            "memset" => {
                let to = self.operand(Type::Ptr)?;
                let byte = self.next_operand(Type::I8)?;
                Ok(Instruction::MemSet { to, byte, size: self.next_operand(Type::I64)? })
            }
            "stackrestore" => Ok(Instruction::StackRestore { mark: self.operand(Type::Ptr)? }),
            "check" => self.check(),
            "condition" => {
                let condition = self
                    .condition_name()
                    .ok_or_else(|| self.parser.expected("a condition like `d0.c1`"))?;
                Ok(Instruction::Condition { condition, value: self.operand(Type::BOOL)? })
            }
            "decide" => {
                let decision = self.decision_name()?;
                Ok(Instruction::Decide { decision, value: self.operand(Type::BOOL)? })
            }
            "count" => {
                let counter =
                    self.parser.count("the number of a counter", u64::from(u32::MAX) - 1)?;
                let counter = counter as u32;
                self.counters = self.counters.max(counter + 1);
                Ok(Instruction::Count { counter: CounterId(counter) })
            }
            "init" => Ok(Instruction::Init { class: self.parser.class_name()? }),
            "var" | "decision" | "handlers" | "counters" => Err(self.parser.error(
                opcode,
                format!("`{}` lines stand before the first label", self.parser.text(opcode)),
            )),
            _ => Err(self.unknown_opcode(opcode, false)),
        }
    }

    fn select(&mut self, dst: Destination) -> Result<Instruction> {
        let condition = self.condition_name();
        let test = self.test()?;
        self.parser.expect(TokenKind::Question)?;
        let ty = self.parser.ty()?;
        let dst = self.result(dst, ty)?;
        let then = self.operand(ty)?;
        self.parser.expect(TokenKind::Colon)?;
        let otherwise = self.operand(ty)?;
        Ok(Instruction::Select { ty, dst, test, then, otherwise, condition })
    }

    fn load(&mut self, dst: Destination, access: Access) -> Result<Instruction> {
        let ty = self.parser.ty()?;
        let dst = self.result(dst, ty)?;
        let (address, offset) = self.place()?;
        Ok(Instruction::Load { ty, dst, address, offset, access })
    }

    fn store(&mut self, access: Access) -> Result<Instruction> {
        let ty = self.parser.ty()?;
        let value = self.operand(ty)?;
        self.parser.expect(TokenKind::Comma)?;
        let (address, offset) = self.place()?;
        Ok(Instruction::Store { ty, address, offset, value, access })
    }

    /// `%p + 8`.
    fn place(&mut self) -> Result<(Operand, i32)> {
        let address = self.operand(Type::Ptr)?;
        let offset = self.parser.offset(i32::MIN.into(), i32::MAX.into())?;
        Ok((address, offset as i32))
    }

    /// `%p + %i * 4 + 16`; without an index it is zero times one.
    fn address(&mut self, dst: Destination) -> Result<Instruction> {
        let dst = self.result(dst, Type::Ptr)?;
        let base = self.operand(Type::Ptr)?;
        let mut index = Operand::Constant(crate::Constant::Bits(0));
        let mut scale = 1;
        if self.has_index() {
            self.parser.expect(TokenKind::Plus)?;
            index = self.operand(Type::I64)?;
            if self.parser.accept(TokenKind::Star) {
                scale = self.parser.count_u32("a number of bytes")?;
            }
        }
        let offset = self.parser.offset(i64::MIN, i64::MAX)?;
        Ok(Instruction::Address { dst, base, index, scale, offset })
    }

    /// Whether `+ %i`, `+ 3 *` or `+ -3 *` comes next.
    fn has_index(&self) -> bool {
        let kind =
            |ahead: usize| self.parser.tokens.get(self.parser.at + ahead).map(|token| token.kind);
        if kind(0) != Some(TokenKind::Plus) {
            return false;
        }
        match kind(1) {
            Some(TokenKind::Minus) => kind(3) == Some(TokenKind::Star),
            Some(TokenKind::Number) => kind(2) == Some(TokenKind::Star),
            Some(_) => true,
            None => false,
        }
    }

    fn allocate(&mut self, dst: Destination) -> Result<Instruction> {
        let dst = self.result(dst, Type::Ptr)?;
        let region = if self.parser.accept_word("stack") {
            Region::Stack
        } else if self.parser.accept_word("heap") {
            Region::Heap
        } else {
            return Err(self.parser.expected("`stack` or `heap`"));
        };
        let size = self.operand(Type::I64)?;
        self.parser.expect_word("align")?;
        let align = self.parser.count_u32("an alignment in bytes")?;
        let zeroed = self.parser.accept_word("zeroed");
        Ok(Instruction::Allocate { dst, size, align, region, zeroed })
    }

    /// The result type of a call and the register for it.
    fn call_result(&mut self, dst: Option<Destination>) -> Result<(Option<RegId>, Option<Type>)> {
        let token = self.parser.peek();
        let result = if self.parser.accept_word("void") { None } else { Some(self.parser.ty()?) };
        match (dst, result) {
            (None, _) => Ok((None, result)),
            (Some(dst), Some(ty)) => Ok((Some(self.result(dst, ty)?), result)),
            (Some(_), None) => {
                Err(self.parser.error(token, "a call that is `void` gives no result"))
            }
        }
    }

    /// `call i32 @f(i32 %a)`, `call void %pointer()`, `call void *@pointer()`.
    fn call(&mut self, dst: Option<Destination>) -> Result<Instruction> {
        let (dst, result) = self.call_result(dst)?;
        let token = self.parser.peek();
        let callee = if self.parser.accept(TokenKind::Star) || token.kind == TokenKind::Register {
            Callee::Indirect(self.operand(Type::Ptr)?)
        } else if token.kind == TokenKind::Symbol {
            Callee::Direct(self.parser.function_name()?)
        } else {
            let error = self.parser.expected("a function like `@name` or `%pointer`");
            return Err(error.with_help("a call through a constant address is written `*0x10(…)`"));
        };
        let arguments = self.arguments()?;
        Ok(Instruction::Call { dst, result, callee, arguments })
    }

    fn virtual_call(&mut self, dst: Option<Destination>) -> Result<Instruction> {
        let (dst, result) = self.call_result(dst)?;
        let callee = Callee::Virtual(self.parser.selector()?);
        let arguments = self.arguments()?;
        Ok(Instruction::Call { dst, result, callee, arguments })
    }

    fn arguments(&mut self) -> Result<Vec<Argument>> {
        let mut arguments = Vec::new();
        self.parser.expect(TokenKind::OpenParen)?;
        while !self.parser.accept(TokenKind::CloseParen) {
            if self.parser.peek().kind == TokenKind::Register {
                let text = self.parser.text(self.parser.peek());
                let error = self.parser.expected("the type of the argument");
                return Err(error.with_help(format!("write it in front, as in `i32 {text}`")));
            }
            let ty = self.parser.ty()?;
            arguments.push(Argument { ty, value: self.operand(ty)? });
            if !self.parser.accept(TokenKind::Comma)
                && self.parser.peek().kind != TokenKind::CloseParen
            {
                return Err(self.parser.expected("`,` or `)`"));
            }
        }
        Ok(arguments)
    }

    /// `check bounds ult i32 %i, %n else call @throw(ptr %p)`.
    fn check(&mut self) -> Result<Instruction> {
        let token = self.parser.peek();
        let word = if token.kind == TokenKind::Word { self.parser.text(token) } else { "" };
        let Some((_, kind)) = CHECKS.iter().find(|(name, _)| *name == word) else {
            let error = self.parser.expected("what is checked");
            let known = CHECKS.map(|(name, _)| name);
            return Err(match nearest(word, known) {
                Some(near) => error.with_help(format!("did you mean `{near}`?")),
                None => error.with_help(format!("one of `{}`", known.join("`, `"))),
            });
        };
        self.parser.take();
        let test = self.test()?;
        let failure = if self.parser.accept_word("else") {
            self.parser.expect_word("call")?;
            let function = self.parser.function_name()?;
            Failure::Call(function, self.arguments()?)
        } else {
            Failure::Trap
        };
        Ok(Instruction::Check { kind: *kind, test, failure })
    }
}
