//! The loop that evaluates a compiled term.

use crate::assignment::Assignment;
use crate::fold;
use crate::fold::{canonical_f32, canonical_f64};

use super::instruction::{ArrayNode, Code, General, GeneralOp, Instruction, Slot};
use super::{Compiled, Scratch};

#[inline]
pub(super) fn run(program: &Compiled, assignment: &Assignment, scratch: &mut Scratch) {
    let Scratch { narrow, wide, .. } = scratch;
    let (constants, variables) = (program.constants.len(), program.variables.len());
    let base = constants + variables;
    let len = base + program.code.len();
    if narrow.len() < len {
        narrow.resize(len, 0);
    }
    let narrow = &mut narrow[..len];
    narrow[..constants].copy_from_slice(&program.constants);
    for (register, &var) in narrow[constants..base].iter_mut().zip(&program.variables) {
        *register = assignment.low(var);
    }
    if program.wide_len > 0 {
        wide.clear();
        wide.extend_from_slice(&program.wide_constants);
        wide.extend(program.wide_variables.iter().map(|&var| assignment.raw(var)));
        wide.resize(program.wide_len as usize, 0);
    }
    let mut start = 0;
    for run in &program.runs {
        let end = run.end as usize;
        let steps = (base + start..).zip(&program.code[start..end]);
        start = end;
        /// One loop per code, in which `step` is left with the arm of that code alone.
        macro_rules! dispatch {
            ($($code:ident)*) => {
                match run.code {
                    $(Code::$code => {
                        for (to, instruction) in steps {
                            narrow[to] = step(Code::$code, instruction, narrow);
                        }
                    })*
                    Code::General => {
                        for (to, instruction) in steps {
                            let general = &program.general[instruction.a as usize];
                            let value = step_general(program, general, assignment, narrow, wide);
                            if general.to.is_wide() {
                                wide[general.to.index() as usize] = value;
                            }
                            narrow[to] = value as u64;
                        }
                    }
                }
            };
        }
        dispatch!(Not Neg Add Sub Mul And Or Xor Shl LShr AShr UDiv URem SDiv SRem Eq Ult Slt Ite
            Extract Concat Copy SExt AddF64 SubF64 MulF64 DivF64 EqF64 LtF64 LeF64 AddF32 SubF32
            MulF32 DivF32 EqF32 LtF32 LeF32 S64ToF64);
    }
}

