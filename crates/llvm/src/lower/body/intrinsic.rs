//! LLVM's intrinsic functions.

use super::{Body, constant};
use crate::ll::ast::{Call, LocalId};
use crate::lower::layout::Refusal;
use crate::lower::libm;
use program::{
    BinaryOp, Callee, CheckKind, CompareOp, Constant, ConvertOp, Failure, Instruction, Operand,
    Test, Type, UnaryOp,
};

impl<'a> Body<'_, '_, 'a> {
    /// Lowers a call of an intrinsic.
    pub(super) fn intrinsic(
        &mut self,
        result: Option<LocalId>,
        call: &Call<'a>,
        name: &str,
    ) -> Result<(), Refusal> {
        let base = name.strip_prefix("llvm.").unwrap_or(name);
        let stem = libm::stem(base);
        match stem {
            "dbg.declare"
            | "dbg.value"
            | "dbg.assign"
            | "dbg.label"
            | "lifetime.start"
            | "lifetime.end"
            | "assume"
            | "va_end"
            | "donothing"
            | "prefetch"
            | "experimental.noalias.scope.decl"
            | "invariant.start"
            | "invariant.end"
            | "var.annotation"
            | "sideeffect"
            | "pseudoprobe" => {
                if let Some(result) = result {
                    self.bind(result, vec![constant(0)]);
                }
                return Ok(());
            }
            "trap" | "ubsantrap" | "debugtrap" => {
                // The end of the program at this place, wherever the block goes from here.
                self.emit(Instruction::Check {
                    kind: CheckKind::Assertion,
                    test: Test::Value(constant(0)),
                    failure: Failure::Trap,
                });
                return Ok(());
            }
            "memcpy" | "memcpy.inline" | "memmove" => {
                let (to, from) = (self.argument(call, 0)?, self.argument(call, 1)?);
                let size = self.size(call, 2)?;
                self.emit(Instruction::MemCopy { to, from, size });
                return Ok(());
            }
            "memset" | "memset.inline" => {
                let (to, byte) = (self.argument(call, 0)?, self.argument(call, 1)?);
                let size = self.size(call, 2)?;
                self.emit(Instruction::MemSet { to, byte, size });
                return Ok(());
            }
            "stackrestore" => {
                let mark = self.argument(call, 0)?;
                self.emit(Instruction::StackRestore { mark });
                return Ok(());
            }
            "va_start" => return self.start_list(operand(call, 0)?),
            "va_copy" => return self.copy_list(operand(call, 0)?, operand(call, 1)?),
            _ => {}
        }
        let Some(result) = result else { return Err(format!("the intrinsic `{name}`")) };
        match stem {
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "ssa.copy"
            | "arithmetic.fence" => {
                let parts = self.parts(operand(call, 0)?)?;
                self.lanes(result, |body, dst, lane, ty| {
                    body.emit(Instruction::Copy { ty, dst, value: parts[lane] });
                    Ok(())
                })
            }
            "stacksave" => {
                let dst = self.destination(result, Type::Ptr);
                self.emit(Instruction::StackSave { dst });
                Ok(())
            }
            "frameaddress" | "returnaddress" | "addressofreturnaddress" => {
                self.bind(result, vec![constant(0)]);
                Ok(())
            }
            "is.constant" => {
                self.bind(result, vec![constant(0)]);
                Ok(())
            }
            "threadlocal.address" => {
                let address = self.argument(call, 0)?;
                self.bind(result, vec![address]);
                Ok(())
            }
            "objectsize" => {
                // Not known at compile time: zero when the least size is asked for, or else the greatest.
                let ty = self.result_scalar(result)?;
                let least = self.argument(call, 1)? == constant(1);
                self.bind(result, vec![constant(if least { 0 } else { ty.mask() })]);
                Ok(())
            }
            "ptrmask" => {
                let pointer = self.argument(call, 0)?;
                let mask = self.argument(call, 1)?;
                let number = self.converted(ConvertOp::BitCast, Type::Ptr, Type::I64, pointer);
                let value = self.computed(BinaryOp::And, Type::I64, number, mask);
                self.lanes(result, |body, dst, _, to| {
                    let (op, from) = (ConvertOp::BitCast, Type::I64);
                    body.emit(Instruction::Convert { op, from, to, dst, value });
                    Ok(())
                })
            }
            _ if stem.ends_with(".with.overflow") => self.with_overflow(result, call, stem),
            _ => self.mathematics(result, call, name, stem),
        }
    }

    pub(super) fn argument(&mut self, call: &Call<'a>, index: usize) -> Result<Operand, Refusal> {
        self.scalar(operand(call, index)?)
    }

    fn result_scalar(&self, result: LocalId) -> Result<Type, Refusal> {
        Ok(self.unit.layout.scalar(self.source.locals[result].ty)?.ty)
    }

