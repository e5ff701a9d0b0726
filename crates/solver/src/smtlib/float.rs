//! The operations on floats.
//!
//! Where SMT-LIB leaves a result open, it is fixed: `fp.min` and `fp.max` order the zeros, and a number
//! that does not fit an integer saturates.

use term::{BinaryOp, CompareOp, ConvertOp, Pool, Sort, TermId, UnaryOp};

use super::build::{Application, Operand, Rounding, Typed};
use super::error::Mistake;
use super::literal::specials;
use super::sort::{self, SmtSort};

/// The term of a float operation; none if the name is of another theory.
pub(super) fn apply(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Option<Typed>, Mistake> {
    if !call.indices.is_empty() {
        return match call.name {
            "to_fp" | "to_fp_unsigned" => to_float(pool, call).map(Some),
            "fp.to_ubv" | "fp.to_sbv" => to_vector(pool, call).map(Some),
            _ => Ok(None),
        };
    }
    if let Some(op) = order(call.name) {
        return compare(pool, call, op).map(Some);
    }
    if let Some(term) = classify(pool, call)? {
        return Ok(Some(Typed { term, kind: SmtSort::Bool }));
    }
    let term = match call.name {
        "fp" => return triple(pool, call).map(Some),
        "fp.abs" | "fp.neg" => {
            call.count(1, 1)?;
            let a = call.float(0)?;
            pool.unary(if call.name == "fp.abs" { UnaryOp::FAbs } else { UnaryOp::FNeg }, a.term)
        }
        "fp.add" | "fp.sub" | "fp.mul" | "fp.div" => {
            call.count(3, 3)?;
            nearest(call)?;
            let (a, b) = (call.float(1)?, call.same_as_first(2, 1)?);
            let op = match call.name {
                "fp.add" => BinaryOp::FAdd,
                "fp.sub" => BinaryOp::FSub,
                "fp.mul" => BinaryOp::FMul,
                _ => BinaryOp::FDiv,
            };
            pool.binary(op, a.term, b.term)
        }
        "fp.fma" => {
            call.count(4, 4)?;
            nearest(call)?;
            let (a, b, c) = (call.float(1)?, call.same_as_first(2, 1)?, call.same_as_first(3, 1)?);
            pool.fma(a.term, b.term, c.term)
        }
        "fp.sqrt" => {
            call.count(2, 2)?;
            nearest(call)?;
            let a = call.float(1)?;
            pool.unary(UnaryOp::FSqrt, a.term)
        }
        "fp.roundToIntegral" => {
            call.count(2, 2)?;
            let (rounding, a) = (call.rounding(0)?, call.float(1)?);
            pool.unary(to_integral(rounding), a.term)
        }
        "fp.min" | "fp.max" => {
            call.count(2, 2)?;
            let (a, b) = (call.float(0)?, call.same_as_first(1, 0)?);
            let op = if call.name == "fp.min" { BinaryOp::FMinNum } else { BinaryOp::FMaxNum };
            pool.binary(op, a.term, b.term)
        }
        "fp.to_ieee_bv" => {
            call.count(1, 1)?;
            let a = call.float(0)?;
            let term = bits(pool, a);
            return Ok(Some(Typed { term, kind: SmtSort::Vector(a.kind.sort().width()) }));
        }
        _ => return Ok(None),
    };
    let kind = if pool.sort(term) == Sort::F32 { SmtSort::Float32 } else { SmtSort::Float64 };
    Ok(Some(Typed { term, kind }))
}

fn order(name: &str) -> Option<CompareOp> {
    Some(match name {
        "fp.eq" => CompareOp::FOeq,
        "fp.lt" => CompareOp::FOlt,
        "fp.leq" => CompareOp::FOle,
        "fp.gt" => CompareOp::FOgt,
        "fp.geq" => CompareOp::FOge,
        _ => return None,
    })
}

fn compare(pool: &mut Pool, call: &Application<'_, '_>, op: CompareOp) -> Result<Typed, Mistake> {
    call.count(2, usize::MAX)?;
    let mut term = pool.bool(true);
    let mut left = call.float(0)?;
    for index in 1..call.operands.len() {
        let right = call.same_as_first(index, 0)?;
        let holds = pool.compare(op, left.term, right.term);
        term = pool.and(term, holds);
        left = right;
    }
    Ok(Typed { term, kind: SmtSort::Bool })
}

/// `fp.isNaN` and its like, by a look at the magnitude's bits.
fn classify(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Option<TermId>, Mistake> {
    let Some(class) = call.name.strip_prefix("fp.is") else { return Ok(None) };
    if !matches!(
        class,
        "NaN" | "Infinite" | "Zero" | "Normal" | "Subnormal" | "Negative" | "Positive"
    ) {
        return Ok(None);
    }
    call.count(1, 1)?;
    let a = call.float(0)?;
    let sort = a.kind.sort();
    if class == "NaN" {
        return Ok(Some(pool.is_nan(a.term)));
    }
    let width = sort.width();
    let raw = pool.convert(ConvertOp::BitCast, Sort::Bits(width), a.term);
    if matches!(class, "Negative" | "Positive") {
        let sign = pool.extract(raw, width - 1, 1);
        let signed = if class == "Negative" { sign } else { pool.not(sign) };
        let nan = pool.is_nan(a.term);
        let number = pool.not(nan);
        return Ok(Some(pool.and(number, signed)));
    }
    let magnitude = pool.extract(raw, 0, width - 1);
    let constant = |pool: &mut Pool, raw| pool.bits(width - 1, raw);
    let infinity = constant(pool, specials(sort).0);
    let zero = constant(pool, 0);
    let least_normal = constant(
        pool,
        1 << (if sort == Sort::F32 { f32::MANTISSA_DIGITS } else { f64::MANTISSA_DIGITS } - 1),
    );
    Ok(Some(match class {
        "Infinite" => pool.compare(CompareOp::Eq, magnitude, infinity),
        "Zero" => pool.compare(CompareOp::Eq, magnitude, zero),
        "Normal" => {
            let large = pool.compare(CompareOp::Uge, magnitude, least_normal);
            let finite = pool.compare(CompareOp::Ult, magnitude, infinity);
            pool.and(large, finite)
        }
        _ => {
            let small = pool.compare(CompareOp::Ult, magnitude, least_normal);
            let nonzero = pool.compare(CompareOp::Ne, magnitude, zero);
            pool.and(small, nonzero)
        }
    }))
}

/// `(fp sign exponent significand)`.
fn triple(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Typed, Mistake> {
    call.count(3, 3)?;
    let ((sign, s), (exponent, e), (significand, m)) =
        (call.vector(0)?, call.vector(1)?, call.vector(2)?);
    let kind = match (s, e, m) {
        (1, 8, 23) => SmtSort::Float32,
        (1, 11, 52) => SmtSort::Float64,
        _ => return Err(call.wrong("floats are of 1 + 8 + 23 or of 1 + 11 + 52 bits")),
    };
    let high = pool.concat(sign, exponent);
    let raw = pool.concat(high, significand);
    Ok(Typed { term: pool.convert(ConvertOp::BitCast, kind.sort(), raw), kind })
}

/// `((_ to_fp e s) ...)` in its four forms.
fn to_float(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Typed, Mistake> {
    let &[exponent, significand] = call.indices else {
        return Err(call.wrong(format!("`{}` needs 2 numbers as indices", call.name)));
    };
    let kind = sort::format(call.tree, call.head, exponent, significand)?;
    let sort = kind.sort();
    let unsigned = call.name == "to_fp_unsigned";
    call.count(if unsigned { 2 } else { 1 }, 2)?;
    if call.operands.len() == 1 {
        let (a, width) = call.vector(0)?;
        if width != sort.width() {
            return Err(call.operand_is_wrong(0, &SmtSort::Vector(sort.width()).to_string()));
        }
        return Ok(Typed { term: pool.convert(ConvertOp::BitCast, sort, a), kind });
    }
    nearest(call)?;
    let term = match call.operands[1] {
        Operand::Term(Typed { term, kind: SmtSort::Vector(_) }) => {
            pool.convert(if unsigned { ConvertOp::UToF } else { ConvertOp::SToF }, sort, term)
        }
        Operand::Term(typed) if typed.kind.is_float() && !unsigned => {
            if typed.kind == kind {
                typed.term
            } else {
                pool.convert(ConvertOp::FToF, sort, typed.term)
            }
        }
        Operand::Real { digits, negative } if !unsigned => {
            // Rust's own reading rounds to nearest even, for any number of digits.
            let raw = match sort {
                Sort::F32 => digits.parse().map(|x: f32| u128::from(x.to_bits())),
                _ => digits.parse().map(|x: f64| u128::from(x.to_bits())),
            };
            let raw = raw.map_err(|_| call.operand_is_wrong(1, "a number"))?;
            pool.constant(sort, raw | u128::from(negative && raw != 0) << (sort.width() - 1))
        }
        _ if unsigned => return Err(call.operand_is_wrong(1, "a bit-vector")),
        _ => return Err(call.operand_is_wrong(1, "a bit-vector, a float or a number")),
    };
    Ok(Typed { term, kind })
}

fn to_vector(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Typed, Mistake> {
    let [width] = call.numbers()?;
    let Ok(width @ 1..=128) = u8::try_from(width) else {
        return Err(call.wrong(format!("a bit-vector of {width} bits is not supported")));
    };
    call.count(2, 2)?;
    let (rounding, a) = (call.rounding(0)?, call.float(1)?);
    // The conversion itself is toward zero.
    let whole = match rounding {
        Rounding::Zero => a.term,
        other => pool.unary(to_integral(other), a.term),
    };
    let op = if call.name == "fp.to_ubv" { ConvertOp::FToUSat } else { ConvertOp::FToSSat };
    Ok(Typed { term: pool.convert(op, Sort::Bits(width), whole), kind: SmtSort::Vector(width) })
}

/// The bits of a float, of a NaN those of the one that operations give.
fn bits(pool: &mut Pool, a: Typed) -> TermId {
    let sort = a.kind.sort();
    let raw = pool.convert(ConvertOp::BitCast, Sort::Bits(sort.width()), a.term);
    let nan = pool.bits(sort.width(), specials(sort).1);
    let is_nan = pool.is_nan(a.term);
    pool.ite(is_nan, nan, raw)
}

fn to_integral(rounding: Rounding) -> UnaryOp {
    match rounding {
        Rounding::NearestEven => UnaryOp::FNearest,
        Rounding::NearestAway => UnaryOp::FRound,
        Rounding::Up => UnaryOp::FCeil,
        Rounding::Down => UnaryOp::FFloor,
        Rounding::Zero => UnaryOp::FTrunc,
    }
}

/// Checks that the first operand is the one rounding mode that arithmetic has.
fn nearest(call: &Application<'_, '_>) -> Result<(), Mistake> {
    match call.rounding(0)? {
        Rounding::NearestEven => Ok(()),
        _ => Err(call
            .tree
            .mistake(call.nodes[0], format!("`{}` is supported with RNE alone", call.name))),
    }
}
