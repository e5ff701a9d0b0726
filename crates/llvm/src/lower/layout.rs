//! How values of LLVM types lie in memory and in registers.
//!
//! The layout is the one of x86-64: clang writes it into every module, and a module for another
//! machine is refused before it gets here. A value of an aggregate or vector type is a list of
//! scalars, its *leaves*, each in a register of its own.

use crate::ll::ast::{Module, Type as LlType, TypeId};
use program::Type;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// A value has at most so many scalars; larger ones are never held in registers by clang.
const MOST_LEAVES: usize = 1 << 12;

/// The widest integer, in bits.
const WIDEST: u32 = 1 << 12;

/// What a module must say about its target.
pub(super) const TRIPLE_PREFIX: &str = "x86_64";

/// Why a type cannot be held in registers.
pub(super) type Refusal = String;

/// The scalars of a type, if it can be held in registers.
pub(super) type Leaves = Result<Rc<[Leaf]>, Refusal>;

/// A scalar part of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// Its type in a register.
    pub ty: Type,
    /// Where it lies in memory, from the beginning of the value.
    pub offset: u64,
    /// How it lies there.
    pub form: Form,
}

/// How a scalar lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// As the machine loads and stores its type.
    Plain,
    /// As so many bytes, fewer than the machine's type has: an `i24` has three.
    Bytes(u32),
}

/// Sizes, alignments and parts of a module's types.
pub(super) struct Layout<'m, 'a> {
    module: &'m Module<'a>,
    extents: RefCell<FxHashMap<TypeId, Extent>>,
    leaves: RefCell<FxHashMap<TypeId, Leaves>>,
}

/// Size and alignment of a type in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Extent {
    /// Without what follows it in an array.
    store: u64,
    /// From one element of an array to the next.
    size: u64,
    align: u64,
}

impl Extent {
    fn new(store: u64, align: u64) -> Self {
        Self { store, size: store.next_multiple_of(align), align }
    }
}

impl<'m, 'a> Layout<'m, 'a> {
    pub(super) fn new(module: &'m Module<'a>) -> Self {
        Self { module, extents: RefCell::default(), leaves: RefCell::default() }
    }