    /// A size in bytes, as 64 bits.
    fn size(&mut self, call: &Call<'a>, index: usize) -> Result<Operand, Refusal> {
        let ty = self.scalar_type(operand(call, index)?)?;
        let size = self.argument(call, index)?;
        Ok(match (ty.bits(), size) {
            (64, _) | (_, Operand::Constant(Constant::Bits(_))) => size,
            _ => self.converted(ConvertOp::ZExt, ty, Type::I64, size),
        })
    }

    /// `{ result, whether it wrapped }`.
    fn with_overflow(
        &mut self,
        result: LocalId,
        call: &Call<'a>,
        stem: &str,
    ) -> Result<(), Refusal> {
        let ty = self.scalar_type(operand(call, 0)?)?;
        let (left, right) = (self.argument(call, 0)?, self.argument(call, 1)?);
        let parts = match stem {
            "sadd.with.overflow" => {
                let sum = self.computed(BinaryOp::Add, ty, left, right);
                let a = self.computed(BinaryOp::Xor, ty, left, sum);
                let b = self.computed(BinaryOp::Xor, ty, right, sum);
                let both = self.computed(BinaryOp::And, ty, a, b);
                vec![sum, self.compared(CompareOp::Slt, ty, both, constant(0))]
            }
            "ssub.with.overflow" => {
                let difference = self.computed(BinaryOp::Sub, ty, left, right);
                let a = self.computed(BinaryOp::Xor, ty, left, right);
                let b = self.computed(BinaryOp::Xor, ty, left, difference);
                let both = self.computed(BinaryOp::And, ty, a, b);
                vec![difference, self.compared(CompareOp::Slt, ty, both, constant(0))]
            }
            "uadd.with.overflow" => {
                let sum = self.computed(BinaryOp::Add, ty, left, right);
                vec![sum, self.compared(CompareOp::Ult, ty, sum, left)]
            }
            "usub.with.overflow" => {
                let difference = self.computed(BinaryOp::Sub, ty, left, right);
                vec![difference, self.compared(CompareOp::Ult, ty, left, right)]
            }
            "smul.with.overflow" | "umul.with.overflow" => {
                let extend = if stem.starts_with('s') { ConvertOp::SExt } else { ConvertOp::ZExt };
                let wide = match ty.bits() {
                    0..=32 => Type::I64,
                    33..=64 => Type::I128,
                    _ => return Err(format!("an overflow check on {ty}")),
                };
                let a = self.converted(extend, ty, wide, left);
                let b = self.converted(extend, ty, wide, right);
                let product = self.computed(BinaryOp::Mul, wide, a, b);
                let low = self.converted(ConvertOp::Trunc, wide, ty, product);
                let back = self.converted(extend, ty, wide, low);
                vec![low, self.compared(CompareOp::Ne, wide, back, product)]
            }
            _ => return Err(format!("the intrinsic `llvm.{stem}`")),
        };
        self.bind(result, parts);
        Ok(())
    }

