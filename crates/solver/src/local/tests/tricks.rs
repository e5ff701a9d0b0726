//! Problems that each trick is for, solved within few evaluations.

use expect_test::expect;
use term::{BinaryOp, CompareOp, ConvertOp, Sort, UnaryOp};

use super::Script;

#[test]
fn linear_terms_are_inverted() {
    let mut script = Script::default();
    let (x, y) = (script.int("x", 3), script.int("y", 4));
    let factor = script.number(12_345);
    let product = script.pool.binary(BinaryOp::Mul, x, factor);
    let sum = script.pool.binary(BinaryOp::Sub, product, y);
    let goal = script.number(-7);
    script.compare(CompareOp::Eq, sum, goal);
    script.compare(CompareOp::Slt, x, y);
    expect!["x=3 y=37042 after 4"].assert_eq(&script.solution(50));
}

#[test]
fn quotients_remainders_and_shifts_are_inverted() {
    let mut script = Script::default();
    let (x, y) = (script.int("x", 1), script.int("y", 1));
    let (seven, hundred) = (script.number(7), script.number(100));
    let quotient = script.pool.binary(BinaryOp::SDiv, x, hundred);
    let goal = script.number(-13);
    script.compare(CompareOp::Eq, quotient, goal);
    let remainder = script.pool.binary(BinaryOp::URem, y, hundred);
    let goal = script.number(42);
    script.compare(CompareOp::Eq, remainder, goal);
    let shifted = script.pool.binary(BinaryOp::LShr, y, seven);
    let goal = script.number(1_000);
    script.compare(CompareOp::Ugt, shifted, goal);
    expect!["x=-1301 y=-2147419754 after 16"].assert_eq(&script.solution(100));
}

#[test]
fn four_bytes_compared_at_once_are_set_at_once() {
    let mut script = Script::default();
    let (_, s) = script.text("s", 4, "....");
    let high = script.pool.concat(s[3], s[2]);
    let low = script.pool.concat(s[1], s[0]);
    let word = script.pool.concat(high, low);
    let goal = script.pool.bits(32, u32::from_le_bytes(*b"GET ").into());
    script.compare(CompareOp::Eq, word, goal);
    expect!["s.length=4 s[0]=71 s[1]=69 s[2]=84 s[3]=32 after 4"].assert_eq(&script.solution(10));
}

#[test]
fn a_condition_of_many_parts_is_met_as_a_whole() {
    let mut script = Script::default();
    let p = script.variable("p", Sort::BOOL, 0);
    let (x, y) = (script.int("x", 0), script.int("y", 0));
    let (five, nine) = (script.number(5), script.number(9));
    let a = script.pool.compare(CompareOp::Eq, x, five);
    let b = script.pool.compare(CompareOp::Eq, y, nine);
    let both = script.pool.and(a, b);
    let either = script.pool.or(p, both);
    script.require(either);
    let not_p = script.pool.not(p);
    script.require(not_p);
    expect!["p=false x=5 y=9 after 5"].assert_eq(&script.solution(20));
}

#[test]
fn the_other_side_of_a_choice_is_taken() {
    let mut script = Script::default();
    let (x, y) = (script.int("x", 1), script.int("y", 1));
    let zero = script.number(0);
    let negative = script.pool.compare(CompareOp::Slt, x, zero);
    let seven = script.number(7);
    let choice = script.pool.ite(negative, y, seven);
    let goal = script.number(1_000_000);
    script.compare(CompareOp::Eq, choice, goal);
    expect!["x=-1 y=1000000 after 4"].assert_eq(&script.solution(20));
}

#[test]
fn elements_of_arrays_and_indices_into_tables_are_found() {
    let mut script = Script::default();
    let sort = Sort::Bytes { index_bits: 8 };
    let memory = script.pool.variable("m", sort);
    let i = script.variable("i", Sort::Bits(8), 3);
    let byte = script.pool.select(memory, i);
    let goal = script.pool.bits(8, 77);
    script.compare(CompareOp::Eq, byte, goal);
    let table = script.pool.bytes(8, b"a table of constants");
    let j = script.variable("j", Sort::Bits(8), 0);
    let entry = script.pool.select(table, j);
    let goal = script.pool.bits(8, b'f'.into());
    script.compare(CompareOp::Eq, entry, goal);
    expect![[r#"m="\x00\x00\x00M" i=3 j=9 after 7"#]].assert_eq(&script.solution(20));
}

#[test]
fn floats_are_inverted_up_to_rounding() {
    let mut script = Script::default();
    let (x, y) = (script.double("x", 1.0), script.double("y", 0.1));
    let product = script.pool.binary(BinaryOp::FMul, x, y);
    let root = script.pool.unary(UnaryOp::FSqrt, x);
    let goal = script.pool.f64(0.7);
    script.compare(CompareOp::FOeq, product, goal);
    let goal = script.pool.f64(2.5);
    script.compare(CompareOp::FOgt, root, goal);
    expect!["x=6.999999999999999 y=0.1 after 4"].assert_eq(&script.solution(100));
}

#[test]
fn integers_behind_conversions_to_floats_are_found() {
    let mut script = Script::default();
    let x = script.int("x", 0);
    let number = script.pool.convert(ConvertOp::SToF, Sort::F64, x);
    let half = script.pool.f64(0.5);
    let product = script.pool.binary(BinaryOp::FMul, number, half);
    let goal = script.pool.f64(-1234.5);
    script.compare(CompareOp::FOeq, product, goal);
    expect!["x=-2469 after 4"].assert_eq(&script.solution(100));
}

#[test]
fn a_nan_is_found_and_left() {
    let mut script = Script::default();
    let (x, y) = (script.double("x", 1.0), script.double("y", f64::NAN));
    let nan = script.pool.is_nan(x);
    script.require(nan);
    let one = script.pool.f64(1.0);
    script.compare(CompareOp::FOlt, y, one);
    expect!["x=NaN y=0.9999999999999999 after 7"].assert_eq(&script.solution(200));
}

#[test]
fn a_string_grows_a_character_in_the_middle() {
    let mut script = Script::default();
    let (length, s) = script.text("s", 6, "abde");
    for (&element, byte) in s.iter().zip(*b"abcde") {
        let byte = script.pool.bits(8, byte.into());
        script.compare(CompareOp::Eq, element, byte);
    }
    let five = script.number(5);
    script.compare(CompareOp::Eq, length, five);
    expect!["s.length=5 s[0]=97 s[1]=98 s[2]=99 s[3]=100 s[4]=101 s[5]=0 after 13"]
        .assert_eq(&script.solution(50));
}
