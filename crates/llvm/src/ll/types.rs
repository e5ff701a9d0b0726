//! Reading types, each kept once.

use program::id::{Id, IdVec};
use rustc_hash::FxHashMap;

use super::ast::{NamedType, NamedTypeId, Type, TypeId};
use super::cursor::{TokenKind, shortened, unescape};
use super::error::{Failure, Parse};
use super::reader::{NamedTypeSlot, Reader};

/// The widest integer of LLVM.
const WIDEST: u32 = 1 << 23;

/// How deep a type may nest, names included.
const DEEPEST_TYPE: usize = 1000;

/// All types met so far, and quick ways to the common ones.
pub(super) struct Types {
    items: IdVec<TypeId, Type>,
    ids: FxHashMap<Type, TypeId>,
    pub void: TypeId,
    pub bit: TypeId,
    pub int32: TypeId,
    pub pointer: TypeId,
    pub metadata: TypeId,
}

impl Types {
    pub fn new() -> Self {
        let mut items = IdVec::new();
        let mut ids = FxHashMap::default();
        let mut add = |ty: Type| -> TypeId {
            let id = items.push(ty.clone());
            ids.insert(ty, id);
            id
        };
        let void = add(Type::Void);
        let bit = add(Type::Integer(1));
        let int32 = add(Type::Integer(32));
        let pointer = add(Type::Pointer(0));
        let metadata = add(Type::Metadata);
        Types { items, ids, void, bit, int32, pointer, metadata }
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.items[id]
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.items.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// A vector's element and length.
    pub fn vector(&self, id: TypeId) -> Option<(TypeId, u64, bool)> {
        match *self.get(id) {
            Type::Vector { element, count, scalable } => Some((element, count, scalable)),
            _ => None,
        }
    }

    /// The element of a vector, or the type itself.
    pub fn scalar(&self, id: TypeId) -> &Type {
        match *self.get(id) {
            Type::Vector { element, .. } => self.get(element),
            _ => self.get(id),
        }
    }

    /// `element`, or a vector of it that is as long as the vector `shape`.
    pub fn shaped(&mut self, element: TypeId, shape: TypeId) -> TypeId {
        match self.vector(shape) {
            Some((_, count, scalable)) => self.intern(Type::Vector { count, element, scalable }),
            None => element,
        }
    }

    pub fn is_float(&self, id: TypeId) -> bool {
        use Type::{BFloat, Double, Float, Fp128, Half, PpcFp128, X86Fp80};
        matches!(self.scalar(id), Half | BFloat | Float | Double | X86Fp80 | Fp128 | PpcFp128)
    }

    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.scalar(id), Type::Integer(_))
    }

    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.scalar(id), Type::Pointer(_))
    }

    pub fn finish(self) -> IdVec<TypeId, Type> {
        self.items
    }
}

impl<'a> Reader<'a> {
    /// `%name = type …`.
    pub fn type_definition(&mut self) -> Parse<()> {
        let offset = self.cursor.token.start as usize;
        let id = self.named_type();
        self.cursor.expect(b'=')?;
        self.cursor.expect_word("type")?;
        let body = if self.cursor.accept_word("opaque") { None } else { Some(self.ty()?) };
        // Clang writes structures only; a name for anything else could be a name for itself.
        if body.is_some_and(|body| !matches!(self.types.get(body), Type::Struct { .. })) {
            return Failure::at(offset, "a named type is a structure or opaque");
        }
        let slot = &mut self.named_types[id.index()];
        slot.ty.body = body;
        if std::mem::replace(&mut slot.defined, true) {
            let name = shortened(&slot.ty.name);
            return Failure::at(offset, format!("the type %{name} is defined twice"));
        }
        Ok(())
    }

    /// Refuses types that contain themselves or nest too deeply through names, so that whoever asks for
    /// a size finishes.
    pub fn check_nesting(&self) -> Parse<()> {
        // The depth of each type once it is known; 0 while it is on the path.
        let mut depths: FxHashMap<TypeId, u32> = FxHashMap::default();
        for slot in &self.named_types {
            let mut path = match slot.ty.body {
                Some(body) => vec![(body, 0, 0)],
                None => continue,
            };
            while let Some((ty, next, deepest)) = path.last_mut() {
                let Some(part) = self.content(*ty, *next) else {
                    let depth = *deepest + 1;
                    depths.insert(*ty, depth);
                    path.pop();
                    if let Some((_, _, deepest)) = path.last_mut() {
                        *deepest = depth.max(*deepest);
                    }
                    continue;
                };
                if *next == 0 {
                    depths.insert(*ty, 0);
                }
                *next += 1;
                match depths.get(&part) {
                    Some(0) => {
                        let name = shortened(&slot.ty.name);
                        let message = format!("the type %{name} contains itself");
                        return Failure::at(slot.mentioned, message);
                    }
                    Some(depth) => *deepest = (*deepest).max(*depth),
                    None if path.len() < DEEPEST_TYPE => path.push((part, 0, 0)),
                    None => return Failure::at(slot.mentioned, "this type is nested too deeply"),
                }
            }
        }
        if depths.values().any(|depth| *depth as usize > DEEPEST_TYPE) {
            return Failure::at(0, "a type is nested too deeply");
        }
        Ok(())
    }

    /// The types of which a value contains values, by number.
    fn content(&self, ty: TypeId, index: usize) -> Option<TypeId> {
        match self.types.get(ty) {
            Type::Struct { fields, .. } => fields.get(index).copied(),
            Type::Array { element, .. } | Type::Vector { element, .. } if index == 0 => {
                Some(*element)
            }
            Type::Named(id) if index == 0 => self.named_types[id.0 as usize].ty.body,
            _ => None,
        }
    }

