//! Operations on floats, composed where SMT-LIB leaves a result open.

use ::z3::ast::{Ast, BV, Bool, Float, RoundingMode};
use ::z3::{FuncDecl, Solver, Sort as Z3Sort};
use rustc_hash::FxHashMap;
use term::{BinaryOp, ConvertOp, Sort, UnaryOp};

use super::translate::constant;

/// Makes floats; keeps the operations that the bindings can only find by name.
#[derive(Debug, Default)]
pub(super) struct Floats {
    conversions: FxHashMap<(Source, u32, Sort), FuncDecl>,
}

/// What a float is made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Source {
    Bits,
    Signed,
    Unsigned,
}

impl Floats {
    /// The float that these bits are.
    pub fn of_bits(&mut self, sort: Sort, bits: &BV) -> Float {
        let conversion = self.conversion(Source::Bits, bits.get_size(), sort);
        conversion.apply(&[bits]).as_float().unwrap_or_else(|| nan(sort))
    }

    /// The float nearest to an integer.
    pub fn of_integer(&mut self, signed: bool, sort: Sort, bits: &BV) -> Float {
        let source = if signed { Source::Signed } else { Source::Unsigned };
        let conversion = self.conversion(source, bits.get_size(), sort);
        let nearest = RoundingMode::round_nearest_ties_to_even();
        conversion.apply(&[&nearest, bits]).as_float().unwrap_or_else(|| nan(sort))
    }

    /// The bindings have no call for these conversions, but the parser knows them.
    fn conversion(&mut self, source: Source, width: u32, sort: Sort) -> &FuncDecl {
        self.conversions.entry((source, width, sort)).or_insert_with(|| {
            let format = if sort == Sort::F32 { "8 24" } else { "11 53" };
            let expression = match source {
                Source::Bits => format!("((_ to_fp {format}) x)"),
                Source::Signed => format!("((_ to_fp {format}) RNE x)"),
                Source::Unsigned => format!("((_ to_fp_unsigned {format}) RNE x)"),
            };
            let parser = Solver::new();
            parser.from_string(format!(
                "(declare-const x (_ BitVec {width}))(assert (fp.isNaN {expression}))"
            ));
            let assertions = parser.get_assertions();
            assertions
                .first()
                .and_then(|assertion| assertion.nth_child(0))
                .and_then(|float| float.safe_decl().ok())
                .unwrap_or_else(|| unreachable!("Z3 does not know {expression}"))
        })
    }

    pub fn unary(&self, op: UnaryOp, a: &Float) -> Float {
        let whole = |mode: RoundingMode| a.round_to_integral_with_rounding_mode(&mode);
        match op {
            UnaryOp::FNeg => a.unary_neg(),
            UnaryOp::FAbs => a.unary_abs(),
            UnaryOp::FSqrt => {
                a.sqrt_with_rounding_mode(&RoundingMode::round_nearest_ties_to_even())
            }
            UnaryOp::FFloor => whole(RoundingMode::round_towards_negative()),
            UnaryOp::FCeil => whole(RoundingMode::round_towards_positive()),
            UnaryOp::FTrunc => whole(RoundingMode::round_towards_zero()),
            UnaryOp::FNearest => whole(RoundingMode::round_nearest_ties_to_even()),
            UnaryOp::FRound => whole(RoundingMode::round_nearest_ties_to_away()),
            other => unreachable!("{other} of a float"),
        }
    }

    pub fn binary(&self, op: BinaryOp, sort: Sort, a: &Float, b: &Float) -> Float {
        let nearest = RoundingMode::round_nearest_ties_to_even();
        match op {
            BinaryOp::FAdd => a.add_with_rounding_mode(b.clone(), &nearest),
            BinaryOp::FSub => a.sub_with_rounding_mode(b.clone(), &nearest),
            BinaryOp::FMul => a.mul_with_rounding_mode(b.clone(), &nearest),
            BinaryOp::FDiv => a.div_with_rounding_mode(b.clone(), &nearest),
            BinaryOp::FMin | BinaryOp::FMax | BinaryOp::FMinNum | BinaryOp::FMaxNum => {
                extremum(op, sort, a, b)
            }
            other => unreachable!("{other} of floats"),
        }
    }

    /// Another format, to nearest.
    pub fn resize(&self, from: Sort, to: Sort, a: &Float) -> Float {
        if from == to {
            return a.clone();
        }
        let nearest = RoundingMode::round_nearest_ties_to_even();
        a.to_fp_with_rounding_mode(&nearest, &format(to))
    }

