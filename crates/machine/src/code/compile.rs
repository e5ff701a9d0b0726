//! From the IR to operations: registers become slots, constants immediates or temporaries, edges with
//! moves little sequences of their own.

use super::forms::immediate;
use super::op::{NO_SLOT, Op, Slot};
use super::shortcuts::not_null;
use super::table::{Code, General, Origin, SelectInfo, Signature, Source};
use program::analysis::BitSet;
use program::site::sites_of;
use program::{
    Access, Argument, BinaryOp, BlockId, Callee, Change, CheckKind, CompareOp, ConditionRef,
    Constant, ConvertOp, Edge, Edit, Failure, FuncId, Function, Id, IdVec, Instruction, Operand,
    Point, Region, SiteId, SiteKind, SiteTable, Terminator, Test, Type,
};
use program::{GlobalId, Program};
use rustc_hash::FxHashMap;

/// The sites of one instruction.
type Sites = [Option<(SiteKind, Option<ConditionRef>)>; 2];

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
    /// Whether a read of what was never written traps.
    pub check_written: bool,
    /// Whether what was never written is asked for where it is read; of registers nothing is.
    pub ask_unwritten: bool,
    /// Blocks that are probed, and the number of their probes' group.
    pub probed: &'a FxHashMap<(FuncId, BlockId), u32>,
    /// The number of the first of the counters that count the blocks of the function, if it has some.
    pub blocks: Option<u32>,
    /// What stands in place of an instruction or terminator of the function.
    pub edit: Option<&'a Edit>,
    /// Sites for instructions that stand in place of one that has none.
    pub spare: Option<SiteId>,
}

impl Compiler<'_> {
    /// Whether the edit is in a block.
    pub fn edits(&self, block: BlockId) -> bool {
        self.edit.is_some_and(|edit| edit.point.block == block)
    }

    /// What stands in a place of a block instead.
    fn change(&self, block: BlockId, index: usize) -> Option<&Change> {
        let here = |edit: &&Edit| edit.point.block == block && edit.point.index as usize == index;
        self.edit.filter(here).map(|edit| &edit.change)
    }
}

/// Appends the operations of a function to the code.
pub(crate) fn compile(compiler: &Compiler<'_>, id: FuncId, code: &mut Code) {
    let function = &compiler.program.functions[id];
    let further = compiler.edit.map_or(&[][..], |edit| &edit.registers);
    let mut slots = Vec::with_capacity(function.registers.len());
    let mut next: Slot = 0;
    for ty in function.registers.values().map(|register| register.ty).chain(further.iter().copied())
    {
        slots.push(next);
        next += slots_of(ty);
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
        chosen: false,
    };
    body.compile();
}

/// The slot of a register in the frame of its function.
pub(crate) fn slot_of(function: &Function, register: program::RegId) -> Slot {
    let before = function.registers.values().take(register.index());
    before.map(|register| slots_of(register.ty)).sum()
}

/// The last site at or before the end of each block: for a block that ends in a branch, the branch.
fn branch_sites(sites: &SiteTable, id: FuncId, function: &Function) -> Vec<SiteId> {
    let mut last = vec![SiteId(0); function.blocks.len()];
    for site in sites.of_function(id) {
        last[sites.site(site).point.block.index()] = site;
    }
    last
}

/// The blocks that only branches lead to.
fn chosen_blocks(function: &Function) -> BitSet {
    let (mut chosen, mut other) =
        (BitSet::new(function.blocks.len()), BitSet::new(function.blocks.len()));
    other.insert(Function::ENTRY.index());
    for block in function.blocks.values() {
        let is_branch = matches!(block.terminator.node, Terminator::Branch { .. });
        let blocks = if is_branch { &mut chosen } else { &mut other };
        for edge in block.terminator.node.edges() {
            blocks.insert(edge.target.index());
        }
    }
    other.iter().for_each(|block| {
        chosen.remove(block);
    });
    chosen
}

/// How many slots a value takes.
pub(super) fn slots_of(ty: Type) -> Slot {
    if ty.bits() > 64 { 2 } else { 1 }
}

/// Which of the two ways of a branch, or where else the number of an operation has to be filled in.
pub(super) enum Patch {
    Holds(usize),
    Fails(usize),
    Jump(usize),
    Case(usize, usize),
    Default(usize),
}

/// A check's failure, compiled after the blocks.
pub(super) struct PendingFailure<'f> {
    pub patch: Patch,
    pub origin: Origin,
    pub failure: &'f Failure,
}

