//! Loads, stores, addresses, objects.

use program::{
    Access, BinaryOp, CompareOp, Constant, ConvertOp, Instruction, Operand, Region, Test, Type,
};

use super::body::{Body, Pointer};
use super::constants::any_type;
use super::{ARRAY, CELLS, ROOM, Shape};

impl Body<'_> {
    /// One access of memory, or something that makes a pointer.
    pub fn remember(&mut self) {
        match self.random.u32(..27) {
            0..=5 => self.load(),
            6..=11 => self.store(),
            12 | 13 => {
                self.address(|_| true);
            }
            14..=17 => self.copy(),
            18 | 19 => self.fill(),
            20 => self.load_cell(),
            21 => self.store_cell(),
            22 => self.select_pointer(),
            23 => self.compare_pointers(),
            24 => self.difference(),
            25 => self.new_object(),
            _ => self.new_array(),
        }
    }

    fn access(&mut self) -> Access {
        if self.random.u32(..4) == 0 { Access::Trusted } else { Access::Checked }
    }

    /// A pointer and an offset at which a value of a type fits.
    fn place(&mut self, ty: Type, writable: bool) -> Option<(Operand, i32)> {
        let bytes = i64::from(ty.bytes());
        let fits = |pointer: &Pointer| {
            pointer.before + pointer.after >= bytes && (pointer.writable || !writable)
        };
        let pointer = match self.random.u32(..3) {
            0 => self.address(fits).filter(fits).or_else(|| self.pointer(fits)),
            _ => self.pointer(fits),
        }?;
        let offset = self.random.i64(-pointer.before..=pointer.after - bytes);
        Some((pointer.value, offset as i32))
    }

    fn load(&mut self) {
        let ty = any_type(&mut self.random);
        let Some((address, offset)) = self.place(ty, false) else { return };
        let (dst, access) = (self.destination(ty), self.access());
        self.emit(Instruction::Load { ty, dst, address, offset, access });
    }

    /// Writes a value somewhere.
    pub fn store(&mut self) {
        let ty = self.used_type();
        let value = self.operand(ty);
        self.store_value(ty, value);
    }

    /// Writes that value somewhere.
    pub fn store_value(&mut self, ty: Type, value: Operand) {
        let Some((address, offset)) = self.place(ty, true) else { return };
        let access = self.access();
        self.emit(Instruction::Store { ty, address, offset, value, access });
    }

    /// A pointer made from another by an index that keeps inside.
    fn address(&mut self, good: impl Fn(&Pointer) -> bool) -> Option<Pointer> {
        let base = self.pointer(|pointer| good(pointer) && pointer.after > 2)?;
        let scale = self.random.choice([1, 1, 2, 3, 4, 8, 16]).unwrap_or(1);
        // The index runs from `-less` to `most - less`, and the whole object stays in sight.
        let mut most = 1;
        while (most * 2 + 1) * scale < base.after && self.random.u32(..4) != 0 {
            most = most * 2 + 1;
        }
        let less = if self.random.u32(..4) == 0 { self.random.i64(0..=most) } else { 0 };
        let low = -less * scale;
        let high = (most - less) * scale;
        let room = base.after - 1 - high;
        let least = -base.before - low;
        if room < least {
            return None;
        }
        let offset = self.random.i64(least..=room);
        let mut index = self.at_most(most);
        if less > 0 {
            index = self.binary_constant(BinaryOp::Sub, Type::I64, index, less as u128);
        }
        let dst = self.fresh(Type::Ptr);
        let scale = scale as u32;
        self.emit(Instruction::Address { dst, base: base.value, index, scale, offset });
        let derived = Pointer {
            value: Operand::Register(dst),
            before: base.before + low + offset,
            after: base.after - high - offset,
            object: false,
            ..base
        };
        self.pointers.push(derived);
        Some(derived)
    }

    /// A number of bytes, at most `most`.
    fn length(&mut self, most: i64) -> Operand {
        let mut limit = 1;
        while limit * 2 < most {
            limit = limit * 2 + 1;
        }
        if self.random.bool() && limit <= most {
            return self.at_most(limit);
        }
        Operand::Constant(Constant::Bits(self.random.i64(0..=most) as u128))
    }

    fn copy(&mut self) {
        let Some(to) = self.pointer(|pointer| pointer.writable) else { return };
        let Some(from) = self.pointer(|_| true) else { return };
        let size = self.length(to.after.min(from.after));
        self.emit(Instruction::MemCopy { to: to.value, from: from.value, size });
    }

    fn fill(&mut self) {
        let Some(to) = self.pointer(|pointer| pointer.writable) else { return };
        let byte = self.operand(Type::I8);
        let size = self.length(to.after);
        self.emit(Instruction::MemSet { to: to.value, byte, size });
    }

    /// The address of an entry of a table.
    pub fn entry(&mut self, table: program::GlobalId) -> Operand {
        let index = self.at_most(CELLS - 1);
        let dst = self.fresh(Type::Ptr);
        let base = Shape::global(table);
        self.emit(Instruction::Address { dst, base, index, scale: 8, offset: 0 });
        Operand::Register(dst)
    }

    fn load_cell(&mut self) {
        let address = self.entry(self.shape.cells);
        let dst = self.fresh(Type::Ptr);
        let access = self.access();
        self.emit(Instruction::Load { ty: Type::Ptr, dst, address, offset: 0, access });
        self.point(Operand::Register(dst), ROOM, true, true);
        if let Some(pointer) = self.pointers.last_mut() {
            pointer.origin = 0;
        }
    }

    fn store_cell(&mut self) {
        let good = |pointer: &Pointer| pointer.lasting && pointer.writable && pointer.after >= ROOM;
        let Some(pointer) = self.pointer(good) else { return };
        let address = self.entry(self.shape.cells);
        let (value, access) = (pointer.value, self.access());
        self.emit(Instruction::Store { ty: Type::Ptr, address, offset: 0, value, access });
    }

    fn select_pointer(&mut self) {
        let (Some(one), Some(other)) = (self.pointer(|_| true), self.pointer(|_| true)) else {
            return;
        };
        let test = self.test();
        let dst = self.fresh(Type::Ptr);
        self.emit(Instruction::Select {
            ty: Type::Ptr,
            dst,
            test,
            then: one.value,
            otherwise: other.value,
            condition: None,
        });
        self.pointers.push(Pointer {
            value: Operand::Register(dst),
            before: one.before.min(other.before),
            after: one.after.min(other.after),
            writable: one.writable && other.writable,
            lasting: one.lasting && other.lasting,
            object: one.object && other.object,
            origin: if one.origin == other.origin { one.origin } else { 0 },
        });
    }

    /// Whether two pointers are one, or a pointer is null.
    pub fn pointer_test(&mut self) -> Option<Test> {
        let inside = |pointer: &Pointer| pointer.after > 0;
        let one = self.pointer(inside)?;
        let other = self.pointer(inside)?;
        let (left, right) = match self.random.u32(..4) {
            0 => (one.value, Operand::Constant(Constant::Bits(0))),
            _ => (one.value, other.value),
        };
        // Only pointers into one object have an order that C knows too.
        let ordered = one.origin != 0 && one.origin == other.origin && right == other.value;
        let op = match self.random.bool() {
            true if ordered && self.random.bool() => CompareOp::Ult,
            true if ordered => CompareOp::Uge,
            true => CompareOp::Eq,
            false => CompareOp::Ne,
        };
        Some(Test::Compare { op, ty: Type::Ptr, left, right })
    }

    fn compare_pointers(&mut self) {
        let Some(Test::Compare { op, ty, left, right }) = self.pointer_test() else { return };
        let dst = self.destination(Type::BOOL);
        self.emit(Instruction::Compare { op, ty, dst, left, right });
    }

    /// How far two pointers into one object are apart.
    fn difference(&mut self) {
        let Some(one) = self.pointer(|pointer| pointer.origin != 0) else { return };
        let Some(other) = self.pointer(|pointer| pointer.origin == one.origin) else { return };
        let [left, right] = [one, other].map(|pointer| {
            let dst = self.fresh(Type::I64);
            self.emit(Instruction::Convert {
                op: ConvertOp::BitCast,
                from: Type::Ptr,
                to: Type::I64,
                dst,
                value: pointer.value,
            });
            Operand::Register(dst)
        });
        let dst = self.destination(Type::I64);
        self.binary(BinaryOp::Sub, Type::I64, dst, left, right);
    }

    fn new_object(&mut self) {
        let (dst, class) = (self.fresh(Type::Ptr), self.class());
        self.emit(Instruction::New { dst, class });
        self.point_at_object(Operand::Register(dst));
    }

    /// A managed array of at least four elements.
    fn new_array(&mut self) {
        let wide = self.at_most(7);
        let length = self.fresh(Type::I32);
        self.emit(Instruction::Convert {
            op: ConvertOp::Trunc,
            from: Type::I64,
            to: Type::I32,
            dst: length,
            value: wide,
        });
        let four = self.binary_constant(BinaryOp::Add, Type::I32, Operand::Register(length), 4);
        let dst = self.fresh(Type::Ptr);
        self.emit(Instruction::NewArray { dst, class: ARRAY, length: four });
        self.point(Operand::Register(dst), 16, true, true);
        let known = self.destination(Type::I32);
        self.emit(Instruction::ArrayLength { dst: known, array: Operand::Register(dst) });
    }

    /// A new object of C, all of it written, and its address. Gives whether it is on the heap.
    pub fn allocate(&mut self) -> (Operand, bool) {
        let heap = self.random.bool();
        // Few sizes, so that an object often comes to lie where one was.
        let least = self.random.choice([24, 24, 32, 48]).unwrap_or(24);
        let mut size = Operand::Constant(Constant::Bits(least as u128));
        if self.random.u32(..3) == 0 {
            let more = self.at_most(15);
            size = self.binary_constant(BinaryOp::Add, Type::I64, more, least as u128);
        }
        let (dst, zeroed) = (self.fresh(Type::Ptr), self.random.bool());
        let region = if heap { Region::Heap } else { Region::Stack };
        self.emit(Instruction::Allocate { dst, size, align: 16, region, zeroed });
        let address = Operand::Register(dst);
        // What was not written must not be read: only the part that is written is room.
        let mut after = least;
        if !zeroed {
            after = self.random.i64(ROOM..=least);
            let written = Operand::Constant(Constant::Bits(after as u128));
            let byte = self.operand(Type::I8);
            match self.pointer(|pointer| pointer.after >= after) {
                Some(from) if self.random.bool() => {
                    self.emit(Instruction::MemCopy {
                        to: address,
                        from: from.value,
                        size: written,
                    });
                }
                _ => self.emit(Instruction::MemSet { to: address, byte, size: written }),
            }
        }
        self.point(address, after, true, false);
        if zeroed && self.random.bool() {
            let (ty, offset) = (Type::I64, self.random.i32(0..=16));
            let (dst, access) = (self.destination(ty), self.access());
            self.emit(Instruction::Load { ty, dst, address, offset, access });
        }
        (address, heap)
    }
}
