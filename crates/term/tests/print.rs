//! What terms look like as text.

use expect_test::{Expect, expect};
use term::print::{infix, smtlib};
use term::{BinaryOp, CompareOp, ConvertOp, Pool, Sort, TermId, UnaryOp};

struct Desk {
    pool: Pool,
    a: TermId,
    b: TermId,
    c: TermId,
    x: TermId,
    m: TermId,
}

fn desk() -> Desk {
    let mut pool = Pool::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| pool.variable(name, Sort::Bits(32)));
    let x = pool.variable("x", Sort::F64);
    let m = pool.variable("m", Sort::Bytes { index_bits: 4 });
    Desk { pool, a, b, c, x, m }
}

impl Desk {
    fn k(&mut self, value: i128) -> TermId {
        self.pool.bits(32, value as u128)
    }

    fn check(&self, term: TermId, expected: Expect) {
        expected.assert_eq(&infix(&self.pool, term));
    }
}

#[test]
fn conditions_read_as_in_a_program() {
    let mut desk = desk();
    let (a, b, c) = (desk.a, desk.b, desk.c);
    let (three, zero) = (desk.k(3), desk.k(0));
    let sum = desk.pool.binary(BinaryOp::Add, a, three);
    let less = desk.pool.compare(CompareOp::Slt, sum, b);
    let nonzero = desk.pool.compare(CompareOp::Ne, c, zero);
    let both = desk.pool.and(less, nonzero);
    desk.check(both, expect!["c != 0 && a + 3 < b"]);
    let neither = desk.pool.not(both);
    desk.check(neither, expect!["!(c != 0 && a + 3 < b)"]);
}

#[test]
fn signedness_is_shown_where_it_matters() {
    let mut desk = desk();
    let (a, b) = (desk.a, desk.b);
    let minus = desk.k(-5);
    for (op, expected) in [
        (CompareOp::Ult, expect!["a <u b"]),
        (CompareOp::Ule, expect!["b >=u a"]),
        (CompareOp::Sge, expect!["a >= b"]),
    ] {
        let term = desk.pool.compare(op, a, b);
        desk.check(term, expected);
    }
    let signed = desk.pool.compare(CompareOp::Sgt, a, minus);
    desk.check(signed, expect!["a > -5"]);
    let unsigned = desk.pool.compare(CompareOp::Ugt, a, minus);
    desk.check(unsigned, expect!["a >u 4294967291"]);
    let (udiv, sdiv) =
        (desk.pool.binary(BinaryOp::UDiv, a, b), desk.pool.binary(BinaryOp::SDiv, a, b));
    let product = desk.pool.binary(BinaryOp::Sub, udiv, sdiv);
    desk.check(product, expect!["a /u b - a / b"]);
}

#[test]
fn masks_are_hexadecimal_and_shifts_are_shifts() {
    let mut desk = desk();
    let (a, b) = (desk.a, desk.b);
    let (mask, four) = (desk.k(0xff00), desk.k(4));
    let masked = desk.pool.binary(BinaryOp::And, a, mask);
    desk.check(masked, expect!["a & 0xff00"]);
    let left = desk.pool.binary(BinaryOp::Shl, a, four);
    let right = desk.pool.binary(BinaryOp::AShr, b, four);
    let sum = desk.pool.binary(BinaryOp::Sub, left, right);
    desk.check(sum, expect!["(a << 4) - (b >> 4)"]);
    let logical = desk.pool.binary(BinaryOp::LShr, a, b);
    let term = desk.pool.binary(BinaryOp::Xor, logical, mask);
    desk.check(term, expect!["a >>u b ^ 0xff00"]);
}

#[test]
fn every_other_form_has_a_notation() {
    let mut desk = desk();
    let (a, b, c, x, m) = (desk.a, desk.b, desk.c, desk.x, desk.m);
    let pool = &mut desk.pool;
    let index = pool.extract(a, 8, 4);
    let byte = pool.extract(b, 0, 8);
    let stored = pool.store(m, index, byte);
    let at = pool.bits(4, 15);
    let read = pool.select(stored, at);
    let wide = pool.convert(ConvertOp::ZExt, Sort::Bits(32), read);
    let condition = pool.compare(CompareOp::Eq, a, b);
    let choice = pool.ite(condition, wide, c);
    let float = pool.convert(ConvertOp::SToF, Sort::F64, choice);
    let root = pool.unary(UnaryOp::FSqrt, float);
    let half = pool.f64(0.5);
    let fused = pool.fma(root, x, half);
    let nan = pool.is_nan(fused);
    let small = pool.compare(CompareOp::FUlt, x, half);
    let all = pool.or(nan, small);
    desk.check(
        all,
        expect!["isnan(fma(x, sqrt(stof64(a == b ? zext32(m{a[11:8]: b[7:0]}[15]) : c)), 0.5)) || !(x >= 0.5)"],
    );
}

