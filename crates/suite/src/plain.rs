//! Values that a person would choose where any will do: 1 instead of 0, "abc" instead of nothing.
//!
//! Minimising ends at the simplest values, on which little can be seen. Where a more usual value does as well, it is put
//! there; values that a goal or a killed mutant needs stay.

use program::catalogue::{ApiType, ApiTypeId};
use program::{Catalogue, FuncId, Type};
use scenario::{Argument, Extent, Scenario, Statement, VarId};
use std::collections::BTreeMap;

/// Letters that texts are made of.
const LETTERS: &[u8; 24] = b"abcdefghijklmnopqrstuvwx";
/// How long a text is that may be of any length.
const USUAL_LENGTH: usize = 3;
/// Elements of an array that are numbered.
const MOST_ELEMENTS: usize = 8;

/// The numbers that a person would pass, by the function and the place of the argument.
pub type Usual = BTreeMap<(FuncId, usize), Number>;

/// Numbers that a person would choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Whole numbers from this one on.
    From(u64),
    /// One and a half, two and a half and so on.
    F32,
    /// The same.
    F64,
}

impl Number {
    /// The bits of one of them.
    fn nth(self, nth: usize) -> u128 {
        let half = nth as f32 + 1.5;
        match self {
            Self::From(first) => u128::from(first) + nth as u128,
            Self::F32 => half.to_bits().into(),
            Self::F64 => f64::from(half).to_bits().into(),
        }
    }
}

/// Puts usual values in the place of the simplest ones, one after the other, as long as `same` says that the scenario will
/// do; then all zeros that are left, together.
pub fn plain(
    catalogue: &Catalogue,
    scenario: &Scenario,
    usual: &Usual,
    mut same: impl FnMut(&Scenario) -> bool,
) -> Scenario {
    let mut best = scenario.clone();
    let (mut numbers, mut texts) = (0, 0);
    let mut zeros = Vec::new();
    for index in 0..best.statements.len() {
        let mut candidate = best.clone();
        let before = (numbers, texts);
        let Some(kind) = change(catalogue, &mut candidate, index, usual, before) else { continue };
        if same(&candidate) {
            best = candidate;
            match kind {
                Kind::Text => texts += 1,
                Kind::Number => numbers += 1,
            }
        } else if let Kind::Number = kind {
            zeros.push(index);
        }
    }
    // Numbers that have to be equal.
    if zeros.len() > 1 {
        let mut candidate = best.clone();
        for index in zeros {
            change(catalogue, &mut candidate, index, usual, (numbers, texts));
        }
        if same(&candidate) {
            return candidate;
        }
    }
    best
}

/// What was changed.
#[derive(Clone, Copy)]
enum Kind {
    Number,
    Text,
}

/// Puts a usual value in the place of what a statement makes, if that is one of the simplest; `before` says how many numbers
/// and texts were chosen before.
fn change(
    catalogue: &Catalogue,
    scenario: &mut Scenario,
    index: usize,
    usual: &Usual,
    before: (usize, usize),
) -> Option<Kind> {
    let made = scenario.statements[index].made()?;
    let (function, argument) = taker(scenario, made)?;
    match &mut scenario.statements[index] {
        Statement::Value { ty, bits, .. } if *bits == 0 && *ty != Type::Ptr => {
            *bits = usual.get(&(function, argument))?.nth(before.0) & ty.mask();
            (*bits != 0).then_some(Kind::Number)
        }
        Statement::Array { array, .. }
            if array.extent == Extent::Text && is_letters(catalogue, array.of) =>
        {
            // A text of C ends with a zero, which stays.
            let length = (array.length as usize).min(array.elements.len());
            let shown: Vec<u128> = array.elements[..length].to_vec();
            let (terminator, letters) = shown.split_last()?;
            if *terminator != 0 || letters.iter().any(|letter| *letter != u128::from(b'a')) {
                return None;
            }
            let count = letters.len().max(USUAL_LENGTH);
            array.elements = letters_from(before.1).take(count).chain([0]).collect();
            array.length = count as u32 + 1;
            Some(Kind::Text)
        }
        Statement::Array { array, .. } if array.class.is_some() && array.element != Type::Ptr => {
            let length = array.length as usize;
            let shown = &mut array.elements;
            shown.truncate(length);
            if is_letters(catalogue, array.of) {
                if shown.iter().any(|unit| *unit != u128::from(b'a')) {
                    return None;
                }
                let count = length.max(USUAL_LENGTH);
                *shown = letters_from(before.1).take(count).collect();
                array.length = count as u32;
                return Some(Kind::Text);
            }
            if shown.is_empty() || length > MOST_ELEMENTS || shown.iter().any(|bits| *bits != 0) {
                return None;
            }
            let numbers = usual.get(&(function, argument))?;
            for (nth, bits) in shown.iter_mut().enumerate() {
                *bits = numbers.nth(nth) & array.element.mask();
            }
            Some(Kind::Number)
        }
        _ => None,
    }
}

