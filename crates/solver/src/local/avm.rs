//! The Alternating Variable Method: one variable at a time, small steps to find a direction, then ever
//! larger ones (Galeotti et al. IV-A; Baars et al. V-A).
//!
//! An exploratory move adds or takes away one unit. While that helps, pattern moves of `2^it` units follow
//! in the same direction; when one does not, the steps are halved again, either way, and exploration begins
//! anew (Baars et al. begin anew at once; halving finds the end of a slope in fewer evaluations). For a float the unit is first a step
//! in the order of bit patterns, by which every float can be reached, and then `10^-precision` for each
//! precision that its digits can hold. Where units fail and there are
//! bitwise operations, the bits of an integer are flipped one by one: masks have no slope that a unit could
//! feel.

use super::landscape::{Change, Landscape, Variable};
use super::number;
use term::Sort;

/// How many elements of an array are searched, beyond those that it has.
const SPARE_ELEMENTS: usize = 4;

/// How many elements of an array are searched at most.
const MOST_ELEMENTS: usize = 256;

/// What is moved: a variable, or an element of one.
#[derive(Clone, Copy, Debug)]
struct Coordinate {
    variable: Variable,
    element: Option<u32>,
}

/// What one unit of a step is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unit {
    /// One: of integers as of the bit patterns of floats.
    Pattern,
    /// `10^-precision`.
    Decimal(u8),
}

/// Moves every variable in turn, those first that conjuncts still to be fulfilled depend on; whether that
/// helped.
pub(super) fn alternate(landscape: &mut Landscape) -> bool {
    let wanted = landscape.wanted();
    let mut improved = false;
    for of_wanted in [true, false] {
        for index in 0..landscape.variables.len() {
            let variable = landscape.variables[index];
            if (wanted >> variable.bit & 1 == 1) == of_wanted {
                improved |= improve_variable(landscape, variable);
            }
            if landscape.is_solved() || landscape.is_spent() {
                return improved;
            }
        }
        if improved {
            return true;
        }
    }
    improved
}

fn improve_variable(landscape: &mut Landscape, variable: Variable) -> bool {
    let Sort::Bytes { index_bits } = variable.sort else {
        return improve(landscape, Coordinate { variable, element: None });
    };
    let capacity = 1usize << index_bits.min(30);
    let used = landscape.values().bytes(variable.id).len();
    let elements = (used + SPARE_ELEMENTS).min(capacity).min(MOST_ELEMENTS);
    let mut improved = false;
    for element in 0..elements as u32 {
        improved |= improve(landscape, Coordinate { variable, element: Some(element) });
    }
    improved
}

/// Moves one coordinate until no move helps; whether any did.
fn improve(landscape: &mut Landscape, coordinate: Coordinate) -> bool {
    let sort = coordinate.variable.sort;
    let mut improved = false;
    let mut unit = Some(Unit::Pattern);
    while let Some(current) = unit {
        while let Some(up) = explore(landscape, coordinate, current) {
            improved = true;
            let mut exponent = 1;
            while step(landscape, coordinate, current, up, exponent) {
                exponent += 1;
            }
            while exponent > 1 {
                exponent -= 1;
                let _ = step(landscape, coordinate, current, up, exponent)
                    || step(landscape, coordinate, current, !up, exponent);
            }
        }
        if landscape.is_solved() || landscape.is_spent() {
            return improved;
        }
        unit = finer(sort, current);
    }
    if !improved && landscape.bitwise && !sort.is_float() {
        improved = flip_bits(landscape, coordinate);
    }
    improved
}

/// The unit to try when one is exhausted.
fn finer(sort: Sort, unit: Unit) -> Option<Unit> {
    match unit {
        _ if !sort.is_float() => None,
        Unit::Pattern => Some(Unit::Decimal(0)),
        Unit::Decimal(precision) => {
            (precision < number::finest_precision(sort)).then_some(Unit::Decimal(precision + 1))
        }
    }
}

/// One unit either way; the direction that helped.
fn explore(landscape: &mut Landscape, coordinate: Coordinate, unit: Unit) -> Option<bool> {
    [false, true].into_iter().find(|&up| step(landscape, coordinate, unit, up, 0))
}

/// Steps by `2^exponent` units if that helps.
fn step(
    landscape: &mut Landscape,
    coordinate: Coordinate,
    unit: Unit,
    up: bool,
    exponent: u32,
) -> bool {
    let (sort, raw) = coordinate.read(landscape);
    if exponent >= u32::from(sort.width()) {
        return false;
    }
    let next = match unit {
        Unit::Pattern => number::stepped(sort, raw, up, 1 << exponent),
        Unit::Decimal(precision) => number::decimal(sort, raw, up, exponent, precision),
    };
    next.is_some_and(|next| landscape.attempt(&[coordinate.to(next)]))
}

fn flip_bits(landscape: &mut Landscape, coordinate: Coordinate) -> bool {
    let mut improved = false;
    // The lowest was moved by exploration.
    for bit in 1..coordinate.variable.sort.width() {
        let (_, raw) = coordinate.read(landscape);
        improved |= landscape.attempt(&[coordinate.to(raw ^ 1 << bit)]);
    }
    improved
}

impl Coordinate {
    /// The value here, and its sort.
    fn read(self, landscape: &Landscape) -> (Sort, u128) {
        let Variable { id, sort, .. } = self.variable;
        match self.element {
            None => (sort, landscape.values().raw(id)),
            Some(index) => {
                let byte = landscape.values().bytes(id).get(index as usize).copied();
                (Sort::Bits(8), byte.unwrap_or(0).into())
            }
        }
    }

    fn to(self, raw: u128) -> Change {
        match self.element {
            None => Change::Scalar(self.variable.id, raw),
            Some(index) => Change::Element(self.variable.id, index, raw as u8),
        }
    }
}
