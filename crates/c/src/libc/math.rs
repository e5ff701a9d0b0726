//! math.h: the mathematical functions, under C's names for `double`, `float` and `long double`.
//!
//! Where the host's own library is reached through Rust's standard library, results are those of a
//! native program on the same host; the rest are ports of the same algorithms.

use super::errors::{Error, error_of};
use machine::{Context, Models, Stop, Value, argument};
use program::Type;

/// Adds the functions; `long double` is held as a double.
pub(super) fn add(models: &mut Models) {
    for (name, wide, narrow) in UNARY {
        add_forms(models, name, 1, move |a| wide(a[0]), move |a| narrow(a[0]));
    }
    for (name, wide, narrow) in BINARY {
        add_forms(models, name, 2, move |a| wide(a[0], a[1]), move |a| narrow(a[0], a[1]));
    }
    add_forms(models, "fma", 3, |a| a[0].mul_add(a[1], a[2]), |a| a[0].mul_add(a[1], a[2]));
    add_scaling(models);
    add_splitting(models);
    add_classes(models);
    add_rounding(models);
}

type Unary = (&'static str, fn(f64) -> f64, fn(f32) -> f32);
type Binary = (&'static str, fn(f64, f64) -> f64, fn(f32, f32) -> f32);

const UNARY: &[Unary] = &[
    ("acos", f64::acos, f32::acos),
    (
        "acosh",
        |x| if x < 1.0 { -f64::NAN } else { libm::acosh(x) },
        |x| if x < 1.0 { -f32::NAN } else { libm::acoshf(x) },
    ),
    ("asin", f64::asin, f32::asin),
    ("asinh", libm::asinh, libm::asinhf),
    ("atan", f64::atan, f32::atan),
    ("atanh", libm::atanh, libm::atanhf),
    ("cbrt", f64::cbrt, f32::cbrt),
    ("ceil", f64::ceil, f32::ceil),
    ("cos", f64::cos, f32::cos),
    ("cosh", f64::cosh, f32::cosh),
    ("erf", libm::erf, libm::erff),
    ("erfc", libm::erfc, libm::erfcf),
    ("exp", f64::exp, f32::exp),
    ("exp10", libm::exp10, libm::exp10f),
    ("exp2", f64::exp2, f32::exp2),
    ("expm1", f64::exp_m1, f32::exp_m1),
    ("fabs", f64::abs, f32::abs),
    ("floor", f64::floor, f32::floor),
    ("gamma", libm::lgamma, libm::lgammaf),
    ("j0", libm::j0, libm::j0f),
    ("j1", libm::j1, libm::j1f),
    ("lgamma", libm::lgamma, libm::lgammaf),
    ("log", f64::ln, f32::ln),
    ("log10", f64::log10, f32::log10),
    ("log1p", f64::ln_1p, f32::ln_1p),
    ("log2", f64::log2, f32::log2),
    ("logb", logb, |x| logb(x.into()) as f32),
    ("nearbyint", f64::round_ties_even, f32::round_ties_even),
    ("rint", f64::round_ties_even, f32::round_ties_even),
    ("round", f64::round, f32::round),
    ("roundeven", f64::round_ties_even, f32::round_ties_even),
    ("sin", f64::sin, f32::sin),
    ("sinh", f64::sinh, f32::sinh),
    ("tan", f64::tan, f32::tan),
    ("tanh", f64::tanh, f32::tanh),
    ("tgamma", libm::tgamma, libm::tgammaf),
    ("trunc", f64::trunc, f32::trunc),
    ("y0", libm::y0, libm::y0f),
    ("y1", libm::y1, libm::y1f),
];

const BINARY: &[Binary] = &[
    ("atan2", f64::atan2, f32::atan2),
    ("copysign", f64::copysign, f32::copysign),
    ("drem", libm::remainder, libm::remainderf),
    ("fdim", libm::fdim, libm::fdimf),
    // Of two zeros the second is taken, as glibc does.
    (
        "fmax",
        |a, b| if a > b || b.is_nan() { a } else { b },
        |a, b| if a > b || b.is_nan() { a } else { b },
    ),
    (
        "fmin",
        |a, b| if a < b || b.is_nan() { a } else { b },
        |a, b| if a < b || b.is_nan() { a } else { b },
    ),
    ("fmod", |a, b| a % b, |a, b| a % b),
    ("hypot", f64::hypot, f32::hypot),
    ("nextafter", libm::nextafter, libm::nextafterf),
    ("nexttoward", libm::nextafter, libm::nextafterf),
    ("pow", f64::powf, f32::powf),
    ("remainder", libm::remainder, libm::remainderf),
];

/// A floating-point argument, fixed to its value.
fn double(context: &mut dyn Context, arguments: &[Value], index: usize) -> Result<f64, Stop> {
    let value = argument(arguments, index)?;
    let bits = context.concrete(value);
    Ok(match value.ty {
        Type::F32 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits as u64),
    })
}

fn integer(context: &mut dyn Context, arguments: &[Value], index: usize) -> Result<i64, Stop> {
    let value = argument(arguments, index)?;
    let bits = context.concrete(value) as u64;
    Ok(if value.ty.bits() <= 32 { i64::from(bits as u32 as i32) } else { bits as i64 })
}

fn of_double(value: f64) -> Value {
    Value::new(Type::F64, value.to_bits().into())
}

fn of_float(value: f32) -> Value {
    Value::new(Type::F32, value.to_bits().into())
}

/// Leaves in `errno` what a function of `double`, or of `float`, tells about its result, and gives that.
fn told(
    context: &mut dyn Context,
    name: &str,
    arguments: &[f64],
    value: f64,
    is_float: bool,
) -> Result<Value, Stop> {
    let least = if is_float { f32::MIN_POSITIVE.into() } else { f64::MIN_POSITIVE };
    let value = result(value, is_float);
    let number = match is_float {
        true => f32::from_bits(value.bits as u32).into(),
        false => f64::from_bits(value.bits as u64),
    };
    if let Some(error) = error_of(name, arguments, number, least) {
        error.leave(context)?;
    }
    Ok(value)
}

/// A result of the same format as the function's name tells.
fn result(value: f64, is_float: bool) -> Value {
    if is_float { of_float(value as f32) } else { of_double(value) }
}

/// Adds a function of floating-point numbers in its three forms.
fn add_forms(
    models: &mut Models,
    name: &'static str,
    count: usize,
    wide: impl Fn(&[f64]) -> f64 + Send + Sync + Copy + 'static,
    narrow: impl Fn(&[f32]) -> f32 + Send + Sync + Copy + 'static,
) {
    for suffix in ["", "l"] {
        models.add(
            format!("{name}{suffix}"),
            move |context: &mut dyn Context, arguments: &[Value]| {
                let mut values = [0.0; 3];
                for (index, value) in values[..count].iter_mut().enumerate() {
                    *value = double(context, arguments, index)?;
                }
                let values = &values[..count];
                told(context, name, values, wide(values), false).map(Some)
            },
        );
    }
    models.add(format!("{name}f"), move |context: &mut dyn Context, arguments: &[Value]| {
        let mut values = [0.0; 3];
        for (index, value) in values[..count].iter_mut().enumerate() {
            // Exact: it was a float, except the target of `nexttowardf`.
            *value = double(context, arguments, index)? as f32;
        }
        let value = narrow(&values[..count]).into();
        told(context, name, &values.map(f64::from)[..count], value, true).map(Some)
    });
}

/// The three forms of a name, each with whether it is the one of `float`.
fn forms(name: &str) -> [(String, bool); 3] {
    [(name.to_owned(), false), (format!("{name}l"), false), (format!("{name}f"), true)]
}

fn logb(value: f64) -> f64 {
    if value == 0.0 {
        f64::NEG_INFINITY
    } else if value.is_finite() {
        libm::ilogb(value).into()
    } else {
        value * value
    }
}

/// `value * 2^exponent`, rounded once.
fn scale(value: f64, exponent: i64, is_float: bool) -> f64 {
    let exponent = exponent.clamp(-5000, 5000) as i32;
    if is_float {
        libm::scalbnf(value as f32, exponent).into()
    } else {
        libm::scalbn(value, exponent)
    }
}

fn add_scaling(models: &mut Models) {
    for name in ["ldexp", "scalbn", "scalbln"] {
        for (name, is_float) in forms(name) {
            models.add(name, move |context: &mut dyn Context, arguments: &[Value]| {
                let value = double(context, arguments, 0)?;
                let exponent = integer(context, arguments, 1)?;
                let scaled = scale(value, exponent, is_float);
                told(context, "ldexp", &[value], scaled, is_float).map(Some)
            });
        }
    }
    for (name, _) in forms("ilogb") {
        models.add(name, |context: &mut dyn Context, arguments: &[Value]| {
            let value = double(context, arguments, 0)?;
            let exponent = match value {
                _ if value == 0.0 || value.is_nan() => i32::MIN,
                _ if value.is_infinite() => i32::MAX,
                _ => libm::ilogb(value),
            };
            if value == 0.0 || !value.is_finite() {
                Error::Domain.leave(context)?;
            }
            Ok(Some(Value::new(Type::I32, (exponent as u32).into())))
        });
    }
    for (name, function) in [("jn", libm::jn as fn(i32, f64) -> f64), ("yn", libm::yn)] {
        models.add(name, move |context: &mut dyn Context, arguments: &[Value]| {
            let order = integer(context, arguments, 0)? as i32;
            let value = double(context, arguments, 1)?;
            told(context, name, &[value], function(order, value), false).map(Some)
        });
    }
}

/// Functions that give a second result through a pointer.
fn add_splitting(models: &mut Models) {
    for (name, is_float) in forms("frexp") {
        models.add(name, move |context: &mut dyn Context, arguments: &[Value]| {
            let value = double(context, arguments, 0)?;
            let (fraction, exponent) = libm::frexp(value);
            let exponent = if value.is_finite() { exponent } else { 0 };
            let exponent = Value::new(Type::I32, (exponent as u32).into());
            context.store(argument(arguments, 1)?, exponent)?;
            Ok(Some(result(fraction, is_float)))
        });
    }
    for (name, is_float) in forms("modf") {
        models.add(name, move |context: &mut dyn Context, arguments: &[Value]| {
            let value = double(context, arguments, 0)?;
            context.store(argument(arguments, 1)?, result(value.trunc(), is_float))?;
            let rest = if value.is_infinite() { 0.0 } else { value - value.trunc() };
            Ok(Some(result(rest.copysign(value), is_float)))
        });
    }
    for (name, is_float) in forms("sincos") {
        models.add(name, move |context: &mut dyn Context, arguments: &[Value]| {
            let value = double(context, arguments, 0)?;
            if value.is_infinite() {
                Error::Domain.leave(context)?;
            }
            let (sine, cosine) = if is_float {
                let value = value as f32;
                (of_float(value.sin()), of_float(value.cos()))
            } else {
                (of_double(value.sin()), of_double(value.cos()))
            };
            context.store(argument(arguments, 1)?, sine)?;
            context.store(argument(arguments, 2)?, cosine)?;
            Ok(None)
        });
    }
    for (name, is_float) in forms("remquo") {
        models.add(name, move |context: &mut dyn Context, arguments: &[Value]| {
            let (a, b) = (double(context, arguments, 0)?, double(context, arguments, 1)?);
            let (rest, quotient) = libm::remquo(a, b);
            let quotient = Value::new(Type::I32, (quotient as u32).into());
            context.store(argument(arguments, 2)?, quotient)?;
            Ok(Some(result(rest, is_float)))
        });
    }
    for (name, is_float) in forms("lgamma_r")
        .map(|(_, is_float)| (if is_float { "lgammaf_r" } else { "lgamma_r" }.to_owned(), is_float))
    {
        models.add(name, move |context: &mut dyn Context, arguments: &[Value]| {
            let given = double(context, arguments, 0)?;
            let (value, sign) = libm::lgamma_r(given);
            let sign = Value::new(Type::I32, (sign as u32).into());
            context.store(argument(arguments, 1)?, sign)?;
            told(context, "lgamma", &[given], value, is_float).map(Some)
        });
    }
}

/// What the macros of math.h call to classify numbers.
fn add_classes(models: &mut Models) {
    type Class = fn(f64) -> i32;
    let classes: [(&str, Class); 7] = [
        ("__isnan", |x| x.is_nan().into()),
        ("isnan", |x| x.is_nan().into()),
        ("__isinf", infinite),
        ("isinf", infinite),
        ("__finite", |x| x.is_finite().into()),
        ("finite", |x| x.is_finite().into()),
        ("__signbit", |x| x.is_sign_negative().into()),
    ];
    for (name, class) in classes {
        for (name, _) in forms(name) {
            models.add(name, move |context: &mut dyn Context, arguments: &[Value]| {
                let class = class(double(context, arguments, 0)?);
                Ok(Some(Value::new(Type::I32, (class as u32).into())))
            });
        }
    }
    for (name, is_float) in forms("__fpclassify") {
        models.add(name, move |context: &mut dyn Context, arguments: &[Value]| {
            let value = double(context, arguments, 0)?;
            let class = if is_float { (value as f32).classify() } else { value.classify() };
            let number = match class {
                std::num::FpCategory::Nan => 0,
                std::num::FpCategory::Infinite => 1,
                std::num::FpCategory::Zero => 2,
                std::num::FpCategory::Subnormal => 3,
                std::num::FpCategory::Normal => 4,
            };
            Ok(Some(Value::new(Type::I32, number)))
        });
    }
    for (name, is_float) in forms("nan") {
        models.add(name, move |_: &mut dyn Context, _: &[Value]| {
            Ok(Some(result(f64::NAN, is_float)))
        });
    }
}

fn infinite(value: f64) -> i32 {
    match value.is_infinite() {
        true if value < 0.0 => -1,
        is => is.into(),
    }
}

/// Rounding to an integer; out of range gives the least one, as x86-64 does.
fn add_rounding(models: &mut Models) {
    type Round = fn(f64) -> f64;
    let functions: [(&str, Round); 4] = [
        ("lround", f64::round),
        ("llround", f64::round),
        ("lrint", f64::round_ties_even),
        ("llrint", f64::round_ties_even),
    ];
    for (name, round) in functions {
        for (name, _) in forms(name) {
            models.add(name, move |context: &mut dyn Context, arguments: &[Value]| {
                let rounded = round(double(context, arguments, 0)?);
                let fits =
                    (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&rounded);
                let number = if fits { rounded as i64 } else { i64::MIN };
                Ok(Some(Value::new(Type::I64, (number as u64).into())))
            });
        }
    }
}
