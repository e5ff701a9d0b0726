//! How functions take arguments and give results in the IR.
//!
//! Every scalar of a parameter is a parameter of its own. A result of several scalars is written
//! through a hidden pointer, the first parameter.

use super::layout::{Layout, Refusal};
use crate::ll::ast::{Body, Function, TypeId};
use program::Type;

/// The parameters and the result of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Signature {
    /// Types of the parameters, a hidden one included.
    pub params: Vec<Type>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// The type of the result, unless it is hidden.
    pub result: Option<Type>,
    /// Whether the first parameter is where the result goes.
    pub hidden: bool,
    /// Whether the program has its code.
    pub body: bool,
}

impl Signature {
    /// The signature of a function, as its module has it.
    pub(super) fn of(layout: &Layout<'_, '_>, function: &Function<'_>) -> Result<Self, Refusal> {
        let params = function.parameters.iter().map(|parameter| parameter.ty);
        let mut signature = Self::new(layout, function.result, params, function.variadic)?;
        signature.body = !matches!(function.body, Body::Declared);
        Ok(signature)
    }

    /// The signature for these types.
    pub(super) fn new(
        layout: &Layout<'_, '_>,
        result: TypeId,
        parameters: impl Iterator<Item = TypeId>,
        variadic: bool,
    ) -> Result<Self, Refusal> {
        let (hidden, result) = match &*layout.leaves(result)? {
            [] => (false, None),
            [leaf] => (false, Some(leaf.ty)),
            _ => (true, None),
        };
        let mut params = if hidden { vec![Type::Ptr] } else { Vec::new() };
        for parameter in parameters {
            params.extend(layout.leaves(parameter)?.iter().map(|leaf| leaf.ty));
        }
        Ok(Self { params, variadic, result, hidden, body: false })
    }
}