    /// Intrinsics that compute a value from values of the same type, lane by lane.
    fn mathematics(
        &mut self,
        result: LocalId,
        call: &Call<'a>,
        name: &str,
        stem: &str,
    ) -> Result<(), Refusal> {
        let first = operand(call, 0)?;
        let from = self.unit.layout.leaves(self.type_of(first)?)?;
        let a = self.parts(first)?;
        let b = match call.arguments.get(1) {
            Some(argument) => self.parts(argument.value)?,
            None => Vec::new(),
        };
        let c = match call.arguments.get(2) {
            Some(argument) => self.parts(argument.value)?,
            None => Vec::new(),
        };
        let unary = match stem {
            "fabs" => Some(UnaryOp::FAbs),
            "sqrt" => Some(UnaryOp::FSqrt),
            "floor" => Some(UnaryOp::FFloor),
            "ceil" => Some(UnaryOp::FCeil),
            "trunc" => Some(UnaryOp::FTrunc),
            "rint" | "nearbyint" | "roundeven" => Some(UnaryOp::FNearest),
            "round" => Some(UnaryOp::FRound),
            "ctpop" => Some(UnaryOp::CountOnes),
            "ctlz" => Some(UnaryOp::LeadingZeros),
            "cttz" => Some(UnaryOp::TrailingZeros),
            "bswap" => Some(UnaryOp::ByteSwap),
            "bitreverse" => Some(UnaryOp::BitReverse),
            _ => None,
        };
        if let Some(op) = unary {
            return self.lanes(result, |body, dst, lane, ty| {
                body.emit(Instruction::Unary { op, ty, dst, value: a[lane] });
                Ok(())
            });
        }
        let binary = match stem {
            "minnum" => Some(BinaryOp::FMinNum),
            "maxnum" => Some(BinaryOp::FMaxNum),
            "minimum" => Some(BinaryOp::FMin),
            "maximum" => Some(BinaryOp::FMax),
            _ => None,
        };
        if let Some(op) = binary {
            return self.lanes(result, |body, dst, lane, ty| {
                let (left, right) = (a[lane], b[lane]);
                body.emit(Instruction::Binary { op, ty, dst, left, right, checked: false });
                Ok(())
            });
        }
        match stem {
            "fma" => self.lanes(result, |body, dst, lane, ty| {
                body.emit(Instruction::Fma { ty, dst, a: a[lane], b: b[lane], c: c[lane] });
                Ok(())
            }),
            // x86-64 without further options has no fused instruction, so the compiler makes two.
            "fmuladd" => self.lanes(result, |body, dst, lane, ty| {
                let left = body.computed(BinaryOp::FMul, ty, a[lane], b[lane]);
                let (op, right) = (BinaryOp::FAdd, c[lane]);
                body.emit(Instruction::Binary { op, ty, dst, left, right, checked: false });
                Ok(())
            }),
            "copysign" => self.lanes(result, |body, dst, lane, ty| {
                let number = Type::Int(ty.bits());
                let sign = 1u128 << (ty.bits() - 1);
                let size = body.converted(ConvertOp::BitCast, ty, number, a[lane]);
                let other = body.converted(ConvertOp::BitCast, ty, number, b[lane]);
                let size = body.computed(BinaryOp::And, number, size, constant(sign - 1));
                let sign = body.computed(BinaryOp::And, number, other, constant(sign));
                let value = body.computed(BinaryOp::Or, number, size, sign);
                let (op, from, to) = (ConvertOp::BitCast, number, ty);
                body.emit(Instruction::Convert { op, from, to, dst, value });
                Ok(())
            }),
            "abs" => self.lanes(result, |body, dst, lane, ty| {
                let sign =
                    body.computed(BinaryOp::AShr, ty, a[lane], constant(u128::from(ty.bits()) - 1));
                let left = body.computed(BinaryOp::Xor, ty, a[lane], sign);
                // The least number has no counterpart; whether that is an error, the call says.
                let checked = b.first() == Some(&constant(1));
                let (op, right) = (BinaryOp::Sub, sign);
                body.emit(Instruction::Binary { op, ty, dst, left, right, checked });
                Ok(())
            }),
            "smax" | "smin" | "umax" | "umin" => {
                let relation = match stem {
                    "smax" => CompareOp::Sgt,
                    "smin" => CompareOp::Slt,
                    "umax" => CompareOp::Ugt,
                    _ => CompareOp::Ult,
                };
                self.lanes(result, |body, dst, lane, ty| {
                    let value = body.extreme(relation, ty, a[lane], b[lane]);
                    body.emit(Instruction::Copy { ty, dst, value });
                    Ok(())
                })
            }
            "fshl" | "fshr" => self.lanes(result, |body, dst, lane, ty| {
                let value = body.funnel(stem == "fshl", ty, [a[lane], b[lane], c[lane]])?;
                body.emit(Instruction::Copy { ty, dst, value });
                Ok(())
            }),
            "uadd.sat" | "usub.sat" => self.lanes(result, |body, dst, lane, ty| {
                let (left, right) = (a[lane], b[lane]);
                let value = if stem == "uadd.sat" {
                    let sum = body.computed(BinaryOp::Add, ty, left, right);
                    let over = body.compared(CompareOp::Ult, ty, sum, left);
                    body.chosen(ty, over, Self::all_ones(ty), sum)
                } else {
                    let difference = body.computed(BinaryOp::Sub, ty, left, right);
                    let under = body.compared(CompareOp::Ult, ty, left, right);
                    body.chosen(ty, under, constant(0), difference)
                };
                body.emit(Instruction::Copy { ty, dst, value });
                Ok(())
            }),
            "is.fpclass" => {
                let mask = match b[..] {
                    [Operand::Constant(Constant::Bits(mask))] => mask,
                    _ => return Err(format!("the intrinsic `{name}`")),
                };
                self.lanes(result, |body, dst, lane, _| {
                    let value = body.float_class(from[lane].ty, a[lane], mask);
                    body.emit(Instruction::Copy { ty: Type::BOOL, dst, value });
                    Ok(())
                })
            }
            "lrint" | "llrint" | "lround" | "llround" => {
                let op = if stem.contains("rint") { UnaryOp::FNearest } else { UnaryOp::FRound };
                self.lanes(result, |body, dst, lane, to| {
                    let from = from[lane].ty;
                    let whole = body.temporary(from);
                    body.emit(Instruction::Unary { op, ty: from, dst: whole, value: a[lane] });
                    let (op, value) = (ConvertOp::FToS, Operand::Register(whole));
                    body.emit(Instruction::Convert { op, from, to, dst, value });
                    Ok(())
                })
            }
            "fptosi.sat" | "fptoui.sat" => {
                let op = if stem == "fptosi.sat" { ConvertOp::FToSSat } else { ConvertOp::FToUSat };
                self.lanes(result, |body, dst, lane, to| {
                    let (from, value) = (from[lane].ty, a[lane]);
                    body.emit(Instruction::Convert { op, from, to, dst, value });
                    Ok(())
                })
            }
            _ => self.library(result, call, name),
        }
    }

