//! Scripts in, terms or messages out.

use expect_test::{Expect, expect};
use term::{Assignment, Pool, evaluate, print};

use super::{Command, Reader, model};

/// What the script's answers would be about: the assertions at each command that asks something.
#[track_caller]
fn reads(script: &str, expected: Expect) {
    let mut pool = Pool::new();
    let mut reader = Reader::new(script);
    let mut text = String::new();
    loop {
        match reader.next(&mut pool) {
            Ok(None) => break,
            Ok(Some(command)) => {
                text += &format!("{command:?}\n");
                for &assertion in reader.assertions() {
                    text += &format!("  {}\n", print::infix(&pool, assertion));
                }
            }
            Err(error) => {
                let line = script.lines().nth(error.line as usize - 1).unwrap_or_default();
                let indent = " ".repeat(error.column as usize - 1);
                let carets = "^".repeat(error.length as usize);
                text += &format!("{error}\n{line}\n{indent}{carets}\n");
                text += &error.help.map_or_else(String::new, |help| format!("help: {help}\n"));
                break;
            }
        }
    }
    expected.assert_eq(&text);
}

/// The values of terms without variables.
#[track_caller]
fn values(terms: &[&str], expected: Expect) {
    let mut text = String::new();
    for term in terms {
        for sort in ["Bool", "Float32", "Float64"]
            .map(str::to_owned)
            .into_iter()
            .chain((1..=128).map(|width| format!("(_ BitVec {width})")))
        {
            let script = format!("(define-fun it () {sort} {term})");
            let mut pool = Pool::new();
            let mut reader = Reader::new(&script);
            if reader.next(&mut pool).is_ok() {
                let it = reader.symbol("it").expect("a definition");
                let value = evaluate(&pool, it.term, &Assignment::new());
                text += &format!("{term} = {value} : {sort}\n");
            }
        }
    }
    expected.assert_eq(&text);
}

