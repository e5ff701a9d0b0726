//! How the parameters that a person writes become those of the function: clang passes records by value
//! in registers, taken apart, or as the address of a copy.

use super::layout::Layout;
use crate::ll::ast::{Function, Passing};
use program::Catalogue;
use program::catalogue::{ApiCallable, ApiPass, ApiPassing, ApiType, ApiTypeId};

/// How the parameters of a function are passed, where that is not one value for each; `None` if it is, or
/// if it cannot be told.
pub(super) fn of(
    layout: &Layout<'_, '_>,
    function: &Function<'_>,
    callable: &ApiCallable,
    catalogue: &Catalogue,
) -> Option<ApiPassing> {
    let mut given = function.parameters.iter().peekable();
    let written = |passing: Passing| matches!(passing, Passing::StructReturn(_));
    let mut hidden_result = layout.leaves(function.result).ok()?.len() > 1;
    if given.peek().is_some_and(|first| written(first.attributes.passing)) {
        given.next();
        hidden_result = true;
    }
    let mut params = Vec::new();
    for (_, ty) in &callable.params {
        let record = record_size(catalogue, *ty);
        if record == Some(0) {
            params.push(ApiPass::Parts(Vec::new()));
            continue;
        }
        let first = given.next()?;
        let leaves = layout.leaves(first.ty).ok()?;
        params.push(match record {
            _ if matches!(first.attributes.passing, Passing::ByVal(_)) => ApiPass::Address,
            None if leaves.len() == 1 => ApiPass::Value,
            None => ApiPass::Parts(leaves.iter().map(|leaf| leaf.offset as u32).collect()),
            Some(size) => {
                // One register for each eight bytes, or for several where they are one vector.
                let mut offsets: Vec<u32> = leaves.iter().map(|leaf| leaf.offset as u32).collect();
                let mut end = layout.size(first.ty).next_multiple_of(8) as u32;
                while end < size {
                    let next = given.next()?;
                    let leaves = layout.leaves(next.ty).ok()?;
                    offsets.extend(leaves.iter().map(|leaf| end + leaf.offset as u32));
                    end += layout.size(next.ty).next_multiple_of(8).max(8) as u32;
                }
                ApiPass::Parts(offsets)
            }
        });
    }
    let plain = !hidden_result && params.iter().all(|pass| *pass == ApiPass::Value);
    (given.next().is_none() && !plain).then_some(ApiPassing {
        function: callable.function,
        hidden_result,
        params,
    })
}

fn record_size(catalogue: &Catalogue, ty: ApiTypeId) -> Option<u32> {
    match catalogue.shape(ty)? {
        ApiType::Record { size, .. } => Some(*size),
        _ => None,
    }
}
