//! Conversions and extrema of floats, composed where SMT-LIB leaves a result open.

use crate::op::{BinaryOp, ConvertOp};
use crate::sort::{Sort, mask};

use super::{constant, to_fp, vector};

/// The conversion of `a`, which is short enough to be repeated where the result is a bit-vector.
pub(super) fn convert(op: ConvertOp, from: Sort, to: Sort, a: &str) -> String {
    let width = to.width();
    match op {
        ConvertOp::ZExt => format!("((_ zero_extend {}) {a})", width - from.width()),
        ConvertOp::SExt => format!("((_ sign_extend {}) {a})", width - from.width()),
        ConvertOp::Trunc => format!("((_ extract {} 0) {a})", width - 1),
        ConvertOp::BitCast => format!("({} {a})", to_fp(to)),
        ConvertOp::SToF | ConvertOp::FToF => format!("({} RNE {a})", to_fp(to)),
        ConvertOp::UToF => {
            format!("({} RNE {a})", to_fp(to).replace("to_fp", "to_fp_unsigned"))
        }
        ConvertOp::FToS if width <= 32 => low_bits(width, 32, &hardware_signed(from, a, 32)),
        ConvertOp::FToS if width <= 64 => low_bits(width, 64, &hardware_signed(from, a, 64)),
        ConvertOp::FToS => low_bits(width, 128, &hardware_signed(from, a, 128)),
        ConvertOp::FToU if width <= 32 => low_bits(width, 64, &hardware_signed(from, a, 64)),
        ConvertOp::FToU if width <= 64 => {
            let low = in_range(from, a, negative(from, 63), power(from, 63));
            let upper = in_range(from, a, power(from, 63), power(from, 64));
            let least = vector(64, 1 << 63);
            low_bits(
                width,
                64,
                &format!(
                    "(ite {low} ((_ fp.to_sbv 64) RTZ {a}) \
                     (ite {upper} ((_ fp.to_ubv 64) RTZ {a}) {least}))"
                ),
            )
        }
        ConvertOp::FToU => low_bits(width, 128, &saturating_unsigned(from, a, 128)),
        ConvertOp::FToUSat => saturating_unsigned(from, a, width),
        ConvertOp::FToSSat => {
            let (low, high) =
                (constant(from, negative(from, width - 1)), constant(from, power(from, width - 1)));
            let (whole, most) = (whole(a), mask(width) >> 1);
            format!(
                "(ite (fp.isNaN {a}) {} (ite (fp.lt {whole} {low}) {} \
                 (ite (fp.leq {high} {whole}) {} ((_ fp.to_sbv {width}) RTZ {a}))))",
                vector(width, 0),
                vector(width, most + 1),
                vector(width, most),
            )
        }
    }
}

/// The smaller or larger of two floats that are short enough to be repeated.
pub(super) fn extremum(op: BinaryOp, sort: Sort, a: &str, b: &str) -> String {
    let smaller = matches!(op, BinaryOp::FMin | BinaryOp::FMinNum);
    let before = if smaller { "fp.lt" } else { "fp.gt" };
    if matches!(op, BinaryOp::FMinNum | BinaryOp::FMaxNum) {
        format!("(ite (or (fp.isNaN {a}) ({before} {b} {a})) {b} {a})")
    } else {
        // Equal numbers differ at most in the sign of zero.
        let (negative, other) = if smaller { (a, b) } else { (b, a) };
        let ordered = format!(
            "(ite ({before} {a} {b}) {a} (ite ({before} {b} {a}) {b} \
             (ite (fp.isNegative {a}) {negative} {other})))"
        );
        let nan = if sort == Sort::F32 { "(_ NaN 8 24)" } else { "(_ NaN 11 53)" };
        format!("(ite (or (fp.isNaN {a}) (fp.isNaN {b})) {nan} {ordered})")
    }
}

fn low_bits(width: u8, from: u8, text: &str) -> String {
    if width == from { text.to_owned() } else { format!("((_ extract {} 0) {text})", width - 1) }
}

fn hardware_signed(from: Sort, a: &str, bits: u8) -> String {
    let fits = in_range(from, a, negative(from, bits - 1), power(from, bits - 1));
    format!("(ite {fits} ((_ fp.to_sbv {bits}) RTZ {a}) {})", vector(bits, 1 << (bits - 1)))
}

fn saturating_unsigned(from: Sort, a: &str, width: u8) -> String {
    let (whole, one, above) =
        (whole(a), constant(from, power(from, 0)), constant(from, power(from, width)));
    format!(
        "(ite (or (fp.isNaN {a}) (fp.lt {whole} {one})) {} \
         (ite (fp.lt {whole} {above}) ((_ fp.to_ubv {width}) RTZ {a}) {}))",
        vector(width, 0),
        vector(width, mask(width)),
    )
}

/// Whether `low <= trunc(a) < high`; false for a NaN.
fn in_range(from: Sort, a: &str, low: u128, high: u128) -> String {
    let whole = whole(a);
    format!(
        "(and (fp.leq {} {whole}) (fp.lt {whole} {}))",
        constant(from, low),
        constant(from, high)
    )
}

fn whole(a: &str) -> String {
    format!("(fp.roundToIntegral RTZ {a})")
}

/// The bits of `2^exponent`, exact up to 128 but for an f32, where 2^128 is infinity and means the same.
fn power(sort: Sort, exponent: u8) -> u128 {
    let number = 2f64.powi(exponent.into());
    if sort == Sort::F32 { (number as f32).to_bits().into() } else { number.to_bits().into() }
}

fn negative(sort: Sort, exponent: u8) -> u128 {
    power(sort, exponent) | 1 << (sort.width() - 1)
}
