//! From the IR to operations: registers become slots, constants immediates or temporaries, edges with
//! moves little sequences of their own.

use super::moves;
use super::op::{NO_SLOT, Op, Slot};
use super::table::{BranchInfo, Code, General, Origin, SelectInfo, Signature, SwitchInfo, Way};
use program::site::sites_of;
use program::{
    Argument, BinaryOp, BlockId, Callee, CheckKind, CompareOp, ConditionRef, Constant, ConvertOp,
    Edge, Failure, FuncId, Function, Id, IdVec, Instruction, Operand, Point, Region, SiteId,
    SiteTable, Terminator, Test, Type,
};
use program::{GlobalId, Program};

/// Temporaries of a frame: an instruction has at most four constants, and a constant takes at most two
/// slots.
const TEMPORARIES: Slot = 8;

/// Everything compiling needs to know beside the function.
pub(crate) struct Compiler<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its sites.
    pub sites: &'a SiteTable,
    /// Where each global lies.
    pub globals: &'a IdVec<GlobalId, u64>,
    /// The program-wide number of the first counter of each function.
    pub counters: &'a [u32],
    /// Blocks that are probed.
    pub probed: &'a [(FuncId, BlockId)],
}

/// Appends the operations of a function to the code.
pub(crate) fn compile(compiler: &Compiler<'_>, id: FuncId, code: &mut Code) {
    let function = &compiler.program.functions[id];
    let mut slots = Vec::with_capacity(function.registers.len());
    let mut next: Slot = 0;
    for register in function.registers.values() {
        slots.push(next);
        next += slots_of(register.ty);
    }
    let body = Body {
        compiler,
        id,
        function,
        code,
        slots,
        temporaries: next,
        next_temporary: next,
        window: next + TEMPORARIES,
        origin: Origin {
            point: Point { function: id, block: Function::ENTRY, index: 0 },
            site: None,
        },
        next_site: compiler.sites.of_function(id).next().map_or(0, |site| site.0),
        branch_sites: branch_sites(compiler.sites, id, function),
        edges: Vec::new(),
        failures: Vec::new(),
    };
    body.compile();
}

/// The last site at or before the end of each block: for a block that ends in a branch, the branch.
fn branch_sites(sites: &SiteTable, id: FuncId, function: &Function) -> Vec<SiteId> {
    let mut last = vec![SiteId(0); function.blocks.len()];
    for site in sites.of_function(id) {
        last[sites.site(site).point.block.index()] = site;
    }
    last
}

/// How many slots a value takes.
fn slots_of(ty: Type) -> Slot {
    if ty.bits() > 64 { 2 } else { 1 }
}

/// Which of the two ways of a branch, or where else the number of an operation has to be filled in.
enum Patch {
    Holds(usize),
    Fails(usize),
    Jump(usize),
    Case(usize, usize),
    Default(usize),
}

/// A check's failure, compiled after the blocks.
struct PendingFailure<'f> {
    patch: Patch,
    origin: Origin,
    failure: &'f Failure,
}

struct Body<'a, 'c> {
    compiler: &'a Compiler<'a>,
    id: FuncId,
    function: &'a Function,
    code: &'c mut Code,
    slots: Vec<Slot>,
    temporaries: Slot,
    next_temporary: Slot,
    window: Slot,
    origin: Origin,
    next_site: u32,
    /// The last site of each block, which is its terminator's if that is one.
    branch_sites: Vec<SiteId>,
    edges: Vec<(Patch, &'a Edge, Origin)>,
    failures: Vec<PendingFailure<'a>>,
}

impl<'a> Body<'a, '_> {
    fn compile(mut self) {
        let entry = self.here();
        let mut blocks = Vec::with_capacity(self.function.blocks.len());
        for (block, body) in self.function.blocks.iter() {
            blocks.push(self.here());
            for (index, instruction) in body.instructions.iter().enumerate() {
                let instruction = &instruction.node;
                self.at(block, index, sites_of(instruction).iter().flatten().count());
                self.instruction(instruction);
            }
            let terminator = &body.terminator.node;
            let sites = matches!(terminator, Terminator::Branch { .. } | Terminator::Switch { .. });
            self.at(block, body.instructions.len(), usize::from(sites));
            if self.compiler.probed.contains(&(self.id, block)) {
                self.emit(Op::Probe { block: block.0 });
            }
            self.terminator(terminator, body.instructions.len() as u32 + 1);
        }
        self.pending_edges(&blocks);
        self.pending_failures();
        let index = self.id.index();
        self.code.entries[index] = entry;
        self.code.windows[index] = self.window;
        self.code.blocks[index] = blocks;
        self.code.slots[index] = self.slots;
    }

