//! Reading constants and constant expressions.

use super::ast::{
    BinaryOp, CastOp, Constant, ConstantId, ConstantKind, Flags, SymbolId, Type, TypeId,
};
use super::cursor::{TokenKind, shortened, unescape_bytes};
use super::error::Parse;
use super::float::float;
use super::reader::{PendingBlockAddress, Reader};

/// Letters of a long string that are read where only its beginning matters: the files of thousands.
const BEGINNING: usize = 1 << 16;

/// Constants that are kept once: all that clang repeats often.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum ConstantKey {
    Integer(TypeId, u128),
    Symbol(SymbolId),
    Null(TypeId),
    Zero(TypeId),
    Undef(TypeId),
}

impl<'a> Reader<'a> {
    /// A constant behind its type.
    pub fn typed_constant(&mut self) -> Parse<ConstantId> {
        let ty = self.ty()?;
        self.constant(ty)
    }

    /// A constant of a type.
    pub fn constant(&mut self, ty: TypeId) -> Parse<ConstantId> {
        match self.cursor.token.kind {
            TokenKind::Integer => return self.integer(ty),
            TokenKind::Global => return self.address(ty),
            _ => {}
        }
        self.cursor.enter()?;
        let constant = match self.cursor.token.kind {
            TokenKind::Word => self.constant_word(ty)?,
            TokenKind::Float => {
                let Some(bits) = float(self.cursor.written(), self.types.get(ty)) else {
                    return self.cursor.fail("this is no constant of its type");
                };
                self.cursor.advance();
                self.push(ty, ConstantKind::Float(bits))
            }
            TokenKind::Bytes => self.bytes(ty)?,
            TokenKind::Mark(b'[') => {
                let elements = self.elements(b'[', b']')?;
                self.check_sequence(ty, &elements, "an array")?;
                self.push(ty, ConstantKind::Array(elements))
            }
            TokenKind::Mark(b'{') => {
                let fields = self.elements(b'{', b'}')?;
                self.check_fields(ty, &fields, false)?;
                self.push(ty, ConstantKind::Struct(fields))
            }
            TokenKind::Mark(b'<') => {
                self.cursor.advance();
                if self.cursor.is_mark(b'{') {
                    let fields = self.elements(b'{', b'}')?;
                    self.cursor.expect(b'>')?;
                    self.check_fields(ty, &fields, true)?;
                    self.push(ty, ConstantKind::Struct(fields))
                } else {
                    let elements = self.elements_until(b'>')?;
                    self.check_sequence(ty, &elements, "a vector")?;
                    self.push(ty, ConstantKind::Vector(elements))
                }
            }
            _ => return self.cursor.expected("a value"),
        };
        self.cursor.leave();
        Ok(constant)
    }

    fn push(&mut self, ty: TypeId, kind: ConstantKind<'a>) -> ConstantId {
        self.constants.push(Constant { ty, kind })
    }

    fn intern(&mut self, key: ConstantKey, ty: TypeId, kind: ConstantKind<'a>) -> ConstantId {
        *self.constant_ids.entry(key).or_insert_with(|| self.constants.push(Constant { ty, kind }))
    }

    fn integer(&mut self, ty: TypeId) -> Parse<ConstantId> {
        let written = self.cursor.written();
        let &Type::Integer(width) = self.types.get(ty) else {
            return self.cursor.fail("this is no constant of its type");
        };
        if width > 128 {
            self.cursor.advance();
            return Ok(self.push(ty, ConstantKind::WideInteger(written)));
        }
        let mask = u128::MAX >> (128 - width);
        let bits = match written.strip_prefix('-') {
            None => written.parse().ok().filter(|bits: &u128| *bits <= mask),
            Some(digits) => {
                let magnitude = digits.parse().ok().filter(|bits: &u128| *bits <= mask / 2 + 1);
                magnitude.map(|bits| bits.wrapping_neg() & mask)
            }
        };
        let Some(bits) = bits else {
            return self.cursor.fail(format!("this number does not fit {width} bits"));
        };
        self.cursor.advance();
        Ok(self.intern(ConstantKey::Integer(ty, bits), ty, ConstantKind::Integer(bits)))
    }

    /// `@name`.
    fn address(&mut self, ty: TypeId) -> Parse<ConstantId> {
        let &Type::Pointer(space) = self.types.get(ty) else {
            return self.cursor.expected("a constant of another type than `ptr`");
        };
        let symbol = self.symbol();
        let kind = ConstantKind::Symbol(symbol);
        Ok(match space {
            0 => self.intern(ConstantKey::Symbol(symbol), ty, kind),
            _ => self.push(ty, kind),
        })
    }

