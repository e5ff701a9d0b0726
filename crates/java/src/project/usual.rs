//! The numbers that a person would hand to a method where any will do.

use super::Project;
use crate::api::{JavaType, Member};
use suite::{Number, Usual};

/// The fifteenth of January 2024 at noon, in days, seconds and milliseconds from the first of January 1970.
const DAY: u64 = 19_737;
const SECOND: u64 = DAY * 86_400 + 43_200;
const MILLISECOND: u64 = SECOND * 1_000;
/// A year.
const YEAR: u64 = 2024;

impl Project {
    /// The numbers for all arguments of the catalogue.
    pub(super) fn usual(&self) -> Usual {
        let mut usual = Usual::new();
        for (function, member) in &self.api.members {
            let Some(callable) = self.program.catalogue.callable(*function) else { continue };
            for (argument, (_, ty)) in callable.params.iter().enumerate() {
                if let Member::Stub(stub) = member
                    && argument >= stub.constructor
                    && !stub
                        .methods
                        .iter()
                        .any(|own| own.keyed.is_some_and(|own| own.key == argument))
                {
                    // Zero is what a stub gives where nothing else is asked for.
                    continue;
                }
                let number = number(member, argument, &self.api.types[*ty]);
                usual.extend(number.map(|number| ((*function, argument), number)));
            }
        }
        usual
    }
}

/// The numbers for an argument of a member.
fn number(member: &Member, argument: usize, ty: &JavaType) -> Option<Number> {
    let letter = match ty {
        JavaType::Primitive(letter) => *letter,
        JavaType::Array(element) => match **element {
            JavaType::Primitive(letter) => letter,
            _ => return None,
        },
        JavaType::Class { .. } => return None,
    };
    let first = match member {
        Member::Method { class, name, .. } => match (class.as_str(), name.as_str(), argument) {
            ("java/time/LocalDate", "ofEpochDay", 0) => DAY,
            ("java/time/Instant", "ofEpochSecond", 0) => SECOND,
            ("java/time/LocalTime", "ofSecondOfDay", 0) => SECOND % 86_400,
            ("java/time/Year" | "java/time/YearMonth", "of", 0) => YEAR,
            // An offset of no hours is UTC.
            ("java/time/ZoneOffset", ..) => return None,
            _ => 1,
        },
        Member::Constructor { class, .. } if class == "java/util/Date" => MILLISECOND,
        _ => 1,
    };
    match letter {
        'B' | 'S' | 'I' | 'J' => Some(Number::From(first)),
        'F' => Some(Number::F32),
        'D' => Some(Number::F64),
        _ => None,
    }
}