#[test]
fn parts_mentioned_again_get_a_name_that_no_variable_has() {
    let mut pool = Pool::new();
    let mut power = pool.variable("t1", Sort::Bits(64));
    for _ in 0..40 {
        let one = pool.bits(64, 1);
        let next = pool.binary(BinaryOp::Add, power, one);
        power = pool.binary(BinaryOp::Mul, power, next);
    }
    let text = infix(&pool, power);
    assert!(text.len() < 4_000, "{} characters", text.len());
    let last: Vec<&str> = text.lines().rev().take(2).collect();
    expect![[r#"
        [
            "t_19 * (t_19 + 1) * (t_19 * (t_19 + 1) + 1)",
            "let t_19 = (t_18 + 1) * t_18 * ((t_18 + 1) * t_18 + 1)",
        ]
    "#]]
    .assert_debug_eq(&last);
}

#[test]
fn a_script_declares_defines_asserts_and_asks() {
    let mut desk = desk();
    let (a, b, x, m) = (desk.a, desk.b, desk.x, desk.m);
    let pool = &mut desk.pool;
    let product = pool.binary(BinaryOp::Mul, a, b);
    let k = pool.bits(32, 12);
    let equal = pool.compare(CompareOp::Eq, product, k);
    let less = pool.compare(CompareOp::Slt, product, a);
    let index = pool.extract(b, 0, 4);
    let byte = pool.select(m, index);
    let bit = pool.extract(byte, 7, 1);
    let flag = pool.variable("is ok", Sort::BOOL);
    let flags = pool.binary(BinaryOp::Xor, bit, flag);
    let integer = pool.convert(ConvertOp::FToS, Sort::Bits(32), x);
    let same = pool.compare(CompareOp::Eq, integer, a);
    let bits = pool.convert(ConvertOp::BitCast, Sort::Bits(64), x);
    let low = pool.extract(bits, 0, 32);
    let low = pool.compare(CompareOp::Ult, low, a);
    let script = smtlib(pool, &[equal, less, flags, same, low]).expect("printable");
    expect![[r#"
        (set-logic QF_ABVFP)
        (declare-const a (_ BitVec 32))
        (declare-const b (_ BitVec 32))
        (declare-const |is ok| Bool)
        (declare-const m (Array (_ BitVec 4) (_ BitVec 8)))
        (declare-const t!1 (_ BitVec 64))
        (define-fun x () Float64 ((_ to_fp 11 53) t!1))
        (define-fun t!2 () (_ BitVec 32) (bvmul a b))
        (assert (= t!2 #x0000000c))
        (assert (bvslt t!2 a))
        (assert (xor |is ok| (= ((_ extract 7 7) (select m ((_ extract 3 0) b))) #b1)))
        (assert (= a (ite (and (fp.leq ((_ to_fp 11 53) #xc1e0000000000000) (fp.roundToIntegral RTZ x)) (fp.lt (fp.roundToIntegral RTZ x) ((_ to_fp 11 53) #x41e0000000000000))) ((_ fp.to_sbv 32) RTZ x) #x80000000)))
        (assert (bvult ((_ extract 31 0) t!1) a))
        (check-sat)
    "#]]
    .assert_eq(&script);
}

#[test]
fn what_smt_lib_cannot_say_is_an_error() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::F32));
    let rem = pool.binary(BinaryOp::FRem, x, y);
    let condition = pool.is_nan(rem);
    let error = smtlib(&pool, &[condition]).expect_err("no such operation");
    expect!["`frem` has no counterpart in SMT-LIB"].assert_eq(&error.to_string());
    let odd = pool.variable("a|b", Sort::BOOL);
    let error = smtlib(&pool, &[odd]).expect_err("no such symbol");
    expect!["variable name `a|b` cannot be an SMT-LIB symbol"].assert_eq(&error.to_string());
}

#[test]
fn text_does_not_depend_on_what_the_pool_held_before() {
    let build = |pool: &mut Pool, turned: bool| {
        let names = if turned { ["d", "c", "b", "a"] } else { ["a", "b", "c", "d"] };
        let vars: Vec<TermId> =
            names.iter().map(|name| pool.variable(name, Sort::Bits(16))).collect();
        let [a, b, c, d] = [0, 1, 2, 3].map(|at: usize| vars[if turned { 3 - at } else { at }]);
        let mut pair =
            |op, a, b| if turned { pool.binary(op, b, a) } else { pool.binary(op, a, b) };
        let (ab, cd) = (pair(BinaryOp::Mul, a, b), pair(BinaryOp::Xor, c, d));
        let (sum, and) = (pair(BinaryOp::Add, ab, cd), pair(BinaryOp::And, ab, cd));
        let or = pair(BinaryOp::Or, sum, and);
        let square = pair(BinaryOp::Mul, or, sum);
        pool.compare(CompareOp::Eq, square, or)
    };
    let mut plain = Pool::new();
    let expected = build(&mut plain, false);
    let mut other = Pool::new();
    for index in 0..100 {
        let v = other.variable(&format!("v{index}"), Sort::Bits(16));
        let k = other.bits(16, index);
        other.binary(BinaryOp::Mul, v, k);
    }
    let turned = build(&mut other, true);
    assert_eq!(infix(&plain, expected), infix(&other, turned));
    assert_eq!(smtlib(&plain, &[expected]), smtlib(&other, &[turned]));
}
