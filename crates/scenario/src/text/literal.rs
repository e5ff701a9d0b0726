//! Values of the IR's types as a person writes them.

use program::Type;

use super::syntax::push_quoted;

/// A value as a person would write it: integers signed, booleans and printable bytes by name, floats
/// in the shortest form that gives the same bits back.
pub fn value(ty: Type, bits: u128) -> String {
    match ty {
        Type::Int(1) => (bits != 0).to_string(),
        Type::Int(8) if (0x20..0x7f).contains(&bits) => {
            let mut text = String::new();
            push_quoted(&mut text, &[bits as u8], '\'');
            text
        }
        Type::Int(width) => signed(width, bits).to_string(),
        Type::Ptr if bits == 0 => "null".into(),
        Type::Ptr => format!("{bits:#x}"),
        Type::F32 => match f32::from_bits(bits as u32) {
            float if float.is_nan() => nan(bits, 0x7fc0_0000),
            float => format!("{float:?}"),
        },
        Type::F64 => match f64::from_bits(bits as u64) {
            float if float.is_nan() => nan(bits, 0x7ff8_0000_0000_0000),
            float => format!("{float:?}"),
        },
    }
}

fn nan(bits: u128, quiet: u128) -> String {
    if bits == quiet { "nan".into() } else { format!("nan:{bits:#x}") }
}

/// Reads the low `width` bits as a signed number.
pub(super) fn signed(width: u8, bits: u128) -> i128 {
    let shift = 128 - u32::from(width);
    ((bits << shift) as i128) >> shift
}

/// What is wrong with a literal, and what to do about it.
pub(super) struct Mistake {
    pub message: String,
    pub help: Option<String>,
}

impl Mistake {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The bits of a number of a type. The digits come from the lexer and have no sign.
pub(super) fn number(ty: Type, negative: bool, digits: &str) -> Result<u128, Mistake> {
    let digits = &digits.replace('_', "");
    match ty {
        Type::Int(width) => integer(ty, width, negative, digits),
        Type::Ptr if negative => Err(Mistake::new("an address is not negative")),
        Type::Ptr => integer(ty, 64, false, digits),
        Type::F32 | Type::F64 => float(ty, negative, digits),
    }
}

fn integer(ty: Type, width: u8, negative: bool, digits: &str) -> Result<u128, Mistake> {
    let sign = if negative { "-" } else { "" };
    let Some(magnitude) = magnitude(digits) else {
        if digits.parse::<f64>().is_ok()
            && !is_hex(digits)
            && digits.bytes().any(|b| b == b'.' || b == b'e')
        {
            return Err(Mistake::new(format!(
                "`{sign}{digits}` is not an integer, {ty} is needed"
            )));
        }
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(out_of_range(ty, width, sign, digits));
        }
        return Err(Mistake::new(format!("`{sign}{digits}` is not a number"))
            .help("integers are written like `42`, `-1` or `0xff`"));
    };
    let mask = u128::MAX >> (128 - u32::from(width));
    let fits = if negative { magnitude <= (mask >> 1) + 1 } else { magnitude <= mask };
    if !fits {
        return Err(out_of_range(ty, width, sign, digits));
    }
    Ok(if negative { magnitude.wrapping_neg() & mask } else { magnitude })
}

fn out_of_range(ty: Type, width: u8, sign: &str, digits: &str) -> Mistake {
    let mask = u128::MAX >> (128 - u32::from(width));
    let least = if ty == Type::Ptr { "0".into() } else { format!("-{}", (mask >> 1) + 1) };
    Mistake::new(format!("{sign}{digits} does not fit into {ty}"))
        .help(format!("{ty} holds {least} to {mask}"))
}

fn is_hex(digits: &str) -> bool {
    digits.starts_with("0x") || digits.starts_with("0X")
}

fn magnitude(digits: &str) -> Option<u128> {
    if is_hex(digits) {
        // `from_str_radix` would take a sign.
        let digits = &digits[2..];
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
        return u128::from_str_radix(digits, 16).ok();
    }
    digits.parse().ok()
}

