//! What the constructors make of common shapes, as text.

use expect_test::{Expect, expect};
use term::print::infix;
use term::{BinaryOp, CompareOp, ConvertOp, Pool, Sort, TermId, UnaryOp};

/// Small helpers, so that a case reads like the expression it builds.
struct Make {
    pool: Pool,
}

impl Make {
    fn new() -> Make {
        Make { pool: Pool::new() }
    }

    fn var(&mut self, name: &str, width: u8) -> TermId {
        self.pool.variable(name, Sort::Bits(width))
    }

    fn bin(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        self.pool.binary(op, a, b)
    }

    /// `a op k` with a constant.
    fn with(&mut self, op: BinaryOp, a: TermId, k: i128) -> TermId {
        let k = self.pool.constant(self.pool.sort(a), k as u128);
        self.pool.binary(op, a, k)
    }

    /// `a op k` as a condition.
    fn test(&mut self, op: CompareOp, a: TermId, k: i128) -> TermId {
        let k = self.pool.constant(self.pool.sort(a), k as u128);
        self.pool.compare(op, a, k)
    }

    fn zext(&mut self, a: TermId, width: u8) -> TermId {
        self.pool.convert(ConvertOp::ZExt, Sort::Bits(width), a)
    }

    fn sext(&mut self, a: TermId, width: u8) -> TermId {
        self.pool.convert(ConvertOp::SExt, Sort::Bits(width), a)
    }

    fn shows(&self, term: TermId, expected: Expect) {
        expected.assert_eq(&infix(&self.pool, term));
    }
}

#[test]
fn constants_move_outward_and_equal_parts_cancel() {
    let mut make = Make::new();
    let (a, b) = (make.var("a", 32), make.var("b", 32));
    let left = make.with(BinaryOp::Add, a, 5);
    let right = make.with(BinaryOp::Sub, b, 2);
    let sum = make.bin(BinaryOp::Add, left, right);
    make.shows(sum, expect!["a + b + 3"]);
    let difference = make.bin(BinaryOp::Sub, sum, b);
    make.shows(difference, expect!["a + 3"]);
    let same = make.bin(BinaryOp::Sub, difference, left);
    make.shows(same, expect!["-2"]);
    let triple = make.with(BinaryOp::Mul, left, 3);
    make.shows(triple, expect!["a * 3 + 15"]);
    let most = make.bin(BinaryOp::Sub, triple, a);
    make.shows(most, expect!["a * 2 + 15"]);
    let negated = make.pool.unary(UnaryOp::Neg, left);
    make.shows(negated, expect!["-5 - a"]);
    let back = make.pool.unary(UnaryOp::Neg, negated);
    assert_eq!(back, left);
}

#[test]
fn equalities_are_solved_for_the_variable() {
    let mut make = Make::new();
    let a = make.var("a", 32);
    let shifted = make.with(BinaryOp::Add, a, 5);
    let masked = make.with(BinaryOp::Xor, shifted, 0xff);
    let equal = make.test(CompareOp::Eq, masked, 0xf0);
    make.shows(equal, expect!["a == 10"]);
    let byte = make.var("c", 8);
    let wide = make.zext(byte, 32);
    let letter = make.test(CompareOp::Eq, wide, 65);
    make.shows(letter, expect!["c == 65"]);
    let never = make.test(CompareOp::Eq, wide, 300);
    make.shows(never, expect!["false"]);
}

#[test]
fn orders_are_decided_in_the_narrow_width() {
    let mut make = Make::new();
    let c = make.var("c", 8);
    let (zero, sign) = (make.zext(c, 32), make.sext(c, 32));
    let digit = make.test(CompareOp::Slt, zero, 58);
    make.shows(digit, expect!["c <u 58"]);
    let negative = make.test(CompareOp::Slt, zero, 0);
    make.shows(negative, expect!["false"]);
    let small = make.test(CompareOp::Sle, sign, 100);
    make.shows(small, expect!["c <= 100"]);
    let always = make.test(CompareOp::Sle, sign, 127);
    make.shows(always, expect!["true"]);
    let nonzero = make.test(CompareOp::Ugt, c, 0);
    make.shows(nonzero, expect!["c != 0"]);
}

