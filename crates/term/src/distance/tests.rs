//! Distances against their rules, in full on small widths.

use expect_test::expect;
use fastrand::Rng;

use super::*;
use crate::fold;
use crate::op::CompareOp;
use crate::sort::{Sort, signed};

#[test]
fn exactly_one_distance_of_a_comparison_is_zero_and_says_which_outcome_holds() {
    let mut rng = Rng::with_seed(3);
    let odd = [0.0, -0.0, 1.0, -1e-320, 1e-40, 1e308, -1e308, f64::INFINITY, f64::NAN];
    for &op in CompareOp::ALL {
        for _ in 0..20_000 {
            let (sort, a, b) = if op.is_float() {
                let mut float = || match rng.u8(..3) {
                    0 => f64::from_bits(rng.u64(..)),
                    _ => odd[rng.usize(..odd.len())],
                };
                (Sort::F64, u128::from(float().to_bits()), u128::from(float().to_bits()))
            } else {
                let width = rng.u8(1..=128);
                let sort = Sort::Bits(width);
                let a = rng.u128(..) & sort.mask();
                (sort, a, if rng.bool() { a } else { rng.u128(..) & sort.mask() })
            };
            let (to_true, to_false) = compare(op, sort, a, b);
            let holds = fold::compare(op, sort, a, b);
            assert_eq!((to_true.is_zero(), to_false.is_zero()), (holds, !holds), "{op} {a} {b}");
        }
    }
}

#[test]
fn what_fails_is_missed_by_a_difference_and_by_k() {
    // Figure 1 of Baars et al.: `x == 0` is `|x - 0| + K` away.
    let sort = Sort::Bits(8);
    let of = |op, a: u128, b: u128| {
        let (to_true, to_false) = compare(op, sort, a, b);
        format!("{to_true} {to_false}")
    };
    use CompareOp::*;
    assert_eq!(of(Eq, 3, 0), "4 0");
    assert_eq!(of(Eq, 3, 3), "0 1");
    assert_eq!(of(Ne, 3, 3), "1 0");
    assert_eq!(of(Ult, 7, 5), "3 0");
    assert_eq!(of(Ult, 5, 5), "1 0");
    // The same as `7 < 6` and, the other way, `5 >= 8`.
    assert_eq!(of(Ule, 7, 5), "2 0");
    assert_eq!(of(Ule, 5, 7), "0 3");
    assert_eq!(of(Sge, 255, 1), "2 0");
}

#[test]
fn integer_distances_are_how_far_an_operand_must_move_and_k_where_it_must_be_equal() {
    let sort = Sort::Bits(4);
    for op in CompareOp::ALL.iter().copied().filter(|op| !op.is_float()) {
        let reading = |raw: u128| if op.is_signed() { signed(4, raw) } else { raw as i128 };
        for a in 0..16 {
            for b in 0..16 {
                // The least |d| for which the outcome holds between a + d and b: an order does not wrap,
                // but equality goes the shorter way round.
                let wraps = matches!(op, CompareOp::Eq | CompareOp::Ne);
                let nearest = |outcome: bool| {
                    (0..32).find(|d| {
                        [-d, *d].iter().any(|d| {
                            let moved = reading(a) + d;
                            let width = if wraps { sort } else { Sort::Bits(16) };
                            let wide = |n: i128| n as u128 & width.mask();
                            let (x, y) = (wide(moved), wide(reading(b)));
                            let op = unsigned_as_signed(op);
                            fold::compare(op, Sort::Bits(16), x, y) == outcome
                        })
                    })
                };
                let steps = |outcome: bool| {
                    let moves = nearest(outcome).expect("near") as u64;
                    let equal = wraps && outcome == (op == CompareOp::Eq);
                    Distance::of_u64(moves + u64::from(equal && moves > 0))
                };
                let (to_true, to_false) = compare(op, sort, a, b);
                assert_eq!(to_true, steps(true), "{op} {a} {b}");
                assert_eq!(to_false, steps(false), "{op} {a} {b}");
            }
        }
    }
}

/// Numbers already read with their sign compare as signed ones.
fn unsigned_as_signed(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Ult => CompareOp::Slt,
        CompareOp::Ule => CompareOp::Sle,
        CompareOp::Ugt => CompareOp::Sgt,
        CompareOp::Uge => CompareOp::Sge,
        other => other,
    }
}

#[test]
fn whole_numbers_are_exact_and_their_order_is_kept_beyond_64_bits() {
    assert_eq!(Distance::of_u64(1), Distance::ONE);
    assert_eq!(Distance::of_u128(u64::MAX.into()), Distance::of_u64(u64::MAX));
    let large = [u64::MAX as u128, 1 << 64, 3 << 64, 1 << 100, u128::MAX];
    assert!(large.windows(2).all(|pair| Distance::of_u128(pair[0]) < Distance::of_u128(pair[1])));
    let (to_true, _) = compare(CompareOp::Ult, Sort::Bits(64), u64::MAX.into(), 0);
    assert!(to_true > Distance::of_u64(u64::MAX));
}

