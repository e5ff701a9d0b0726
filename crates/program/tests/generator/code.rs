//! Random blocks: every instruction and terminator.

use program::{
    Access, Argument, BinaryOp, Block, BlockId, Callee, CheckKind, CompareOp, ConditionRef,
    Constant, ConvertOp, CounterId, Edge, Failure, Function, HandlerTableId, Instruction, Located,
    Operand, RegId, Region, Register, Terminator, Test, Type, UnaryOp,
};

use super::Generator;

const CHECKS: [CheckKind; 8] = [
    CheckKind::Null,
    CheckKind::Bounds,
    CheckKind::Division,
    CheckKind::Cast,
    CheckKind::Overflow,
    CheckKind::Initialised,
    CheckKind::Size,
    CheckKind::Assertion,
];

/// How many kinds of instructions [`Generator::instruction`] makes.
const KINDS: u32 = 27;

impl Generator {
    pub(super) fn body(&mut self, function: &mut Function) {
        let blocks = self.random.usize(1..6);
        let tables = self.random.usize(0..3);
        for _ in 0..tables {
            let table = self.handlers(function, blocks);
            function.handlers.push(table);
        }
        for index in 0..blocks {
            let instructions = (0..self.random.usize(..10))
                .map(|_| {
                    let node = self.instruction(function);
                    Located { node, span: self.span() }
                })
                .collect();
            let terminator = Located { node: self.terminator(function, blocks), span: self.span() };
            let handlers: Option<HandlerTableId> =
                if tables > 0 { self.maybe(|make| make.id(tables)) } else { None };
            let label = self.name(index);
            function.blocks.push(Block { label, handlers, instructions, terminator });
        }
        let used = function.counters;
        function.counters =
            if self.wild { self.random.u32(..) } else { used + self.random.u32(..2) };
    }

    /// A register of a type; a new one if there is none.
    pub(super) fn destination(&mut self, function: &mut Function, ty: Type) -> RegId {
        if self.wild && self.random.u32(..8) == 0 {
            return self.id(function.registers.len());
        }
        match self.register(function, ty) {
            Some(register) => register,
            None => {
                let name = self.name(function.registers.len());
                function.registers.push(Register { name, ty })
            }
        }
    }

    fn register(&mut self, function: &Function, ty: Type) -> Option<RegId> {
        let fitting = function.registers.iter().filter(|(_, register)| register.ty == ty);
        let fitting: Vec<RegId> = fitting.map(|(id, _)| id).collect();
        if fitting.is_empty() { None } else { Some(fitting[self.random.usize(..fitting.len())]) }
    }

    fn operand(&mut self, function: &Function, ty: Type) -> Operand {
        if self.wild && self.random.u32(..8) == 0 {
            return Operand::Register(self.id(function.registers.len()));
        }
        if self.random.bool()
            && let Some(register) = self.register(function, ty)
        {
            return Operand::Register(register);
        }
        Operand::Constant(match (ty, self.random.u32(..4)) {
            (Type::Ptr, 0) => Constant::Global(self.global_id(), self.random.i64(-20..20)),
            (Type::Ptr, 1) => Constant::Global(self.global_id(), 0),
            (Type::Ptr, 2) => Constant::Function(self.function_id()),
            _ => Constant::Bits(self.bits(ty)),
        })
    }