pub(super) struct Body<'a, 'c> {
    pub compiler: &'a Compiler<'a>,
    pub id: FuncId,
    pub function: &'a Function,
    pub code: &'c mut Code,
    pub slots: Vec<Slot>,
    pub temporaries: Slot,
    pub next_temporary: Slot,
    pub window: Slot,
    pub origin: Origin,
    pub next_site: u32,
    /// The last site of each block, which is its terminator's if that is one.
    pub branch_sites: Vec<SiteId>,
    pub edges: Vec<(Patch, &'a Edge, Origin)>,
    pub failures: Vec<PendingFailure<'a>>,
    /// Whether what comes now is done because of the last branch.
    pub chosen: bool,
}

impl<'a> Body<'a, '_> {
    fn compile(mut self) {
        let entry = self.here();
        let mut blocks = Vec::with_capacity(self.function.blocks.len());
        let chosen = chosen_blocks(self.function);
        for (block, body) in self.function.blocks.iter() {
            blocks.push(self.here());
            self.chosen = chosen.contains(block.index());
            if let Some(first) = self.compiler.blocks {
                self.emit(Op::Count { counter: first + block.0 });
            }
            let mut skipped: Option<(usize, usize)> = None;
            for (index, instruction) in body.instructions.iter().enumerate() {
                let instruction = &instruction.node;
                if skipped.is_none() && !self.compiler.edits(block) {
                    self.origin.point = Point { function: self.id, block, index: index as u32 };
                    skipped = self.shortcut(block, index);
                }
                let sites = sites_of(instruction);
                self.at(block, index, sites.iter().flatten().count());
                match self.compiler.change(block, index) {
                    Some(Change::Instructions(others)) => self.others(others, &sites),
                    _ => {
                        if not_null(instruction).is_some() && skipped.is_none() {
                            self.emit_not_null(instruction);
                        }
                        self.instruction(instruction);
                    }
                }
                // The callee's branches are the last now.
                self.chosen &= !matches!(instruction, Instruction::Call { .. });
                if let Some((behind, number)) = skipped
                    && behind == index + 1
                {
                    self.code.elements[number].next = self.here();
                    skipped = None;
                }
            }
            let end = body.instructions.len();
            let mut terminator = &body.terminator.node;
            let sites = matches!(terminator, Terminator::Branch { .. } | Terminator::Switch { .. });
            self.at(block, end, usize::from(sites));
            if let Some(Change::Terminator(others, other)) = self.compiler.change(block, end) {
                let origin = self.origin;
                self.others(others, &[None, None]);
                self.origin = origin;
                terminator = other;
            }
            if let Some(&group) = self.compiler.probed.get(&(self.id, block)) {
                self.emit(Op::Probe { group });
            }
            self.terminator(terminator, end as u32 + 1);
        }
        self.pending_edges(&blocks);
        self.pending_failures();
        let index = self.id.index();
        self.code.largest_frame = self.code.largest_frame.max(self.window.into());
        self.code.entries[index] = entry;
        self.code.windows[index] = self.window;
        self.code.blocks[index] = blocks;
        self.code.slots[index] = self.slots;
    }

    /// Instructions that stand in place of one that had some sites. What they count does not matter, but it must have a
    /// place to be counted.
    fn others(&mut self, others: &'a [Instruction], had: &Sites) {
        let site = self.origin.site;
        for instruction in others {
            self.next_temporary = self.temporaries;
            let own = sites_of(instruction);
            let place = match own[0] {
                Some((SiteKind::Check(CheckKind::Overflow), _)) => 1,
                Some((SiteKind::Check(CheckKind::Assertion), _)) => 2,
                _ => 0,
            };
            let spare = self.compiler.spare.map(|first| SiteId(first.0 + place));
            self.origin.site = if own == *had { site } else { spare };
            self.instruction(instruction);
        }
    }

    /// Moves on to the next instruction, which has that many sites.
    fn at(&mut self, block: BlockId, index: usize, sites: usize) {
        let site = (sites > 0).then_some(SiteId(self.next_site));
        self.next_site += sites as u32;
        self.origin =
            Origin { point: Point { function: self.id, block, index: index as u32 }, site };
        self.next_temporary = self.temporaries;
    }

