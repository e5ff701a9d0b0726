//! Growing an input whose length nobody knows.

use super::{Limits, Maker, draw};
use crate::{Extent, Scenario, Statement, VarId};
use fastrand::Rng;
use program::catalogue::ApiType;

/// Makes an array or object of open length at least `end` bytes long and fills what is new with zeros
/// (behind a text) or with drawn values. Gives whether it could: the length must be open, and the limit
/// is not exceeded.
pub fn grow(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    variable: VarId,
    end: u64,
) -> bool {
    let Limits { bytes: most, .. } = *maker.limits();
    if end > u64::from(most) {
        return false;
    }
    // Some room to go on, so that a loop does not come back for each element.
    let wanted = (end as u32).next_power_of_two().min(most);
    let made = scenario.statements.iter_mut().find(|statement| statement.made() == Some(variable));
    match made {
        Some(Statement::Array { array, .. })
            if array.class.is_none() && array.extent != Extent::Fixed =>
        {
            let size = array.element.bytes();
            let row = array.of.and_then(|of| maker.program.catalogue.size_of(of)).unwrap_or(size);
            // Rows stay whole.
            let count = wanted.div_ceil(row.max(1)) * (row / size).max(1);
            if u64::from(count) * u64::from(size) < end || count <= array.length {
                return false;
            }
            let shape = array.of.and_then(|of| maker.program.catalogue.shape(of));
            array.elements.truncate(array.length as usize);
            // What reads letters as far as it has to reads to a zero.
            let text = array.extent == Extent::Text || matches!(shape, Some(ApiType::Char { .. }));
            while array.elements.len() < count as usize {
                let bits = match text {
                    true => 0,
                    false => draw::value(&maker.pool, random, array.element, shape),
                };
                array.elements.push(bits);
            }
            array.length = count;
            array.extent = Extent::Open;
            true
        }
        Some(Statement::Object { object, .. }) if object.extent != Extent::Fixed => {
            let Some(size) = object.of.and_then(|of| maker.program.catalogue.size_of(of)) else {
                return false;
            };
            let size = size.max(1);
            let count = wanted.div_ceil(size).min(most / size);
            if u64::from(count * size) < end || count <= object.count {
                return false;
            }
            (object.count, object.size) = (count, count * size);
            true
        }
        _ => false,
    }
}
