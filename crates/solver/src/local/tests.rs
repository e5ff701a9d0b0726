//! Problems and the moves that solve them.

use super::landscape::{Change, Landscape};

pub(super) fn note(landscape: &mut Landscape, changes: &[Change], fitness: u128, kept: bool) {
    let _ = (landscape, changes, fitness, kept);
}
