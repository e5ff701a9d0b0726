//! The text form: what is printed parses back to the same program, and canonical text prints as it is.

use program::text::{parse, print};

/// Every instruction, declaration and catalogue form, in canonical text.
const KITCHEN: &str = include_str!("text_kitchen.fir");

#[test]
fn canonical_text_prints_as_it_was_written() {
    let program =
        parse(KITCHEN).unwrap_or_else(|error| panic!("{}", error.render("kitchen", KITCHEN)));
    expect_test::expect_file!["text_kitchen.fir"].assert_eq(&print(&program));
}

/// The hand-written sample programs.
const SAMPLES: [(&str, &str); 3] = [
    ("triangle.fir", include_str!("../../../subjects/ir/triangle.fir")),
    ("gcd.fir", include_str!("../../../subjects/ir/gcd.fir")),
    ("search.fir", include_str!("../../../subjects/ir/search.fir")),
];

#[test]
fn samples_keep_their_meaning_when_printed() {
    for (name, source) in SAMPLES {
        let program = parse(source).unwrap_or_else(|error| panic!("{}", error.render(name, source)));
        let printed = print(&program);
        assert_eq!(parse(&printed), Ok(program), "{name}");
    }
}
