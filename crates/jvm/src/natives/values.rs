//! Fields, elements and numbers, as natives read and write them.

use super::{Answer, Jvm};
use bytecode::world::Place;
use classfile::descriptor::JType;
use machine::{Stop, Value};
use program::{ConvertOp, Type};

/// An answer that is an `int`, or anything smaller.
pub(super) fn int(value: i32) -> Answer {
    Ok(Some(number(value)))
}

/// An answer that is a `boolean`.
pub(super) fn boolean(value: bool) -> Answer {
    int(value.into())
}

/// An answer that is a `long`.
pub(super) fn long(value: i64) -> Answer {
    Ok(Some(wide(value)))
}

/// The value of an `int`.
pub(super) fn number(value: i32) -> Value {
    Value::new(Type::I32, (value as u32).into())
}

/// The value of a `long`.
pub(super) fn wide(value: i64) -> Value {
    Value::new(Type::I64, (value as u64).into())
}

/// A reference to nothing.
pub(super) const NULL: Value = Value { ty: Type::Ptr, bits: 0, term: None, grade: None };

/// Where a field is.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub ty: JType,
    pub place: Place,
}

impl Jvm<'_> {
    /// An argument that has to be known: an `int`.
    pub(crate) fn int(&mut self, arguments: &[Value], index: usize) -> Result<i32, Stop> {
        let value = machine::argument(arguments, index)?;
        Ok(self.context.concrete(value) as u32 as i32)
    }

    /// An argument that has to be known: a `long`.
    pub(super) fn long(&mut self, arguments: &[Value], index: usize) -> Result<i64, Stop> {
        let value = machine::argument(arguments, index)?;
        Ok(self.context.concrete(value) as u64 as i64)
    }

    /// An argument that is a reference; its address is fixed.
    pub(super) fn reference(&mut self, arguments: &[Value], index: usize) -> Result<Value, Stop> {
        let value = machine::argument(arguments, index)?;
        Ok(Value::pointer(self.context.concrete(value) as u64))
    }

    /// An argument that is a reference and not null; null throws `NullPointerException`.
    pub(super) fn object(&mut self, arguments: &[Value], index: usize) -> Result<Value, Stop> {
        let value = self.reference(arguments, index)?;
        if value.bits == 0 {
            Err(self.throw("java/lang/NullPointerException", None))
        } else {
            Ok(value)
        }
    }

    /// Reads a value of a type from an address, widened as registers hold it.
    pub(crate) fn load(&mut self, at: u64, ty: JType) -> Result<Value, Stop> {
        self.load_at(Value::pointer(at), ty)
    }

    /// Reads a value from an address that may carry a term.
    pub(super) fn load_at(&mut self, at: Value, ty: JType) -> Result<Value, Stop> {
        let value = self.context.load(at, ty.storage())?;
        Ok(match ty {
            JType::Boolean | JType::Char => self.context.convert(ConvertOp::ZExt, Type::I32, value),
            JType::Byte | JType::Short => self.context.convert(ConvertOp::SExt, Type::I32, value),
            _ => value,
        })
    }

    /// Writes a value of a type to an address.
    pub(super) fn store(&mut self, at: u64, ty: JType, value: Value) -> Result<(), Stop> {
        self.store_at(Value::pointer(at), ty, value)
    }

    /// Writes a value to an address that may carry a term.
    pub(super) fn store_at(&mut self, at: Value, ty: JType, value: Value) -> Result<(), Stop> {
        let value = match ty {
            JType::Boolean | JType::Byte | JType::Char | JType::Short => {
                self.context.convert(ConvertOp::Trunc, ty.storage(), value)
            }
            _ => value,
        };
        self.context.store(at, value)
    }

    /// Where a field of a class of the JDK is, by its name.
    pub(super) fn spot(&mut self, class: &'static str, name: &'static str) -> Result<Spot, Stop> {
        if let Some(spot) = self.shared.spot(class, name) {
            return Ok(spot);
        }
        match self.find_spot(class, name)? {
            Some(spot) => Ok(spot),
            None => Err(self.internal(&format!("{class} has no field {name}"))),
        }
    }

    /// As [`Jvm::spot`], for a field that not every release of the JDK has.
    pub(super) fn find_spot(
        &mut self,
        class: &'static str,
        name: &'static str,
    ) -> Result<Option<Spot>, Stop> {
        if let Some(spot) = self.shared.spot(class, name) {
            return Ok(Some(spot));
        }
        let mut next = Some(self.class(class)?);
        let mut found = None;
        {
            let world = self.shared.world();
            while let Some(class) = next.filter(|_| found.is_none()) {
                let info = world.info(class);
                let field = info.fields.iter().find(|field| &*field.name == name);
                found = field.map(|field| Spot { ty: field.ty, place: field.place });
                next = info.superclass;
            }
        }
        if let Some(spot) = found {
            self.shared.remember_spot(class, name, spot);
        }
        Ok(found)
    }

    /// Where a field of an object is, or a static one.
    pub(super) fn address_of(&mut self, object: Value, spot: Spot) -> u64 {
        match spot.place {
            Place::Static { offset } => self.statics() + u64::from(offset),
            Place::Instance { offset } => (object.bits as u64).wrapping_add(offset.into()),
        }
    }

    /// Reads a field by its name; the object of a static one does not matter.
    pub(super) fn get(
        &mut self,
        object: Value,
        class: &'static str,
        name: &'static str,
    ) -> Result<Value, Stop> {
        let spot = self.spot(class, name)?;
        let at = self.address_of(object, spot);
        self.load(at, spot.ty)
    }

    /// Reads a field that holds a reference or a number which has to be known.
    pub(super) fn get_known(
        &mut self,
        object: Value,
        class: &'static str,
        name: &'static str,
    ) -> Result<u64, Stop> {
        let value = self.get(object, class, name)?;
        Ok(self.context.concrete(value) as u64)
    }

    /// Writes a field by its name.
    pub(super) fn put(
        &mut self,
        object: Value,
        class: &'static str,
        name: &'static str,
        value: Value,
    ) -> Result<(), Stop> {
        let spot = self.spot(class, name)?;
        let at = self.address_of(object, spot);
        self.store(at, spot.ty, value)
    }

    /// Writes a field if this release of the JDK has it.
    pub(crate) fn put_if_there(
        &mut self,
        object: Value,
        class: &'static str,
        name: &'static str,
        value: Value,
    ) -> Result<(), Stop> {
        let Some(spot) = self.find_spot(class, name)? else { return Ok(()) };
        let at = self.address_of(object, spot);
        self.store(at, spot.ty, value)
    }

    /// Writes a static field by its name.
    pub(crate) fn put_static(
        &mut self,
        class: &'static str,
        name: &'static str,
        value: Value,
    ) -> Result<(), Stop> {
        self.put(NULL, class, name, value)
    }

    /// How many elements an array has.
    pub(crate) fn length(&mut self, array: Value) -> Result<usize, Stop> {
        let length = self.context.array_length(array)?;
        Ok(self.context.concrete(length) as u32 as usize)
    }

    /// An element of an array of references.
    pub(super) fn element(&mut self, array: Value, index: usize) -> Result<Value, Stop> {
        let value = self.load(array.bits as u64 + 8 * index as u64, JType::Reference)?;
        Ok(Value::pointer(self.context.concrete(value) as u64))
    }

    /// Changes an element of an array of references.
    pub(super) fn set_element(
        &mut self,
        array: Value,
        index: usize,
        element: Value,
    ) -> Result<(), Stop> {
        self.store(array.bits as u64 + 8 * index as u64, JType::Reference, element)
    }

    /// Makes an array of references of a class, named by the descriptor of the array.
    pub(crate) fn references(&mut self, class: &str, elements: &[Value]) -> Result<Value, Stop> {
        let array = self.new_array(class, elements.len())?;
        for (index, element) in elements.iter().enumerate() {
            self.set_element(array, index, *element)?;
        }
        Ok(array)
    }

    /// Makes an array of zeros.
    pub(super) fn new_array(&mut self, class: &str, length: usize) -> Result<Value, Stop> {
        let class = self.class(class)?;
        self.context.new_array(class, number(length as i32))
    }

    /// Makes a `byte[]`.
    pub(super) fn byte_array(&mut self, bytes: &[u8]) -> Result<Value, Stop> {
        let array = self.new_array("[B", bytes.len())?;
        self.write_bytes(array.bits as u64, bytes)?;
        Ok(array)
    }

    /// Writes plain bytes to memory.
    pub(super) fn write_bytes(&mut self, at: u64, bytes: &[u8]) -> Result<(), Stop> {
        let (pieces, rest) = bytes.as_chunks::<8>();
        for (index, piece) in pieces.iter().enumerate() {
            let value = Value::new(Type::I64, u64::from_le_bytes(*piece).into());
            self.context.store(Value::pointer(at + 8 * index as u64), value)?;
        }
        for (index, byte) in rest.iter().enumerate() {
            let to = at + (8 * pieces.len() + index) as u64;
            self.context.store(Value::pointer(to), Value::new(Type::I8, (*byte).into()))?;
        }
        Ok(())
    }

    /// Reads bytes that have to be known.
    pub(super) fn read_bytes(&mut self, at: u64, count: usize) -> Result<Vec<u8>, Stop> {
        self.read_pieces(at, count, true)
    }

    /// Reads bytes for the eyes only: what they depend on does not matter.
    pub(super) fn see_bytes(&mut self, at: u64, count: usize) -> Result<Vec<u8>, Stop> {
        self.read_pieces(at, count, false)
    }

    fn read_pieces(&mut self, at: u64, count: usize, known: bool) -> Result<Vec<u8>, Stop> {
        // Large pieces are quick, but make large terms.
        let whole = self.context.mode() != trace::Mode::Concolic;
        let mut bytes = Vec::with_capacity(count.min(1 << 16));
        while bytes.len() < count {
            let left = count - bytes.len();
            let piece = if left >= 8 && whole { Type::I64 } else { Type::I8 };
            let value = self.context.load(Value::pointer(at + bytes.len() as u64), piece)?;
            let bits = if known { self.context.concrete(value) } else { value.bits };
            bytes.extend_from_slice(&bits.to_le_bytes()[..piece.bytes() as usize]);
        }
        Ok(bytes)
    }
}
