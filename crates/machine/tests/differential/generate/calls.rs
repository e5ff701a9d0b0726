//! Calls: direct, through tables, virtual, with extra arguments, of itself.

use program::{
    Access, Argument, BinaryOp, Callee, ClassId, Constant, FuncId, Id, Instruction, Operand, Type,
};

use super::body::{Body, Pointer};
use super::{BASE, ROOM, SELECTOR, ValueKind};

impl Body<'_> {
    /// A call of some kind, if one may be made here.
    pub fn call(&mut self) {
        // A call in a loop in a call in a loop would take too long.
        if self.calls == 0 || self.loops > 1 || (self.loops > 0 && self.random.u32(..3) != 0) {
            return;
        }
        self.calls -= 1;
        match self.random.u32(..8) {
            0 | 1 => self.call_leaf(),
            2 => self.call_virtual(),
            3 => self.emit(Instruction::Init { class: BASE }),
            _ => self.call_plain(),
        }
    }

    /// Something to pass. Where there is none yet, it is made.
    pub fn argument(&mut self, kind: ValueKind, lasting: bool) -> Operand {
        match kind {
            ValueKind::Value(ty) => self.operand(ty),
            ValueKind::Data => {
                let good = |pointer: &Pointer| {
                    pointer.after >= ROOM && pointer.writable && (pointer.lasting || !lasting)
                };
                match self.pointer(good) {
                    Some(pointer) => pointer.value,
                    None => Operand::Constant(Constant::Global(self.shape.data[0].0, 0)),
                }
            }
            ValueKind::Object => match self.pointer(|pointer| pointer.object) {
                Some(pointer) => pointer.value,
                None => {
                    let (dst, class) = (self.fresh(Type::Ptr), self.class());
                    self.emit(Instruction::New { dst, class });
                    self.point_at_object(Operand::Register(dst));
                    Operand::Register(dst)
                }
            },
        }
    }

    fn call_plain(&mut self) {
        let later = (self.index + 1).max(self.shape.plain.start)..self.shape.plain.end;
        if later.is_empty() {
            return self.call_leaf();
        }
        let callee = self.random.usize(later);
        let first = self.operand(Type::I32);
        self.call_function(callee, first);
    }

    /// Calls the function itself, one level deeper; to be guarded by the caller.
    pub fn call_itself(&mut self) {
        let Some(depth) = self.depth else { return };
        let less = self.binary_constant(BinaryOp::Sub, Type::I32, Operand::Register(depth), 1);
        self.call_function(self.index, less);
    }

    fn call_function(&mut self, index: usize, first: Operand) {
        let signature = &self.shape.signatures[index];
        let mut arguments = Vec::new();
        for (place, &kind) in signature.params.iter().enumerate() {
            let value = match place {
                0 if signature.recursive => first,
                _ => self.argument(kind, false),
            };
            arguments.push(Argument { ty: kind.ty(), value });
        }
        for &ty in &signature.extras {
            arguments.push(Argument { ty, value: self.operand(ty) });
        }
        self.emit_call(Callee::Direct(FuncId::new(index)), signature.result, arguments);
    }

    fn call_leaf(&mut self) {
        let leaves = self.shape.leaves.clone();
        let signature = &self.shape.signatures[leaves.start];
        let mut arguments = Vec::new();
        for &kind in &signature.params {
            arguments.push(Argument { ty: kind.ty(), value: self.argument(kind, false) });
        }
        let callee = match self.random.u32(..4) {
            0 => Callee::Direct(FuncId::new(self.random.usize(leaves))),
            1 => {
                let test = self.test();
                let [then, otherwise] =
                    [0; 2].map(|_| self.shape.leaf(self.random.usize(..leaves.len())));
                let (ty, dst) = (Type::Ptr, self.fresh(Type::Ptr));
                self.emit(Instruction::Select { ty, dst, test, then, otherwise, condition: None });
                Callee::Indirect(Operand::Register(dst))
            }
            _ => {
                let address = self.entry(self.shape.hooks);
                let dst = self.fresh(Type::Ptr);
                let access = Access::Checked;
                self.emit(Instruction::Load { ty: Type::Ptr, dst, address, offset: 0, access });
                Callee::Indirect(Operand::Register(dst))
            }
        };
        self.emit_call(callee, signature.result, arguments);
    }

    fn call_virtual(&mut self) {
        let receiver = self.argument(ValueKind::Object, false);
        let arguments = vec![
            Argument { ty: Type::Ptr, value: receiver },
            Argument { ty: Type::I32, value: self.operand(Type::I32) },
        ];
        self.emit_call(Callee::Virtual(SELECTOR), Some(ValueKind::Value(Type::I64)), arguments);
    }

    fn emit_call(&mut self, callee: Callee, result: Option<ValueKind>, arguments: Vec<Argument>) {
        let ty = result.map(ValueKind::ty);
        // Now and then the result is dropped.
        let kept = result.filter(|_| self.random.u32(..8) != 0);
        let dst = match kept {
            None => None,
            Some(ValueKind::Value(ty)) => Some(self.destination(ty)),
            Some(ValueKind::Data | ValueKind::Object) => Some(self.fresh(Type::Ptr)),
        };
        self.emit(Instruction::Call { dst, result: ty, callee, arguments });
        let Some(dst) = dst.map(Operand::Register) else { return };
        match kept {
            Some(ValueKind::Data) => {
                self.point(dst, ROOM, true, true);
                if let Some(pointer) = self.pointers.last_mut() {
                    pointer.origin = 0;
                }
            }
            Some(ValueKind::Object) => self.point_at_object(dst),
            _ => {}
        }
    }

    /// Brings the arguments beyond the parameters into scope.
    pub fn take_extras(&mut self) {
        let dst = self.fresh(Type::Ptr);
        self.emit(Instruction::VarArgs { dst });
        let slots = self.signature.extras.iter().map(|ty| if ty.bits() > 64 { 16 } else { 8 });
        let bytes = slots.sum();
        self.point(Operand::Register(dst), bytes, true, false);
    }

    /// Asks for the class of an object.
    pub fn ask_class(&mut self) {
        let object = self.argument(ValueKind::Object, false);
        if self.random.bool() {
            let dst = self.destination(Type::I32);
            self.emit(Instruction::ClassOf { dst, object });
        } else {
            let class: ClassId = self.class();
            let dst = self.destination(Type::BOOL);
            let cast = self.random.bool();
            self.emit(if cast {
                Instruction::MayCast { dst, object, class }
            } else {
                Instruction::InstanceOf { dst, object, class }
            });
        }
    }
}