    /// Two numbers side by side, shifted: `fshl(a, b, n)` is the upper half of `(a:b) << n`.
    fn funnel(
        &mut self,
        left: bool,
        ty: Type,
        [a, b, n]: [Operand; 3],
    ) -> Result<Operand, Refusal> {
        let bits = u128::from(ty.bits());
        if !bits.is_power_of_two() {
            return Err(format!("a rotation of {ty}"));
        }
        let n = self.computed(BinaryOp::And, ty, n, constant(bits - 1));
        let rest = self.computed(BinaryOp::Sub, ty, constant(bits & ty.mask()), n);
        // A shift by the whole width gives zero, as it should when nothing is shifted in.
        let (upper, lower) = if left { (n, rest) } else { (rest, n) };
        let upper = self.computed(BinaryOp::Shl, ty, a, upper);
        let lower = self.computed(BinaryOp::LShr, ty, b, lower);
        Ok(self.computed(BinaryOp::Or, ty, upper, lower))
    }

    /// Whether a float is of one of the classes in a mask, as `llvm.is.fpclass` numbers them.
    fn float_class(&mut self, ty: Type, value: Operand, mask: u128) -> Operand {
        let number = Type::Int(ty.bits());
        let fraction_bits: u32 = if ty == Type::F32 { 23 } else { 52 };
        let infinity = if ty == Type::F32 { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 };
        let least_normal = 1u128 << fraction_bits;
        let quiet = infinity | 1 << (fraction_bits - 1);
        let bits = self.converted(ConvertOp::BitCast, ty, number, value);
        let sign = 1u128 << (ty.bits() - 1);
        let size = self.computed(BinaryOp::And, number, bits, constant(sign - 1));
        let negative = self.compared(CompareOp::Slt, number, bits, constant(0));
        let positive = self.computed(BinaryOp::Xor, Type::BOOL, negative, constant(1));
        let mut found = constant(0);
        // By sign and size: the bits of the mask and the range `low..high` of sizes.
        let classes = [
            (0x001, None, infinity + 1, quiet),
            (0x002, None, quiet, sign),
            (0x004, Some(negative), infinity, infinity + 1),
            (0x008, Some(negative), least_normal, infinity),
            (0x010, Some(negative), 1, least_normal),
            (0x020, Some(negative), 0, 1),
            (0x040, Some(positive), 0, 1),
            (0x080, Some(positive), 1, least_normal),
            (0x100, Some(positive), least_normal, infinity),
            (0x200, Some(positive), infinity, infinity + 1),
        ];
        for (class, side, low, high) in classes {
            if mask & class == 0 {
                continue;
            }
            let above = self.compared(CompareOp::Uge, number, size, constant(low));
            let below = self.compared(CompareOp::Ult, number, size, constant(high));
            let mut inside = self.computed(BinaryOp::And, Type::BOOL, above, below);
            if let Some(side) = side {
                inside = self.computed(BinaryOp::And, Type::BOOL, inside, side);
            }
            found = self.computed(BinaryOp::Or, Type::BOOL, found, inside);
        }
        found
    }

    /// Functions of the mathematical library, called by their own names.
    fn library(&mut self, result: LocalId, call: &Call<'a>, name: &str) -> Result<(), Refusal> {
        let refused = || format!("the intrinsic `{name}`");
        let function = libm::function_of(name).ok_or_else(refused)?;
        let target = self.unit.links.functions.iter().find(|(_, known)| known.0 == function);
        let (target, _) = target.ok_or_else(refused)?;
        let leaf = self.unit.layout.scalar(self.source.locals[result].ty)?;
        let mut arguments = Vec::new();
        self.arguments(call, call.arguments.len(), false, &mut arguments)?;
        let dst = self.destination(result, leaf.ty);
        let callee = Callee::Direct(target);
        self.emit(Instruction::Call { dst: Some(dst), result: Some(leaf.ty), callee, arguments });
        Ok(())
    }
}

fn operand(call: &Call<'_>, index: usize) -> Result<crate::ll::ast::Operand, Refusal> {
    let argument = call.arguments.get(index).ok_or("an intrinsic with too few arguments")?;
    Ok(argument.value)
}