    fn bits(&mut self, ty: Type) -> u128 {
        let any = match self.random.u32(..4) {
            0 => self.random.i64(-9..9) as i128 as u128,
            1 => self.random.u128(..) >> self.random.u32(..128),
            2 => 0,
            _ => self.random.u128(..),
        };
        let wide = self.wild && self.random.u32(..8) == 0;
        if wide || matches!(ty, Type::Int(0 | 129..)) { any } else { any & ty.mask() }
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.usize(..from.len())]
    }

    fn test(&mut self, function: &Function) -> Test {
        if self.random.bool() {
            return Test::Value(self.operand(function, Type::BOOL));
        }
        let ty = self.ty();
        let op = self.pick(CompareOp::ALL);
        Test::Compare {
            op,
            ty,
            left: self.operand(function, ty),
            right: self.operand(function, ty),
        }
    }

    fn condition(&mut self) -> ConditionRef {
        ConditionRef { decision: self.id(3), index: self.random.u32(..4) }
    }

    fn arguments(&mut self, function: &Function) -> Vec<Argument> {
        self.list(3, |make, _| {
            let ty = make.ty();
            Argument { ty, value: make.operand(function, ty) }
        })
    }

    fn float_or_not(&mut self, float: bool) -> Type {
        loop {
            let ty = self.ty();
            if self.wild || ty.is_float() == float {
                return ty;
            }
        }
    }

    fn instruction(&mut self, f: &mut Function) -> Instruction {
        let access = if self.random.bool() { Access::Checked } else { Access::Trusted };
        let ty = self.ty();
        let zeros = self.random.u32(..4) == 0;
        match self.random.u32(..KINDS) {
            0 => Instruction::Copy { ty, dst: self.destination(f, ty), value: self.operand(f, ty) },
            1 => {
                let op = self.pick(UnaryOp::ALL);
                let ty = self.float_or_not(op.is_float());
                Instruction::Unary {
                    op,
                    ty,
                    dst: self.destination(f, ty),
                    value: self.operand(f, ty),
                }
            }
            2 => {
                let op = self.pick(BinaryOp::ALL);
                let ty = self.float_or_not(op.is_float());
                let (dst, checked) = (self.destination(f, ty), self.random.bool());
                let (left, right) = (self.operand(f, ty), self.operand(f, ty));
                Instruction::Binary { op, ty, dst, left, right, checked }
            }
            3 => {
                let (op, dst) = (self.pick(CompareOp::ALL), self.destination(f, Type::BOOL));
                let (left, right) = (self.operand(f, ty), self.operand(f, ty));
                Instruction::Compare { op, ty, dst, left, right }
            }
            4 => {
                let (op, to) = (self.pick(ConvertOp::ALL), self.ty());
                let (dst, value) = (self.destination(f, to), self.operand(f, ty));
                Instruction::Convert { op, from: ty, to, dst, value }
            }
            5 => Instruction::Fma {
                ty,
                dst: self.destination(f, ty),
                a: self.operand(f, ty),
                b: self.operand(f, ty),
                c: self.operand(f, ty),
            },
            6 => Instruction::Select {
                ty,
                dst: self.destination(f, ty),
                test: self.test(f),
                then: self.operand(f, ty),
                otherwise: self.operand(f, ty),
                condition: self.maybe(Self::condition),
            },
            7 => Instruction::Load {
                ty,
                dst: self.destination(f, ty),
                address: self.operand(f, Type::Ptr),
                offset: self.random.i32(-9..9),
                access: match (zeros, access) {
                    (true, Access::Checked) => Access::Zeros,
                    (true, _) => Access::Copied,
                    (false, access) => access,
                },
            },
            8 => Instruction::Store {
                ty,
                address: self.operand(f, Type::Ptr),
                offset: self.random.i32(-9..9),
                value: self.operand(f, ty),
                access,
            },
            9 | 10 => Instruction::Address {
                dst: self.destination(f, Type::Ptr),
                base: self.operand(f, Type::Ptr),
                index: self.operand(f, Type::I64),
                scale: self.random.u32(..3),
                offset: self.random.i64(-2..2),
            },
            11 => Instruction::Allocate {
                dst: self.destination(f, Type::Ptr),
                size: self.operand(f, Type::I64),
                align: self.random.u32(..9),
                region: if self.random.bool() { Region::Stack } else { Region::Heap },
                zeroed: self.random.bool(),
            },
            12 => Instruction::Free { address: self.operand(f, Type::Ptr) },
            13 => Instruction::MemCopy {
                to: self.operand(f, Type::Ptr),
                from: self.operand(f, Type::Ptr),
                size: self.operand(f, Type::I64),
            },
            14 => Instruction::MemSet {
                to: self.operand(f, Type::Ptr),
                byte: self.operand(f, Type::I8),
                size: self.operand(f, Type::I64),
            },
            15 | 16 => self.call(f),
            17 => Instruction::VarArgs { dst: self.destination(f, Type::Ptr) },
            18 => Instruction::Check {
                kind: self.pick(&CHECKS),
                test: self.test(f),
                failure: if self.random.bool() {
                    Failure::Trap
                } else {
                    Failure::Call(self.function_id(), self.arguments(f))
                },
            },
            19 => Instruction::Condition {
                condition: self.condition(),
                value: self.operand(f, Type::BOOL),
            },
            20 => Instruction::Decide { decision: self.id(3), value: self.operand(f, Type::BOOL) },
            21 => {
                let counter = self.random.u32(..5);
                f.counters = f.counters.max(counter + 1);
                Instruction::Count { counter: CounterId(counter) }
            }
            22 => Instruction::New { dst: self.destination(f, Type::Ptr), class: self.class_id() },
            23 => Instruction::NewArray {
                dst: self.destination(f, Type::Ptr),
                class: self.class_id(),
                length: self.operand(f, Type::I32),
            },
            24 => {
                let dst = self.destination(f, Type::I32);
                let value = self.operand(f, Type::Ptr);
                if self.random.bool() {
                    Instruction::ArrayLength { dst, array: value }
                } else {
                    Instruction::ClassOf { dst, object: value }
                }
            }
            25 => {
                let dst = self.destination(f, Type::BOOL);
                let object = self.operand(f, Type::Ptr);
                match self.random.u8(..3) {
                    0 => Instruction::InstanceOf { dst, object, class: self.class_id() },
                    1 => Instruction::MayCast { dst, object, class: self.class_id() },
                    _ => Instruction::MayStore {
                        dst,
                        array: object,
                        value: self.operand(f, Type::Ptr),
                    },
                }
            }
            _ => Instruction::Init { class: self.class_id() },
        }
    }

    fn call(&mut self, f: &mut Function) -> Instruction {
        let result = self.maybe(Self::ty);
        let dst = match result {
            Some(ty) => self.maybe(|make| make.destination(f, ty)),
            None => None,
        };
        let callee = match self.random.u32(..3) {
            0 => Callee::Direct(self.function_id()),
            1 => Callee::Indirect(self.operand(f, Type::Ptr)),
            _ => Callee::Virtual(self.selector_id()),
        };
        Instruction::Call { dst, result, callee, arguments: self.arguments(f) }
    }

    fn terminator(&mut self, f: &mut Function, blocks: usize) -> Terminator {
        match self.random.u32(..6) {
            0 => Terminator::Jump(self.edge(f, blocks)),
            1 => Terminator::Branch {
                test: self.test(f),
                condition: self.maybe(Self::condition),
                then: self.edge(f, blocks),
                otherwise: self.edge(f, blocks),
            },
            2 => {
                let ty = loop {
                    let ty = self.ty();
                    if self.wild || ty.is_int() {
                        break ty;
                    }
                };
                Terminator::Switch {
                    ty,
                    value: self.operand(f, ty),
                    cases: self.list(6, |make, _| (make.bits(ty), make.edge(f, blocks))),
                    default: self.edge(f, blocks),
                }
            }
            3 => Terminator::Return(f.result.map(|ty| self.operand(f, ty))),
            4 => Terminator::Throw(self.operand(f, Type::Ptr)),
            _ => Terminator::Unreachable,
        }
    }

    fn edge(&mut self, f: &mut Function, blocks: usize) -> Edge {
        let target: BlockId = self.id(blocks);
        let moves = self.list(2, |make, _| {
            let ty = make.ty();
            (make.destination(f, ty), make.operand(f, ty))
        });
        Edge { target, moves }
    }
}