    /// An integer of `width` bits, toward zero, as the conversion says where it does not fit.
    pub fn integer(&mut self, op: ConvertOp, from: Sort, width: u8, a: &Float) -> BV {
        match op {
            ConvertOp::FToS if width <= 32 => low_bits(width, &self.hardware(from, a, 32)),
            ConvertOp::FToS if width <= 64 => low_bits(width, &self.hardware(from, a, 64)),
            ConvertOp::FToS => low_bits(width, &self.hardware(from, a, 128)),
            ConvertOp::FToU if width <= 32 => low_bits(width, &self.hardware(from, a, 64)),
            ConvertOp::FToU if width <= 64 => {
                let low = self.in_range(from, a, negative(from, 63), power(from, 63));
                let high = self.in_range(from, a, power(from, 63), power(from, 64));
                let upper = high.ite(&unsigned(a, 64), &constant(64, 1 << 63));
                low_bits(width, &low.ite(&signed(a, 64), &upper))
            }
            ConvertOp::FToU => low_bits(width, &self.saturating_unsigned(from, a, 128)),
            ConvertOp::FToUSat => self.saturating_unsigned(from, a, width),
            _ => {
                let whole = toward_zero(a);
                let most = Sort::Bits(width).mask() >> 1;
                let least_float = self.number(from, negative(from, width - 1));
                let above = self.number(from, power(from, width - 1));
                let inside = above.le(whole.clone()).ite(&constant(width, most), &signed(a, width));
                let bounded = whole.lt(least_float).ite(&constant(width, most + 1), &inside);
                a.is_nan().ite(&constant(width, 0), &bounded)
            }
        }
    }

    /// Toward zero, or the least value.
    fn hardware(&mut self, from: Sort, a: &Float, bits: u8) -> BV {
        let fits = self.in_range(from, a, negative(from, bits - 1), power(from, bits - 1));
        fits.ite(&signed(a, bits), &constant(bits, 1 << (bits - 1)))
    }

    fn saturating_unsigned(&mut self, from: Sort, a: &Float, width: u8) -> BV {
        let whole = toward_zero(a);
        let (one, above) =
            (self.number(from, power(from, 0)), self.number(from, power(from, width)));
        let small = Bool::or(&[&a.is_nan(), &whole.lt(one)]);
        let large = whole.lt(above).ite(&unsigned(a, width), &constant(width, u128::MAX));
        small.ite(&constant(width, 0), &large)
    }

    /// Whether `low <= trunc(a) < high`; false for a NaN.
    fn in_range(&mut self, from: Sort, a: &Float, low: u128, high: u128) -> Bool {
        let whole = toward_zero(a);
        let (low, high) = (self.number(from, low), self.number(from, high));
        Bool::and(&[&low.le(whole.clone()), &whole.lt(high)])
    }

    fn number(&mut self, sort: Sort, raw: u128) -> Float {
        self.of_bits(sort, &constant(sort.width(), raw))
    }
}

fn extremum(op: BinaryOp, sort: Sort, a: &Float, b: &Float) -> Float {
    let smaller = matches!(op, BinaryOp::FMin | BinaryOp::FMinNum);
    let before = |x: &Float, y: &Float| if smaller { x.lt(y.clone()) } else { x.gt(y.clone()) };
    if matches!(op, BinaryOp::FMinNum | BinaryOp::FMaxNum) {
        return Bool::or(&[&a.is_nan(), &before(b, a)]).ite(b, a);
    }
    // Equal numbers differ at most in the sign of zero.
    let (negative, other) = if smaller { (a, b) } else { (b, a) };
    let equal = a.is_negative().ite(negative, other);
    let ordered = before(a, b).ite(a, &before(b, a).ite(b, &equal));
    Bool::or(&[&a.is_nan(), &b.is_nan()]).ite(&nan(sort), &ordered)
}

fn signed(a: &Float, width: u8) -> BV {
    a.to_sbv_with_rounding_mode(&RoundingMode::round_towards_zero(), width.into())
}

fn unsigned(a: &Float, width: u8) -> BV {
    a.to_ubv_with_rounding_mode(&RoundingMode::round_towards_zero(), width.into())
}

fn toward_zero(a: &Float) -> Float {
    a.round_to_integral_with_rounding_mode(&RoundingMode::round_towards_zero())
}

fn low_bits(width: u8, bits: &BV) -> BV {
    if u32::from(width) == bits.get_size() {
        bits.clone()
    } else {
        bits.extract(u32::from(width) - 1, 0)
    }
}

fn nan(sort: Sort) -> Float {
    if sort == Sort::F32 { Float::nan32() } else { Float::nan64() }
}

fn format(sort: Sort) -> Z3Sort {
    if sort == Sort::F32 { Z3Sort::float32() } else { Z3Sort::double() }
}

/// The bits of `2^exponent`, exact up to 128 but for an f32, where 2^128 is infinity and means the same.
fn power(sort: Sort, exponent: u8) -> u128 {
    let number = 2f64.powi(exponent.into());
    if sort == Sort::F32 { (number as f32).to_bits().into() } else { number.to_bits().into() }
}

fn negative(sort: Sort, exponent: u8) -> u128 {
    power(sort, exponent) | 1 << (sort.width() - 1)
}