    fn constant_word(&mut self, ty: TypeId) -> Parse<ConstantId> {
        let word = self.cursor.written();
        let simple = match word {
            "true" | "false" => {
                if ty != self.types.bit {
                    return self.cursor.fail(format!("`{word}` is of type i1"));
                }
                let bits = u128::from(word == "true");
                Some((ConstantKey::Integer(ty, bits), ConstantKind::Integer(bits)))
            }
            "null" => {
                if !matches!(self.types.get(ty), Type::Pointer(_)) {
                    return self.cursor.fail("`null` is of type ptr");
                }
                Some((ConstantKey::Null(ty), ConstantKind::Null))
            }
            "zeroinitializer" => Some((ConstantKey::Zero(ty), ConstantKind::Zero)),
            "undef" => Some((ConstantKey::Undef(ty), ConstantKind::Undef)),
            _ => None,
        };
        if let Some((key, kind)) = simple {
            self.cursor.advance();
            return Ok(self.intern(key, ty, kind));
        }
        let kind = match word {
            "poison" => {
                self.cursor.advance();
                ConstantKind::Poison
            }
            "none" => {
                self.cursor.advance();
                ConstantKind::NoToken
            }
            "dso_local_equivalent" | "no_cfi" => {
                self.cursor.advance();
                return match self.cursor.token.kind {
                    TokenKind::Global => self.address(ty),
                    _ => self.cursor.expected("a function"),
                };
            }
            "blockaddress" => return self.block_address(ty),
            "getelementptr" => self.gep_expression()?,
            "splat" => {
                self.cursor.advance();
                self.cursor.expect(b'(')?;
                let element = self.typed_constant()?;
                self.cursor.expect(b')')?;
                let element_type = self.constants[element].ty;
                if self.types.vector(ty).is_none_or(|(element, ..)| element != element_type) {
                    return self
                        .cursor
                        .fail_before("a splat has the type of a vector of its element");
                }
                ConstantKind::Splat(element)
            }
            "extractelement" => {
                let [vector, index] = self.operands()?;
                ConstantKind::ExtractElement { vector, index }
            }
            "insertelement" => {
                let [vector, element, index] = self.operands()?;
                ConstantKind::InsertElement { vector, element, index }
            }
            "shufflevector" => {
                let [left, right, mask] = self.operands()?;
                ConstantKind::ShuffleVector { left, right, mask }
            }
            _ => {
                if let Some(op) = CastOp::from_keyword(word) {
                    self.cast_expression(op, ty)?
                } else if let Some(op) = BinaryOp::from_keyword(word) {
                    self.binary_expression(op, ty)?
                } else {
                    let word = shortened(word);
                    return self.cursor.fail(format!("`{word}` is not a known constant"));
                }
            }
        };
        Ok(self.push(ty, kind))
    }

    /// `c"…"`.
    fn bytes(&mut self, ty: TypeId) -> Parse<ConstantId> {
        let written = self.cursor.name();
        if let Some(beginning) = written.get(..BEGINNING).filter(|_| self.beginnings) {
            self.cursor.advance();
            return Ok(self.push(ty, ConstantKind::Bytes(unescape_bytes(beginning))));
        }
        let bytes = unescape_bytes(written);
        let fits = match *self.types.get(ty) {
            Type::Array { count, element } => {
                count == bytes.len() as u64 && *self.types.get(element) == Type::Integer(8)
            }
            _ => false,
        };
        if !fits {
            return self
                .cursor
                .fail(format!("a string of {} bytes is not of its type", bytes.len()));
        }
        self.cursor.advance();
        Ok(self.push(ty, ConstantKind::Bytes(bytes)))
    }

    /// Typed constants between brackets.
    fn elements(&mut self, open: u8, close: u8) -> Parse<Box<[ConstantId]>> {
        self.cursor.expect(open)?;
        self.elements_until(close)
    }

    fn elements_until(&mut self, close: u8) -> Parse<Box<[ConstantId]>> {
        let mut elements = Vec::new();
        while !self.cursor.accept(close) {
            if !elements.is_empty() {
                self.cursor.expect(b',')?;
            }
            elements.push(self.typed_constant()?);
        }
        Ok(elements.into())
    }

    fn check_sequence(&self, ty: TypeId, elements: &[ConstantId], what: &str) -> Parse<()> {
        let (count, element) = match *self.types.get(ty) {
            Type::Array { count, element } if what == "an array" => (count, element),
            Type::Vector { count, element, .. } if what == "a vector" => (count, element),
            _ => return self.cursor.fail_before(format!("{what} is not of the type given")),
        };
        let same = |constant: &ConstantId| self.constants[*constant].ty == element;
        if count == elements.len() as u64 && elements.iter().all(same) {
            return Ok(());
        }
        self.cursor.fail_before("the elements are not those of the type")
    }