    pub(super) fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    pub(super) fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.origins.push(self.origin);
        self.code.ops.len() - 1
    }

    /// Makes one operation of two moves that follow each other, from that operation on; nothing may lead
    /// to those behind it yet.
    pub(super) fn pair_moves(&mut self, first: usize) {
        let mut last = first;
        for at in first + 1..self.code.ops.len() {
            if let (Op::Mov { d, a }, Op::Mov { d: e, a: b }) =
                (self.code.ops[last], self.code.ops[at])
            {
                self.code.ops[last] = Op::MovTwo { d, a, e, b };
            } else {
                last += 1;
                self.code.ops[last] = self.code.ops[at];
            }
        }
        self.code.ops.truncate(last + 1);
        self.code.origins.truncate(self.code.ops.len());
    }

    pub(super) fn slot(&self, register: program::RegId) -> Slot {
        self.slots[register.index()]
    }

    /// The bits of a constant operand.
    pub(super) fn constant(&self, operand: Operand) -> Option<u128> {
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
    pub(super) fn operand(&mut self, operand: Operand, ty: Type) -> Slot {
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
    pub(super) fn put(&mut self, d: Slot, operand: Operand, ty: Type) {
        match (operand, self.constant(operand)) {
            (Operand::Register(register), _) => {
                let a = self.slot(register);
                self.emit(if ty.bits() > 64 { Op::MovWide { d, a } } else { Op::Mov { d, a } });
            }
            (_, Some(bits)) => self.put_constant(d, bits, ty),
            (Operand::Constant(_), None) => {}
        }
    }

    /// Puts an operand into the slot of a variable: a flag remembers the branch that chose it.
    pub(super) fn assign(&mut self, d: Slot, operand: Operand, ty: Type) {
        match (self.constant(operand), ty) {
            (Some(value @ 0..=1), Type::Int(..=64)) if self.chosen => {
                self.emit(Op::Chosen { d, value: value as u32 });
            }
            _ => self.put(d, operand, ty),
        }
    }

    /// The slot that holds an operand that is stored or returned.
    pub(super) fn assigned(&mut self, operand: Operand, ty: Type) -> Slot {
        match operand {
            Operand::Register(register) => self.slot(register),
            Operand::Constant(_) => {
                let slot = self.next_temporary;
                self.next_temporary += slots_of(ty);
                self.assign(slot, operand, ty);
                slot
            }
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
            Instruction::Copy { ty, dst, value } => self.assign(self.slot(dst), value, ty),
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
            Instruction::Store { ty, address, offset, value, access } => {
                let a = self.operand(address, Type::Ptr);
                let v = self.assigned(value, ty);
                self.emit(match ty {
                    Type::F32 => Op::StoreF32 { v, a, offset },
                    Type::F64 => Op::StoreF64 { v, a, offset },
                    Type::Ptr | Type::Int(64) => Op::Store64 { v, a, offset },
                    Type::Int(8) => Op::Store8 { v, a, offset },
                    Type::Int(16) => Op::Store16 { v, a, offset },
                    Type::Int(32) => Op::Store32 { v, a, offset },
                    Type::Int(bits) => Op::StoreGeneral { v, a, bits, offset },
                });
                if access == Access::Copied && self.compiler.check_written {
                    self.emit(Op::HandOn { v, a, bytes: ty.bytes() as u8, offset });
                }
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
            Instruction::VarArgs { dst } => self.general(General::VarArgs { d: self.slot(dst) }),
            Instruction::StackSave { dst } => {
                self.general(General::StackSave { d: self.slot(dst) });
            }
            Instruction::StackRestore { mark } => {
                let a = self.operand(mark, Type::Ptr);
                self.general(General::StackRestore { a });
            }
            Instruction::Check { kind: CheckKind::Initialised, .. }
                if !self.compiler.check_written || self.compiler.ask_unwritten => {}
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
            Instruction::MayCast { dst, object, class } => {
                let a = self.operand(object, Type::Ptr);
                self.emit(Op::MayCast { d: self.slot(dst), a, class: class.0 });
            }
            Instruction::MayStore { dst, array, value } => {
                let (a, v) = (self.operand(array, Type::Ptr), self.operand(value, Type::Ptr));
                self.emit(Op::MayStore { d: self.slot(dst), a, v });
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
                (Some(op), ty, self.operand(left, ty), self.source(right, ty))
            }
            Test::Value(value) => {
                (None, Type::BOOL, self.operand(value, Type::BOOL), Source::Value(0))
            }
        };
        let (then, otherwise) = (self.source(then, ty), self.source(otherwise, ty));
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
            is_plain: !operands.is_float() && operands.bits() <= 64 && ty.bits() <= 64,
            first: self.compiler.sites.site(site).first,
            site,
            condition,
        });
        self.emit(Op::Select { index: self.code.selects.len() as u32 - 1 });
    }

    /// Where the value of an operand is found.
    fn source(&mut self, operand: Operand, ty: Type) -> Source {
        match self.constant(operand) {
            Some(bits) if ty.bits() <= 64 => Source::Value((bits & ty.mask()) as u64),
            _ => Source::Slot(self.operand(operand, ty)),
        }
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
    pub(super) fn call(
        &mut self,
        d: Slot,
        result: Option<Type>,
        callee: Callee,
        arguments: &[Argument],
    ) {
        let target = match callee {
            Callee::Indirect(operand) => Some(self.operand(operand, Type::Ptr)),
            _ => None,
        };
        let mut slot = self.window;
        let first = self.code.ops.len();
        for argument in arguments {
            self.put(slot, argument.value, argument.ty);
            slot += slots_of(argument.ty);
        }
        self.pair_moves(first);
        self.code.largest_frame = self.code.largest_frame.max(slot.into());
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

    pub(super) fn site(&self) -> SiteId {
        self.origin.site.expect("a branch, select, switch or check is a site")
    }
}