#[test]
fn push_and_pop_scope_assertions_and_names() {
    reads(
        "(set-logic QF_BV) (set-info :status sat) ; all of it is ignored
         (declare-const x (_ BitVec 8))
         (assert (bvult x #x10))
         (push 1)
           (declare-fun y () Bool) (assert y) (check-sat)
         (pop 1)
         (declare-const y (_ BitVec 8)) (assert (= x y))
         (check-sat) (get-model) (echo \"so \"\"it\"\" is\") (exit)",
        expect![[r#"
            CheckSat
              x <u 16
              y
            CheckSat
              x <u 16
              x == y'
            GetModel
              x <u 16
              x == y'
            Echo("so \"it\" is")
              x <u 16
              x == y'
            Exit
              x <u 16
              x == y'
        "#]],
    );
}

#[test]
fn let_binds_in_parallel_and_hides_outer_names() {
    reads(
        "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
         (assert (let ((x y) (y x)) (bvult x (let ((x #x07)) (bvadd x y)))))
         (define-fun small () Bool (! (bvult x #x03) :named tiny))
         (assert (and small tiny (=> (= x y) tiny (distinct x y #x01))))
         (check-sat)",
        expect![[r#"
            CheckSat
              y <u x + 7
              x <u 3 && (y != 1 && x != 1 && x != y || x >=u 3 || x != y)
        "#]],
    );
}

#[test]
fn nesting_of_any_depth_is_read() {
    let depth = 50_000;
    let mut script = "(declare-const x (_ BitVec 8)) (assert (= x ".to_owned();
    script += &"(bvadd x (bvmul x ".repeat(depth);
    script.push('x');
    script += &"))".repeat(depth);
    script += ")) (assert ";
    script += &"(let ((b (= x #x00))) ".repeat(depth);
    script.push('b');
    script += &")".repeat(depth);
    script += ")";
    let mut pool = Pool::new();
    let mut reader = Reader::new(&script);
    assert_eq!(reader.next(&mut pool), Ok(None));
    assert_eq!(reader.assertions().len(), 2);
}

#[test]
fn bit_vector_operations_have_their_standard_values() {
    values(
        &[
            "(bvadd #x01 #x02 (_ bv255 8))",
            "(bvsub #x01 #x02)",
            "(bvneg #x01)",
            "(bvnot #xf0)",
            "(bvnand #x0f #x3c)",
            "(bvnor #x0f #x3c)",
            "(bvxnor #x0f #x3c)",
            "(bvudiv #x07 #x00)",
            "(bvsdiv #xf9 #x02)",
            "(bvurem #x07 #x00)",
            "(bvsrem #xf9 #x02)",
            "(bvsmod #xf9 #x02)",
            "(bvsmod #x07 #xfe)",
            "(bvsmod #xf9 #xfe)",
            "(bvsmod #xf9 #x00)",
            "(bvshl #x01 #x03)",
            "(bvlshr #x80 #x09)",
            "(bvashr #x80 #x09)",
            "(bvcomp #x01 #x01)",
            "(concat #b1 #b0 #b11)",
            "((_ extract 3 2) #b1011)",
            "((_ zero_extend 3) #b11)",
            "((_ sign_extend 3) #b10)",
            "((_ repeat 3) #b10)",
            "((_ rotate_left 5) #b1000)",
            "((_ rotate_right 1) #b1001)",
            "(bvsge #xff #x00)",
            "(bvuge #xff #x00)",
            "(bvsaddo #x7f #x01)",
            "(bvuaddo #x7f #x01)",
            "(bvssubo #x80 #x01)",
            "(bvusubo #x00 #x01)",
            "(bvsmulo #x10 #x08)",
            "(bvumulo #x10 #x08)",
            "(bvnego #x80)",
            "(bvsdivo #x80 #xff)",
        ],
        expect![[r#"
            (bvadd #x01 #x02 (_ bv255 8)) = 2 : (_ BitVec 8)
            (bvsub #x01 #x02) = -1 : (_ BitVec 8)
            (bvneg #x01) = -1 : (_ BitVec 8)
            (bvnot #xf0) = 15 : (_ BitVec 8)
            (bvnand #x0f #x3c) = -13 : (_ BitVec 8)
            (bvnor #x0f #x3c) = -64 : (_ BitVec 8)
            (bvxnor #x0f #x3c) = -52 : (_ BitVec 8)
            (bvudiv #x07 #x00) = -1 : (_ BitVec 8)
            (bvsdiv #xf9 #x02) = -3 : (_ BitVec 8)
            (bvurem #x07 #x00) = 7 : (_ BitVec 8)
            (bvsrem #xf9 #x02) = -1 : (_ BitVec 8)
            (bvsmod #xf9 #x02) = 1 : (_ BitVec 8)
            (bvsmod #x07 #xfe) = -1 : (_ BitVec 8)
            (bvsmod #xf9 #xfe) = -1 : (_ BitVec 8)
            (bvsmod #xf9 #x00) = -7 : (_ BitVec 8)
            (bvshl #x01 #x03) = 8 : (_ BitVec 8)
            (bvlshr #x80 #x09) = 0 : (_ BitVec 8)
            (bvashr #x80 #x09) = -1 : (_ BitVec 8)
            (bvcomp #x01 #x01) = true : (_ BitVec 1)
            (concat #b1 #b0 #b11) = -5 : (_ BitVec 4)
            ((_ extract 3 2) #b1011) = -2 : (_ BitVec 2)
            ((_ zero_extend 3) #b11) = 3 : (_ BitVec 5)
            ((_ sign_extend 3) #b10) = -2 : (_ BitVec 5)
            ((_ repeat 3) #b10) = -22 : (_ BitVec 6)
            ((_ rotate_left 5) #b1000) = 1 : (_ BitVec 4)
            ((_ rotate_right 1) #b1001) = -4 : (_ BitVec 4)
            (bvsge #xff #x00) = false : Bool
            (bvuge #xff #x00) = true : Bool
            (bvsaddo #x7f #x01) = true : Bool
            (bvuaddo #x7f #x01) = false : Bool
            (bvssubo #x80 #x01) = true : Bool
            (bvusubo #x00 #x01) = true : Bool
            (bvsmulo #x10 #x08) = true : Bool
            (bvumulo #x10 #x08) = false : Bool
            (bvnego #x80) = true : Bool
            (bvsdivo #x80 #xff) = true : Bool
        "#]],
    );
}

#[test]
fn float_operations_have_their_standard_values() {
    values(
        &[
            "((_ to_fp 11 53) RNE 0.1)",
            "((_ to_fp 8 24) RNE (- 2.5))",
            "((_ to_fp 8 24) RNE 16777217)",
            "((_ to_fp 8 24) RNE ((_ to_fp 11 53) RNE 0.1))",
            "((_ to_fp 11 53) RNE #xff)",
            "((_ to_fp_unsigned 11 53) RNE #xff)",
            "((_ to_fp 8 24) #x3f800000)",
            "(fp #b1 #b01111111 #b10000000000000000000000)",
            "(fp.add RNE (_ +oo 8 24) (_ -oo 8 24))",
            "(fp.div RNE ((_ to_fp 11 53) RNE 1.0) (_ -zero 11 53))",
            "(fp.roundToIntegral RNA ((_ to_fp 11 53) RNE 2.5))",
            "(fp.roundToIntegral roundTowardNegative ((_ to_fp 11 53) RNE (- 2.5)))",
            "(fp.fma RNE ((_ to_fp 8 24) RNE 3.0) ((_ to_fp 8 24) RNE 3.0) ((_ to_fp 8 24) RNE 1.0))",
            "(fp.sqrt RNE ((_ to_fp 8 24) RNE 9.0))",
            "(fp.min (_ NaN 8 24) ((_ to_fp 8 24) RNE 9.0))",
            "((_ fp.to_sbv 8) RTN ((_ to_fp 8 24) RNE (- 2.5)))",
            "((_ fp.to_ubv 8) RNE ((_ to_fp 8 24) RNE 2.5))",
            "(= (_ NaN 8 24) (fp.neg (_ NaN 8 24)))",
            "(fp.eq (_ NaN 8 24) (_ NaN 8 24))",
            "(= (_ +zero 8 24) (_ -zero 8 24))",
            "(fp.eq (_ +zero 8 24) (_ -zero 8 24))",
            "(fp.isSubnormal ((_ to_fp 8 24) #x00000001))",
            "(fp.isNormal ((_ to_fp 8 24) #x00800000))",
            "(fp.isInfinite (_ -oo 8 24))",
            "(fp.isNegative (_ -zero 11 53))",
            "(fp.isPositive (_ NaN 11 53))",
            "(fp.lt (_ -oo 8 24) (_ +zero 8 24) (_ +oo 8 24))",
            "(fp.to_ieee_bv (fp.neg (_ NaN 8 24)))",
        ],
        expect![[r#"
            ((_ to_fp 11 53) RNE 0.1) = 0.1 : Float64
            ((_ to_fp 8 24) RNE (- 2.5)) = -2.5 : Float32
            ((_ to_fp 8 24) RNE 16777217) = 16777216.0 : Float32
            ((_ to_fp 8 24) RNE ((_ to_fp 11 53) RNE 0.1)) = 0.1 : Float32
            ((_ to_fp 11 53) RNE #xff) = -1.0 : Float64
            ((_ to_fp_unsigned 11 53) RNE #xff) = 255.0 : Float64
            ((_ to_fp 8 24) #x3f800000) = 1.0 : Float32
            (fp #b1 #b01111111 #b10000000000000000000000) = -1.5 : Float32
            (fp.add RNE (_ +oo 8 24) (_ -oo 8 24)) = NaN : Float32
            (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (_ -zero 11 53)) = -inf : Float64
            (fp.roundToIntegral RNA ((_ to_fp 11 53) RNE 2.5)) = 3.0 : Float64
            (fp.roundToIntegral roundTowardNegative ((_ to_fp 11 53) RNE (- 2.5))) = -3.0 : Float64
            (fp.fma RNE ((_ to_fp 8 24) RNE 3.0) ((_ to_fp 8 24) RNE 3.0) ((_ to_fp 8 24) RNE 1.0)) = 10.0 : Float32
            (fp.sqrt RNE ((_ to_fp 8 24) RNE 9.0)) = 3.0 : Float32
            (fp.min (_ NaN 8 24) ((_ to_fp 8 24) RNE 9.0)) = 9.0 : Float32
            ((_ fp.to_sbv 8) RTN ((_ to_fp 8 24) RNE (- 2.5))) = -3 : (_ BitVec 8)
            ((_ fp.to_ubv 8) RNE ((_ to_fp 8 24) RNE 2.5)) = 2 : (_ BitVec 8)
            (= (_ NaN 8 24) (fp.neg (_ NaN 8 24))) = true : Bool
            (fp.eq (_ NaN 8 24) (_ NaN 8 24)) = false : Bool
            (= (_ +zero 8 24) (_ -zero 8 24)) = false : Bool
            (fp.eq (_ +zero 8 24) (_ -zero 8 24)) = true : Bool
            (fp.isSubnormal ((_ to_fp 8 24) #x00000001)) = true : Bool
            (fp.isNormal ((_ to_fp 8 24) #x00800000)) = true : Bool
            (fp.isInfinite (_ -oo 8 24)) = true : Bool
            (fp.isNegative (_ -zero 11 53)) = true : Bool
            (fp.isPositive (_ NaN 11 53)) = false : Bool
            (fp.lt (_ -oo 8 24) (_ +zero 8 24) (_ +oo 8 24)) = true : Bool
            (fp.to_ieee_bv (fp.neg (_ NaN 8 24))) = 2143289344 : (_ BitVec 32)
        "#]],
    );
}

#[test]
fn arrays_are_read_written_and_compared() {
    reads(
        "(declare-const m (Array (_ BitVec 2) (_ BitVec 8)))
         (declare-const i (_ BitVec 2))
         (assert (= (select (store m i #x05) #b01) #x05))
         (assert (= m ((as const (Array (_ BitVec 2) (_ BitVec 8))) #x07)))
         (check-sat)",
        expect![[r#"
            CheckSat
              m{i: 5}[1] == 5
              m[3] == 7 && m[2] == 7 && m[1] == 7 && m[0] == 7
        "#]],
    );
}

#[test]
fn a_model_defines_every_constant() {
    let script = "(declare-const |a b| (_ BitVec 6)) (declare-const x (_ BitVec 32))
         (declare-const p Bool) (declare-const f Float32) (declare-const d Float64)
         (declare-const m (Array (_ BitVec 4) (_ BitVec 8)))";
    let mut pool = Pool::new();
    let mut reader = Reader::new(script);
    assert_eq!(reader.next(&mut pool), Ok::<Option<Command>, _>(None));
    let mut assignment = Assignment::new();
    for (index, raw) in [5, 255, 1, u128::from((-1.5f32).to_bits()), 0].into_iter().enumerate() {
        assignment.set(reader.constants()[index].variable, raw);
    }
    assignment.set_bytes(reader.constants()[5].variable, b"h\0i");
    expect![[r#"
        (
          (define-fun |a b| () (_ BitVec 6) #b000101)
          (define-fun x () (_ BitVec 32) #x000000ff)
          (define-fun p () Bool true)
          (define-fun f () Float32 (fp #b1 #b01111111 #b10000000000000000000000))
          (define-fun d () Float64 (_ +zero 11 53))
          (define-fun m () (Array (_ BitVec 4) (_ BitVec 8)) (store (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00) #x0 #x68) #x2 #x69))
        )
    "#]].assert_eq(&model(reader.constants(), &assignment));
}

#[test]
fn what_is_not_supported_is_shown() {
    for (script, expected) in [
        (
            "(declare-const x Int)",
            expect![[r#"
            1:18: this sort is not supported
            (declare-const x Int)
                             ^^^
            help: the sorts are Bool, (_ BitVec n) up to 128 bits, Float32, Float64, and (Array (_ BitVec n) (_ BitVec 8)) with n up to 32
        "#]],
        ),
        (
            "(declare-const x (_ BitVec 129))",
            expect![[r#"
            1:18: this sort is not supported
            (declare-const x (_ BitVec 129))
                             ^^^^^^^^^^^^^^
            help: the sorts are Bool, (_ BitVec n) up to 128 bits, Float32, Float64, and (Array (_ BitVec n) (_ BitVec 8)) with n up to 32
        "#]],
        ),
        (
            "(declare-const x (_ FloatingPoint 5 11))",
            expect![[r#"
            1:18: this float format is not supported
            (declare-const x (_ FloatingPoint 5 11))
                             ^^^^^^^^^^^^^^^^^^^^^^
            help: floats are (_ FloatingPoint 8 24) and (_ FloatingPoint 11 53)
        "#]],
        ),
        (
            "(declare-const m (Array (_ BitVec 8) Bool))",
            expect![[r#"
            1:18: this sort is not supported
            (declare-const m (Array (_ BitVec 8) Bool))
                             ^^^^^^^^^^^^^^^^^^^^^^^^^
            help: the sorts are Bool, (_ BitVec n) up to 128 bits, Float32, Float64, and (Array (_ BitVec n) (_ BitVec 8)) with n up to 32
        "#]],
        ),
        (
            "(declare-fun f (Bool) Bool)",
            expect![[r#"
            1:16: functions with parameters are not supported
            (declare-fun f (Bool) Bool)
                           ^^^^^^
        "#]],
        ),
        (
            "(assert (forall ((x Bool)) x))",
            expect![[r#"
            1:10: `forall` is not supported
            (assert (forall ((x Bool)) x))
                     ^^^^^^
        "#]],
        ),
        (
            "(assert (= #x0 (concat #x00000000000000000000000000000000 #b1)))",
            expect![[r#"
            1:17: a bit-vector of 129 bits is not supported; 128 are the most
            (assert (= #x0 (concat #x00000000000000000000000000000000 #b1)))
                            ^^^^^^
        "#]],
        ),
        (
            "(assert (fp.eq (fp.rem (_ NaN 8 24) (_ NaN 8 24)) (_ NaN 8 24)))",
            expect![[r#"
            1:17: `fp.rem` is not supported
            (assert (fp.eq (fp.rem (_ NaN 8 24) (_ NaN 8 24)) (_ NaN 8 24)))
                            ^^^^^^
            help: it is IEEE's remainder, with a quotient to nearest; terms have C's
        "#]],
        ),
        (
            "(assert (fp.isNaN (fp.add RTZ (_ NaN 8 24) (_ NaN 8 24))))",
            expect![[r#"
            1:27: `fp.add` is supported with RNE alone
            (assert (fp.isNaN (fp.add RTZ (_ NaN 8 24) (_ NaN 8 24))))
                                      ^^^
        "#]],
        ),
        (
            "(assert (< 1 2))",
            expect![[r#"
            1:10: `<` is not supported
            (assert (< 1 2))
                     ^
            help: there are no integers and reals, only bit-vectors and floats
        "#]],
        ),
        (
            "(get-unsat-core)",
            expect![[r#"
            1:2: the command `get-unsat-core` is not supported
            (get-unsat-core)
             ^^^^^^^^^^^^^^
            help: there are set-*, declare-const, declare-fun, define-fun, define-const, assert, push, pop, reset, check-sat, get-model, echo and exit
        "#]],
        ),
    ] {
        reads(script, expected);
    }
}

#[test]
fn mistakes_are_shown_where_they_are() {
    for (script, expected) in [
        (
            "(assert (= x #x0))",
            expect![[r#"
            1:12: `x` is not declared
            (assert (= x #x0))
                       ^
        "#]],
        ),
        (
            "(assert\n  (and true #b1))",
            expect![[r#"
            2:13: `and` needs a Bool here, and this is (_ BitVec 1)
              (and true #b1))
                        ^^^
        "#]],
        ),
        (
            "(assert (bvadd #x00 #x0))",
            expect![[r#"
            1:21: `bvadd` needs (_ BitVec 8) here, and this is (_ BitVec 4)
            (assert (bvadd #x00 #x0))
                                ^^^
        "#]],
        ),
        (
            "(assert #x00)",
            expect![[r#"
            1:9: `assert` needs a Bool, and this is (_ BitVec 8)
            (assert #x00)
                    ^^^^
        "#]],
        ),
        (
            "(assert (not true false))",
            expect![[r#"
            1:10: `not` needs 1 operand, here are 2
            (assert (not true false))
                     ^^^
        "#]],
        ),
        (
            "(assert ((_ extract 8 0) #x00))",
            expect![[r#"
            1:10: bits 8 down to 0 are not in a vector of 8 bits
            (assert ((_ extract 8 0) #x00))
                     ^^^^^^^^^^^^^^^
        "#]],
        ),
        (
            "(assert (select #x00 #x00))",
            expect![[r#"
            1:17: `select` needs an array here, and this is (_ BitVec 8)
            (assert (select #x00 #x00))
                            ^^^^
        "#]],
        ),
        (
            "(assert (_ bv256 8))",
            expect![[r#"
            1:9: 256 does not fit into 8 bits
            (assert (_ bv256 8))
                    ^^^^^^^^^^^
        "#]],
        ),
        (
            "(assert (fp.isNaN 1.0))",
            expect![[r#"
            1:19: `fp.isNaN` needs a float here, and this is a number without a width
            (assert (fp.isNaN 1.0))
                              ^^^
        "#]],
        ),
        (
            "(assert (fp.lt RNE RNE))",
            expect![[r#"
            1:16: `fp.lt` needs a float here, and this is a rounding mode
            (assert (fp.lt RNE RNE))
                           ^^^
        "#]],
        ),
        (
            "(assert (let (x true) x))",
            expect![[r#"
            1:17: a binding is `(name term)`
            (assert (let (x true) x))
                            ^^^^
        "#]],
        ),
        (
            "(assert (true))",
            expect![[r#"
            1:10: `true` takes no arguments
            (assert (true))
                     ^^^^
        "#]],
        ),
        (
            "(assert ())",
            expect![[r#"
            1:9: a term is needed here, not `()`
            (assert ())
                    ^^
        "#]],
        ),
        (
            "(declare-const x Bool) (declare-const x Bool)",
            expect![[r#"
            1:39: `x` is declared already
            (declare-const x Bool) (declare-const x Bool)
                                                  ^
        "#]],
        ),
        (
            "(pop 2)",
            expect![[r#"
            1:1: only 0 levels were pushed
            (pop 2)
            ^^^^^^^
        "#]],
        ),
        (
            "(check-sat",
            expect![[r#"
            1:1: this `(` is never closed
            (check-sat
            ^
        "#]],
        ),
        (
            ")",
            expect![[r#"
            1:1: this `)` closes nothing
            )
            ^
        "#]],
        ),
        (
            "(assert #xg0)",
            expect![[r#"
            1:9: `#xg0` is neither a number nor a symbol
            (assert #xg0)
                    ^^^^
        "#]],
        ),
        (
            "(assert |x)",
            expect![[r#"
            1:9: this `|` has no partner
            (assert |x)
                    ^
        "#]],
        ),
        (
            "(echo \"x)",
            expect![[r#"
            1:7: this string has no closing quote
            (echo "x)
                  ^
        "#]],
        ),
        (
            "(assert é)",
            expect![[r#"
            1:9: `é` does not belong here
            (assert é)
                    ^
        "#]],
        ),
        (
            "check-sat",
            expect![[r#"
            1:1: a command is needed here
            check-sat
            ^^^^^^^^^
        "#]],
        ),
        (
            "(declare-const x)",
            expect![[r#"
            1:1: the command is `(declare-const name sort)`
            (declare-const x)
            ^^^^^^^^^^^^^^^^^
        "#]],
        ),
        (
            "(check-sat 1)",
            expect![[r#"
            1:12: `check-sat` takes nothing
            (check-sat 1)
                       ^
        "#]],
        ),
    ] {
        reads(script, expected);
    }
}