#[test]
fn conditions_that_travel_as_integers_come_back_as_conditions() {
    let mut make = Make::new();
    let (a, b) = (make.var("a", 32), make.var("b", 32));
    let less = make.pool.compare(CompareOp::Slt, a, b);
    let flag = make.zext(less, 32);
    let taken = make.test(CompareOp::Ne, flag, 0);
    assert_eq!(taken, less);
    let (one, two) = (make.pool.bits(32, 1), make.pool.bits(32, 2));
    let choice = make.pool.ite(less, two, one);
    let chosen = make.test(CompareOp::Sgt, choice, 1);
    assert_eq!(chosen, less);
    let other = make.test(CompareOp::Eq, choice, 1);
    make.shows(other, expect!["a >= b"]);
    let impossible = make.test(CompareOp::Eq, choice, 3);
    make.shows(impossible, expect!["false"]);
}

#[test]
fn pieces_of_memory_meet_again() {
    let mut make = Make::new();
    let a = make.var("a", 32);
    let bytes = [0, 8, 16, 24].map(|low| make.pool.extract(a, low, 8));
    let whole = bytes.into_iter().reduce(|low, high| make.pool.concat(high, low));
    assert_eq!(whole, Some(a));
    // The same by shifts and ors, as C programs do it.
    let shifted = bytes.map(|byte| make.zext(byte, 32));
    let mut whole = shifted[0];
    for (index, part) in shifted.into_iter().enumerate().skip(1) {
        let part = make.with(BinaryOp::Shl, part, 8 * index as i128);
        whole = make.bin(BinaryOp::Or, part, whole);
    }
    assert_eq!(whole, a);
    let swapped = make.pool.unary(UnaryOp::ByteSwap, a);
    let back = make.pool.unary(UnaryOp::ByteSwap, swapped);
    assert_eq!(back, a);
}

#[test]
fn choices_merge() {
    let mut make = Make::new();
    let (p, q) = (make.var("p", 1), make.var("q", 1));
    let (a, b) = (make.var("a", 32), make.var("b", 32));
    let inner = make.pool.ite(q, a, b);
    let either = make.pool.ite(p, a, inner);
    make.shows(either, expect!["p || q ? a : b"]);
    let both = make.pool.ite(p, inner, b);
    make.shows(both, expect!["p && q ? a : b"]);
    let same = make.pool.ite(q, inner, a);
    make.shows(same, expect!["a"]);
    let not = make.pool.not(p);
    let turned = make.pool.ite(not, a, b);
    make.shows(turned, expect!["p ? b : a"]);
    let logic = make.pool.ite(p, q, not);
    make.shows(logic, expect!["q || !p"]);
}

#[test]
fn reads_see_through_writes_elsewhere() {
    let mut make = Make::new();
    let m = make.pool.variable("m", Sort::Bytes { index_bits: 16 });
    let (i, v) = (make.var("i", 16), make.var("v", 8));
    let next = make.with(BinaryOp::Add, i, 1);
    let zero = make.pool.bits(8, 0);
    let written = make.pool.store(m, i, v);
    let written = make.pool.store(written, next, zero);
    let read = make.pool.select(written, i);
    assert_eq!(read, v);
    let after = make.with(BinaryOp::Add, i, 2);
    let read = make.pool.select(written, after);
    make.shows(read, expect!["m[i + 2]"]);
    let j = make.var("j", 16);
    let read = make.pool.select(written, j);
    make.shows(read, expect!["m{i: v}{i + 1: 0}[j]"]);
    let unchanged = make.pool.store(written, j, read);
    assert_eq!(unchanged, written);
    let text = make.pool.bytes(16, b"ab\0c");
    let at = make.pool.bits(16, 3);
    let letter = make.pool.select(text, at);
    make.shows(letter, expect!["99"]);
}

#[test]
fn floats_keep_their_zeros_and_their_nans() {
    let mut make = Make::new();
    let x = make.pool.variable("x", Sort::F64);
    let (zero, one) = (make.pool.f64(0.0), make.pool.f64(1.0));
    let sum = make.bin(BinaryOp::FAdd, x, zero);
    make.shows(sum, expect!["x + 0.0"]);
    let product = make.bin(BinaryOp::FMul, sum, one);
    assert_eq!(product, sum);
    let equal = make.pool.compare(CompareOp::FOeq, x, x);
    make.shows(equal, expect!["!isnan(x)"]);
    let different = make.pool.compare(CompareOp::FOne, x, one);
    make.shows(different, expect!["x > 1.0 || x < 1.0"]);
    let n = make.var("n", 32);
    let float = make.pool.convert(ConvertOp::SToF, Sort::F64, n);
    let back = make.pool.convert(ConvertOp::FToS, Sort::Bits(32), float);
    assert_eq!(back, n);
}
