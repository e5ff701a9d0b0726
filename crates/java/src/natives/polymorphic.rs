//! Calls of method handles and variable handles, each with the descriptor of its own call.

use super::Shared;
use machine::Model;
use std::sync::Arc;

/// The model of a signature-polymorphic method, named with the descriptor of the call.
pub(super) fn model(_: &Arc<Shared>, _: &str) -> Option<Arc<dyn Model>> {
    None
}