    fn check_fields(&self, ty: TypeId, fields: &[ConstantId], packed: bool) -> Parse<()> {
        let mut ty = self.types.get(ty);
        if let Type::Named(id) = ty {
            // Clang writes type definitions before everything that uses them.
            match self.named_types[id.0 as usize].ty.body {
                Some(body) => ty = self.types.get(body),
                None => {
                    return self.cursor.fail_before("a constant needs the definition of its type");
                }
            }
        }
        match ty {
            Type::Struct { fields: types, packed: is_packed }
                if *is_packed == packed
                    && types.len() == fields.len()
                    && types.iter().zip(fields).all(|(ty, id)| self.constants[*id].ty == *ty) =>
            {
                Ok(())
            }
            _ => self.cursor.fail_before("the fields are not those of the type"),
        }
    }

    /// `blockaddress(@f, %b)`.
    fn block_address(&mut self, ty: TypeId) -> Parse<ConstantId> {
        let offset = self.cursor.token.start as usize;
        self.cursor.advance();
        self.cursor.expect(b'(')?;
        if self.cursor.token.kind != TokenKind::Global {
            return self.cursor.expected("a function");
        }
        let function = self.symbol();
        self.cursor.expect(b',')?;
        if self.cursor.token.kind != TokenKind::Local {
            return self.cursor.expected("a block");
        }
        let label = self.cursor.name();
        self.cursor.advance();
        self.cursor.expect(b')')?;
        let constant = self.push(ty, ConstantKind::BlockAddress { function, block: None });
        self.block_addresses.push(PendingBlockAddress { constant, function, label, offset });
        Ok(constant)
    }

    /// `getelementptr inbounds (T, ptr @a, i64 0, i32 1)`.
    fn gep_expression(&mut self) -> Parse<ConstantKind<'a>> {
        self.cursor.advance();
        let mut flags = self.flags();
        if self.cursor.accept_word("inrange") {
            self.cursor.balanced()?;
            flags = flags.with(self.flags());
        }
        self.cursor.expect(b'(')?;
        let element = self.ty()?;
        self.cursor.expect(b',')?;
        let base = self.typed_constant()?;
        if !self.types.is_pointer(self.constants[base].ty) {
            return self.cursor.fail_before("`getelementptr` needs a pointer");
        }
        let mut indices = Vec::new();
        while !self.cursor.accept(b')') {
            self.cursor.expect(b',')?;
            let index = self.typed_constant()?;
            if !self.types.is_integer(self.constants[index].ty) {
                return self.cursor.fail_before("an index is an integer");
            }
            indices.push(index);
        }
        let indices = indices.into();
        Ok(ConstantKind::GetElementPointer { flags, element, base, indices })
    }

    /// `ptrtoint (ptr @a to i64)`.
    fn cast_expression(&mut self, op: CastOp, ty: TypeId) -> Parse<ConstantKind<'a>> {
        self.cursor.advance();
        self.flags();
        self.cursor.expect(b'(')?;
        let value = self.typed_constant()?;
        self.cursor.expect_word("to")?;
        if self.ty()? != ty {
            return self.cursor.fail_before("the expression is not of the type given");
        }
        self.check_cast(op, self.constants[value].ty, ty)?;
        self.cursor.expect(b')')?;
        Ok(ConstantKind::Cast { op, value })
    }

    /// `add (i64 1, i64 2)`.
    fn binary_expression(&mut self, op: BinaryOp, ty: TypeId) -> Parse<ConstantKind<'a>> {
        self.cursor.advance();
        let flags = self.flags();
        self.cursor.expect(b'(')?;
        let left = self.typed_constant()?;
        self.cursor.expect(b',')?;
        let right = self.typed_constant()?;
        self.cursor.expect(b')')?;
        if self.constants[left].ty != ty || self.constants[right].ty != ty {
            return self.cursor.fail_before("the expression is not of the type given");
        }
        self.check_binary(op, ty)?;
        Ok(ConstantKind::Binary { op, flags, left, right })
    }

    /// The operands of an expression in parentheses.
    fn operands<const N: usize>(&mut self) -> Parse<[ConstantId; N]> {
        self.cursor.advance();
        let elements = self.elements(b'(', b')')?;
        match <[ConstantId; N]>::try_from(&*elements) {
            Ok(elements) => Ok(elements),
            Err(_) => self.cursor.fail_before(format!("{N} operands are expected")),
        }
    }

    /// Flags of an operation, in any order.
    pub fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        while self.cursor.token.kind == TokenKind::Word
            && let Some(flag) = Flags::from_keyword(self.cursor.written())
        {
            flags = flags.with(flag);
            self.cursor.advance();
        }
        flags
    }
}