    /// The type behind a name.
    pub(super) fn resolve(&self, ty: TypeId) -> &'m LlType {
        match &self.module.types[ty] {
            LlType::Named(name) => match self.module.named_types[*name].body {
                Some(body) => &self.module.types[body],
                None => &LlType::Void,
            },
            other => other,
        }
    }

    /// Bytes from one element of an array to the next.
    pub(super) fn size(&self, ty: TypeId) -> u64 {
        self.extent(ty).size
    }

    /// Alignment in bytes.
    pub(super) fn align(&self, ty: TypeId) -> u64 {
        self.extent(ty).align
    }

    /// Where a field of a structure or an element of an array begins, and its type.
    pub(super) fn part(&self, ty: TypeId, index: u64) -> Option<(u64, TypeId)> {
        match self.resolve(ty) {
            LlType::Struct { fields, packed } => {
                let index = usize::try_from(index).ok()?;
                let offset = self.field_offset(fields, *packed, index);
                Some((offset, *fields.get(index)?))
            }
            LlType::Array { element, .. } | LlType::Vector { element, .. } => {
                Some((index.wrapping_mul(self.size(*element)), *element))
            }
            _ => None,
        }
    }

    fn field_offset(&self, fields: &[TypeId], packed: bool, index: usize) -> u64 {
        let mut offset = 0u64;
        for (at, field) in fields.iter().enumerate() {
            let extent = self.extent(*field);
            if !packed {
                offset = offset.next_multiple_of(extent.align);
            }
            if at == index {
                break;
            }
            offset = offset.saturating_add(extent.size);
        }
        offset
    }

    fn extent(&self, ty: TypeId) -> Extent {
        if let Some(extent) = self.extents.borrow().get(&ty) {
            return *extent;
        }
        let extent = self.measure(ty);
        self.extents.borrow_mut().insert(ty, extent);
        extent
    }

    fn measure(&self, ty: TypeId) -> Extent {
        match self.resolve(ty) {
            LlType::Integer(bits) => {
                let store = u64::from(*bits).div_ceil(8);
                Extent::new(store, store.next_power_of_two().min(if *bits > 64 { 16 } else { 8 }))
            }
            LlType::Half | LlType::BFloat => Extent::new(2, 2),
            LlType::Float => Extent::new(4, 4),
            LlType::Double | LlType::Pointer(_) | LlType::X86Mmx => Extent::new(8, 8),
            LlType::X86Fp80 => Extent::new(10, 16),
            LlType::Fp128 | LlType::PpcFp128 => Extent::new(16, 16),
            LlType::Array { count, element } => {
                let element = self.extent(*element);
                Extent::new(element.size.saturating_mul(*count), element.align)
            }
            LlType::Vector { count, element, .. } => {
                let bits = match self.resolve(*element) {
                    LlType::Integer(bits) => u64::from(*bits),
                    _ => self.extent(*element).store.saturating_mul(8),
                };
                let store = bits.saturating_mul(*count).div_ceil(8).max(1);
                Extent::new(store, store.checked_next_power_of_two().unwrap_or(16))
            }
            LlType::Struct { fields, packed } => {
                let mut align = 1;
                for field in fields.iter().filter(|_| !packed) {
                    align = align.max(self.extent(*field).align);
                }
                Extent::new(self.field_offset(fields, *packed, fields.len()), align)
            }
            _ => Extent::new(0, 1),
        }
    }

    /// The one scalar that a value is, if it is one.
    pub(super) fn scalar(&self, ty: TypeId) -> Result<Leaf, Refusal> {
        match &*self.leaves(ty)? {
            [leaf] => Ok(*leaf),
            _ => Err(format!("{} where a scalar is wanted", self.describe(ty))),
        }
    }

    /// The scalars that a value consists of, in order.
    pub(super) fn leaves(&self, ty: TypeId) -> Leaves {
        if let Some(leaves) = self.leaves.borrow().get(&ty) {
            return leaves.clone();
        }
        let mut list = Vec::new();
        let leaves = self.collect(ty, 0, &mut list).map(|()| list.into());
        self.leaves.borrow_mut().insert(ty, leaves.clone());
        leaves
    }

    fn collect(&self, ty: TypeId, offset: u64, list: &mut Vec<Leaf>) -> Result<(), Refusal> {
        let plain = |ty: Type| Leaf { ty, offset, form: Form::Plain };
        match self.resolve(ty) {
            LlType::Void | LlType::Label | LlType::Metadata | LlType::Token => {}
            LlType::Integer(bits) => match u8::try_from(*bits) {
                Ok(bits @ (1..=64 | 128)) => {
                    let ty = Type::Int(bits);
                    let store = u32::from(bits).div_ceil(8);
                    let form = if ty.bytes() == store { Form::Plain } else { Form::Bytes(store) };
                    list.push(Leaf { ty, offset, form });
                }
                // Wide bit-fields of packed structures; the upper bits of the register stay zero.
                Ok(bits @ 65..=127) => {
                    let form = Form::Bytes(u32::from(bits).div_ceil(8));
                    list.push(Leaf { ty: Type::I128, offset, form });
                }
                // Still wider ones are a row of words.
                _ if *bits > 128 && *bits <= WIDEST => {
                    let bytes = bits.div_ceil(8);
                    for start in (0..bytes).step_by(8) {
                        let form = match bytes - start {
                            8.. => Form::Plain,
                            rest => Form::Bytes(rest),
                        };
                        list.push(Leaf { ty: Type::I64, offset: offset + u64::from(start), form });
                    }
                }
                _ => return Err(format!("an integer of {bits} bits")),
            },
            LlType::Float => list.push(plain(Type::F32)),
            // C's `long double` is computed as a double; it keeps its size in memory, of which only
            // the first eight bytes are used.
            LlType::Double | LlType::X86Fp80 => list.push(plain(Type::F64)),
            LlType::Pointer(_) => list.push(plain(Type::Ptr)),
            LlType::Array { count, element } => {
                let step = self.size(*element);
                for index in 0..*count {
                    self.collect(*element, offset.saturating_add(step * index), list)?;
                    if list.len() > MOST_LEAVES {
                        return Err(format!("{} as one value", self.describe(ty)));
                    }
                }
            }
            LlType::Vector { count, element, scalable: false } => {
                let bits = match self.resolve(*element) {
                    LlType::Integer(bits) => *bits,
                    _ => 8,
                };
                // Lanes of odd widths lie in memory bit by bit; lanes of one bit are results of
                // comparisons, which stay in registers.
                if bits != 1 && !bits.is_multiple_of(8) {
                    return Err(self.describe(ty));
                }
                let step = self.extent(*element).store;
                for index in 0..*count {
                    self.collect(*element, offset.saturating_add(step * index), list)?;
                    if list.len() > MOST_LEAVES {
                        return Err(format!("{} as one value", self.describe(ty)));
                    }
                }
            }
            LlType::Struct { fields, packed } => {
                for (index, field) in fields.iter().enumerate() {
                    let at = self.field_offset(fields, *packed, index);
                    self.collect(*field, offset + at, list)?;
                }
            }
            _ => return Err(self.describe(ty)),
        }
        Ok(())
    }

    /// The width of an integer that is held in a register of 128 bits and has fewer.
    pub(super) fn odd_width(&self, ty: TypeId) -> Option<u8> {
        match self.resolve(ty) {
            LlType::Integer(bits @ 65..=127) => u8::try_from(*bits).ok(),
            _ => None,
        }
    }

    /// The width of an integer that is a row of words.
    pub(super) fn long_width(&self, ty: TypeId) -> Option<u32> {
        match self.resolve(ty) {
            LlType::Integer(bits) if *bits > 128 => Some(*bits),
            _ => None,
        }
    }

    /// A type in words, for messages.
    pub(super) fn describe(&self, ty: TypeId) -> String {
        match self.resolve(ty) {
            LlType::Integer(bits) => format!("an integer of {bits} bits"),
            LlType::Half => "`_Float16`".to_owned(),
            LlType::BFloat => "`__bf16`".to_owned(),
            LlType::Fp128 => "`__float128`".to_owned(),
            LlType::Vector { scalable: true, .. } => "a vector of unknown length".to_owned(),
            LlType::Vector { count, .. } => format!("a vector of {count} elements"),
            LlType::Array { count, .. } => format!("an array of {count} elements"),
            LlType::Struct { .. } => "a structure".to_owned(),
            LlType::Target(name) => format!("the type `{name}`"),
            other => format!("a value of type {other:?}"),
        }
    }
}
