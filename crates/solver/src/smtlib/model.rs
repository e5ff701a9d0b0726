//! A model as SMT-LIB writes it.

use std::fmt::Write;

use term::{Assignment, Sort, Value};

use super::literal::specials;
use super::reader::Constant;
use super::sort::SmtSort;

/// The answer to `get-model`: a definition of each constant.
pub fn model(constants: &[Constant], assignment: &Assignment) -> String {
    let mut text = "(\n".to_owned();
    for constant in constants {
        let value = assignment.value(constant.variable, constant.kind.sort());
        let Constant { spelling, kind, .. } = constant;
        let value = literal(*kind, &value);
        let _ = writeln!(text, "  (define-fun {spelling} () {kind} {value})");
    }
    text.push_str(")\n");
    text
}

pub(super) fn literal(kind: SmtSort, value: &Value) -> String {
    let raw = value.raw().unwrap_or(0);
    match (kind, value) {
        (SmtSort::Bool, _) => (raw == 1).to_string(),
        (SmtSort::Vector(width), _) => vector(width, raw),
        (SmtSort::Float32, _) => float(Sort::F32, 8, 24, raw),
        (SmtSort::Float64, _) => float(Sort::F64, 11, 53, raw),
        (SmtSort::Bytes(bits), Value::Bytes { prefix, .. }) => bytes(kind, bits, prefix),
        (SmtSort::Bytes(bits), _) => bytes(kind, bits, &[]),
    }
}

fn vector(width: u8, raw: u128) -> String {
    if width.is_multiple_of(4) {
        format!("#x{raw:0digits$x}", digits = usize::from(width / 4))
    } else {
        format!("#b{raw:0digits$b}", digits = usize::from(width))
    }
}

fn float(sort: Sort, exponent: u8, significand: u8, raw: u128) -> String {
    let sign = raw >> (sort.width() - 1);
    let magnitude = raw & (sort.mask() >> 1);
    let (infinity, _) = specials(sort);
    let named = match magnitude {
        _ if magnitude > infinity => Some("NaN"),
        _ if magnitude == infinity => Some(if sign == 0 { "+oo" } else { "-oo" }),
        0 => Some(if sign == 0 { "+zero" } else { "-zero" }),
        _ => None,
    };
    if let Some(name) = named {
        return format!("(_ {name} {exponent} {significand})");
    }
    let fraction = significand - 1;
    format!(
        "(fp #b{sign} {} {})",
        format_args!("#b{:0digits$b}", magnitude >> fraction, digits = usize::from(exponent)),
        vector(fraction, magnitude & ((1 << fraction) - 1)),
    )
}

fn bytes(kind: SmtSort, index_bits: u8, prefix: &[u8]) -> String {
    let used: Vec<(usize, u8)> =
        prefix.iter().copied().enumerate().filter(|&(_, byte)| byte != 0).collect();
    let mut text = "(store ".repeat(used.len());
    let _ = write!(text, "((as const {kind}) #x00)");
    for (index, byte) in used {
        let _ = write!(text, " {} #x{byte:02x})", vector(index_bits, index as u128));
    }
    text
}