#[test]
fn float_distances_keep_their_order_over_the_whole_range() {
    let mut numbers: Vec<f64> = (0..2047u64)
        .flat_map(|exponent| [0, 1, 1 << 40, (1 << 52) - 1].map(|m| exponent << 52 | m))
        .map(f64::from_bits)
        .collect();
    numbers.sort_by(f64::total_cmp);
    let distances: Vec<Distance> = numbers.iter().map(|&x| Distance::of_f64(x)).collect();
    assert!(distances.is_sorted());
    assert!(distances[0].is_zero() && !distances[1].is_zero());
    // From binade to binade the order is strict.
    assert!(distances.iter().step_by(4).is_sorted_by(|a, b| a < b));
    assert_eq!(Distance::of_f64(2.5), Distance::of_raw(5 << 63));
    assert!(distances.last() < Some(&Distance::INFINITE));
    assert!(Distance::INFINITE < Distance::NAN && Distance::NAN < Distance::MAX);
    let gap = |a: f64, b: f64| {
        compare(CompareOp::FOeq, Sort::F64, a.to_bits().into(), b.to_bits().into()).0
    };
    let far =
        [gap(1e308, 0.0), gap(1e308, -1e308), gap(1.7e308, -1.7e308), gap(f64::INFINITY, 0.0)];
    assert!(far.is_sorted_by(|a, b| a < b));
    let strict = |a: f64| compare(CompareOp::FOlt, Sort::F64, a.to_bits().into(), 0).0;
    assert!([0.0, 1e-300, 1.0, 1e18, 1.8e19, 1e200].map(strict).is_sorted_by(|a, b| a <= b));
}

#[test]
fn normalised_distances_are_ordered_below_one() {
    let rising = [0, 1, 1 << 40, 1 << 64, 2 << 64, 1 << 100, 1 << 115].map(Distance::of_raw);
    let normal = rising.map(Distance::normalised);
    assert!(normal.is_sorted_by(|a, b| a < b));
    assert_eq!(normal[0], 0.0);
    assert_eq!(Distance::ONE.normalised(), 0.5);
    assert!(Distance::MAX.normalised() < 1.0);
}

#[test]
fn grades_of_connectives_follow_tracey() {
    let grade = |to_true, to_false| Grade {
        to_true: Distance::of_u64(to_true),
        to_false: Distance::of_u64(to_false),
    };
    let (near, far, holds, barely) = (grade(2, 0), grade(7, 0), grade(0, 5), grade(0, 1));
    assert_eq!(near.and(far), grade(9, 0));
    assert_eq!(near.or(far), grade(2, 0));
    assert_eq!(holds.and(barely), grade(0, 1));
    assert_eq!(holds.or(barely), grade(0, 6));
    assert_eq!(holds.and(near), grade(2, 0));
    assert_eq!(!near, grade(0, 2));
    assert_eq!(near.xor(far), grade(2, 0));
    assert_eq!(near.xor(holds), grade(0, 2));
    assert_eq!(Grade::choice(holds, near, barely), grade(2, 0));
}

#[test]
fn connectives_of_all_outcomes_keep_exactly_one_distance_at_zero() {
    let grades = [1, 4, u64::MAX].map(Distance::of_u64).into_iter().flat_map(|d| {
        [
            Grade { to_true: d, to_false: Distance::ZERO },
            Grade { to_true: Distance::ZERO, to_false: d },
        ]
    });
    let check = |grade: Grade, holds: bool| {
        assert_eq!((grade.to_true.is_zero(), grade.to_false.is_zero()), (holds, !holds));
    };
    for a in grades.clone() {
        for b in grades.clone() {
            check(a.and(b), a.holds() && b.holds());
            check(a.or(b), a.holds() || b.holds());
            check(a.xor(b), a.holds() != b.holds());
            for c in grades.clone() {
                check(Grade::choice(c, a, b), if c.holds() { a.holds() } else { b.holds() });
            }
        }
    }
}

#[test]
fn distances_print_as_numbers() {
    let shown = [
        Distance::ZERO,
        Distance::of_u64(17),
        Distance::of_f64(0.25),
        Distance::of_u128(1 << 70),
        Distance::INFINITE,
        Distance::NAN,
        Distance::MAX,
    ]
    .map(|distance| distance.to_string());
    expect!["0 17 0.25 >=2^64+64 inf nan max"].assert_eq(&shown.join(" "));
}
