//! What is noted of a stub's calls: numbers as they are, constant texts, and of other addresses whether they are null.
//!
//! A text ends at its zero, or earlier where the next parameter is a number that may say how long it is. So reading it
//! is safe both for texts with an end and for buffers with a length.

use machine::{Context, Value};
use program::catalogue::{ApiCallable, ApiPass, ApiPassing, ApiType, ApiTypeId};
use program::{Catalogue, Function, Type};
use trace::Handed;

/// Bytes of a text that are noted.
pub const LONGEST: usize = 200;

/// What is noted of one parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The whole number that an argument is.
    Number {
        /// Which argument.
        argument: usize,
        /// Whether it has a sign.
        signed: bool,
    },
    /// The floating-point number that an argument is.
    Float(usize),
    /// The text that an argument points at.
    Text {
        /// Which argument.
        argument: usize,
        /// The argument that may say how long it is.
        bound: Option<usize>,
    },
    /// Whether an argument is null.
    Address(usize),
    /// Nothing.
    Unsaid,
}

/// What is noted of the parameters of a function that the catalogue lists.
pub(super) fn shown(
    catalogue: &Catalogue,
    callable: &ApiCallable,
    passing: Option<&ApiPassing>,
) -> Vec<Shown> {
    let mut argument = usize::from(passing.is_some_and(|passing| passing.hidden_result));
    let mut found = Vec::new();
    for (index, (_, ty)) in callable.params.iter().enumerate() {
        let this = argument;
        let pass = passing.and_then(|passing| passing.params.get(index));
        argument += match pass {
            Some(ApiPass::Parts(offsets)) => offsets.len(),
            _ => 1,
        };
        let next = callable.params.get(index + 1).map(|(_, ty)| *ty);
        found.push(match catalogue.shape(*ty) {
            Some(ApiType::Bool) => Shown::Number { argument: this, signed: false },
            Some(
                ApiType::Int { bits, signed }
                | ApiType::Char { bits, signed }
                | ApiType::Enum { bits, signed, .. },
            ) if *bits <= 64 => Shown::Number { argument: this, signed: *signed },
            Some(ApiType::F32 | ApiType::F64) => Shown::Float(this),
            Some(ApiType::Pointer(to)) if is_text(catalogue, *to) => {
                let bound = next.filter(|ty| is_length(catalogue, *ty)).map(|_| argument);
                Shown::Text { argument: this, bound }
            }
            Some(ApiType::Pointer(_) | ApiType::Array { .. }) => Shown::Address(this),
            _ => Shown::Unsaid,
        });
    }
    found
}

/// What is noted of the parameters of a function of which only the types in the machine are known.
pub(super) fn bare(function: &Function) -> Vec<Shown> {
    let shown = |(argument, ty): (usize, Type)| match ty {
        Type::Ptr => Shown::Address(argument),
        Type::F32 | Type::F64 => Shown::Float(argument),
        _ if ty.bits() <= 64 => Shown::Number { argument, signed: ty.bits() > 16 },
        _ => Shown::Unsaid,
    };
    function.parameter_types().enumerate().map(shown).collect()
}

/// Whether a type is that of a constant letter.
fn is_text(catalogue: &Catalogue, mut ty: ApiTypeId) -> bool {
    let mut constant = false;
    for _ in 0..=catalogue.types.len() {
        match &catalogue.types[ty] {
            ApiType::Const(of) => (constant, ty) = (true, *of),
            ApiType::Alias { of, .. } => ty = *of,
            ApiType::Char { bits: 8, .. } => return constant,
            ApiType::Int { bits: 8, .. } => return constant,
            _ => return false,
        }
    }
    false
}

/// Whether a number of that type may say how long something is.
fn is_length(catalogue: &Catalogue, ty: ApiTypeId) -> bool {
    matches!(catalogue.shape(ty), Some(ApiType::Int { bits: 32 | 64, .. }))
}

impl Shown {
    /// What was handed.
    pub(super) fn handed(self, context: &mut dyn Context, arguments: &[Value]) -> Handed {
        let value = |argument: usize| arguments.get(argument).copied();
        match self {
            Shown::Number { argument, signed } => match value(argument) {
                Some(value) => Handed::Number(number(value, signed)),
                None => Handed::Unsaid,
            },
            Shown::Float(argument) => match value(argument) {
                Some(Value { ty: Type::F32, bits, .. }) => {
                    Handed::Float(f64::from(f32::from_bits(bits as u32)).to_bits())
                }
                Some(value) => Handed::Float(value.bits as u64),
                None => Handed::Unsaid,
            },
            Shown::Text { argument, bound } => match value(argument) {
                Some(pointer) if pointer.bits == 0 => Handed::Null,
                Some(pointer) => {
                    let bound = bound.and_then(value);
                    text(context, pointer, bound.map(|bound| number(bound, true)))
                }
                None => Handed::Unsaid,
            },
            Shown::Address(argument) => match value(argument) {
                Some(pointer) if pointer.bits == 0 => Handed::Null,
                Some(_) => Handed::Address,
                None => Handed::Unsaid,
            },
            Shown::Unsaid => Handed::Unsaid,
        }
    }
}

fn number(value: Value, signed: bool) -> i128 {
    let unused = 128 - u32::from(value.ty.bits());
    let kept = value.bits << unused;
    if signed { kept as i128 >> unused } else { (kept >> unused) as i128 }
}

/// The text at an address, which has no more bytes than the bound says.
fn text(context: &mut dyn Context, pointer: Value, bound: Option<i128>) -> Handed {
    let mut text = Vec::new();
    loop {
        if bound.is_some_and(|bound| text.len() as i128 >= bound) {
            return Handed::Text(text, false);
        }
        if text.len() == LONGEST {
            return Handed::Text(text, true);
        }
        let at = Value::pointer(pointer.bits as u64 + text.len() as u64);
        match context.load(at, Type::I8) {
            Ok(byte) if byte.bits as u8 == 0 => return Handed::Text(text, false),
            Ok(byte) => text.push(byte.bits as u8),
            Err(_) => return Handed::Broken,
        }
    }
}
