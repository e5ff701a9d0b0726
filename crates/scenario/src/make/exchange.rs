//! Texts that code judged, and others to put in their place.
//!
//! A library that says whether a text matches, parses or equals another one also says which text it would have said the
//! opposite of. Where the judged text, or a piece of it, stands in an input, that input is changed there and nowhere else
//! (input-to-state correspondence: C. Aschermann et al., REDQUEEN: fuzzing with input-to-state correspondence, NDSS
//! 2019), so that an address within a line or a name within an address is found as well.

use fastrand::Rng;
use program::Type;
use program::catalogue::ApiType;

use super::Maker;
use crate::{Array, Extent, Scenario, Statement};

/// The longest text that an exchange leaves behind.
const LONGEST: usize = 512;

/// A text that code judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The text.
    pub text: Vec<u16>,
    /// Others that would be judged otherwise.
    pub others: Vec<Vec<u16>>,
}

/// A place where a text stands in an input.
struct Spot {
    statement: usize,
    /// Which of the arguments of the whole program, where the statement makes those.
    argument: usize,
    /// Its first character.
    at: usize,
}

/// Puts another text in the place of one that was judged. Gives `false` if none of them stands in an input.
pub fn exchange(
    maker: &Maker<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    exchanges: &[Exchange],
) -> bool {
    let start = random.usize(..exchanges.len().max(1));
    for Exchange { text, others } in exchanges[start..].iter().chain(&exchanges[..start]) {
        let mut spots = spots(maker, scenario, text, false);
        if spots.is_empty() {
            spots = self::spots(maker, scenario, text, true);
        }
        let (Some(spot), Some(other)) = (random.choice(spots), random.choice(others)) else {
            continue;
        };
        if put(&mut scenario.statements[spot.statement], &spot, text.len(), other) {
            scenario.pull_in();
            return true;
        }
    }
    false
}

/// Where a text stands.
fn spots(maker: &Maker<'_>, scenario: &Scenario, text: &[u16], any_case: bool) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (statement, made) in scenario.statements.iter().enumerate() {
        let mut look = |argument: usize, content: &[u16]| {
            let places = places(content, text, any_case).into_iter();
            spots.extend(places.map(|at| Spot { statement, argument, at }));
        };
        let wide = |bytes: &[u8]| bytes.iter().map(|byte| u16::from(*byte)).collect::<Vec<u16>>();
        match made {
            Statement::Array { array, .. } => {
                if let Some(content) = characters(maker, array) {
                    look(0, &content);
                }
            }
            Statement::Arguments(arguments) => {
                // The first is the name of the program.
                let given = arguments.iter().enumerate().skip(1);
                given.for_each(|(number, argument)| look(number, &wide(argument)));
            }
            Statement::StandardInput(bytes) | Statement::File { content: bytes, .. } => {
                look(0, &wide(bytes));
            }
            _ => {}
        }
    }
    spots
}

/// The characters of an array, if it is a text.
fn characters(maker: &Maker<'_>, array: &Array) -> Option<Vec<u16>> {
    if !matches!(array.element, Type::I8 | Type::I16) {
        return None;
    }
    let shape = array.of.and_then(|of| maker.program().catalogue.shape(of));
    let is_word = array.class.is_some() && matches!(shape, Some(ApiType::Char { .. }));
    let length = match array.extent {
        Extent::Text => array.elements.iter().position(|bits| *bits == 0)?,
        Extent::Open | Extent::Fixed if is_word => array.length as usize,
        Extent::Open | Extent::Fixed => return None,
    };
    let mask = if array.element == Type::I8 { 0xff } else { 0xffff };
    Some(array.elements.get(..length)?.iter().map(|bits| (bits & mask) as u16).collect())
}

/// Where a text stands in another one; an empty one only where there is nothing else.
fn places(content: &[u16], text: &[u16], any_case: bool) -> Vec<usize> {
    let fold = |unit: &u16| match u8::try_from(*unit) {
        Ok(byte) if any_case => byte.to_ascii_lowercase().into(),
        _ => *unit,
    };
    if text.is_empty() {
        return if content.is_empty() { vec![0] } else { Vec::new() };
    }
    let windows = content.windows(text.len()).enumerate();
    let same = windows.filter(|(_, window)| window.iter().map(fold).eq(text.iter().map(fold)));
    same.map(|(at, _)| at).collect()
}

/// Puts another text where one of so many characters stands. Gives `false` if it does not fit.
fn put(statement: &mut Statement, spot: &Spot, length: usize, other: &[u16]) -> bool {
    let bytes = || other.iter().map(|unit| u8::try_from(*unit).ok()).collect::<Option<Vec<u8>>>();
    let range = spot.at..spot.at + length;
    match statement {
        Statement::Array { array, .. } => {
            let is_text = array.extent == Extent::Text;
            let fits = array.element == Type::I16 || other.iter().all(|unit| *unit <= 0xff);
            if !fits
                || array.elements.len() + other.len() > LONGEST
                || is_text && other.contains(&0)
            {
                return false;
            }
            if !is_text {
                array.elements.truncate(array.length as usize);
            }
            array.elements.splice(range, other.iter().map(|unit| u128::from(*unit)));
            array.length = array.elements.len() as u32;
            true
        }
        Statement::Arguments(arguments) => {
            let (Some(bytes), argument) = (bytes(), &mut arguments[spot.argument]) else {
                return false;
            };
            argument.splice(range, bytes);
            !argument.contains(&0)
        }
        Statement::StandardInput(content) | Statement::File { content, .. } => {
            let Some(bytes) = bytes() else { return false };
            content.splice(range, bytes);
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::{Limits, Pool};

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn a_text_is_exchanged_where_it_stands_and_nowhere_else() {
        let program = program::Program::default();
        let maker = Maker::new(&program, [], Pool::default(), Limits::default());
        let exchanged = |content: &str, text: &str, other: &str| {
            let mut scenario = Scenario::default();
            let elements = content.bytes().map(u128::from).chain([0]).collect();
            let array = Array { extent: Extent::Text, ..Array::new(Type::I8, elements) };
            let variable = scenario.declare("text");
            scenario.statements.push(Statement::Array { variable, array });
            let exchanges = [
                Exchange { text: units("elsewhere"), others: vec![units("x")] },
                Exchange { text: units(text), others: vec![units(other)] },
            ];
            let mut random = Rng::with_seed(1);
            let done = exchange(&maker, &mut random, &mut scenario, &exchanges);
            let Statement::Array { array, .. } = &scenario.statements[0] else {
                panic!("the statement is another one")
            };
            assert_eq!(array.length as usize, array.elements.len());
            assert_eq!(array.elements.last(), Some(&0));
            let bytes = array.elements[..array.elements.len() - 1].iter().map(|bits| *bits as u8);
            done.then(|| String::from_utf8(bytes.collect()).expect("a text"))
        };
        assert_eq!(exchanged("user=me;", "me", "admin").as_deref(), Some("user=admin;"));
        assert_eq!(exchanged("", "", "12").as_deref(), Some("12"));
        assert_eq!(exchanged("Key: x", "key", "name").as_deref(), Some("name: x"));
        assert_eq!(exchanged("abc", "", "12"), None);
        assert_eq!(exchanged("abc", "abd", "12"), None);
        assert_eq!(exchanged("abc", "b", "\u{3b1}"), None);
        assert_eq!(exchanged("abc", "b", &"x".repeat(600)), None);
    }
}
