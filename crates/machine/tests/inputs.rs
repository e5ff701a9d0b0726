//! Inputs as the scenario gives them: bit-fields, records by value, and arrays that are too short.

mod common;
use common::oracle::exact;
use common::{MODES, Subject};
use scenario::VarId;
use trace::{Mode, Overrun};

const PROGRAM: &str = "
func @word(%p: ptr) -> i64 {
entry:
  %v = load i64 %p
  ret %v
}
func @less(%p.0: i32, %p.1: i32) -> i32 {
entry:
  br slt i32 %p.0, %p.1 ? yes : no
yes:
  ret 1
no:
  ret 0
}
func @third(%p: ptr, %far: i64) -> i32 {
entry:
  %at = address %p + %far * 4 + 0
  %v = load i32 %at
  ret %v
}
func @give_back(%p: ptr, %far: i64) {
entry:
  %at = address %p + %far * 1 + 0
  free %at
  ret
}
func @flag(%p: ptr) -> i32 {
entry:
  %v = load i8 %p
  %f = and i8 %v, 12
  br eq i8 %f, 8 ? yes : no
yes:
  ret 1
no:
  ret 0
}";

#[test]
fn a_write_to_what_a_call_has_freed_has_no_effect() {
    let mut subject = Subject::new(PROGRAM);
    for mode in MODES {
        for field in ["i64", "i8 bits 2:2"] {
            let text = format!(
                "let p = object 8\ncall @give_back(p, 0)\nset p: {field} = 1\ncall @give_back(0, 0)"
            );
            subject.run(&text, mode);
            assert_eq!(subject.summary(), "returned", "{mode:?} {field}");
        }
    }
}

#[test]
fn a_bit_field_is_written_between_its_neighbours() {
    let mut subject = Subject::new(PROGRAM);
    for mode in MODES {
        for (field, value, word) in [
            ("i32 bits 0:3", 5, "0xfffffffffffffffd"),
            ("i32 bits 2:3", 0, "0xffffffffffffffe3"),
            ("i32 bits 6:12", 0x801, "0xfffffffffffe007f"),
            ("i64 bits 7:57", 1, "0x00000000000000ff"),
            ("i8 bits 63:1", 2, "0x7fffffffffffffff"),
        ] {
            let text = format!(
                "let v: {} = {value}\nlet p = object 8\nset p: i64 = -1\nset p: {field} = v\ncall @word(p)",
                field.split(' ').next().unwrap_or_default()
            );
            subject.run(&text, mode);
            let word = u64::from_str_radix(&word[2..], 16).unwrap() as i64;
            assert_eq!(subject.summary(), format!("returned {word}"), "{mode:?} {field}");
        }
    }
}

#[test]
fn a_condition_on_a_bit_field_is_one_on_its_input() {
    let scenario =
        "let v: i8 = 0\nlet p = object 1\nset p: i8 = -1\nset p: i8 bits 2:2 = v\ncall @flag(p)";
    assert_eq!(exact(PROGRAM, scenario, &[]).paths, 2);
}

#[test]
fn a_record_by_value_is_taken_apart() {
    let mut subject = Subject::new(PROGRAM);
    for mode in MODES {
        for (first, second, less) in [(1, 2, 1), (2, 1, 0), (-1, 0, 1)] {
            let text = format!(
                "let a: i32 = {first}\nlet b: i32 = {second}\nlet p = object 8\nset p: i32 = a\n\
                 set p + 4: i32 = b\ncall @less(p at 0, p at 4)"
            );
            subject.run(&text, mode);
            assert_eq!(subject.summary(), format!("returned {less}"));
        }
    }
    assert_eq!(subject.trace.path.len(), 1, "what was handed over kept its terms");
}

#[test]
fn an_access_beyond_an_array_of_the_scenario_tells_how_far_it_went() {
    let mut subject = Subject::new(PROGRAM);
    for mode in MODES {
        subject.run("let n: i32 = 1\nlet a: i32[2] = [1, 2] open\ncall @third(a, 5)", mode);
        assert_eq!(
            subject.trace.overrun,
            Some(Overrun { variable: VarId(1), end: 24 }),
            "{mode:?}"
        );
        subject.run("let a: i32[2] = [1, 2] open\ncall @third(a, 1)", mode);
        assert_eq!(subject.trace.overrun, None);
        // What lies before the beginning is not there for any length.
        subject.run("let a: i32[2] = [1, 2] open\ncall @third(a, -1)", mode);
        assert_eq!(subject.trace.overrun, None);
    }
    subject.run("let p: ptr = null\ncall @third(p, 0)", Mode::Concrete);
    assert_eq!(subject.trace.overrun, None);
}

#[test]
fn an_input_that_is_given_back_was_a_block_of_the_heap() {
    let mut subject = Subject::new(PROGRAM);
    for mode in MODES {
        subject.run("let n: i32 = 1\nlet p = object 8\ncall @give_back(p, 0)", mode);
        assert_eq!(
            (subject.summary().as_str(), &subject.trace.freed[..]),
            ("returned", &[VarId(1)][..])
        );
        subject.run("let p = object 8\ncall @word(p)", mode);
        assert_eq!(subject.trace.freed, []);
        // What begins in the middle of it is no block.
        subject.run("let p = object 8\ncall @give_back(p, 4)", mode);
        assert_eq!(subject.trace.freed, []);
        let twice = "let p = object 8\ncall @give_back(p, 0)\ncall @give_back(p, 0)";
        subject.run(twice, mode);
        assert!(subject.summary().contains("double free"), "{}", subject.summary());
    }
}
