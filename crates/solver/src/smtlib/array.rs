//! The operations on arrays of bytes.

use term::{CompareOp, Pool, TermId};

use super::build::{Application, Typed};
use super::error::Mistake;
use super::sort::SmtSort;

/// Arrays with an index of so many bits may be compared, element by element.
const COMPARABLE: u8 = 8;
/// Constant arrays with an index of so many bits may have elements other than zero.
const FILLED: u8 = 16;

pub(super) fn select(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Typed, Mistake> {
    call.count(2, 2)?;
    let (array, index, _) = place(call)?;
    Ok(Typed { term: pool.select(array, index), kind: SmtSort::Vector(8) })
}

pub(super) fn store(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Typed, Mistake> {
    call.count(3, 3)?;
    let (array, index, kind) = place(call)?;
    let (byte, width) = call.vector(2)?;
    if width != 8 {
        return Err(call.operand_is_wrong(2, "(_ BitVec 8)"));
    }
    Ok(Typed { term: pool.store(array, index, byte), kind })
}

/// `((as const S) byte)`.
pub(super) fn constant(
    pool: &mut Pool,
    call: &Application<'_, '_>,
    kind: SmtSort,
) -> Result<Typed, Mistake> {
    let SmtSort::Bytes(index_bits) = kind else {
        return Err(call.wrong(format!("a constant array is needed here, not {kind}")));
    };
    call.count(1, 1)?;
    let (byte, width) = call.vector(0)?;
    if width != 8 {
        return Err(call.operand_is_wrong(0, "(_ BitVec 8)"));
    }
    let term = match pool.as_constant(byte) {
        Some(0) => pool.bytes(index_bits, &[]),
        Some(raw) if index_bits <= FILLED => {
            pool.bytes(index_bits, &vec![raw as u8; 1 << index_bits])
        }
        None if index_bits <= COMPARABLE => {
            let mut array = pool.bytes(index_bits, &[]);
            for index in 0..1 << index_bits {
                let index = pool.bits(index_bits, index);
                array = pool.store(array, index, byte);
            }
            array
        }
        _ => {
            return Err(call.wrong("so large an array of other than zeros is not supported"));
        }
    };
    Ok(Typed { term, kind })
}

/// Whether all elements are equal.
pub(super) fn equal(
    pool: &mut Pool,
    call: &Application<'_, '_>,
    a: Typed,
    b: Typed,
) -> Result<TermId, Mistake> {
    let (SmtSort::Bytes(index_bits), true) = (a.kind, a.term != b.term) else {
        return Ok(pool.bool(true));
    };
    if index_bits > COMPARABLE {
        return Err(call
            .wrong(format!("`{}` of arrays of 2^{index_bits} bytes is not supported", call.name))
            .help(format!("arrays of up to 2^{COMPARABLE} bytes can be compared")));
    }
    let mut result = pool.bool(true);
    for index in 0..1 << index_bits {
        let index = pool.bits(index_bits, index);
        let (x, y) = (pool.select(a.term, index), pool.select(b.term, index));
        let same = pool.compare(CompareOp::Eq, x, y);
        result = pool.and(result, same);
    }
    Ok(result)
}

/// An array and an index into it.
fn place(call: &Application<'_, '_>) -> Result<(TermId, TermId, SmtSort), Mistake> {
    let array = call.term(0)?;
    let SmtSort::Bytes(index_bits) = array.kind else {
        return Err(call.operand_is_wrong(0, "an array"));
    };
    let (index, width) = call.vector(1)?;
    if width != index_bits {
        return Err(call.operand_is_wrong(1, &SmtSort::Vector(index_bits).to_string()));
    }
    Ok((array.term, index, array.kind))
}