    /// Moves on to the next instruction, which has that many sites.
    fn at(&mut self, block: BlockId, index: usize, sites: usize) {
        let site = (sites > 0).then_some(SiteId(self.next_site));
        self.next_site += sites as u32;
        self.origin =
            Origin { point: Point { function: self.id, block, index: index as u32 }, site };
        self.next_temporary = self.temporaries;
    }

    fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.origins.push(self.origin);
        self.code.ops.len() - 1
    }

    fn slot(&self, register: program::RegId) -> Slot {
        self.slots[register.index()]
    }

    /// The bits of a constant operand.
    fn constant(&self, operand: Operand) -> Option<u128> {
        let Operand::Constant(constant) = operand else { return None };
        Some(match constant {
            Constant::Bits(bits) => bits,
            Constant::Global(global, offset) => {
                u128::from(self.compiler.globals[global].wrapping_add_signed(offset))
            }
            Constant::Function(function) => {
                u128::from(crate::memory::address::function_address(function.0))
            }
        })
    }

    /// The slot that holds an operand; a constant is put into a temporary first.
    fn operand(&mut self, operand: Operand, ty: Type) -> Slot {
        match operand {
            Operand::Register(register) => self.slot(register),
            Operand::Constant(_) => {
                let slot = self.next_temporary;
                self.next_temporary += slots_of(ty);
                self.put(slot, operand, ty);
                slot
            }
        }
    }

    /// Puts an operand into a slot.
    fn put(&mut self, d: Slot, operand: Operand, ty: Type) {
        match (operand, self.constant(operand)) {
            (Operand::Register(register), _) => {
                let a = self.slot(register);
                self.emit(if ty.bits() > 64 { Op::MovWide { d, a } } else { Op::Mov { d, a } });
            }
            (_, Some(bits)) => self.put_constant(d, bits, ty),
            (Operand::Constant(_), None) => {}
        }
    }

    fn put_constant(&mut self, d: Slot, bits: u128, ty: Type) {
        let op = if ty.bits() > 64 {
            self.code.wide_constants.push(bits);
            Op::ConstWide { d, index: self.code.wide_constants.len() as u32 - 1 }
        } else if let Ok(value) = u32::try_from(bits) {
            Op::Const32 { d, value }
        } else {
            self.code.constants.push(bits as u64);
            Op::Const64 { d, index: self.code.constants.len() as u32 - 1 }
        };
        self.emit(op);
    }

    fn instruction(&mut self, instruction: &'a Instruction) {
        match *instruction {
            Instruction::Copy { ty, dst, value } => self.put(self.slot(dst), value, ty),
            Instruction::Unary { op, ty, dst, value } => {
                let (d, a) = (self.slot(dst), self.operand(value, ty));
                self.general(General::Unary { op, ty, d, a });
            }
            Instruction::Binary { op, ty, dst, left, right, checked } => {
                self.binary(op, ty, dst, left, right, checked);
            }
            Instruction::Compare { op, ty, dst, left, right } => {
                self.compare(op, ty, dst, left, right);
            }
            Instruction::Convert { op, from, to, dst, value } => {
                self.convert(op, from, to, dst, value);
            }
            Instruction::Fma { ty, dst, a, b, c } => {
                let (a, b, c) = (self.operand(a, ty), self.operand(b, ty), self.operand(c, ty));
                self.general(General::Fma { ty, d: self.slot(dst), a, b, c });
            }
            Instruction::Select { ty, dst, test, then, otherwise, condition } => {
                self.select(ty, dst, test, (then, otherwise), condition);
            }
            Instruction::Load { ty, dst, address, offset, .. } => {
                let (d, a) = (self.slot(dst), self.operand(address, Type::Ptr));
                self.emit(match ty {
                    Type::F32 => Op::LoadF32 { d, a, offset },
                    Type::F64 => Op::LoadF64 { d, a, offset },
                    Type::Ptr | Type::Int(64) => Op::Load64 { d, a, offset },
                    Type::Int(8) => Op::Load8 { d, a, offset },
                    Type::Int(16) => Op::Load16 { d, a, offset },
                    Type::Int(32) => Op::Load32 { d, a, offset },
                    Type::Int(bits) => Op::LoadGeneral { d, a, bits, offset },
                });
            }
            Instruction::Store { ty, address, offset, value, .. } => {
                let (a, v) = (self.operand(address, Type::Ptr), self.operand(value, ty));
                self.emit(match ty {
                    Type::F32 => Op::StoreF32 { v, a, offset },
                    Type::F64 => Op::StoreF64 { v, a, offset },
                    Type::Ptr | Type::Int(64) => Op::Store64 { v, a, offset },
                    Type::Int(8) => Op::Store8 { v, a, offset },
                    Type::Int(16) => Op::Store16 { v, a, offset },
                    Type::Int(32) => Op::Store32 { v, a, offset },
                    Type::Int(bits) => Op::StoreGeneral { v, a, bits, offset },
                });
            }
            Instruction::Address { dst, base, index, scale, offset } => {
                self.address(dst, base, index, scale, offset);
            }
            Instruction::Allocate { dst, size, align, region, zeroed } => {
                let (d, a) = (self.slot(dst), self.operand(size, Type::I64));
                self.emit(Op::Allocate { d, a, heap: region == Region::Heap, zeroed, align });
            }
            Instruction::Free { address } => {
                let a = self.operand(address, Type::Ptr);
                self.emit(Op::Free { a });
            }
            Instruction::MemCopy { to, from, size } => {
                let (a, b) = (self.operand(to, Type::Ptr), self.operand(from, Type::Ptr));
                let n = self.operand(size, Type::I64);
                self.emit(Op::MemCopy { a, b, n });
            }
            Instruction::MemSet { to, byte, size } => {
                let (a, b) = (self.operand(to, Type::Ptr), self.operand(byte, Type::I8));
                let n = self.operand(size, Type::I64);
                self.emit(Op::MemSet { a, b, n });
            }
            Instruction::Call { dst, result, callee, ref arguments } => {
                let d = dst.map_or(NO_SLOT, |dst| self.slot(dst));
                self.call(d, result, callee, arguments);
            }
            Instruction::VarArgs { dst } => {
                self.emit(Op::VarArgs { d: self.slot(dst) });
            }
            Instruction::Check { kind, test, ref failure } => self.check(kind, test, failure),
            Instruction::Condition { condition, value } => {
                let a = self.operand(value, Type::BOOL);
                self.code.conditions.push(condition);
                self.emit(Op::Condition { a, index: self.code.conditions.len() as u32 - 1 });
            }
            Instruction::Decide { decision, value } => {
                let a = self.operand(value, Type::BOOL);
                self.emit(Op::Decide { a, decision: decision.0 });
            }
            Instruction::Count { counter } => {
                let first = self.compiler.counters[self.id.index()];
                self.emit(Op::Count { counter: first + counter.0 });
            }
            Instruction::New { dst, class } => {
                self.emit(Op::New { d: self.slot(dst), class: class.0 });
            }
            Instruction::NewArray { dst, class, length } => {
                let a = self.operand(length, Type::I32);
                self.emit(Op::NewArray { d: self.slot(dst), a, class: class.0 });
            }
            Instruction::ArrayLength { dst, array } => {
                let a = self.operand(array, Type::Ptr);
                self.emit(Op::ArrayLength { d: self.slot(dst), a });
            }
            Instruction::ClassOf { dst, object } => {
                let a = self.operand(object, Type::Ptr);
                self.emit(Op::ClassOf { d: self.slot(dst), a });
            }
            Instruction::InstanceOf { dst, object, class } => {
                let a = self.operand(object, Type::Ptr);
                self.emit(Op::InstanceOf { d: self.slot(dst), a, class: class.0 });
            }
            Instruction::Init { class } => {
                self.emit(Op::Init { class: class.0 });
            }
        }
    }

    fn general(&mut self, general: General) {
        self.code.general.push(general);
        self.emit(Op::General { index: self.code.general.len() as u32 - 1 });
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        ty: Type,
        dst: program::RegId,
        left: Operand,
        right: Operand,
        checked: bool,
    ) {
        let d = self.slot(dst);
        let bits = ty.bits();
        if ty.is_float() {
            let (a, b) = (self.operand(left, ty), self.operand(right, ty));
            let special = match (op, ty) {
                (BinaryOp::FAdd, Type::F64) => Some(Op::FAdd64 { d, a, b }),
                (BinaryOp::FSub, Type::F64) => Some(Op::FSub64 { d, a, b }),
                (BinaryOp::FMul, Type::F64) => Some(Op::FMul64 { d, a, b }),
                (BinaryOp::FDiv, Type::F64) => Some(Op::FDiv64 { d, a, b }),
                _ => None,
            };
            match special {
                Some(op) => {
                    self.emit(op);
                }
                None => self.general(General::Binary { op, ty, d, a, b, checked }),
            }
            return;
        }
        // A constant of a commutative operation goes to the right.
        let commutes = matches!(
            op,
            BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
        );
        let (left, right) = match (self.constant(left), self.constant(right)) {
            (Some(_), None) if commutes => (right, left),
            _ => (left, right),
        };
        if bits <= 64
            && let Some(value) = self.constant(right)
            && let Operand::Register(register) = left
            && let Some(op) = immediate(op, bits, d, self.slot(register), value as u64, checked)
        {
            self.emit(op);
            return;
        }
        let (a, b) = (self.operand(left, ty), self.operand(right, ty));
        let op = match (op, bits, checked) {
            (_, 65.., _) => return self.general(General::Binary { op, ty, d, a, b, checked }),
            (BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, ..) => {
                Op::Divide { op, d, a, b, bits, checked }
            }
            (BinaryOp::Add, 32, false) => Op::Add32 { d, a, b },
            (BinaryOp::Add, 64, false) => Op::Add64 { d, a, b },
            (BinaryOp::Add, _, false) => Op::AddN { d, a, b, bits },
            (BinaryOp::Sub, 32, false) => Op::Sub32 { d, a, b },
            (BinaryOp::Sub, 64, false) => Op::Sub64 { d, a, b },
            (BinaryOp::Sub, _, false) => Op::SubN { d, a, b, bits },
            (BinaryOp::Mul, 32, false) => Op::Mul32 { d, a, b },
            (BinaryOp::Mul, 64, false) => Op::Mul64 { d, a, b },
            (BinaryOp::Mul, _, false) => Op::MulN { d, a, b, bits },
            (BinaryOp::And, ..) if !checked => Op::And { d, a, b, bits },
            (BinaryOp::Or, ..) if !checked => Op::Or { d, a, b, bits },
            (BinaryOp::Xor, ..) if !checked => Op::Xor { d, a, b, bits },
            (BinaryOp::Shl, _, false) => Op::Shl { d, a, b, bits },
            (BinaryOp::LShr, _, false) => Op::LShr { d, a, b, bits },
            (BinaryOp::AShr, _, false) => Op::AShr { d, a, b, bits },
            (BinaryOp::Add, 32, true) => Op::AddChecked32 { d, a, b },
            (BinaryOp::Add, 64, true) => Op::AddChecked64 { d, a, b },
            (BinaryOp::Sub, 32, true) => Op::SubChecked32 { d, a, b },
            (BinaryOp::Sub, 64, true) => Op::SubChecked64 { d, a, b },
            (BinaryOp::Mul, 32, true) => Op::MulChecked32 { d, a, b },
            (BinaryOp::Mul, 64, true) => Op::MulChecked64 { d, a, b },
            _ => return self.general(General::Binary { op, ty, d, a, b, checked }),
        };
        self.emit(op);
    }

    fn compare(
        &mut self,
        op: CompareOp,
        ty: Type,
        dst: program::RegId,
        left: Operand,
        right: Operand,
    ) {
        let d = self.slot(dst);
        let bits = ty.bits();
        if ty.is_float() || bits > 64 {
            let (a, b) = (self.operand(left, ty), self.operand(right, ty));
            return self.general(General::Compare { op, ty, d, a, b });
        }
        let (op, left, right) = match (self.constant(left), self.constant(right)) {
            (Some(_), None) => (op.swapped(), right, left),
            _ => (op, left, right),
        };
        if let Operand::Register(register) = left
            && let Some(value) = self.constant(right).and_then(|value| u32::try_from(value).ok())
        {
            self.emit(Op::CompareI { op, d, a: self.slot(register), bits, value });
        } else {
            let (a, b) = (self.operand(left, ty), self.operand(right, ty));
            self.emit(Op::Compare { op, d, a, b, bits });
        }
    }

    fn convert(
        &mut self,
        op: ConvertOp,
        from: Type,
        to: Type,
        dst: program::RegId,
        value: Operand,
    ) {
        let (d, a) = (self.slot(dst), self.operand(value, from));
        let narrow = from.bits() <= 64 && to.bits() <= 64;
        let (bits, width) = (from.bits(), to.bits());
        let op = match op {
            ConvertOp::ZExt if narrow => Op::Extend { d, a, bits, signed: false, to: width },
            ConvertOp::SExt if narrow => Op::Extend { d, a, bits, signed: true, to: width },
            ConvertOp::Trunc if narrow => Op::Truncate { d, a, from: bits, bits: width },
            // Between integers and pointers nothing changes, not even the term.
            ConvertOp::BitCast if from.sort() == to.sort() && narrow => Op::Mov { d, a },
            _ => return self.general(General::Convert { op, from, to, d, a }),
        };
        self.emit(op);
    }

    fn select(
        &mut self,
        ty: Type,
        dst: program::RegId,
        test: Test,
        (then, otherwise): (Operand, Operand),
        condition: Option<ConditionRef>,
    ) {
        let (op, operands, a, b) = match test {
            Test::Compare { op, ty, left, right } => {
                (Some(op), ty, self.operand(left, ty), self.operand(right, ty))
            }
            Test::Value(value) => (None, Type::BOOL, self.operand(value, Type::BOOL), 0),
        };
        let (then, otherwise) = (self.operand(then, ty), self.operand(otherwise, ty));
        let site = self.site();
        self.code.selects.push(SelectInfo {
            op,
            operands,
            a,
            b,
            ty,
            d: self.slot(dst),
            then,
            otherwise,
            first: self.compiler.sites.site(site).first,
            site,
            condition,
        });
        self.emit(Op::Select { index: self.code.selects.len() as u32 - 1 });
    }

    fn address(
        &mut self,
        dst: program::RegId,
        base: Operand,
        index: Operand,
        scale: u32,
        offset: i64,
    ) {
        let d = self.slot(dst);
        let steps = self.constant(index).map(|index| (index as i64).wrapping_mul(i64::from(scale)));
        let offset = offset.wrapping_add(steps.unwrap_or(0));
        let a = self.operand(base, Type::Ptr);
        if steps.is_none() {
            let b = self.operand(index, Type::I64);
            self.emit(Op::Address { d, a, b, scale });
            if offset == 0 {
                return;
            }
        }
        let a = if steps.is_none() { d } else { a };
        match i32::try_from(offset) {
            Ok(value) => {
                self.emit(Op::AddI64 { d, a, value });
            }
            Err(_) => {
                let b = self.next_temporary;
                self.put_constant(b, u128::from(offset as u64), Type::I64);
                self.emit(Op::Add64 { d, a, b });
            }
        }
    }

    /// Puts arguments where the callee's frame begins, and makes the call.
    fn call(&mut self, d: Slot, result: Option<Type>, callee: Callee, arguments: &[Argument]) {
        let target = match callee {
            Callee::Indirect(operand) => Some(self.operand(operand, Type::Ptr)),
            _ => None,
        };
        let mut slot = self.window;
        for argument in arguments {
            self.put(slot, argument.value, argument.ty);
            slot += slots_of(argument.ty);
        }
        let window = self.window;
        let op = match callee {
            Callee::Direct(function)
                if arguments.len() > self.compiler.program.functions[function].params as usize =>
            {
                let signature = self.signature(result, arguments);
                self.code.variadic.push((function, signature));
                Op::CallVariadic { index: self.code.variadic.len() as u32 - 1, d, window }
            }
            Callee::Direct(function) => Op::Call { function: function.0, d, window },
            Callee::Indirect(_) => {
                let signature = self.signature(result, arguments);
                Op::CallIndirect { a: target.unwrap_or(0), d, window, signature }
            }
            Callee::Virtual(selector) => Op::CallVirtual { selector: selector.0, d, window },
        };
        self.emit(op);
    }

    fn signature(&mut self, result: Option<Type>, arguments: &[Argument]) -> u32 {
        let arguments = arguments.iter().map(|argument| argument.ty).collect();
        self.code.signatures.push(Signature { arguments, result });
        self.code.signatures.len() as u32 - 1
    }

    fn site(&self) -> SiteId {
        self.origin.site.expect("a branch, select, switch or check is a site")
    }

    fn check(&mut self, kind: CheckKind, test: Test, failure: &'a Failure) {
        let branch = self.branch(test, 0, Some(kind), None);
        let next = self.here();
        let passes_when_holding = self.code.branches[branch].holds.index == 0;
        let info = &mut self.code.branches[branch];
        let patch = if passes_when_holding {
            info.holds.target = next;
            Patch::Fails(branch)
        } else {
            info.fails.target = next;
            Patch::Holds(branch)
        };
        self.failures.push(PendingFailure { patch, origin: self.origin, failure });
    }

    fn terminator(&mut self, terminator: &'a Terminator, cost: u32) {
        match terminator {
            Terminator::Jump(edge) => {
                let moved = self.moves(edge);
                if self.repeat_branch(edge.target, cost + moved) {
                    return;
                }
                let cost = self.short_cost(cost + moved);
                let jump = self.emit(Op::Jump { target: 0, cost });
                // The moves are done: only the target is open.
                self.edges.push((Patch::Jump(jump), edge, self.origin));
            }
            Terminator::Branch { test, condition, then, otherwise } => {
                self.two_ways(*test, *condition, then, otherwise, cost);
            }
            Terminator::Switch { ty, value, cases, default } => {
                let a = self.operand(*value, *ty);
                let site = self.site();
                let switch = self.code.switches.len();
                let mut sorted: Vec<(u128, u32, u32)> = cases
                    .iter()
                    .enumerate()
                    .map(|(index, case)| (case.0, index as u32, 0))
                    .collect();
                sorted.sort_unstable();
                for (place, &(_, index, _)) in sorted.iter().enumerate() {
                    let edge = &cases[index as usize].1;
                    self.edges.push((Patch::Case(switch, place), edge, self.origin));
                }
                self.edges.push((Patch::Default(switch), default, self.origin));
                self.code.switches.push(SwitchInfo {
                    cases: sorted,
                    values: cases.iter().map(|case| case.0).collect(),
                    default: 0,
                    first: self.compiler.sites.site(site).first,
                    cost,
                    site,
                    ty: *ty,
                });
                self.emit(Op::Switch { a, index: switch as u32 });
            }
            Terminator::Return(None) => {
                let cost = self.short_cost(cost);
                self.emit(Op::ReturnVoid { cost });
            }
            Terminator::Return(Some(value)) => {
                let ty = self.function.result.unwrap_or(Type::I64);
                let a = self.operand(*value, ty);
                let cost = self.short_cost(cost);
                self.emit(if ty.bits() > 64 {
                    Op::ReturnWide { a, cost }
                } else {
                    Op::Return { a, cost }
                });
            }
            Terminator::Throw(value) => {
                let a = self.operand(*value, Type::Ptr);
                self.emit(Op::Steps { count: cost });
                self.emit(Op::Throw { a });
            }
            Terminator::Unreachable => {
                self.emit(Op::Unreachable);
            }
        }
    }

    /// A block that does nothing but branch, as the head of most loops: the jump to it becomes that
    /// branch. Gives whether it is such a block.
    fn repeat_branch(&mut self, target: BlockId, cost: u32) -> bool {
        let block = &self.function.blocks[target];
        let Terminator::Branch { test, condition, then, otherwise } = &block.terminator.node else {
            return false;
        };
        if !block.instructions.is_empty() || self.compiler.probed.contains(&(self.id, target)) {
            return false;
        }
        let site = Some(self.branch_sites[target.index()]);
        self.origin = Origin { point: Point { function: self.id, block: target, index: 0 }, site };
        self.next_temporary = self.temporaries;
        self.two_ways(*test, *condition, then, otherwise, cost + 1);
        true
    }

    fn two_ways(
        &mut self,
        test: Test,
        condition: Option<ConditionRef>,
        then: &'a Edge,
        otherwise: &'a Edge,
        cost: u32,
    ) {
        let branch = self.branch(test, cost, None, condition);
        let (when_true, when_false) = if self.code.branches[branch].holds.index == 0 {
            (Patch::Holds(branch), Patch::Fails(branch))
        } else {
            (Patch::Fails(branch), Patch::Holds(branch))
        };
        self.edges.push((when_true, then, self.origin));
        self.edges.push((when_false, otherwise, self.origin));
    }

    /// A cost that fits into an operation; the rest is counted by one of its own.
    fn short_cost(&mut self, cost: u32) -> u16 {
        u16::try_from(cost).unwrap_or_else(|_| {
            self.emit(Op::Steps { count: cost });
            0
        })
    }

    /// Emits a test and gives the number of its branch; where to is filled in later.
    fn branch(
        &mut self,
        test: Test,
        cost: u32,
        check: Option<CheckKind>,
        condition: Option<ConditionRef>,
    ) -> usize {
        let index = self.code.branches.len() as u32;
        let (op, ty, negated) = match test {
            Test::Value(value) => {
                let a = self.operand(value, Type::BOOL);
                self.emit(Op::BranchBool { a, index });
                (None, Type::BOOL, false)
            }
            Test::Compare { op, ty, left, right } => {
                let (op, negated) = self.comparison(index, op, ty, left, right);
                (Some(op), ty, negated)
            }
        };
        let site = self.site();
        let first = self.compiler.sites.site(site);
        let way = |index: u32| Way { target: 0, outcome: first.outcome(index), index };
        self.code.branches.push(BranchInfo {
            holds: way(u32::from(negated)),
            fails: way(u32::from(!negated)),
            cost,
            site,
            op,
            ty,
            check,
            condition,
        });
        index as usize
    }

    /// Emits a compare-and-branch in one of the few forms there are. Gives the comparison as executed and
    /// whether it holds exactly when the given one does not.
    fn comparison(
        &mut self,
        index: u32,
        op: CompareOp,
        ty: Type,
        left: Operand,
        right: Operand,
    ) -> (CompareOp, bool) {
        let bits = ty.bits();
        let (op, left, right) = match (self.constant(left), self.constant(right)) {
            (Some(_), None) => (op.swapped(), right, left),
            _ => (op, left, right),
        };
        let unsigned =
            matches!(op, CompareOp::Ult | CompareOp::Ule | CompareOp::Ugt | CompareOp::Uge);
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        if ty.is_float() || bits > 64 || !(unsigned || equality || bits == 32 || bits == 64) {
            let (a, b) = (self.operand(left, ty), self.operand(right, ty));
            self.emit(Op::BranchGeneral { a, b, index });
            return (op, false);
        }
        if let Operand::Register(register) = left
            && let Some(value) = self.constant(right)
            && let Some(form) = less_than_constant(op, bits, value as u64)
            && let Some(branch) = immediate_branch(form, bits, self.slot(register), index)
        {
            self.emit(branch);
            return (form.op, form.negated);
        }
        let (a, b) = (self.operand(left, ty), self.operand(right, ty));
        // a > b is b < a, a >= b is not a < b, a <= b is not b < a.
        let (less, swap, negated) = match op {
            CompareOp::Eq => (CompareOp::Eq, false, false),
            CompareOp::Ne => (CompareOp::Eq, false, true),
            CompareOp::Ult => (CompareOp::Ult, false, false),
            CompareOp::Ugt => (CompareOp::Ult, true, false),
            CompareOp::Uge => (CompareOp::Ult, false, true),
            CompareOp::Ule => (CompareOp::Ult, true, true),
            CompareOp::Slt => (CompareOp::Slt, false, false),
            CompareOp::Sgt => (CompareOp::Slt, true, false),
            CompareOp::Sge => (CompareOp::Slt, false, true),
            _ => (CompareOp::Slt, true, true),
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.emit(match less {
            CompareOp::Eq => Op::BranchEq { a, b, index },
            CompareOp::Ult => Op::BranchUlt { a, b, index },
            _ if bits == 32 => Op::BranchSlt32 { a, b, index },
            _ => Op::BranchSlt64 { a, b, index },
        });
        (less, negated)
    }

    /// Emits the moves of an edge one after the other, and tells how many there are.
    fn moves(&mut self, edge: &Edge) -> u32 {
        let mut pairs = Vec::new();
        for &(to, from) in &edge.moves {
            if let Operand::Register(from) = from {
                let (to_slot, from_slot) = (self.slot(to), self.slot(from));
                for half in 0..slots_of(self.function.type_of(to)) {
                    pairs.push((to_slot + half, from_slot + half));
                }
            }
        }
        for (d, a) in moves::sequence(&pairs, self.temporaries) {
            self.emit(Op::Mov { d, a });
        }
        for &(to, from) in &edge.moves {
            if matches!(from, Operand::Constant(_)) {
                self.put(self.slot(to), from, self.function.type_of(to));
            }
        }
        edge.moves.len() as u32
    }

    /// Gives every open edge its target; one with moves gets operations of its own.
    fn pending_edges(&mut self, blocks: &[u32]) {
        for (patch, edge, origin) in std::mem::take(&mut self.edges) {
            let mut target = blocks[edge.target.index()];
            if !edge.moves.is_empty() && !matches!(patch, Patch::Jump(_)) {
                self.origin = origin;
                let stub = self.here();
                let moved = self.moves(edge);
                let cost = self.short_cost(moved);
                self.emit(Op::Jump { target, cost });
                target = stub;
            }
            self.patch(&patch, target);
        }
    }

    fn pending_failures(&mut self) {
        for PendingFailure { patch, origin, failure } in std::mem::take(&mut self.failures) {
            self.origin = origin;
            self.next_temporary = self.temporaries;
            let target = self.here();
            match failure {
                Failure::Trap => {
                    self.emit(Op::FailCheck);
                }
                Failure::Call(function, arguments) => {
                    self.call(NO_SLOT, None, Callee::Direct(*function), arguments);
                    self.emit(Op::Unreachable);
                }
            }
            self.patch(&patch, target);
        }
    }

    fn patch(&mut self, patch: &Patch, to: u32) {
        match *patch {
            Patch::Holds(branch) => self.code.branches[branch].holds.target = to,
            Patch::Fails(branch) => self.code.branches[branch].fails.target = to,
            Patch::Case(switch, place) => self.code.switches[switch].cases[place].2 = to,
            Patch::Default(switch) => self.code.switches[switch].default = to,
            Patch::Jump(jump) => {
                if let Op::Jump { target, .. } = &mut self.code.ops[jump] {
                    *target = to;
                }
            }
        }
    }
}

