//! Which of several methods of one name a call means (JLS 15.12.2), so that a test can say what it means.
//!
//! Types are compared without what stands between `<` and `>`: a call that is unclear in this way gets casts
//! that it could do without, never too few.

use super::{Classes, Overload};
use classfile::descriptor::{JType, class_of, field_type};

/// The type that a compiler sees in an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Static {
    /// That of `null`.
    Null,
    /// A type, by its descriptor.
    Type(String),
}

/// Whether a call with these arguments means the method with these parameters and none of the others.
pub(super) fn is_meant(
    classes: &dyn Classes,
    method: &Overload,
    others: &[Overload],
    arguments: &[Static],
) -> bool {
    let Some(phase) = phase(classes, method, arguments) else { return false };
    others.iter().all(|other| match self::phase(classes, other, arguments) {
        None => true,
        Some(later) if later > phase => true,
        Some(earlier) if earlier < phase => false,
        Some(_) => is_more_specific(classes, method, other, phase, arguments.len()),
    })
}

/// The phases in which compilers look for methods: what fits as it is, what fits in a box or out of it, what
/// takes any number of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Strict,
    Loose,
    Variable,
}

fn phase(classes: &dyn Classes, method: &Overload, arguments: &[Static]) -> Option<Phase> {
    if method.parameters.len() == arguments.len() {
        let pairs = || arguments.iter().zip(&method.parameters);
        if pairs().all(|(given, wanted)| fits_strictly(classes, given, wanted)) {
            return Some(Phase::Strict);
        }
        if pairs().all(|(given, wanted)| fits_loosely(classes, given, wanted)) {
            return Some(Phase::Loose);
        }
    }
    let spread = spread(method, arguments.len())?;
    let mut pairs = arguments.iter().zip(&spread);
    let fits = pairs.all(|(given, wanted)| fits_loosely(classes, given, wanted));
    fits.then_some(Phase::Variable)
}

/// The parameters of a method that takes any number of arguments, for so many of them.
fn spread(method: &Overload, count: usize) -> Option<Vec<String>> {
    let (last, fixed) = method.parameters.split_last()?;
    let element = last.strip_prefix('[').filter(|_| method.variadic)?;
    let more = count.checked_sub(fixed.len())?;
    let repeated = std::iter::repeat_n(element.to_owned(), more);
    Some(fixed.iter().cloned().chain(repeated).collect())
}

fn is_more_specific(
    classes: &dyn Classes,
    method: &Overload,
    other: &Overload,
    phase: Phase,
    count: usize,
) -> bool {
    let parameters = |of: &Overload| match phase {
        Phase::Variable => spread(of, count.max(of.parameters.len())),
        _ => Some(of.parameters.clone()),
    };
    let (Some(mine), Some(theirs)) = (parameters(method), parameters(other)) else { return false };
    mine != theirs
        && mine.len() == theirs.len()
        && mine
            .iter()
            .zip(&theirs)
            .all(|(mine, theirs)| fits_strictly(classes, &Static::Type(mine.clone()), theirs))
}

/// Whether an argument is taken as it is, or as a wider number.
pub(super) fn fits_strictly(classes: &dyn Classes, given: &Static, wanted: &str) -> bool {
    let is_reference = |descriptor: &str| field_type(descriptor) == Some(JType::Reference);
    match given {
        Static::Null => is_reference(wanted),
        Static::Type(given) => match (is_reference(given), is_reference(wanted)) {
            (true, true) => given == wanted || classes.fits(given, wanted),
            (false, false) => widens(given, wanted),
            _ => false,
        },
    }
}

/// Whether an argument is taken, in a box or out of it if need be.
fn fits_loosely(classes: &dyn Classes, given: &Static, wanted: &str) -> bool {
    if fits_strictly(classes, given, wanted) {
        return true;
    }
    let Static::Type(given) = given else { return false };
    match field_type(given) {
        Some(JType::Reference) => {
            let unboxed = class_of(given).and_then(JType::wrapped_by).and_then(JType::letter);
            unboxed.is_some_and(|letter| widens(&letter.to_string(), wanted))
        }
        Some(primitive) => primitive.wrapper().is_some_and(|wrapper| {
            fits_strictly(classes, &Static::Type(format!("L{wrapper};")), wanted)
        }),
        None => false,
    }
}

fn widens(given: &str, wanted: &str) -> bool {
    let ranks = "BSIJFD";
    match (given, wanted) {
        _ if given == wanted => true,
        ("C", _) => ranks.find(wanted).is_some_and(|rank| rank >= 2),
        _ => match (ranks.find(given), ranks.find(wanted)) {
            (Some(given), Some(wanted)) => given < wanted,
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classes `Object`, `Number`, `Integer` and `String`.
    struct Few;

    impl Classes for Few {
        fn exists(&self, _: &str) -> bool {
            true
        }

        fn fits(&self, given: &str, wanted: &str) -> bool {
            let number = "Ljava/lang/Number;";
            given == wanted
                || wanted == "Ljava/lang/Object;"
                || given == "Ljava/lang/Integer;" && wanted == number
        }

        fn type_parameters(&self, _: &str) -> usize {
            0
        }

        fn overloads(&self, _: program::FuncId, _: &str) -> Vec<Overload> {
            Vec::new()
        }

        fn declares(&self, _: program::FuncId) -> Vec<String> {
            Vec::new()
        }
    }

    fn overload(parameters: &str) -> Overload {
        let variadic = parameters.ends_with("...");
        let descriptor = |name: &str| match name {
            "int" => "I".to_owned(),
            "long" => "J".to_owned(),
            "char" => "C".to_owned(),
            array if array.ends_with("...") => format!("[Ljava/lang/{};", array.replace("...", "")),
            class => format!("Ljava/lang/{class};"),
        };
        let parameters = parameters.split(' ').filter(|name| !name.is_empty());
        Overload { parameters: parameters.map(descriptor).collect(), variadic }
    }

    fn is_meant(method: &str, other: &str, arguments: &str) -> bool {
        let arguments: Vec<Static> = arguments
            .split(' ')
            .filter(|name| !name.is_empty())
            .map(|name| match name {
                "null" => Static::Null,
                _ => Static::Type(overload(name).parameters[0].clone()),
            })
            .collect();
        super::is_meant(&Few, &overload(method), &[overload(other)], &arguments)
    }

    #[test]
    fn a_number_means_the_nearest_wider_one_before_any_box() {
        assert!(is_meant("int", "long", "int"));
        assert!(!is_meant("long", "int", "int"));
        assert!(is_meant("int", "Object", "char"));
        assert!(!is_meant("Object", "int", "int"));
        assert!(is_meant("Object", "int", "Integer"));
    }

    #[test]
    fn null_means_the_most_special_class_if_there_is_one() {
        assert!(is_meant("String", "Object", "null"));
        assert!(!is_meant("Object", "String", "null"));
        assert!(!is_meant("Number", "String", "null"));
        assert!(is_meant("String", "int", "null"));
    }

    #[test]
    fn any_number_of_arguments_comes_last() {
        assert!(!is_meant("Object...", "Object", "Integer"));
        assert!(is_meant("Object...", "Object", "Integer Integer"));
        assert!(is_meant("Integer...", "Object...", "Integer"));
        assert!(!is_meant("Object...", "", ""));
        assert!(is_meant("String Object...", "Number Object...", "String int"));
    }
}
