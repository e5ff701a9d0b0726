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

#[test]
fn the_grammar_by_example_in_the_documentation_is_a_program() {
    let source = include_str!("../src/text/mod.rs");
    let lines = source.lines().map(|line| line.trim_start_matches("//!").trim_start_matches(' '));
    let example: Vec<&str> = lines
        .skip_while(|line| *line != "```text")
        .skip(1)
        .take_while(|line| *line != "```")
        .collect();
    let example = example.join("\n");
    let program =
        parse(&example).unwrap_or_else(|error| panic!("{}", error.render("doc", &example)));
    assert_eq!(verify(&program), Ok(()));
    assert_eq!(parse(&print(&program)), Ok(program));
}

#[test]
fn other_spellings_mean_the_same_and_print_as_the_canonical_one() {
    let source = r#"
func @f(%p: ptr, %x: f64, %t: i1) -> i32 { ; a body may begin on this line's end
entry:
    %a = add i32 0xffffffff, 4_294_967_295   ; both are -1
  %b = add i8 200, -56
  %c = copy i1 1
  %y = fadd f64 0x1.8p3, 1
  %z = fmul f32 1e-3, 0.5e1
  %q = address %p + 8 * 1
  %q = address %p + %w * 1
  call void *%q(
    i32 1,
    i32 2,
  )
  br %t
    ? next(%i = %a)
    : next(%i = %a,)
next:
  switch i32 %i {
    default -> next,
    0x10 -> entry,
  }
later:
  %w = copy i64 -0x1
  ret %i
}
global @numbers: 12 align 4 = i16 [1, -1] + bytes "\01\00\00\00" + i32 [0]
global @mixed: 24 align 8 = i64 [7] + ptr [@f, null]
class C { size 8 field f: i64 at 0 init @g method m = @f }
declare @g ( )
"#;
    let program = parse(source).unwrap_or_else(|error| panic!("{}", error.render("f", source)));
    expect_test::expect![[r#"
        global @numbers: 12 align 4 = i32 [-65535, 1, 0]
        global @mixed: 24 align 8 = i64 [7, 0, 0] + { 8: @f }

        class C {
          size 8
          field f: i64 at 0
          method m = @f
          init @g
        }

        func @f(%p: ptr, %x: f64, %t: i1) -> i32 {
        entry:
          %a = add i32 -1, -1
          %b = add i8 -56, -56
          %c = copy i1 true
          %y = fadd f64 12.0, 1.0
          %z = fmul f32 0.001, 5.0
          %q = address %p + 8 * 1
          %q = address %p + %w
          call void %q(i32 1, i32 2)
          br %t ? next(%i = %a) : next(%i = %a)
        next:
          switch i32 %i { 16 -> entry, default -> next }
        later:
          %w = copy i64 -1
          ret %i
        }

        declare @g()
    "#]]
    .assert_eq(&print(&program));
}