/// The form with the right side in the operation, if there is one.
fn immediate(op: BinaryOp, bits: u8, d: Slot, a: Slot, value: u64, checked: bool) -> Option<Op> {
    let signed = sign_extend(value, bits);
    let small = i32::try_from(signed).ok();
    let negative = signed.checked_neg().and_then(|value| i32::try_from(value).ok());
    let mask = u32::try_from(value).ok();
    let amount = u8::try_from(value).ok().filter(|&amount| amount < bits);
    Some(match (op, bits, checked) {
        (BinaryOp::Add, 32, false) => Op::AddI32 { d, a, value: small? },
        (BinaryOp::Add, 64, false) => Op::AddI64 { d, a, value: small? },
        (BinaryOp::Sub, 32, false) => Op::AddI32 { d, a, value: negative? },
        (BinaryOp::Sub, 64, false) => Op::AddI64 { d, a, value: negative? },
        (BinaryOp::Add, 32, true) => Op::AddCheckedI32 { d, a, value: small? },
        (BinaryOp::Add, 64, true) => Op::AddCheckedI64 { d, a, value: small? },
        (BinaryOp::Sub, 32, true) => Op::AddCheckedI32 { d, a, value: negative? },
        (BinaryOp::Sub, 64, true) => Op::AddCheckedI64 { d, a, value: negative? },
        (BinaryOp::Mul, 32, false) => Op::MulI32 { d, a, value: small? },
        (BinaryOp::Mul, 64, false) => Op::MulI64 { d, a, value: small? },
        (BinaryOp::And, _, false) => Op::AndI { d, a, value: mask?, bits },
        (BinaryOp::Or, _, false) => Op::OrI { d, a, value: mask?, bits },
        (BinaryOp::Xor, _, false) => Op::XorI { d, a, value: mask?, bits },
        (BinaryOp::Shl, _, false) => Op::ShlI { d, a, value: amount?, bits },
        (BinaryOp::LShr, _, false) => Op::LShrI { d, a, value: amount?, bits },
        (BinaryOp::AShr, _, false) => Op::AShrI { d, a, value: amount?, bits },
        _ => return None,
    })
}