/// The letters of a text that so many were chosen before.
fn letters_from(texts: usize) -> impl Iterator<Item = u128> {
    let first = texts * USUAL_LENGTH % LETTERS.len();
    LETTERS.iter().cycle().skip(first).map(|letter| u128::from(*letter))
}

/// The function that a variable is first handed to, and the place of the argument.
fn taker(scenario: &Scenario, variable: VarId) -> Option<(FuncId, usize)> {
    scenario.statements.iter().find_map(|statement| {
        let Statement::Call { function, arguments, .. } = statement else { return None };
        let at = arguments.iter().position(|own| *own == Argument::Variable(variable))?;
        Some((*function, at))
    })
}

fn is_letters(catalogue: &Catalogue, of: Option<ApiTypeId>) -> bool {
    matches!(of.and_then(|of| catalogue.shape(of)), Some(ApiType::Char { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::ClassId;
    use scenario::Array;

    /// A call of two numbers.
    fn scenario() -> Scenario {
        let mut scenario = Scenario::default();
        let mut arguments = Vec::new();
        for name in ["a", "b"] {
            let variable = scenario.declare(name);
            scenario.value(variable, Type::I32, 0);
            arguments.push(Argument::Variable(variable));
        }
        let call = Statement::Call { result: None, function: FuncId(0), arguments };
        scenario.statements.push(call);
        scenario
    }

    fn bits(scenario: &Scenario) -> Vec<u128> {
        let values = scenario.statements.iter().filter_map(|statement| match statement {
            Statement::Value { bits, .. } => Some(*bits),
            _ => None,
        });
        values.collect()
    }

    fn chosen(mut same: impl FnMut(&[u128]) -> bool) -> Vec<u128> {
        let usual: Usual = [0, 1].map(|at| ((FuncId(0), at), Number::From(1))).into();
        let same = |candidate: &Scenario| same(&bits(candidate));
        bits(&plain(&Catalogue::default(), &scenario(), &usual, same))
    }

    #[test]
    fn zeros_that_nothing_needs_become_different_numbers() {
        assert_eq!(chosen(|_| true), [1, 2]);
        assert_eq!(chosen(|bits| bits[0] == 0), [0, 1]);
        assert_eq!(chosen(|_| false), [0, 0]);
    }

    #[test]
    fn zeros_that_have_to_be_equal_become_the_same_number() {
        assert_eq!(chosen(|bits| bits[0] == bits[1]), [1, 1]);
    }

    #[test]
    fn a_text_that_may_be_anything_becomes_letters_and_one_that_says_something_stays() {
        let mut catalogue = Catalogue::default();
        let of = catalogue.types.push(ApiType::Char { bits: 8, signed: false });
        let text = |units: &[u8]| {
            let mut scenario = Scenario::default();
            let variable = scenario.declare("s");
            let elements = units.iter().map(|unit| u128::from(*unit)).collect();
            let mut array = Array::new(Type::I8, elements);
            (array.class, array.of) = (Some(ClassId(0)), Some(of));
            scenario.statements.push(Statement::Array { variable, array });
            let arguments = vec![Argument::Variable(variable)];
            let call = Statement::Call { result: None, function: FuncId(0), arguments };
            scenario.statements.push(call);
            scenario
        };
        for (given, expected) in [("", "abc"), ("a", "abc"), ("aaaa", "abcd"), ("-", "-")] {
            let chosen = plain(&catalogue, &text(given.as_bytes()), &Usual::new(), |_| true);
            assert_eq!(chosen, text(expected.as_bytes()), "{given}");
        }
    }

    #[test]
    fn a_text_of_c_keeps_its_terminator() {
        let mut catalogue = Catalogue::default();
        let of = catalogue.types.push(ApiType::Char { bits: 8, signed: true });
        let text = |units: &[u8]| {
            let mut scenario = Scenario::default();
            let variable = scenario.declare("s");
            let elements = units.iter().map(|unit| u128::from(*unit)).collect();
            let mut array = Array::new(Type::I8, elements);
            (array.extent, array.of) = (Extent::Text, Some(of));
            scenario.statements.push(Statement::Array { variable, array });
            let arguments = vec![Argument::Variable(variable)];
            let call = Statement::Call { result: None, function: FuncId(0), arguments };
            scenario.statements.push(call);
            scenario
        };
        for (given, expected) in [("\0", "abc\0"), ("aaaa\0", "abcd\0"), ("a", "a"), ("-\0", "-\0")]
        {
            let chosen = plain(&catalogue, &text(given.as_bytes()), &Usual::new(), |_| true);
            assert_eq!(chosen, text(expected.as_bytes()), "{given:?}");
        }
    }
}
