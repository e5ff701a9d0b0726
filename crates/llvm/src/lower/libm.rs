//! Intrinsics that are functions of the mathematical library under another name.

/// Functions that LLVM has an intrinsic for and the IR has no operation for.
const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "pow", "exp", "exp2",
    "exp10", "log", "log10", "log2", "ldexp",
];

/// The library's name for an intrinsic such as `llvm.pow.f32`; `long double` is held as a double.
pub(super) fn function_of(intrinsic: &str) -> Option<String> {
    let name = intrinsic.strip_prefix("llvm.")?;
    let function = FUNCTIONS.iter().find(|function| **function == stem(name))?;
    let types = &name[function.len()..];
    if types.contains(".v") {
        return None;
    }
    let suffix = if types.starts_with(".f32") { "f" } else { "" };
    Some(format!("{function}{suffix}"))
}

/// An intrinsic's name without the types it is used at: `memcpy` of `memcpy.p0.p0.i64`.
pub(super) fn stem(name: &str) -> &str {
    let is_type = |part: &str| {
        let mut chars = part.chars();
        match chars.next() {
            Some('i' | 'f' | 'p') => part.len() > 1 && chars.all(|c| c.is_ascii_digit()),
            Some('v') => chars.next().is_some_and(|c| c.is_ascii_digit()),
            _ => false,
        }
    };
    let mut end = name.len();
    while let Some(dot) = name[..end].rfind('.') {
        if !is_type(&name[dot + 1..end]) {
            break;
        }
        end = dot;
    }
    &name[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_at_the_end_are_no_part_of_the_stem() {
        assert_eq!(stem("memcpy.p0.p0.i64"), "memcpy");
        assert_eq!(stem("sadd.with.overflow.i32"), "sadd.with.overflow");
        assert_eq!(stem("fabs.v2f64"), "fabs");
        assert_eq!(stem("fptosi.sat.i32.f64"), "fptosi.sat");
        assert_eq!(stem("va_start.p0"), "va_start");
        assert_eq!(stem("fabs.f80"), "fabs");
        assert_eq!(stem("trap"), "trap");
    }

    #[test]
    fn an_intrinsic_of_the_library_is_called_by_the_librarys_name() {
        assert_eq!(function_of("llvm.pow.f64"), Some("pow".to_owned()));
        assert_eq!(function_of("llvm.log10.f32"), Some("log10f".to_owned()));
        assert_eq!(function_of("llvm.exp.f80"), Some("exp".to_owned()));
        assert_eq!(function_of("llvm.exp.v2f64"), None);
        assert_eq!(function_of("llvm.fabs.f64"), None);
    }
}