/// A value of `bits` bits as a signed number.
pub(crate) fn sign_extend(value: u64, bits: u8) -> i64 {
    let shift = 64 - u32::from(bits);
    ((value << shift) as i64) >> shift
}

/// A comparison with a constant, as `==` or `<`.
#[derive(Clone, Copy)]
struct ConstantForm {
    op: CompareOp,
    value: u64,
    negated: bool,
}

/// Brings a comparison with a constant into one of the forms `== c` and `< c`: `x <= c` is `x < c + 1` unless
/// that overflows.
fn less_than_constant(op: CompareOp, bits: u8, value: u64) -> Option<ConstantForm> {
    let mask = u64::MAX >> (64 - u32::from(bits));
    let next = value.wrapping_add(1) & mask;
    let unsigned_next = (value != mask).then_some(next);
    let signed_next = (value != mask >> 1).then_some(next);
    let form = |op, value, negated| Some(ConstantForm { op, value, negated });
    match op {
        CompareOp::Eq => form(CompareOp::Eq, value, false),
        CompareOp::Ne => form(CompareOp::Eq, value, true),
        CompareOp::Ult => form(CompareOp::Ult, value, false),
        CompareOp::Uge => form(CompareOp::Ult, value, true),
        CompareOp::Ule => form(CompareOp::Ult, unsigned_next?, false),
        CompareOp::Ugt => form(CompareOp::Ult, unsigned_next?, true),
        CompareOp::Slt => form(CompareOp::Slt, value, false),
        CompareOp::Sge => form(CompareOp::Slt, value, true),
        CompareOp::Sle => form(CompareOp::Slt, signed_next?, false),
        CompareOp::Sgt => form(CompareOp::Slt, signed_next?, true),
        _ => None,
    }
}

fn immediate_branch(form: ConstantForm, bits: u8, a: Slot, index: u32) -> Option<Op> {
    let unsigned = u32::try_from(form.value).ok();
    let signed = i32::try_from(sign_extend(form.value, bits)).ok();
    Some(match form.op {
        CompareOp::Eq => Op::BranchEqI { a, value: unsigned?, index },
        CompareOp::Ult => Op::BranchUltI { a, value: unsigned?, index },
        CompareOp::Slt if bits == 32 => Op::BranchSltI32 { a, value: signed?, index },
        CompareOp::Slt => Op::BranchSltI64 { a, value: signed?, index },
        _ => return None,
    })
}