fn float(ty: Type, negative: bool, digits: &str) -> Result<u128, Mistake> {
    let sign = if negative { "-" } else { "" };
    if is_hex(digits) {
        return Err(Mistake::new(format!(
            "`{sign}{digits}` is not a decimal number, {ty} is needed"
        ))
        .help("floats are written like `1.5`, `-2e-3`, `inf` or `nan`"));
    }
    let text = format!("{sign}{digits}");
    let parsed = match ty {
        Type::F32 => {
            text.parse::<f32>().ok().map(|float| (u128::from(float.to_bits()), float.is_finite()))
        }
        _ => text.parse::<f64>().ok().map(|float| (u128::from(float.to_bits()), float.is_finite())),
    };
    match parsed {
        Some((bits, true)) => Ok(bits),
        Some((_, false)) => Err(Mistake::new(format!("{text} does not fit into {ty}"))
            .help("infinity is written `inf` or `-inf`")),
        None => Err(Mistake::new(format!("`{text}` is not a number"))
            .help("floats are written like `1.5`, `-2e-3`, `inf` or `nan`")),
    }
}

/// The bits of a value that has a name: `true`, `null`, `inf` and so on; `None` if the name is not one
/// of those.
pub(super) fn named(ty: Type, negative: bool, name: &str) -> Option<Result<u128, Mistake>> {
    let mismatch = |what: &str| Err(Mistake::new(format!("{what} is given, {ty} is needed")));
    let sign = |bits: u128| if negative { bits | 1 << (ty.bits() - 1) } else { bits };
    Some(match (name, ty) {
        ("true" | "false", Type::Int(_)) if !negative => Ok(u128::from(name == "true")),
        ("true" | "false", _) => mismatch("a boolean"),
        ("null", Type::Ptr) if !negative => Ok(0),
        ("null", _) => mismatch("a null pointer"),
        ("inf", Type::F32) => Ok(sign(0x7f80_0000)),
        ("inf", Type::F64) => Ok(sign(0x7ff0_0000_0000_0000)),
        ("nan", Type::F32) => Ok(sign(0x7fc0_0000)),
        ("nan", Type::F64) => Ok(sign(0x7ff8_0000_0000_0000)),
        ("inf" | "nan", _) => mismatch("a float"),
        _ => return None,
    })
}

/// The bits of a NaN that is written with its bits.
pub(super) fn nan_bits(ty: Type, digits: &str) -> Result<u128, Mistake> {
    let bits = magnitude(digits).filter(|_| is_hex(digits));
    let is_nan = match ty {
        Type::F32 => {
            bits.and_then(|bits| u32::try_from(bits).ok()).map(|bits| f32::from_bits(bits).is_nan())
        }
        Type::F64 => {
            bits.and_then(|bits| u64::try_from(bits).ok()).map(|bits| f64::from_bits(bits).is_nan())
        }
        _ => return Err(Mistake::new(format!("a float is given, {ty} is needed"))),
    };
    match (bits, is_nan) {
        (Some(bits), Some(true)) => Ok(bits),
        _ => Err(Mistake::new(format!("`{digits}` are not the bits of a NaN of type {ty}"))),
    }
}

/// The bits of a character, given as the bytes between its quotes.
pub(super) fn character(ty: Type, bytes: &[u8]) -> Result<u128, Mistake> {
    let Type::Int(width) = ty else {
        return Err(Mistake::new(format!("a character is given, {ty} is needed")));
    };
    let code = match bytes {
        [byte] => u128::from(*byte),
        _ => {
            let mut characters = std::str::from_utf8(bytes).unwrap_or_default().chars();
            match (characters.next(), characters.next()) {
                (Some(character), None) => u128::from(u32::from(character)),
                _ => {
                    return Err(Mistake::new("one character stands between single quotes")
                        .help("several stand in double quotes: an array of bytes"));
                }
            }
        }
    };
    // A letter beyond ASCII is several bytes, so it is no byte, even where its number would fit.
    let most = if width <= 8 && bytes.len() > 1 { 0x7f } else { ty.mask() };
    if code > most {
        return Err(Mistake::new(format!("this character does not fit into {ty}")));
    }
    Ok(code)
}

/// The type of that name.
pub(super) fn type_named(name: &str) -> Option<Type> {
    match name {
        "f32" => Some(Type::F32),
        "f64" => Some(Type::F64),
        "ptr" => Some(Type::Ptr),
        _ => {
            let digits = name.strip_prefix('i')?;
            let canonical =
                !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
            let bits = digits.parse().ok().filter(|_| canonical)?;
            matches!(bits, 1..=64 | 128).then_some(Type::Int(bits))
        }
    }
}
