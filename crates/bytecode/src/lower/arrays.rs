//! Arrays: elements, lengths, new ones.

use classfile::descriptor::{JType, of_class};
use program::{CheckKind, CompareOp, Constant, ConvertOp, Instruction, Operand, RegId, Test, Type};
use ristretto_classfile::attributes::ArrayType;

use super::diamonds::int;
use super::stack::NULL;
use super::{Body, LowerError, Malformed, Next, runtime};
use crate::world::Thrower;

/// An element of an array whose checks were made and whose address is known: `a[i] += 1` checks once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    storage: Type,
    array: Operand,
    index: Operand,
    place: Operand,
    offset: i32,
}

impl Element {
    /// Whether it depends on a register.
    pub fn depends_on(&self, register: RegId) -> bool {
        [self.array, self.index, self.place].contains(&Operand::Register(register))
    }
}

impl Body<'_> {
    pub(super) fn array_load(&mut self, element: JType) -> Result<(), LowerError> {
        let index = self.pop(Type::I32)?;
        let array = self.pop(Type::Ptr)?;
        let (place, offset) = self.element(element.storage(), array, index);
        self.read(element, place, offset);
        Ok(())
    }

    pub(super) fn array_store(&mut self, element: JType) -> Result<(), LowerError> {
        let value = self.pop(element.value())?;
        let index = self.pop(Type::I32)?;
        let array = self.pop(Type::Ptr)?;
        if element == JType::Reference && value != NULL {
            // The order of the JVM: null, bounds, and only then what fits.
            let (place, offset) = self.element(element.storage(), array, index);
            self.check_fits(array, value);
            self.store(Type::Ptr, place, offset, value);
            return Ok(());
        }
        let (place, offset) = self.element(element.storage(), array, index);
        self.write(element, place, offset, value);
        Ok(())
    }

    /// The address of an element, after the checks: null, bounds.
    fn element(&mut self, storage: Type, array: Operand, index: Operand) -> (Operand, i32) {
        if let Some(known) = self.in_block.element
            && (known.storage, known.array, known.index) == (storage, array, index)
        {
            return (known.place, known.offset);
        }
        self.check_null(array);
        let length = self.temporary(Type::I32);
        self.emit(Instruction::ArrayLength { dst: length, array });
        let length = Operand::Register(length);
        let test = Test::Compare { op: CompareOp::Ult, ty: Type::I32, left: index, right: length };
        let arguments = [(Type::I32, index), (Type::I32, length)];
        self.check(CheckKind::Bounds, test, &Thrower::ArrayIndex, &arguments);
        let size = storage.bytes();
        if let Operand::Constant(Constant::Bits(bits)) = index
            && let Ok(offset) = i32::try_from(bits * u128::from(size))
        {
            self.in_block.element = Some(Element { storage, array, index, place: array, offset });
            return (array, offset);
        }
        let wide = self.temporary(Type::I64);
        self.convert(ConvertOp::ZExt, Type::I32, Type::I64, wide, index);
        let place = self.temporary(Type::Ptr);
        self.emit(Instruction::Address {
            dst: place,
            base: array,
            index: Operand::Register(wide),
            scale: size,
            offset: 0,
        });
        let place = Operand::Register(place);
        self.in_block.element = Some(Element { storage, array, index, place, offset: 0 });
        (place, 0)
    }

    /// Throws unless a reference may be stored into an array.
    fn check_fits(&mut self, array: Operand, value: Operand) {
        let fits = self.temporary(Type::BOOL);
        self.emit(Instruction::MayStore { dst: fits, array, value });
        let test = Test::Value(Operand::Register(fits));
        self.check(CheckKind::Cast, test, &Thrower::ArrayStore, &[(Type::Ptr, value)]);
    }

    pub(super) fn array_length(&mut self) -> Result<Next, LowerError> {
        let array = self.pop(Type::Ptr)?;
        self.check_null(array);
        let dst = self.result(Type::I32);
        self.emit(Instruction::ArrayLength { dst, array });
        self.push(Type::I32, dst);
        Ok(Next::On)
    }

    /// An array of a primitive type.
    pub(super) fn new_array_of(&mut self, element: &ArrayType) -> Result<Next, LowerError> {
        let component = match element {
            ArrayType::Boolean => "Z",
            ArrayType::Char => "C",
            ArrayType::Float => "F",
            ArrayType::Double => "D",
            ArrayType::Byte => "B",
            ArrayType::Short => "S",
            ArrayType::Int => "I",
            ArrayType::Long => "J",
        };
        let class = self.world.array_of(self.program, component)?;
        self.make_array(class)
    }

    /// An array of references.
    pub(super) fn new_array(&mut self, index: u16) -> Result<Next, LowerError> {
        let component = self.class_name(index)?;
        match self.world.array_of(self.program, &of_class(&component)) {
            Ok(class) => self.make_array(class),
            Err(error) => self.throw_linkage(&error),
        }
    }

    fn make_array(&mut self, class: program::ClassId) -> Result<Next, LowerError> {
        let length = self.pop(Type::I32)?;
        self.check_size(length);
        let dst = self.result(Type::Ptr);
        self.emit(Instruction::NewArray { dst, class, length });
        self.made(dst);
        Ok(Next::On)
    }

    /// Pushes a new object, which is not null.
    pub(super) fn made(&mut self, dst: RegId) {
        self.not_null(Operand::Register(dst));
        self.push(Type::Ptr, dst);
    }

    fn check_size(&mut self, length: Operand) {
        if let Operand::Constant(Constant::Bits(bits)) = length
            && bits as u32 as i32 >= 0
        {
            return;
        }
        let test = Test::Compare { op: CompareOp::Sge, ty: Type::I32, left: length, right: int(0) };
        self.check(CheckKind::Size, test, &Thrower::NegativeSize, &[(Type::I32, length)]);
    }

    /// An array of arrays.
    pub(super) fn new_arrays(&mut self, index: u16, dimensions: u8) -> Result<Next, LowerError> {
        let name = self.class_name(index)?;
        if dimensions == 0
            || name.bytes().take_while(|&byte| byte == b'[').count() < dimensions.into()
        {
            return Err(Malformed::Constant.into());
        }
        let function = match runtime::arrays(self.world, self.program, &name, dimensions) {
            Ok(function) => function,
            Err(error) => return self.throw_linkage(&error),
        };
        let mut lengths = Vec::with_capacity(dimensions.into());
        for _ in 0..dimensions {
            lengths.push((Type::I32, self.pop(Type::I32)?));
        }
        lengths.reverse();
        // All sizes are looked at before anything is made.
        for (_, length) in &lengths {
            self.check_size(*length);
        }
        let dst = self.result(Type::Ptr);
        self.call_direct(Some(dst), Some(Type::Ptr), function, &lengths);
        self.made(dst);
        Ok(Next::On)
    }
}
