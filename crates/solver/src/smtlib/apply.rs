//! Operations on operands: what they accept, and the core theory.

use term::{CompareOp, ConvertOp, Pool, TermId};

use super::build::{Application, Operand, Rounding, Typed};
use super::error::Mistake;
use super::sort::SmtSort;
use super::{array, float, vector};

/// The term that an operation gives.
pub(super) fn apply(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Typed, Mistake> {
    let name = call.name;
    if call.indices.is_empty()
        && let Some(result) = core(pool, call)?
    {
        return Ok(result);
    }
    if let Some(result) = vector::apply(pool, call)? {
        return Ok(result);
    }
    if let Some(result) = float::apply(pool, call)? {
        return Ok(result);
    }
    match name {
        "select" => array::select(pool, call),
        "store" => array::store(pool, call),
        "fp.rem" => Err(call
            .unsupported()
            .help("it is IEEE's remainder, with a quotient to nearest; terms have C's")),
        "fp.to_real" | "+" | "-" | "*" | "/" | "<" | "<=" | ">" | ">=" | "div" | "mod" | "abs" => {
            Err(call
                .unsupported()
                .help("there are no integers and reals, only bit-vectors and floats"))
        }
        _ => Err(call.wrong(format!("`{name}` is not declared"))),
    }
}

/// The operations of every logic.
fn core(pool: &mut Pool, call: &Application<'_, '_>) -> Result<Option<Typed>, Mistake> {
    let term = match call.name {
        "not" => {
            call.count(1, 1)?;
            let a = call.bool(0)?;
            pool.not(a)
        }
        "and" => fold(pool, call, Pool::and)?,
        "or" => fold(pool, call, Pool::or)?,
        "xor" => fold(pool, call, |pool, a, b| pool.compare(CompareOp::Ne, a, b))?,
        "=>" => {
            call.count(2, usize::MAX)?;
            let mut result = call.bool(call.operands.len() - 1)?;
            for index in (0..call.operands.len() - 1).rev() {
                let premise = call.bool(index)?;
                let not = pool.not(premise);
                result = pool.or(not, result);
            }
            result
        }
        "ite" => {
            call.count(3, 3)?;
            let condition = call.bool(0)?;
            let (a, b) = (call.term(1)?, call.same_as_first(2, 1)?);
            let term = pool.ite(condition, a.term, b.term);
            return Ok(Some(Typed { term, kind: a.kind }));
        }
        "=" => {
            call.count(2, usize::MAX)?;
            let mut result = pool.bool(true);
            for index in 1..call.operands.len() {
                let (a, b) = (call.term(index - 1)?, call.same_as_first(index, 0)?);
                let equal = equal(pool, call, a, b)?;
                result = pool.and(result, equal);
            }
            result
        }
        "distinct" => {
            call.count(2, 1000)?;
            let mut result = pool.bool(true);
            for second in 1..call.operands.len() {
                for first in 0..second {
                    let (a, b) = (call.term(first)?, call.same_as_first(second, 0)?);
                    let equal = equal(pool, call, a, b)?;
                    let different = pool.not(equal);
                    result = pool.and(result, different);
                }
            }
            result
        }
        _ => return Ok(None),
    };
    Ok(Some(Typed { term, kind: SmtSort::Bool }))
}

/// Equality as SMT-LIB has it: all NaNs are one, and the zeros are two.
fn equal(
    pool: &mut Pool,
    call: &Application<'_, '_>,
    a: Typed,
    b: Typed,
) -> Result<TermId, Mistake> {
    match a.kind {
        SmtSort::Bool | SmtSort::Vector(_) => Ok(pool.compare(CompareOp::Eq, a.term, b.term)),
        SmtSort::Float32 | SmtSort::Float64 => {
            let (a_nan, b_nan) = (pool.is_nan(a.term), pool.is_nan(b.term));
            let bits = term::Sort::Bits(a.kind.sort().width());
            let a_bits = pool.convert(ConvertOp::BitCast, bits, a.term);
            let b_bits = pool.convert(ConvertOp::BitCast, bits, b.term);
            let same = pool.compare(CompareOp::Eq, a_bits, b_bits);
            let both = pool.and(a_nan, b_nan);
            Ok(pool.or(both, same))
        }
        SmtSort::Bytes(_) => array::equal(pool, call, a, b),
    }
}

fn fold(
    pool: &mut Pool,
    call: &Application<'_, '_>,
    operation: fn(&mut Pool, TermId, TermId) -> TermId,
) -> Result<TermId, Mistake> {
    call.count(1, usize::MAX)?;
    let mut result = call.bool(0)?;
    for index in 1..call.operands.len() {
        let next = call.bool(index)?;
        result = operation(pool, result, next);
    }
    Ok(result)
}

impl Application<'_, '_> {
    /// A mistake of the whole application.
    pub fn wrong(&self, message: impl Into<String>) -> Mistake {
        self.tree.mistake(self.head, message)
    }

    pub fn unsupported(&self) -> Mistake {
        self.wrong(format!("`{}` is not supported", self.name))
    }

    /// Checks how many operands there are.
    pub fn count(&self, least: usize, most: usize) -> Result<(), Mistake> {
        let count = self.operands.len();
        if (least..=most).contains(&count) {
            return Ok(());
        }
        let needed = match (least, most) {
            _ if least == most => format!("{least}"),
            (_, usize::MAX) => format!("at least {least}"),
            _ => format!("{least} to {most}"),
        };
        let plural = if least == 1 && most == 1 { "" } else { "s" };
        Err(self.wrong(format!("`{}` needs {needed} operand{plural}, here are {count}", self.name)))
    }

    /// The indices, which must be so many numbers.
    pub fn numbers<const N: usize>(&self) -> Result<[u32; N], Mistake> {
        let numbers: Option<Vec<u32>> =
            self.indices.iter().map(|&index| self.tree.numeral(index)).collect();
        numbers
            .and_then(|numbers| <[u32; N]>::try_from(numbers).ok())
            .ok_or_else(|| self.wrong(format!("`{}` needs {N} numbers as indices", self.name)))
    }

    pub fn operand_is_wrong(&self, index: usize, needed: &str) -> Mistake {
        let is = match self.operands[index] {
            Operand::Term(typed) => typed.kind.to_string(),
            Operand::Rounding(_) => "a rounding mode".to_owned(),
            Operand::Real { .. } => "a number without a width".to_owned(),
        };
        let message = format!("`{}` needs {needed} here, and this is {is}", self.name);
        self.tree.mistake(self.nodes[index], message)
    }

    pub fn term(&self, index: usize) -> Result<Typed, Mistake> {
        match self.operands[index] {
            Operand::Term(typed) => Ok(typed),
            _ => Err(self.operand_is_wrong(index, "a term")),
        }
    }

    pub fn bool(&self, index: usize) -> Result<TermId, Mistake> {
        match self.operands[index] {
            Operand::Term(Typed { term, kind: SmtSort::Bool }) => Ok(term),
            _ => Err(self.operand_is_wrong(index, "a Bool")),
        }
    }

    /// An operand of the same sort as an earlier one.
    pub fn same_as_first(&self, index: usize, first: usize) -> Result<Typed, Mistake> {
        let kind = self.term(first)?.kind;
        match self.operands[index] {
            Operand::Term(typed) if typed.kind == kind => Ok(typed),
            _ => Err(self.operand_is_wrong(index, &kind.to_string())),
        }
    }

    /// A bit-vector and its width.
    pub fn vector(&self, index: usize) -> Result<(TermId, u8), Mistake> {
        match self.operands[index] {
            Operand::Term(Typed { term, kind: SmtSort::Vector(width) }) => Ok((term, width)),
            _ => Err(self.operand_is_wrong(index, "a bit-vector")),
        }
    }

    pub fn float(&self, index: usize) -> Result<Typed, Mistake> {
        match self.operands[index] {
            Operand::Term(typed) if typed.kind.is_float() => Ok(typed),
            _ => Err(self.operand_is_wrong(index, "a float")),
        }
    }

    pub fn rounding(&self, index: usize) -> Result<Rounding, Mistake> {
        match self.operands[index] {
            Operand::Rounding(rounding) => Ok(rounding),
            _ => Err(self.operand_is_wrong(index, "a rounding mode")),
        }
    }
}
