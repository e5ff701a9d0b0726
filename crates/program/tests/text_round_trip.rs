//! The text form: what is printed parses back to the same program, and canonical text prints as it is.

use program::text::{parse, print};
use program::verify::verify;

/// Every instruction, declaration and catalogue form, in canonical text.
const KITCHEN: &str = include_str!("text_kitchen.fir");

#[test]
fn canonical_text_prints_as_it_was_written() {
    let program =
        parse(KITCHEN).unwrap_or_else(|error| panic!("{}", error.render("kitchen", KITCHEN)));
    expect_test::expect_file!["text_kitchen.fir"].assert_eq(&print(&program));
}

/// The hand-written sample programs.
const SAMPLES: [(&str, &str); 5] = [
    ("c_like.fir", include_str!("../../../subjects/ir/c_like.fir")),
    ("java_like.fir", include_str!("../../../subjects/ir/java_like.fir")),
    ("triangle.fir", include_str!("../../../subjects/ir/triangle.fir")),
    ("gcd.fir", include_str!("../../../subjects/ir/gcd.fir")),
    ("search.fir", include_str!("../../../subjects/ir/search.fir")),
];

#[test]
fn samples_are_well_formed_and_keep_their_meaning_when_printed() {
    for (name, source) in SAMPLES {
        let program =
            parse(source).unwrap_or_else(|error| panic!("{}", error.render(name, source)));
        assert_eq!(verify(&program), Ok(()), "{name}");
        let printed = print(&program);
        assert_eq!(parse(&printed), Ok(program), "{name}");
    }
}