    /// A type, also `void` and a function's.
    pub fn ty(&mut self) -> Parse<TypeId> {
        self.cursor.enter()?;
        let mut ty = self.simple_type()?;
        while self.cursor.is_mark(b'(') {
            ty = self.function_type(ty)?;
        }
        self.cursor.leave();
        Ok(ty)
    }

    fn simple_type(&mut self) -> Parse<TypeId> {
        match self.cursor.token.kind {
            TokenKind::Word => self.type_word(),
            TokenKind::Local => {
                let id = self.named_type();
                Ok(self.types.intern(Type::Named(id)))
            }
            TokenKind::Mark(b'[') => {
                self.cursor.advance();
                let (count, element) = self.sequence(b']')?;
                Ok(self.types.intern(Type::Array { count, element }))
            }
            TokenKind::Mark(b'{') => {
                let fields = self.fields()?;
                Ok(self.types.intern(Type::Struct { fields, packed: false }))
            }
            TokenKind::Mark(b'<') => {
                self.cursor.advance();
                if self.cursor.is_mark(b'{') {
                    let fields = self.fields()?;
                    self.cursor.expect(b'>')?;
                    return Ok(self.types.intern(Type::Struct { fields, packed: true }));
                }
                let scalable = self.cursor.accept_word("vscale");
                if scalable {
                    self.cursor.expect_word("x")?;
                }
                let (count, element) = self.sequence(b'>')?;
                if count == 0 || matches!(self.types.get(element), Type::Vector { .. }) {
                    return self.cursor.fail_before("this is no vector");
                }
                Ok(self.types.intern(Type::Vector { count, element, scalable }))
            }
            _ => self.cursor.expected("a type"),
        }
    }

    fn type_word(&mut self) -> Parse<TypeId> {
        let word = self.cursor.written();
        let ty = match word {
            "i32" => self.types.int32,
            "i1" => self.types.bit,
            "void" => self.types.void,
            "metadata" => self.types.metadata,
            "ptr" => {
                self.cursor.advance();
                let space = self.address_space()?;
                return Ok(match space {
                    0 => self.types.pointer,
                    space => self.types.intern(Type::Pointer(space)),
                });
            }
            "target" => {
                let start = self.cursor.token.start;
                self.cursor.advance();
                if !self.cursor.is_mark(b'(') {
                    return self.cursor.expected("`(`");
                }
                self.cursor.balanced()?;
                let written = self.cursor.slice(start, self.cursor.token.start).trim_end();
                return Ok(self.types.intern(Type::Target(written.into())));
            }
            _ => {
                let ty = match word {
                    "half" => Type::Half,
                    "bfloat" => Type::BFloat,
                    "float" => Type::Float,
                    "double" => Type::Double,
                    "x86_fp80" => Type::X86Fp80,
                    "fp128" => Type::Fp128,
                    "ppc_fp128" => Type::PpcFp128,
                    "label" => Type::Label,
                    "token" => Type::Token,
                    "x86_mmx" => Type::X86Mmx,
                    "x86_amx" => Type::X86Amx,
                    _ => match word.strip_prefix('i').and_then(|width| width.parse().ok()) {
                        Some(width @ 1..=WIDEST) => Type::Integer(width),
                        _ => return self.cursor.expected("a type"),
                    },
                };
                self.types.intern(ty)
            }
        };
        self.cursor.advance();
        Ok(ty)
    }

    /// `addrspace(n)`, 0 when absent.
    pub fn address_space(&mut self) -> Parse<u32> {
        if !self.cursor.accept_word("addrspace") {
            return Ok(0);
        }
        self.cursor.expect(b'(')?;
        let space = self.cursor.unsigned()?;
        self.cursor.expect(b')')?;
        Ok(space)
    }

    /// `4 x i32` and the closing bracket.
    fn sequence(&mut self, close: u8) -> Parse<(u64, TypeId)> {
        let count = self.cursor.unsigned()?;
        self.cursor.expect_word("x")?;
        let element = self.ty()?;
        self.cursor.expect(close)?;
        Ok((count, element))
    }

    /// `{ i32, ptr }`.
    fn fields(&mut self) -> Parse<Box<[TypeId]>> {
        self.cursor.expect(b'{')?;
        let mut fields = Vec::new();
        while !self.cursor.accept(b'}') {
            if !fields.is_empty() {
                self.cursor.expect(b',')?;
            }
            fields.push(self.ty()?);
        }
        Ok(fields.into())
    }

    /// `(i32, ...)` behind the result's type.
    fn function_type(&mut self, result: TypeId) -> Parse<TypeId> {
        self.cursor.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.cursor.accept(b')') {
            if variadic {
                return self.cursor.expected("`)`");
            }
            if !parameters.is_empty() {
                self.cursor.expect(b',')?;
            }
            if self.cursor.token.kind == TokenKind::Ellipsis {
                self.cursor.advance();
                variadic = true;
            } else {
                parameters.push(self.ty()?);
            }
        }
        let parameters = parameters.into();
        Ok(self.types.intern(Type::Function { result, parameters, variadic }))
    }

    /// The named type at the token, which is a `%name`.
    fn named_type(&mut self) -> NamedTypeId {
        let written = self.cursor.name();
        let mentioned = self.cursor.token.start as usize;
        self.cursor.advance();
        let new = NamedTypeId::new(self.named_types.len());
        let id = *self.named_type_ids.entry(written).or_insert(new);
        if id == new {
            let ty = NamedType { name: unescape(written), body: None };
            self.named_types.push(NamedTypeSlot { ty, defined: false, mentioned });
        }
        id
    }
}