#[inline(always)]
fn step(code: Code, instruction: &Instruction, registers: &[u64]) -> u64 {
    let Instruction { shift, extra, .. } = *instruction;
    let a = || registers[instruction.a as usize];
    let b = || registers[instruction.b as usize];
    let mask = u64::MAX >> (shift & 63);
    let width = u64::from(64 - shift);
    // The value moved to the top of the word, where its sign is the word's.
    let top = |value: u64| (value << (shift & 63)) as i64;
    let sign = |value: u64| top(value) >> (shift & 63);
    let (f, g) = (|| f64::from_bits(a()), || f64::from_bits(b()));
    let (p, q) = (|| f32::from_bits(a() as u32), || f32::from_bits(b() as u32));
    match code {
        Code::Not => !a() & mask,
        Code::Neg => a().wrapping_neg() & mask,
        Code::Add => a().wrapping_add(b()) & mask,
        Code::Sub => a().wrapping_sub(b()) & mask,
        Code::Mul => a().wrapping_mul(b()) & mask,
        Code::And => a() & b(),
        Code::Or => a() | b(),
        Code::Xor => a() ^ b(),
        Code::Shl if b() >= width => 0,
        Code::Shl => a() << b() & mask,
        Code::LShr if b() >= width => 0,
        Code::LShr => a() >> b(),
        Code::AShr => (sign(a()) >> b().min(63)) as u64 & mask,
        Code::UDiv => a().checked_div(b()).unwrap_or(mask),
        Code::URem => a().checked_rem(b()).unwrap_or(a()),
        Code::SDiv if b() == 0 => {
            if sign(a()) < 0 {
                1
            } else {
                mask
            }
        }
        Code::SDiv => sign(a()).wrapping_div(sign(b())) as u64 & mask,
        Code::SRem if b() == 0 => a(),
        Code::SRem => sign(a()).wrapping_rem(sign(b())) as u64 & mask,
        Code::Eq => (a() == b()).into(),
        Code::Ult => (a() < b()).into(),
        Code::Slt => (top(a()) < top(b())).into(),
        Code::Ite => {
            let c = registers[instruction.c as usize];
            if a() != 0 { b() } else { c }
        }
        Code::Extract => a() >> (extra & 63) & mask,
        Code::Concat => a() << (extra & 63) | b(),
        Code::Copy => a(),
        Code::SExt => sign(a()) as u64 & (u64::MAX >> (extra & 63)),
        Code::AddF64 => canonical_f64(f() + g()),
        Code::SubF64 => canonical_f64(f() - g()),
        Code::MulF64 => canonical_f64(f() * g()),
        Code::DivF64 => canonical_f64(f() / g()),
        Code::EqF64 => (f() == g()).into(),
        Code::LtF64 => (f() < g()).into(),
        Code::LeF64 => (f() <= g()).into(),
        Code::AddF32 => canonical_f32(p() + q()).into(),
        Code::SubF32 => canonical_f32(p() - q()).into(),
        Code::MulF32 => canonical_f32(p() * q()).into(),
        Code::DivF32 => canonical_f32(p() / q()).into(),
        Code::EqF32 => (p() == q()).into(),
        Code::LtF32 => (p() < q()).into(),
        Code::LeF32 => (p() <= q()).into(),
        Code::S64ToF64 => (sign(a()) as f64).to_bits(),
        Code::General => 0,
    }
}

fn step_general(
    program: &Compiled,
    general: &General,
    assignment: &Assignment,
    narrow: &[u64],
    wide: &[u128],
) -> u128 {
    let operand = |index: usize| general.operands[index].read(narrow, wide);
    match general.op {
        GeneralOp::Unary(op, sort) => fold::unary(op, sort, operand(0)),
        GeneralOp::Binary(op, sort) => fold::binary(op, sort, operand(0), operand(1)),
        GeneralOp::Compare(op, sort) => fold::compare(op, sort, operand(0), operand(1)).into(),
        GeneralOp::IsNan(sort) => fold::is_nan(sort, operand(0)).into(),
        GeneralOp::Convert(op, from, to) => fold::convert(op, from, to, operand(0)),
        GeneralOp::Extract { low, mask } => operand(0) >> low & mask,
        GeneralOp::Concat { low_width } => operand(0) << low_width | operand(1),
        GeneralOp::Ite => operand(if operand(0) != 0 { 1 } else { 2 }),
        GeneralOp::Fma(sort) => fold::fma(sort, operand(0), operand(1), operand(2)),
        GeneralOp::Select(array) => {
            let read = |slot: Slot| slot.read(narrow, wide);
            select(program, array, operand(0), assignment, read).into()
        }
    }
}

/// The byte at `at`: the newest write there, or what the array began with.
fn select(
    program: &Compiled,
    array: u32,
    at: u128,
    assignment: &Assignment,
    read: impl Fn(Slot) -> u128,
) -> u8 {
    let mut array = array;
    loop {
        let base = match &program.arrays[array as usize] {
            ArrayNode::Store { index, byte, .. } if read(*index) == at => return read(*byte) as u8,
            ArrayNode::Store { array: inner, .. } => {
                array = *inner;
                continue;
            }
            ArrayNode::Ite { condition, a, b } => {
                array = if read(*condition) != 0 { *a } else { *b };
                continue;
            }
            ArrayNode::Variable(var) => assignment.bytes(*var),
            ArrayNode::Constant(bytes) => bytes,
        };
        return base.get(at as usize).copied().unwrap_or(0);
    }
}
