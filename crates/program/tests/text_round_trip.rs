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
