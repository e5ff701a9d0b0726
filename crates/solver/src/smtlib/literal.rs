//! Constants: bit-vectors, and the floats that have names.

use term::Sort;

use super::build::{Builder, Operand, Typed};
use super::error::Mistake;
use super::sort::{self, SmtSort};
use super::tree::{NodeId, Tip};

const TOO_WIDE: &str = "bit-vectors of more than 128 bits are not supported";

/// The bit-vector that these digits of so many bits each spell.
pub(super) fn vector<'text>(
    builder: &mut Builder<'_, 'text>,
    node: NodeId,
    digits: &str,
    bits: usize,
) -> Result<Operand<'text>, Mistake> {
    let width = digits.len() * bits;
    match u128::from_str_radix(digits, 1 << bits) {
        Ok(raw) if width <= 128 => Ok(bits_of(builder, width as u8, raw)),
        _ => Err(builder.tree.mistake(node, TOO_WIDE)),
    }
}

/// `(_ bvN w)`, `(_ NaN e s)` and the other floats with a name.
pub(super) fn indexed<'text>(
    builder: &mut Builder<'_, 'text>,
    node: NodeId,
    items: &[NodeId],
) -> Result<Operand<'text>, Mistake> {
    let tree = builder.tree;
    let unknown = || tree.mistake(node, "this constant is not known");
    let name = items.get(1).and_then(|&name| tree.symbol(name)).ok_or_else(unknown)?;
    match (name, &items[2..]) {
        ("NaN" | "+oo" | "-oo" | "+zero" | "-zero", &[exponent, significand]) => {
            let kind = sort::format(tree, node, exponent, significand)?;
            let sort = kind.sort();
            let sign = 1u128 << (sort.width() - 1);
            let (infinity, nan) = specials(sort);
            let raw = match name {
                "NaN" => nan,
                "+oo" => infinity,
                "-oo" => infinity | sign,
                "+zero" => 0,
                _ => sign,
            };
            let term = builder.pool.constant(sort, raw);
            Ok(Operand::Term(Typed { term, kind }))
        }
        (_, &[width]) if name.starts_with("bv") => {
            let digits = &name[2..];
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(unknown());
            }
            let width = match tree.tip(width) {
                Tip::Numeral(text) => match text.parse() {
                    Ok(width @ 1..=128u8) => width,
                    _ => return Err(tree.mistake(node, TOO_WIDE)),
                },
                _ => return Err(unknown()),
            };
            match digits.parse::<u128>() {
                Ok(raw) if raw & !Sort::Bits(width).mask() == 0 => Ok(bits_of(builder, width, raw)),
                _ => {
                    let message = format!("{digits} does not fit into {width} bits");
                    Err(tree.mistake(node, message))
                }
            }
        }
        _ => Err(unknown()),
    }
}

/// The bits of infinity and of the NaN that operations give.
pub(super) fn specials(sort: Sort) -> (u128, u128) {
    if sort == Sort::F32 {
        (f32::INFINITY.to_bits().into(), 0x7fc0_0000)
    } else {
        (f64::INFINITY.to_bits().into(), 0x7ff8 << 48)
    }
}

fn bits_of<'text>(builder: &mut Builder<'_, 'text>, width: u8, raw: u128) -> Operand<'text> {
    Operand::Term(Typed { term: builder.pool.bits(width, raw), kind: SmtSort::Vector(width) })
}
