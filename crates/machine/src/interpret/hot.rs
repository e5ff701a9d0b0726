//! The loop: fetch an operation, carry it out.
//!
//! An operation that needs more than the window (a call, anything that may look at the whole machine)
//! stores the program counter, calls a method and takes a new window.

use super::quick::{
    canonical, compare, failed, flip_equality, flip_order, mask, select, signed, window,
};
use super::values::indexed;
use super::{Interpreter, stop_at};
use crate::code::{Op, Slot, Then};
use crate::core::WINDOW;
use crate::domain::{Domain, Judgement, Shaded};
use crate::memory::{ObjectKind, address};
use crate::model::Stop;
use program::{BinaryOp, ClassId, CompareOp, ConvertOp, OutcomeId, Type};
use term::distance::Distance;
use trace::{Limit, Operands};

impl<D: Domain> Interpreter<'_, D> {
    /// Runs until no more than `floor` calls are open, or something stops it. The program counter is
    /// then at the operation that did.
    pub(super) fn run(&mut self, floor: usize) -> Result<(), Stop> {
        let mut pc = self.core.pc as usize;
        let (mut steps, mut limit) = (self.core.steps, self.core.step_limit);
        let recording = self.core.records();
        let config = &self.core.config;
        let (trap_overflow, check_written) = (config.trap_overflow, config.trap_uninitialised);
        'window: loop {
            let core = &mut *self.core;
            let frame = window(&mut core.registers, core.base);
            let shadow = window(self.shadows, core.base);
            let ops = &core.code.ops[..];

            /// Ends the run here.
            macro_rules! leave {
                ($stop:expr) => {{
                    core.pc = pc as u32;
                    core.steps = steps;
                    return Err($stop);
                }};
            }
            /// Leaves the window for a method that may look at everything, then goes on.
            macro_rules! outside {
                ($call:expr) => {{
                    core.pc = pc as u32;
                    core.steps = steps;
                    $call?;
                    pc += 1;
                    steps = self.core.steps;
                    limit = self.core.step_limit;
                    continue 'window;
                }};
            }
            /// The same for a method that says where to go on.
            macro_rules! elsewhere {
                ($call:expr) => {{
                    core.pc = pc as u32;
                    core.steps = steps;
                    $call?;
                    pc = self.core.pc as usize;
                    steps = self.core.steps;
                    limit = self.core.step_limit;
                    continue 'window;
                }};
            }
            macro_rules! shaded {
                ($slot:expr) => {
                    Shaded {
                        bits: u128::from(frame[$slot as usize]),
                        shadow: shadow[$slot as usize],
                    }
                };
            }
            macro_rules! bare {
                ($value:expr) => {
                    Shaded { bits: u128::from($value), shadow: D::NONE }
                };
            }
            /// An operation on two slots.
            macro_rules! binary {
                ($op:ident, $bits:expr, $d:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $result:expr) => {{
                    let ($x, $y) = (frame[$a as usize], frame[$b as usize]);
                    let result: u64 = $result;
                    if D::TRACKS {
                        let (a, b) = (shadow[$a as usize], shadow[$b as usize]);
                        shadow[$d as usize] = if a != D::NONE || b != D::NONE {
                            let (a, b) = (shaded!($a), shaded!($b));
                            self.domain.binary(BinaryOp::$op, Type::Int($bits), a, b)
                        } else {
                            D::NONE
                        };
                    }
                    frame[$d as usize] = result;
                }};
            }
            /// An operation on a slot and an immediate, given as the bits of the type.
            macro_rules! immediate {
                ($op:ident, $bits:expr, $d:expr, $a:expr, $value:expr, |$x:ident| $result:expr) => {{
                    let $x = frame[$a as usize];
                    let result: u64 = $result;
                    if D::TRACKS {
                        shadow[$d as usize] = if shadow[$a as usize] != D::NONE {
                            let a = shaded!($a);
                            self.domain.binary(BinaryOp::$op, Type::Int($bits), a, bare!($value))
                        } else {
                            D::NONE
                        };
                    }
                    frame[$d as usize] = result;
                }};
            }
            /// Checked arithmetic, given its exact result: on bare values in range it is done here.
            macro_rules! checked {
                ($number:ty, $d:expr, $exact:expr, $bare:expr, $outside:expr) => {{
                    let exact = $exact;
                    if recording || !$bare || <$number>::try_from(exact).is_err() {
                        outside!($outside);
                    }
                    frame[$d as usize] = exact as u64 & (u64::MAX >> (64 - <$number>::BITS));
                    if D::TRACKS {
                        shadow[$d as usize] = D::NONE;
                    }
                    if D::GRADES
                        && trap_overflow
                        && let Some(site) = core.code.origins[pc].site
                    {
                        let above = <$number>::MAX.abs_diff(exact as $number);
                        let below = <$number>::MIN.abs_diff(exact as $number);
                        let flip = Distance::of_u128(u128::from(above.min(below)) + 1);
                        self.trace.tally.approach(core.sites.site(site).outcome(1), flip);
                    }
                }};
            }
            macro_rules! bare_slots {
                ($a:expr, $b:expr) => {
                    !D::TRACKS || (shadow[$a as usize] == D::NONE && shadow[$b as usize] == D::NONE)
                };
            }
            macro_rules! checked_slots {
                ($number:ty, $wide:ty, $d:expr, $a:expr, $b:expr, $op:ident, $sign:tt) => {{
                    let x = <$wide>::from(frame[$a as usize] as $number);
                    let y = <$wide>::from(frame[$b as usize] as $number);
                    let ty = Type::Int(<$number>::BITS as u8);
                    checked!(
                        $number,
                        $d,
                        x $sign y,
                        bare_slots!($a, $b),
                        self.checked(BinaryOp::$op, ty, $d, $a, $b)
                    )
                }};
            }
            macro_rules! float {
                ($op:ident, $d:expr, $a:expr, $b:expr, $sign:tt) => {{
                    let x = f64::from_bits(frame[$a as usize]);
                    let y = f64::from_bits(frame[$b as usize]);
                    if D::TRACKS {
                        shadow[$d as usize] = if bare_slots!($a, $b) {
                            D::NONE
                        } else {
                            self.domain.binary(BinaryOp::$op, Type::F64, shaded!($a), shaded!($b))
                        };
                    }
                    frame[$d as usize] = canonical(x $sign y);
                }};
            }
            macro_rules! load {
                ($d:expr, $a:expr, $offset:expr, $read:ident, $ty:expr) => {{
                    const BYTES: u32 = ($ty.bits() / 8) as u32;
                    let address = frame[$a as usize].wrapping_add_signed(i64::from($offset));
                    if D::SYMBOLIC
                        && (shadow[$a as usize] != D::NONE
                            || core.memory.flag(address::slot(address)))
                    {
                        outside!(self.load_symbolic($d, $a, $offset, $ty));
                    }
                    let index = match core.memory.resolve(address, BYTES) {
                        Ok(index) => index,
                        Err(fault) => leave!(stop_at(fault)),
                    };
                    if check_written && !core.memory.check_written(index, BYTES) {
                        outside!(self.load_general($d, $a, $offset, $ty));
                    }
                    frame[$d as usize] = u64::from(core.memory.$read(index));
                    if D::TRACKS {
                        shadow[$d as usize] = self.domain.load(&core.memory, index, $ty);
                    }
                }};
            }
            macro_rules! store {
                ($v:expr, $a:expr, $offset:expr, $write:ident, $number:ty, $ty:expr) => {{
                    const BYTES: u32 = ($ty.bits() / 8) as u32;
                    let address = frame[$a as usize].wrapping_add_signed(i64::from($offset));
                    if D::SYMBOLIC
                        && (shadow[$a as usize] != D::NONE
                            || core.memory.flag(address::slot(address)))
                    {
                        outside!(self.store_symbolic($v, $a, $offset, $ty));
                    }
                    let index = match core.memory.prepare_write(address, BYTES) {
                        Ok(index) => index,
                        Err(fault) => leave!(stop_at(fault)),
                    };
                    core.memory.$write(index, frame[$v as usize] as $number);
                    if D::TRACKS {
                        self.domain.store(index, $ty, shadow[$v as usize]);
                    }
                }};
            }
            /// Reads and writes by index what is known to lie in an object that begins as zeros.
            macro_rules! get {
                ($d:expr, $index:expr, $read:ident, $ty:expr) => {{
                    frame[$d as usize] = u64::from(core.memory.$read($index));
                    if D::TRACKS {
                        shadow[$d as usize] = self.domain.load(&core.memory, $index, $ty);
                    }
                }};
            }
            macro_rules! put {
                ($v:expr, $index:expr, $write:ident, $number:ty, $ty:expr) => {{
                    core.memory.touch($index, ($ty.bits() / 8).into());
                    core.memory.$write($index, frame[$v as usize] as $number);
                    if D::TRACKS {
                        self.domain.store($index, $ty, shadow[$v as usize]);
                    }
                }};
            }
            /// A branch on `$sides`: `$judge` is asked of shaded operands, `$quick` is the distance of bare ones.
            macro_rules! branch {
                ($index:expr, $holds:expr, $sides:expr, $bare:expr, $judge:expr, $quick:expr) => {{
                    let holds: bool = $holds;
                    let info = &core.code.branches[$index as usize];
                    let (way, other) =
                        if holds { (info.holds, info.fails) } else { (info.fails, info.holds) };
                    steps += u64::from(info.cost);
                    self.trace.tally.take(way.outcome);
                    let mut judgement = Judgement::NONE;
                    if D::TRACKS && !$bare {
                        judgement = $judge(&mut *self.domain, info);
                    } else if D::GRADES {
                        judgement.flip = $quick(info.ty.bits());
                    }
                    let compared = Operands { ty: info.ty, sides: $sides };
                    let branch = info.check.is_none().then_some(compared);
                    let tally = &mut self.trace.tally;
                    self.domain.decided(tally, other.outcome, judgement.flip, branch);
                    if recording || (D::SYMBOLIC && judgement.term.is_some()) {
                        core.pc = pc as u32;
                        core.steps = steps;
                        pc = self.branched($index, holds, judgement) as usize;
                        limit = self.core.limit_beyond(steps)?;
                        continue 'window;
                    }
                    if steps > limit {
                        leave!(Stop::Limit(Limit::Steps));
                    }
                    pc = way.target as usize;
                    continue;
                }};
            }
            macro_rules! branch_slots {
                ($a:expr, $b:expr, $index:expr, |$x:ident, $y:ident| $holds:expr, $quick:expr) => {{
                    let ($x, $y) = (frame[$a as usize], frame[$b as usize]);
                    let (a, b) = (shaded!($a), shaded!($b));
                    let holds: bool = $holds;
                    branch!(
                        $index,
                        holds,
                        [$x, $y],
                        bare_slots!($a, $b),
                        |domain: &mut D, info: &crate::code::BranchInfo| {
                            domain.judge(info.op.unwrap_or(CompareOp::Eq), info.ty, a, b)
                        },
                        |bits: u8| $quick(bits, holds)
                    )
                }};
            }
            macro_rules! branch_immediate {
                ($a:expr, $value:expr, $index:expr, |$x:ident| $holds:expr, $quick:expr) => {{
                    let $x = frame[$a as usize];
                    let a = shaded!($a);
                    let holds: bool = $holds;
                    branch!(
                        $index,
                        holds,
                        [$x, u128::from($value) as u64],
                        !D::TRACKS || shadow[$a as usize] == D::NONE,
                        |domain: &mut D, info: &crate::code::BranchInfo| {
                            let bits = u128::from($value) & info.ty.mask();
                            let op = info.op.unwrap_or(CompareOp::Eq);
                            domain.judge(op, info.ty, a, Shaded { bits, shadow: D::NONE })
                        },
                        |bits: u8| $quick(bits, holds)
                    )
                }};
            }
            /// Opens a call if the callee is compiled and nothing has to be told; else the method does.
            macro_rules! enter {
                ($function:expr, $d:expr, $window:expr, $otherwise:expr) => {{
                    let function: program::FuncId = $function;
                    let entry = core.code.entries[function.0 as usize];
                    let base = core.base + usize::from($window);
                    if entry == crate::code::Code::ABSENT
                        || recording
                        || (D::GRADES && core.code.graded[function.0 as usize])
                        || core.frames.len() >= core.depth_limit as usize
                        || base + 2 * WINDOW > core.registers.len()
                    {
                        elsewhere!($otherwise);
                    }
                    core.frames.push(crate::core::Frame {
                        function,
                        return_pc: pc as u32 + 1,
                        caller_base: core.base,
                        d: $d,
                        stack_mark: core.stack_objects.len() as u32,
                        varargs: 0,
                    });
                    core.base = base;
                    core.top = core.top.max(base);
                    pc = entry as usize;
                    continue 'window;
                }};
            }
            /// Whether nothing is told of a return but the result.
            macro_rules! quiet_return {
                ($top:expr) => {
                    !(recording
                        || core.frames.len() - 1 <= floor
                        || core.stack_objects.len() as u32 != $top.stack_mark
                        || $top.varargs != 0)
                };
            }
            /// The answer to a question about bare references; otherwise the method given has it.
            macro_rules! ask {
                ($d:expr, $bare:expr, $answer:expr, $otherwise:expr) => {
                    match if $bare { $answer } else { None } {
                        Some(answer) => {
                            frame[$d as usize] = u64::from(answer);
                            shadow[$d as usize] = D::NONE;
                        }
                        None => outside!($otherwise),
                    }
                };
            }
            /// Whether an object is of a class; `$null` is what null gives.
            macro_rules! instance {
                ($d:expr, $a:expr, $class:expr, $null:expr) => {{
                    let (object, of) = (frame[$a as usize], ClassId($class));
                    let is = core.classes.is_instance(&core.memory, object, of, $null);
                    ask!($d, bare_slots!($a, $a), is, self.instance_of($d, $a, $class, $null));
                }};
            }
            loop {
                match ops[pc] {
                    Op::Mov { d, a } => {
                        frame[d as usize] = frame[a as usize];
                        shadow[d as usize] = shadow[a as usize];
                    }
                    Op::MovTwo { d, a, e, b } => {
                        frame[d as usize] = frame[a as usize];
                        shadow[d as usize] = shadow[a as usize];
                        frame[e as usize] = frame[b as usize];
                        shadow[e as usize] = shadow[b as usize];
                    }
                    Op::MovWide { d, a } => {
                        frame[d as usize] = frame[a as usize];
                        frame[d.wrapping_add(1) as usize] = frame[a.wrapping_add(1) as usize];
                        shadow[d as usize] = shadow[a as usize];
                        shadow[d.wrapping_add(1) as usize] = D::NONE;
                    }
                    Op::Const32 { d, value } => {
                        frame[d as usize] = u64::from(value);
                        shadow[d as usize] = D::NONE;
                    }
                    Op::Chosen { d, value } => {
                        frame[d as usize] = u64::from(value);
                        shadow[d as usize] = self.domain.chosen(&self.trace.tally);
                    }
                    Op::Const64 { d, index } => {
                        frame[d as usize] = core.code.constants[index as usize];
                        shadow[d as usize] = D::NONE;
                    }
                    Op::ConstWide { d, index } => {
                        let value = core.code.wide_constants[index as usize];
                        frame[d as usize] = value as u64;
                        frame[d.wrapping_add(1) as usize] = (value >> 64) as u64;
                        shadow[d as usize] = D::NONE;
                        shadow[d.wrapping_add(1) as usize] = D::NONE;
                    }

                    Op::Add32 { d, a, b } => {
                        binary!(Add, 32, d, a, b, |x, y| u64::from(
                            (x as u32).wrapping_add(y as u32)
                        ));
                    }
                    Op::Add64 { d, a, b } => binary!(Add, 64, d, a, b, |x, y| x.wrapping_add(y)),
                    Op::AddN { d, a, b, bits } => {
                        binary!(Add, bits, d, a, b, |x, y| x.wrapping_add(y) & mask(bits));
                    }
                    Op::AddI32 { d, a, value } => {
                        immediate!(Add, 32, d, a, value as u32, |x| {
                            u64::from((x as u32).wrapping_add_signed(value))
                        });
                    }
                    Op::AddI64 { d, a, value } => {
                        let value = i64::from(value) as u64;
                        immediate!(Add, 64, d, a, value, |x| x.wrapping_add(value));
                    }
                    Op::Sub32 { d, a, b } => {
                        binary!(Sub, 32, d, a, b, |x, y| u64::from(
                            (x as u32).wrapping_sub(y as u32)
                        ));
                    }
                    Op::Sub64 { d, a, b } => binary!(Sub, 64, d, a, b, |x, y| x.wrapping_sub(y)),
                    Op::SubN { d, a, b, bits } => {
                        binary!(Sub, bits, d, a, b, |x, y| x.wrapping_sub(y) & mask(bits));
                    }
                    Op::Mul32 { d, a, b } => {
                        binary!(Mul, 32, d, a, b, |x, y| u64::from(
                            (x as u32).wrapping_mul(y as u32)
                        ));
                    }
                    Op::Mul64 { d, a, b } => binary!(Mul, 64, d, a, b, |x, y| x.wrapping_mul(y)),
                    Op::MulN { d, a, b, bits } => {
                        binary!(Mul, bits, d, a, b, |x, y| x.wrapping_mul(y) & mask(bits));
                    }
                    Op::MulI32 { d, a, value } => {
                        immediate!(Mul, 32, d, a, value as u32, |x| {
                            u64::from((x as u32).wrapping_mul(value as u32))
                        });
                    }
                    Op::MulI64 { d, a, value } => {
                        let value = i64::from(value) as u64;
                        immediate!(Mul, 64, d, a, value, |x| x.wrapping_mul(value));
                    }
                    Op::And { d, a, b, bits } => binary!(And, bits, d, a, b, |x, y| x & y),
                    Op::AndI { d, a, value, bits } => {
                        immediate!(And, bits, d, a, value, |x| x & u64::from(value));
                    }
                    Op::Or { d, a, b, bits } => binary!(Or, bits, d, a, b, |x, y| x | y),
                    Op::OrI { d, a, value, bits } => {
                        immediate!(Or, bits, d, a, value, |x| x | u64::from(value));
                    }
                    Op::Xor { d, a, b, bits } => binary!(Xor, bits, d, a, b, |x, y| x ^ y),
                    Op::XorI { d, a, value, bits } => {
                        immediate!(Xor, bits, d, a, value, |x| x ^ u64::from(value));
                    }
                    Op::Shl { d, a, b, bits } => binary!(Shl, bits, d, a, b, |x, y| {
                        if y < u64::from(bits) { (x << y) & mask(bits) } else { 0 }
                    }),
                    Op::ShlI { d, a, value, bits } => {
                        immediate!(Shl, bits, d, a, value, |x| (x << (value & 63)) & mask(bits));
                    }
                    Op::LShr { d, a, b, bits } => {
                        binary!(LShr, bits, d, a, b, |x, y| if y < 64 { x >> y } else { 0 });
                    }
                    Op::LShrI { d, a, value, bits } => {
                        immediate!(LShr, bits, d, a, value, |x| x >> (value & 63));
                    }
                    Op::AShr { d, a, b, bits } => binary!(AShr, bits, d, a, b, |x, y| {
                        (signed(x, bits) >> y.min(63)) as u64 & mask(bits)
                    }),
                    Op::AShrI { d, a, value, bits } => {
                        immediate!(AShr, bits, d, a, value, |x| {
                            (signed(x, bits) >> (value & 63)) as u64 & mask(bits)
                        });
                    }
                    Op::Divide { op, d, a, b, bits, checked } => {
                        let (x, y) = (frame[a as usize], frame[b as usize]);
                        // By 0 it traps, and by -1 it may.
                        if D::GRADES || recording || y == 0 || y == mask(bits) || !bare_slots!(a, b)
                        {
                            outside!(self.divide(op, d, a, b, bits, checked));
                        }
                        frame[d as usize] = match op {
                            BinaryOp::UDiv => x / y,
                            BinaryOp::URem => x % y,
                            BinaryOp::SDiv => {
                                (signed(x, bits) / signed(y, bits)) as u64 & mask(bits)
                            }
                            _ => (signed(x, bits) % signed(y, bits)) as u64 & mask(bits),
                        };
                        if D::TRACKS {
                            shadow[d as usize] = D::NONE;
                        }
                    }

                    Op::AddChecked32 { d, a, b } => checked_slots!(i32, i64, d, a, b, Add, +),
                    Op::AddCheckedI32 { d, a, value } => checked!(
                        i32,
                        d,
                        i64::from(frame[a as usize] as i32) + i64::from(value),
                        bare_slots!(a, a),
                        self.checked_immediate(Type::I32, d, a, value)
                    ),
                    Op::AddChecked64 { d, a, b } => checked_slots!(i64, i128, d, a, b, Add, +),
                    Op::AddCheckedI64 { d, a, value } => checked!(
                        i64,
                        d,
                        i128::from(frame[a as usize] as i64) + i128::from(value),
                        bare_slots!(a, a),
                        self.checked_immediate(Type::I64, d, a, value)
                    ),
                    Op::SubChecked32 { d, a, b } => checked_slots!(i32, i64, d, a, b, Sub, -),
                    Op::SubChecked64 { d, a, b } => checked_slots!(i64, i128, d, a, b, Sub, -),
                    Op::MulChecked32 { d, a, b } => checked_slots!(i32, i64, d, a, b, Mul, *),
                    Op::MulChecked64 { d, a, b } => checked_slots!(i64, i128, d, a, b, Mul, *),

                    Op::Compare { op, d, a, b, bits } => {
                        let (x, y) = (frame[a as usize], frame[b as usize]);
                        if D::TRACKS {
                            shadow[d as usize] = if D::GRADES || !bare_slots!(a, b) {
                                self.domain.compare(op, Type::Int(bits), shaded!(a), shaded!(b))
                            } else {
                                D::NONE
                            };
                        }
                        frame[d as usize] = u64::from(compare(op, x, y, bits));
                    }
                    Op::CompareI { op, d, a, bits, value } => {
                        let x = frame[a as usize];
                        if D::TRACKS {
                            shadow[d as usize] = if D::GRADES || shadow[a as usize] != D::NONE {
                                self.domain.compare(op, Type::Int(bits), shaded!(a), bare!(value))
                            } else {
                                D::NONE
                            };
                        }
                        frame[d as usize] = u64::from(compare(op, x, u64::from(value), bits));
                    }
                    Op::Extend { d, a, bits, signed: is_signed, to } => {
                        let x = frame[a as usize];
                        if D::TRACKS {
                            shadow[d as usize] = if shadow[a as usize] == D::NONE {
                                D::NONE
                            } else {
                                let op = if is_signed { ConvertOp::SExt } else { ConvertOp::ZExt };
                                self.domain.convert(op, Type::Int(bits), Type::Int(to), shaded!(a))
                            };
                        }
                        frame[d as usize] =
                            if is_signed { signed(x, bits) as u64 & mask(to) } else { x };
                    }
                    Op::Truncate { d, a, from, bits } => {
                        let x = frame[a as usize];
                        if D::TRACKS {
                            shadow[d as usize] = if shadow[a as usize] == D::NONE {
                                D::NONE
                            } else {
                                self.domain.convert(
                                    ConvertOp::Trunc,
                                    Type::Int(from),
                                    Type::Int(bits),
                                    shaded!(a),
                                )
                            };
                        }
                        frame[d as usize] = x & mask(bits);
                    }

                    Op::FAdd64 { d, a, b } => float!(FAdd, d, a, b, +),
                    Op::FSub64 { d, a, b } => float!(FSub, d, a, b, -),
                    Op::FMul64 { d, a, b } => float!(FMul, d, a, b, *),
                    Op::FDiv64 { d, a, b } => float!(FDiv, d, a, b, /),
                    Op::General { index } => outside!(self.general(index)),

                    Op::Load8 { d, a, offset } => load!(d, a, offset, read_u8, Type::I8),
                    Op::Load16 { d, a, offset } => load!(d, a, offset, read_u16, Type::I16),
                    Op::Load32 { d, a, offset } => load!(d, a, offset, read_u32, Type::I32),
                    Op::Load64 { d, a, offset } => load!(d, a, offset, read_u64, Type::I64),
                    Op::LoadF32 { d, a, offset } => load!(d, a, offset, read_u32, Type::F32),
                    Op::LoadF64 { d, a, offset } => load!(d, a, offset, read_u64, Type::F64),
                    Op::LoadGeneral { d, a, bits, offset } => {
                        outside!(self.load_general(d, a, offset, Type::Int(bits)))
                    }
                    Op::Store8 { v, a, offset } => store!(v, a, offset, write_u8, u8, Type::I8),
                    Op::Store16 { v, a, offset } => store!(v, a, offset, write_u16, u16, Type::I16),
                    Op::Store32 { v, a, offset } => store!(v, a, offset, write_u32, u32, Type::I32),
                    Op::Store64 { v, a, offset } => store!(v, a, offset, write_u64, u64, Type::I64),
                    Op::StoreF32 { v, a, offset } => {
                        store!(v, a, offset, write_u32, u32, Type::F32);
                    }
                    Op::StoreF64 { v, a, offset } => {
                        store!(v, a, offset, write_u64, u64, Type::F64);
                    }
                    Op::StoreGeneral { v, a, bits, offset } => {
                        outside!(self.store_general(v, a, offset, Type::Int(bits)))
                    }
                    Op::Address { d, a, b, scale } => {
                        let steps_of_index = frame[b as usize].wrapping_mul(u64::from(scale));
                        let result = frame[a as usize].wrapping_add(steps_of_index);
                        if D::TRACKS {
                            shadow[d as usize] = if bare_slots!(a, b) {
                                D::NONE
                            } else {
                                indexed(self.domain, shaded!(a), shaded!(b), scale)
                            };
                        }
                        frame[d as usize] = result;
                    }
                    Op::Allocate { d, a, heap, zeroed, align } => {
                        outside!(self.allocate(d, a, heap, zeroed, align))
                    }
                    Op::Free { a } => outside!(self.free(a)),
                    Op::MemCopy { a, b, n } => outside!(self.copy_memory(a, b, n)),
                    Op::MemSet { a, b, n } => outside!(self.fill_memory(a, b, n)),
                    Op::HandOn { .. } if core.unwritten.is_empty() => {}
                    Op::HandOn { v, a, bytes, offset } => {
                        outside!(self.hand_on(v, a, offset, bytes))
                    }

                    Op::BranchEq { a, b, index } => {
                        branch_slots!(a, b, index, |x, y| x == y, |bits, holds| {
                            flip_equality(x, y, bits, holds)
                        });
                    }
                    Op::BranchEqI { a, value, index } => {
                        branch_immediate!(
                            a,
                            value,
                            index,
                            |x| x == u64::from(value),
                            |bits, holds| { flip_equality(x, u64::from(value), bits, holds) }
                        );
                    }
                    Op::BranchUlt { a, b, index } => {
                        branch_slots!(a, b, index, |x, y| x < y, |_, holds| {
                            flip_order(x.abs_diff(y), holds)
                        });
                    }
                    Op::BranchUltI { a, value, index } => {
                        branch_immediate!(a, value, index, |x| x < u64::from(value), |_, holds| {
                            flip_order(x.abs_diff(u64::from(value)), holds)
                        });
                    }
                    Op::BranchSlt32 { a, b, index } => {
                        branch_slots!(a, b, index, |x, y| (x as i32) < (y as i32), |_, holds| {
                            flip_order(u64::from((x as i32).abs_diff(y as i32)), holds)
                        });
                    }
                    Op::BranchSltI32 { a, value, index } => {
                        branch_immediate!(
                            a,
                            value as u32,
                            index,
                            |x| (x as i32) < value,
                            |_, holds| { flip_order(u64::from((x as i32).abs_diff(value)), holds) }
                        );
                    }
                    Op::BranchSlt64 { a, b, index } => {
                        branch_slots!(a, b, index, |x, y| (x as i64) < (y as i64), |_, holds| {
                            flip_order((x as i64).abs_diff(y as i64), holds)
                        });
                    }
                    Op::BranchSltI64 { a, value, index } => {
                        let value = i64::from(value);
                        branch_immediate!(
                            a,
                            value as u64,
                            index,
                            |x| (x as i64) < value,
                            |_, holds| { flip_order((x as i64).abs_diff(value), holds) }
                        );
                    }
                    Op::BranchBool { a, index } => {
                        let value = shaded!(a);
                        branch!(
                            index,
                            value.bits != 0,
                            [value.bits as u64, 0],
                            !D::TRACKS || shadow[a as usize] == D::NONE,
                            |domain: &mut D, _: &crate::code::BranchInfo| domain.judge_bool(value),
                            |_: u8| Distance::ONE
                        )
                    }
                    Op::BranchGeneral { a, b, index } => {
                        elsewhere!(self.branch_general(a, b, index))
                    }
                    Op::Jump { target, cost } => {
                        steps += u64::from(cost);
                        if steps > limit {
                            leave!(Stop::Limit(Limit::Steps));
                        }
                        pc = target as usize;
                        continue;
                    }
                    Op::Switch { a, index } => elsewhere!(self.switch(a, index)),
                    Op::Select { index } => {
                        let info = &core.code.selects[index as usize];
                        let bare =
                            !D::TRACKS || info.slots().all(|slot| shadow[slot as usize] == D::NONE);
                        if D::GRADES || recording || !bare || !info.is_plain {
                            outside!(self.select(index));
                        }
                        let (outcome, chosen) = select(info, frame);
                        self.trace.tally.take(outcome);
                        frame[info.d as usize] = chosen;
                        shadow[info.d as usize] = D::NONE;
                    }

                    Op::Call { function, d, window } => {
                        let function = program::FuncId(function);
                        enter!(function, d, window, self.call(function, d, window));
                    }
                    Op::CallVariadic { index, d, window } => {
                        elsewhere!(self.call_variadic(index, d, window))
                    }
                    Op::CallIndirect { a, d, window, signature } => {
                        elsewhere!(self.call_indirect(a, d, window, signature))
                    }
                    Op::CallVirtual { selector, d, window } => {
                        let receiver = frame[window as usize];
                        let handy = if bare_slots!(window, window) {
                            let class = core.memory.class(receiver);
                            class.and_then(|class| core.classes.handy(class, selector))
                        } else {
                            None
                        };
                        match handy {
                            Some(function) => {
                                enter!(function, d, window, self.call(function, d, window));
                            }
                            None => elsewhere!(self.call_virtual(selector, d, window)),
                        }
                    }
                    Op::Return { a, cost } => {
                        steps += u64::from(cost);
                        let value = shaded!(a);
                        let top = core.frames[core.frames.len() - 1];
                        if !quiet_return!(top) {
                            core.pc = pc as u32;
                            core.steps = steps;
                            if self.leave_function(floor, value, Type::I64) {
                                return Ok(());
                            }
                            pc = self.core.pc as usize;
                            continue 'window;
                        }
                        core.frames.pop();
                        core.base = top.caller_base;
                        pc = top.return_pc as usize;
                        if top.d != Slot::MAX {
                            core.registers[top.caller_base + usize::from(top.d)] =
                                value.bits as u64;
                            self.shadows[top.caller_base + usize::from(top.d)] = value.shadow;
                        }
                        continue 'window;
                    }
                    Op::ReturnWide { a, cost } => {
                        core.pc = pc as u32;
                        core.steps = steps + u64::from(cost);
                        steps = core.steps;
                        let value = self.get(a, Type::I128);
                        if self.leave_function(floor, value, Type::I128) {
                            return Ok(());
                        }
                        pc = self.core.pc as usize;
                        continue 'window;
                    }
                    Op::ReturnVoid { cost } => {
                        steps += u64::from(cost);
                        let top = core.frames[core.frames.len() - 1];
                        if quiet_return!(top) {
                            core.frames.pop();
                            core.base = top.caller_base;
                            pc = top.return_pc as usize;
                            continue 'window;
                        }
                        core.pc = pc as u32;
                        core.steps = steps;
                        if self.leave_function(floor, bare!(0u64), Type::I64) {
                            return Ok(());
                        }
                        pc = self.core.pc as usize;
                        continue 'window;
                    }
                    Op::Throw { a } => leave!(Stop::Throw { object: frame[a as usize] }),
                    Op::Unreachable => leave!(Stop::Trap(trace::TrapKind::Unreachable)),
                    Op::FailCheck => {
                        core.pc = pc as u32;
                        core.steps = steps;
                        return Err(self.failed_check());
                    }
                    Op::Steps { count } => steps += u64::from(count),
                    Op::Probe { group } => {
                        if D::GRADES {
                            outside!(self.probe(group));
                        }
                    }
                    Op::Count { counter } => self.trace.counters.increment(counter),
                    Op::Condition { a, index } => outside!(self.condition_event(a, index)),
                    Op::Decide { a, decision } => outside!(self.decision_event(a, decision)),

                    Op::Element { d, a, i, index } => {
                        let (array, at) = (frame[a as usize], frame[i as usize]);
                        let bare = bare_slots!(a, i)
                            && !(D::SYMBOLIC && core.memory.flag(address::slot(array)));
                        if bare
                            && !recording
                            && let info = &core.code.elements[index as usize]
                            && let Some((length, place)) =
                                core.memory.element(array, at, info.scale)
                        {
                            if let Some(passed) = info.null {
                                self.trace.tally.take(passed);
                                if D::GRADES {
                                    let flip = flip_equality(array, 0, 64, false);
                                    self.trace.tally.approach(failed(passed), flip);
                                }
                            }
                            self.trace.tally.take(info.bounds);
                            if D::GRADES {
                                let flip = flip_order(u64::from(length) - at, true);
                                self.trace.tally.approach(failed(info.bounds), flip);
                            }
                            frame[info.length as usize] = u64::from(length);
                            frame[info.wide as usize] = at;
                            frame[d as usize] = array.wrapping_add(at * u64::from(info.scale));
                            if D::TRACKS {
                                shadow[info.length as usize] = D::NONE;
                                shadow[info.wide as usize] = D::NONE;
                                shadow[d as usize] = D::NONE;
                            }
                            pc = info.next as usize;
                            match info.then {
                                Then::Nothing => {}
                                Then::Load8(d) => get!(d, place, read_u8, Type::I8),
                                Then::Load16(d) => get!(d, place, read_u16, Type::I16),
                                Then::Load32(d) => get!(d, place, read_u32, Type::I32),
                                Then::Load64(d) => get!(d, place, read_u64, Type::I64),
                                Then::LoadF32(d) => get!(d, place, read_u32, Type::F32),
                                Then::LoadF64(d) => get!(d, place, read_u64, Type::F64),
                                Then::Store8(v) => put!(v, place, write_u8, u8, Type::I8),
                                Then::Store16(v) => put!(v, place, write_u16, u16, Type::I16),
                                Then::Store32(v) => put!(v, place, write_u32, u32, Type::I32),
                                Then::Store64(v) => put!(v, place, write_u64, u64, Type::I64),
                                Then::StoreF32(v) => put!(v, place, write_u32, u32, Type::F32),
                                Then::StoreF64(v) => put!(v, place, write_u64, u64, Type::F64),
                            }
                            continue;
                        }
                    }
                    Op::NotNull { a, passed } => {
                        let address = frame[a as usize];
                        if address != 0 && !recording && bare_slots!(a, a) {
                            let passed = OutcomeId(passed);
                            self.trace.tally.take(passed);
                            if D::GRADES {
                                let flip = flip_equality(address, 0, 64, false);
                                self.trace.tally.approach(failed(passed), flip);
                            }
                            pc += 2;
                            continue;
                        }
                    }
                    Op::New { d, class } => {
                        if D::TRACKS || core.memory.is_collection_due() {
                            outside!(self.new_object(d, class));
                        }
                        let size = core.classes.layout(ClassId(class)).size;
                        let kind = ObjectKind::Managed { class };
                        match core.memory.allocate(size.into(), 8, kind, true) {
                            Ok(object) => frame[d as usize] = object,
                            Err(_) => outside!(self.new_object(d, class)),
                        }
                    }
                    Op::NewArray { d, a, class } => outside!(self.new_array(d, a, class)),
                    Op::ArrayLength { d, a } => {
                        let array = frame[a as usize];
                        let bare = bare_slots!(a, a)
                            && !(D::SYMBOLIC && core.memory.flag(address::slot(array)));
                        ask!(d, bare, core.memory.length(array), self.array_length(d, a));
                    }
                    Op::ClassOf { d, a } => {
                        let class = core.memory.class(frame[a as usize]);
                        ask!(d, bare_slots!(a, a), class, self.class_of(d, a));
                    }
                    Op::InstanceOf { d, a, class } => instance!(d, a, class, false),
                    Op::MayCast { d, a, class } => instance!(d, a, class, true),
                    Op::MayStore { d, a, v } => {
                        let (array, value) = (frame[a as usize], frame[v as usize]);
                        let is = core.classes.may_store(&core.memory, array, value);
                        ask!(d, bare_slots!(a, v), is, self.may_store(d, a, v));
                    }
                    Op::Init { class } => {
                        let state = core.class_states + u64::from(class);
                        match core.memory.resolve(state, 1) {
                            Ok(index) if core.memory.read_u8(index) != 0 => {}
                            _ => elsewhere!(self.init_class(class)),
                        }
                    }
                }
                pc += 1;
            }
        }
    }
}
