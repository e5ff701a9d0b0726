//! The operations on bit-vectors.

use term::{BinaryOp, CompareOp, ConvertOp, Pool, Sort, TermId, UnaryOp};

use super::build::{Application, Typed};
use super::error::Mistake;
use super::sort::SmtSort;

/// The term of a bit-vector operation; none if the name is of another theory.
pub(super) fn apply(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Option<Typed>, Mistake> {
    if !call.indices.is_empty() {
        return indexed(pool, call);
    }
    if let Some(op) = chained(call.name) {
        return chain(pool, call, op, usize::MAX).map(Some);
    }
    if let Some(op) = single(call.name) {
        return chain(pool, call, op, 2).map(Some);
    }
    if let Some(op) = order(call.name) {
        let (a, b, _) = pair(call)?;
        return Ok(Some(Typed { term: pool.compare(op, a, b), kind: SmtSort::Bool }));
    }
    let term = match call.name {
        "bvnot" | "bvneg" => {
            call.count(1, 1)?;
            let (a, _) = call.vector(0)?;
            pool.unary(if call.name == "bvnot" { UnaryOp::Not } else { UnaryOp::Neg }, a)
        }
        "bvnand" | "bvnor" | "bvxnor" => {
            let (a, b, _) = pair(call)?;
            let op = match call.name {
                "bvnand" => BinaryOp::And,
                "bvnor" => BinaryOp::Or,
                _ => BinaryOp::Xor,
            };
            let joined = pool.binary(op, a, b);
            pool.unary(UnaryOp::Not, joined)
        }
        "bvsmod" => {
            let (a, b, width) = pair(call)?;
            signed_modulo(pool, a, b, width)
        }
        "bvcomp" => {
            let (a, b, _) = pair(call)?;
            pool.compare(CompareOp::Eq, a, b)
        }
        "concat" => {
            call.count(2, usize::MAX)?;
            let (mut term, mut width) = call.vector(0)?;
            for index in 1..call.operands.len() {
                let (next, more) = call.vector(index)?;
                width = fits(call, u32::from(width) + u32::from(more))?;
                term = pool.concat(term, next);
            }
            term
        }
        "bvnego" | "bvuaddo" | "bvsaddo" | "bvusubo" | "bvssubo" | "bvumulo" | "bvsmulo"
        | "bvsdivo" => {
            let term = overflow(pool, call)?;
            return Ok(Some(Typed { term, kind: SmtSort::Bool }));
        }
        _ => return Ok(None),
    };
    Ok(Some(vector(pool, term)))
}

/// Operations that go on from left to right.
fn chained(name: &str) -> Option<BinaryOp> {
    Some(match name {
        "bvadd" => BinaryOp::Add,
        "bvmul" => BinaryOp::Mul,
        "bvand" => BinaryOp::And,
        "bvor" => BinaryOp::Or,
        "bvxor" => BinaryOp::Xor,
        _ => return None,
    })
}

/// Operations on exactly two operands.
fn single(name: &str) -> Option<BinaryOp> {
    Some(match name {
        "bvsub" => BinaryOp::Sub,
        "bvudiv" => BinaryOp::UDiv,
        "bvsdiv" => BinaryOp::SDiv,
        "bvurem" => BinaryOp::URem,
        "bvsrem" => BinaryOp::SRem,
        "bvshl" => BinaryOp::Shl,
        "bvlshr" => BinaryOp::LShr,
        "bvashr" => BinaryOp::AShr,
        _ => return None,
    })
}

fn order(name: &str) -> Option<CompareOp> {
    Some(match name {
        "bvult" => CompareOp::Ult,
        "bvule" => CompareOp::Ule,
        "bvugt" => CompareOp::Ugt,
        "bvuge" => CompareOp::Uge,
        "bvslt" => CompareOp::Slt,
        "bvsle" => CompareOp::Sle,
        "bvsgt" => CompareOp::Sgt,
        "bvsge" => CompareOp::Sge,
        _ => return None,
    })
}

fn chain(
    pool: &mut Pool,
    call: &Application<'_, '_>,
    op: BinaryOp,
    most: usize,
) -> Result<Typed, Mistake> {
    call.count(2, most)?;
    let (mut term, width) = call.vector(0)?;
    for index in 1..call.operands.len() {
        let next = call.same_as_first(index, 0)?;
        term = pool.binary(op, term, next.term);
    }
    Ok(Typed { term, kind: SmtSort::Vector(width) })
}

fn pair(call: &Application<'_, '_>) -> Result<(TermId, TermId, u8), Mistake> {
    call.count(2, 2)?;
    let (a, width) = call.vector(0)?;
    Ok((a, call.same_as_first(1, 0)?.term, width))
}

fn vector(pool: &Pool, term: TermId) -> Typed {
    Typed { term, kind: SmtSort::Vector(pool.sort(term).width()) }
}

fn fits(call: &Application<'_, '_>, width: u32) -> Result<u8, Mistake> {
    match u8::try_from(width) {
        Ok(width @ 1..=128) => Ok(width),
        _ => {
            Err(call
                .wrong(format!("a bit-vector of {width} bits is not supported; 128 are the most")))
        }
    }
}

/// `((_ extract i j) a)` and its like.
fn indexed(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Option<Typed>, Mistake> {
    if !matches!(
        call.name,
        "extract" | "zero_extend" | "sign_extend" | "repeat" | "rotate_left" | "rotate_right"
    ) {
        return Ok(None);
    }
    call.count(1, 1)?;
    let (a, width) = call.vector(0)?;
    if call.name == "extract" {
        let [high, low] = call.numbers()?;
        if low > high || high >= u32::from(width) {
            let message = format!("bits {high} down to {low} are not in a vector of {width} bits");
            return Err(call.wrong(message));
        }
        let term = pool.extract(a, low as u8, (high - low + 1) as u8);
        return Ok(Some(vector(pool, term)));
    }
    let [number] = call.numbers()?;
    let term = match call.name {
        "zero_extend" | "sign_extend" => {
            let to = Sort::Bits(fits(call, number.saturating_add(width.into()))?);
            let op = if call.name == "zero_extend" { ConvertOp::ZExt } else { ConvertOp::SExt };
            pool.convert(op, to, a)
        }
        "repeat" => {
            fits(call, number.saturating_mul(width.into()))?;
            let mut term = a;
            for _ in 1..number {
                term = pool.concat(term, a);
            }
            term
        }
        name => {
            let left = (number % u32::from(width)) as u8;
            let left = if name == "rotate_left" { left } else { (width - left) % width };
            if left == 0 {
                a
            } else {
                let (high, low) =
                    (pool.extract(a, 0, width - left), pool.extract(a, width - left, left));
                pool.concat(high, low)
            }
        }
    };
    Ok(Some(vector(pool, term)))
}

/// The remainder that has the divisor's sign; the dividend when the divisor is zero.
fn signed_modulo(pool: &mut Pool, a: TermId, b: TermId, width: u8) -> TermId {
    let zero = pool.bits(width, 0);
    let remainder = pool.binary(BinaryOp::SRem, a, b);
    let sum = pool.binary(BinaryOp::Add, remainder, b);
    let exact = pool.compare(CompareOp::Eq, remainder, zero);
    let by_zero = pool.compare(CompareOp::Eq, b, zero);
    let (a_negative, b_negative) =
        (pool.compare(CompareOp::Slt, a, zero), pool.compare(CompareOp::Slt, b, zero));
    let same_sign = pool.compare(CompareOp::Eq, a_negative, b_negative);
    let keep = pool.or(exact, by_zero);
    let keep = pool.or(keep, same_sign);
    pool.ite(keep, remainder, sum)
}

/// Whether an operation overflows, by doing it with more bits.
fn overflow(pool: &mut Pool, call: &Application<'_, '_>) -> Result<TermId, Mistake> {
    if call.name == "bvnego" {
        call.count(1, 1)?;
        let (a, width) = call.vector(0)?;
        let least = pool.bits(width, 1 << (width - 1));
        return Ok(pool.compare(CompareOp::Eq, a, least));
    }
    let (a, b, width) = pair(call)?;
    let least = pool.bits(width, 1 << (width - 1));
    if call.name == "bvsdivo" {
        let ones = pool.bits(width, u128::MAX);
        let (a_least, b_ones) =
            (pool.compare(CompareOp::Eq, a, least), pool.compare(CompareOp::Eq, b, ones));
        return Ok(pool.and(a_least, b_ones));
    }
    let (op, wide) = match &call.name[3..] {
        "addo" => (BinaryOp::Add, u32::from(width) + 1),
        "subo" => (BinaryOp::Sub, u32::from(width) + 1),
        _ => (BinaryOp::Mul, u32::from(width) * 2),
    };
    let wide = Sort::Bits(fits(call, wide)?);
    let extend = if call.name.starts_with("bvu") { ConvertOp::ZExt } else { ConvertOp::SExt };
    let (a, b) = (pool.convert(extend, wide, a), pool.convert(extend, wide, b));
    let exact = pool.binary(op, a, b);
    let kept = pool.extract(exact, 0, width);
    let kept = pool.convert(extend, wide, kept);
    Ok(pool.compare(CompareOp::Ne, exact, kept))
}
