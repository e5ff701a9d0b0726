//! What the functions of math.h leave in `errno`, by the rules that glibc keeps to.

use machine::{Context, Stop, Value};
use program::Type;

/// A number of `errno`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Error {
    /// EDOM: the function has no value there.
    Domain,
    /// ERANGE: the value is a pole, too large, or too small.
    Range,
}

impl Error {
    const fn number(self) -> u128 {
        match self {
            Error::Domain => 33,
            Error::Range => 34,
        }
    }

    /// Leaves it in `errno`. A program that the library is not linked with has none.
    pub fn leave(self, context: &mut dyn Context) -> Result<(), Stop> {
        match context.program().global_named("__ferret_errno") {
            Some(errno) => {
                let address = Value::pointer(context.global(errno));
                context.store(address, Value::new(Type::I32, self.number()))
            }
            None => Ok(()),
        }
    }
}

/// Functions that never fail.
const SILENT: &[&str] = &["copysign", "fma", "fmax", "fmin", "logb", "remquo"];

/// Functions that tell when a result is so small that it became zero.
const TELL_UNDERFLOW: &[&str] =
    &["atan2", "erfc", "exp", "exp10", "exp2", "j1", "jn", "ldexp", "pow", "tgamma"];

/// What a function of that name (the one for `double`) tells about a result; `least` is the least
/// normal number of its format.
pub(super) fn error_of(name: &str, arguments: &[f64], result: f64, least: f64) -> Option<Error> {
    if SILENT.contains(&name) {
        return None;
    }
    if result.is_nan() {
        let new = !arguments.iter().any(|argument| argument.is_nan());
        return new.then_some(Error::Domain);
    }
    let (first, infinite) = (arguments[0], result.is_infinite());
    let out_of_range = if matches!(name, "nextafter" | "nexttoward") {
        let small = result.abs() < least && first != 0.0 && first != arguments[1];
        first.is_finite() && (infinite || small)
    } else {
        let small = TELL_UNDERFLOW.contains(&name) && result == 0.0 && first != 0.0;
        arguments.iter().all(|argument| argument.is_finite()) && (infinite || small)
    };
    out_of_range.then_some(Error::Range)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, arguments: &[f64], result: f64) -> Option<Error> {
        error_of(name, arguments, result, f64::MIN_POSITIVE)
    }

    #[test]
    fn what_has_no_value_is_another_error_than_what_is_too_large() {
        assert_eq!(told("log", &[-1.0], f64::NAN), Some(Error::Domain));
        assert_eq!(told("log", &[0.0], f64::NEG_INFINITY), Some(Error::Range));
        assert_eq!(told("exp", &[1e3], f64::INFINITY), Some(Error::Range));
        assert_eq!(told("exp", &[f64::INFINITY], f64::INFINITY), None);
        assert_eq!(told("log", &[f64::NAN], f64::NAN), None);
    }

    #[test]
    fn only_some_functions_tell_of_a_result_that_became_zero() {
        assert_eq!(told("exp", &[-1e3], 0.0), Some(Error::Range));
        assert_eq!(told("sin", &[5e-324], 0.0), None);
        assert_eq!(told("pow", &[0.0, 2.0], 0.0), None);
        assert_eq!(told("nextafter", &[5e-324, 0.0], 0.0), Some(Error::Range));
        assert_eq!(told("nextafter", &[0.0, 1.0], 5e-324), None);
    }
}
