//! `Math`, `StrictMath`, `Float` and `Double`: what the JVM does itself.
//!
//! Results that the JDK fixes to the last bit come from ports of fdlibm, as in the JDK; those that keep
//! their terms are operations of the machine.

use super::{Answer, Body, Jvm, Table, strict};
use machine::{Value, argument};
use program::{ConvertOp, Type};

/// A body that applies a function to a `double`.
macro_rules! unary {
    ($function:path) => {
        (|jvm, arguments| apply(jvm, arguments, $function)) as Body
    };
}

/// A body that applies a function to two `double`s.
macro_rules! binary {
    ($function:path) => {
        (|jvm, arguments| apply_two(jvm, arguments, $function)) as Body
    };
}

pub(super) const TABLE: Table = &[
    ("java/lang/Float.floatToRawIntBits(F)I", |jvm, arguments| raw(jvm, arguments, Type::I32)),
    ("java/lang/Float.intBitsToFloat(I)F", |jvm, arguments| cast(jvm, arguments, Type::F32)),
    ("java/lang/Double.doubleToRawLongBits(D)J", |jvm, arguments| raw(jvm, arguments, Type::I64)),
    ("java/lang/Double.longBitsToDouble(J)D", |jvm, arguments| cast(jvm, arguments, Type::F64)),
    ("java/lang/StrictMath.sqrt(D)D", square_root),
    ("java/lang/Math.sqrt(D)D", square_root),
    ("java/lang/Math.fma(DDD)D", fused),
    ("java/lang/Math.fma(FFF)F", fused_float),
    // The JVM computes these by code of its own, which is off by little more than half of the last bit.
    ("java/lang/Math.sin(D)D", unary!(f64::sin)),
    ("java/lang/Math.cos(D)D", unary!(f64::cos)),
    ("java/lang/Math.tan(D)D", unary!(f64::tan)),
    ("java/lang/Math.exp(D)D", unary!(f64::exp)),
    ("java/lang/Math.log(D)D", unary!(f64::ln)),
    ("java/lang/Math.log10(D)D", unary!(strict::near_log10)),
    ("java/lang/Math.pow(DD)D", binary!(strict::power)),
    ("java/lang/StrictMath.sin(D)D", unary!(strict::sin)),
    ("java/lang/StrictMath.cos(D)D", unary!(strict::cos)),
    ("java/lang/StrictMath.tan(D)D", unary!(strict::tan)),
    ("java/lang/StrictMath.asin(D)D", unary!(libm::asin)),
    ("java/lang/StrictMath.acos(D)D", unary!(libm::acos)),
    ("java/lang/StrictMath.atan(D)D", unary!(libm::atan)),
    ("java/lang/StrictMath.log(D)D", unary!(strict::log)),
    ("java/lang/StrictMath.log10(D)D", unary!(strict::log10)),
    ("java/lang/StrictMath.sinh(D)D", unary!(strict::sinh)),
    ("java/lang/StrictMath.cosh(D)D", unary!(strict::cosh)),
    ("java/lang/StrictMath.tanh(D)D", unary!(strict::tanh)),
    ("java/lang/StrictMath.expm1(D)D", unary!(libm::expm1)),
    ("java/lang/StrictMath.log1p(D)D", unary!(strict::log1p)),
    ("java/lang/StrictMath.atan2(DD)D", binary!(strict::atan2)),
    ("java/lang/StrictMath.IEEEremainder(DD)D", binary!(libm::remainder)),
];

fn cast(jvm: &mut Jvm<'_>, arguments: &[Value], to: Type) -> Answer {
    let value = argument(arguments, 0)?;
    Ok(Some(jvm.context.convert(ConvertOp::BitCast, to, value)))
}

/// The bits of a number. Of what is not a number they are those that the machine gives all such results, or with the sign
/// that other processors set.
fn raw(jvm: &mut Jvm<'_>, arguments: &[Value], to: Type) -> Answer {
    if jvm.shared.environment().negative_nan {
        let given = jvm.context.concrete(argument(arguments, 0)?);
        let (nan, sign) = match to {
            Type::I32 => (u128::from(f32::NAN.to_bits()), 1 << 31),
            _ => (u128::from(f64::NAN.to_bits()), 1 << 63),
        };
        if given == nan {
            return Ok(Some(Value::new(to, nan | sign)));
        }
    }
    cast(jvm, arguments, to)
}

fn square_root(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    apply(jvm, arguments, f64::sqrt)
}

fn fused(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let mut number = |index| {
        let value = argument(arguments, index)?;
        Ok(f64::from_bits(jvm.context.concrete(value) as u64))
    };
    double(number(0)?.mul_add(number(1)?, number(2)?))
}

fn fused_float(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let mut number = |index| {
        let value = argument(arguments, index)?;
        Ok(f32::from_bits(jvm.context.concrete(value) as u32))
    };
    let result: f32 = number(0)?.mul_add(number(1)?, number(2)?);
    Ok(Some(Value::new(Type::F32, canonical_float(result).into())))
}

fn apply(jvm: &mut Jvm<'_>, arguments: &[Value], function: fn(f64) -> f64) -> Answer {
    let value = argument(arguments, 0)?;
    double(function(f64::from_bits(jvm.context.concrete(value) as u64)))
}

fn apply_two(jvm: &mut Jvm<'_>, arguments: &[Value], function: fn(f64, f64) -> f64) -> Answer {
    let (a, b) = (argument(arguments, 0)?, argument(arguments, 1)?);
    let a = f64::from_bits(jvm.context.concrete(a) as u64);
    let b = f64::from_bits(jvm.context.concrete(b) as u64);
    double(function(a, b))
}

/// An answer that is a `double`; whatever NaN it was becomes the one NaN.
fn double(value: f64) -> Answer {
    let value = if value.is_nan() { f64::NAN } else { value };
    Ok(Some(Value::new(Type::F64, value.to_bits().into())))
}

fn canonical_float(value: f32) -> u32 {
    if value.is_nan() { f32::NAN.to_bits() } else { value.to_bits() }
}
