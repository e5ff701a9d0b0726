//! The meaning of operations against hand-written cases and independent references.

use expect_test::expect;
use fastrand::Rng;

use super::*;

fn f64s(op: BinaryOp, a: f64, b: f64) -> f64 {
    let raw = binary(op, Sort::F64, a.to_bits().into(), b.to_bits().into());
    f64::from_bits(raw as u64)
}

#[test]
fn integers_of_machine_widths_agree_with_rust() {
    let mut rng = Rng::with_seed(1);
    let corner = |rng: &mut Rng| match rng.u8(..4) {
        0 => rng.i64(-3..4),
        1 => i64::from(i32::MIN) + rng.i64(-1..2),
        2 => i64::MIN + rng.i64(0..2),
        _ => rng.i64(..),
    };
    for _ in 0..100_000 {
        let (a, b) = (corner(&mut rng), corner(&mut rng));
        let sort = Sort::Bits(64);
        let (x, y) = (u128::from(a as u64), u128::from(b as u64));
        assert_eq!(binary(BinaryOp::Add, sort, x, y) as i64, a.wrapping_add(b));
        assert_eq!(binary(BinaryOp::Sub, sort, x, y) as i64, a.wrapping_sub(b));
        assert_eq!(binary(BinaryOp::Mul, sort, x, y) as i64, a.wrapping_mul(b));
        if b != 0 {
            assert_eq!(binary(BinaryOp::SDiv, sort, x, y) as i64, a.wrapping_div(b));
            assert_eq!(binary(BinaryOp::SRem, sort, x, y) as i64, a.wrapping_rem(b));
            assert_eq!(binary(BinaryOp::UDiv, sort, x, y) as u64, a as u64 / b as u64);
            assert_eq!(binary(BinaryOp::URem, sort, x, y) as u64, a as u64 % b as u64);
        }
        assert_eq!(compare(CompareOp::Slt, sort, x, y), a < b);
        assert_eq!(compare(CompareOp::Ule, sort, x, y), a as u64 <= b as u64);
        let (a, sort, x) = (a as i32, Sort::Bits(32), u128::from(a as u32));
        assert_eq!(unary(UnaryOp::Neg, sort, x) as i32, a.wrapping_neg());
        assert_eq!(unary(UnaryOp::LeadingZeros, sort, x) as u32, a.leading_zeros());
        assert_eq!(unary(UnaryOp::TrailingZeros, sort, x) as u32, a.trailing_zeros());
        assert_eq!(unary(UnaryOp::CountOnes, sort, x) as u32, a.count_ones());
        assert_eq!(unary(UnaryOp::ByteSwap, sort, x) as i32, a.swap_bytes());
        assert_eq!(unary(UnaryOp::BitReverse, sort, x) as i32, a.reverse_bits());
        let shift = rng.u32(..40);
        let by = |op| binary(op, sort, x, shift.into()) as i32;
        assert_eq!(by(BinaryOp::Shl), a.checked_shl(shift).unwrap_or(0));
        assert_eq!(by(BinaryOp::AShr), a >> shift.min(31));
        assert_eq!(by(BinaryOp::LShr) as u32, (a as u32).checked_shr(shift).unwrap_or(0));
        let wide = convert(ConvertOp::SExt, sort, Sort::Bits(128), x);
        assert_eq!(wide as i128, i128::from(a));
    }
}

#[test]
fn division_by_zero_is_what_smt_lib_says() {
    let sort = Sort::Bits(8);
    for a in 0..=255u8 {
        let at = |op| binary(op, sort, a.into(), 0) as u8;
        assert_eq!(at(BinaryOp::UDiv), 255);
        assert_eq!(at(BinaryOp::URem), a);
        assert_eq!(at(BinaryOp::SDiv), if (a as i8) < 0 { 1 } else { 255 });
        assert_eq!(at(BinaryOp::SRem), a);
    }
}

#[test]
fn minimum_and_maximum_know_nan_and_the_sign_of_zero() {
    let show = |op| {
        let pairs = [(0.0, -0.0), (-0.0, 0.0), (f64::NAN, 1.0), (1.0, f64::NAN), (2.0, 1.0)];
        pairs.map(|(a, b)| format!("{:?}", f64s(op, a, b))).join(" ")
    };
    expect!["-0.0 -0.0 NaN NaN 1.0"].assert_eq(&show(BinaryOp::FMin));
    expect!["0.0 0.0 NaN NaN 2.0"].assert_eq(&show(BinaryOp::FMax));
    expect!["0.0 -0.0 1.0 1.0 1.0"].assert_eq(&show(BinaryOp::FMinNum));
    expect!["0.0 -0.0 1.0 1.0 2.0"].assert_eq(&show(BinaryOp::FMaxNum));
}

#[test]
fn remainder_is_that_of_c_and_java() {
    let cases =
        [(5.5, 2.0), (-5.5, 2.0), (5.5, -2.0), (1e300, 7.0), (1.0, 0.0), (1.0, f64::INFINITY)];
    let shown = cases.map(|(a, b)| format!("{:?}", f64s(BinaryOp::FRem, a, b))).join(" ");
    expect!["1.5 -1.5 1.5 1.0 NaN 1.0"].assert_eq(&shown);
}

#[test]
fn a_fused_product_is_rounded_once() {
    // (1 + e)(1 - e) - 1 is -e², which two roundings lose.
    let e = f64::EPSILON;
    let raw = [1.0 + e, 1.0 - e, -1.0].map(|x| u128::from(f64::to_bits(x)));
    let fused = f64::from_bits(fma(Sort::F64, raw[0], raw[1], raw[2]) as u64);
    assert_eq!(fused, -e * e);
    // The product is a tie between two f32; the tiny addend decides it, and is lost in an f64.
    let factor = 1.0 + 2f32.powi(-12);
    let fused = |addend: f32| {
        let [a, c] = [factor, addend].map(|x| u128::from(x.to_bits()));
        f32::from_bits(fma(Sort::F32, a, a, c) as u32)
    };
    let below = 1.0 + 2f32.powi(-11);
    assert_eq!(fused(2f32.powi(-80)), below.next_up());
    assert_eq!(fused(0.0), below);
    assert_eq!(fused(-2f32.powi(-80)), below);
}

#[test]
fn conversions_out_of_range_are_those_of_the_hardware_or_saturate() {
    let numbers = [-1.5, 3e9, -3e9, 1e10, 1e19, 2e19, -1e30, 1e40, f64::INFINITY, f64::NAN];
    let show = |op, width| {
        numbers
            .map(|x: f64| {
                let raw = convert(op, Sort::F64, Sort::Bits(width), x.to_bits().into());
                format!("{}", signed(width, raw))
            })
            .join(" ")
    };
    expect!["-1 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648"]
        .assert_eq(&show(ConvertOp::FToS, 32));
    expect!["-1 0 0 0 0 0 0 0 0 0"].assert_eq(&show(ConvertOp::FToS, 8));
    expect!["-1 3000000000 -3000000000 10000000000 -9223372036854775808 -9223372036854775808 -9223372036854775808 -9223372036854775808 -9223372036854775808 -9223372036854775808"]
        .assert_eq(&show(ConvertOp::FToS, 64));
    expect!["-1 -1294967296 1294967296 1410065408 0 0 0 0 0 0"]
        .assert_eq(&show(ConvertOp::FToU, 32));
    expect!["-1 3000000000 -3000000000 10000000000 -8446744073709551616 -9223372036854775808 -9223372036854775808 -9223372036854775808 -9223372036854775808 -9223372036854775808"]
        .assert_eq(&show(ConvertOp::FToU, 64));
    expect!["0 3000000000 0 10000000000 10000000000000000000 20000000000000000000 0 -1 -1 0"]
        .assert_eq(&show(ConvertOp::FToU, 128));
    expect!["-1 2147483647 -2147483648 2147483647 2147483647 2147483647 -2147483648 2147483647 2147483647 0"]
        .assert_eq(&show(ConvertOp::FToSSat, 32));
    expect!["0 -1294967296 0 -1 -1 -1 0 -1 -1 0"].assert_eq(&show(ConvertOp::FToUSat, 32));
}

#[test]
fn saturating_conversions_agree_with_rust_casts() {
    let mut rng = Rng::with_seed(2);
    for _ in 0..100_000 {
        let x = f64::from_bits(if rng.bool() { rng.u64(..) } else { (rng.f64() * 1e12).to_bits() });
        let to = |op, width| convert(op, Sort::F64, Sort::Bits(width), x.to_bits().into());
        assert_eq!(to(ConvertOp::FToSSat, 32) as u32, x as i32 as u32);
        assert_eq!(to(ConvertOp::FToSSat, 64) as u64, x as i64 as u64);
        assert_eq!(to(ConvertOp::FToUSat, 16) as u16, x as u16);
        let y = rng.u128(..) >> rng.u32(..128);
        let single = convert(ConvertOp::UToF, Sort::Bits(128), Sort::F32, y);
        assert_eq!(f32::from_bits(single as u32), y as f32);
    }
}

#[test]
fn arithmetic_gives_one_nan_and_sign_operations_keep_each() {
    let odd = 0xfff8_0000_0000_0123u128;
    let sum = binary(BinaryOp::FAdd, Sort::F64, odd, odd);
    assert_eq!(sum, 0x7ff8 << 48);
    assert_eq!(unary(UnaryOp::FNeg, Sort::F64, odd), 0x7ff8_0000_0000_0123);
    assert_eq!(unary(UnaryOp::FAbs, Sort::F64, odd), 0x7ff8_0000_0000_0123);
    assert_eq!(convert(ConvertOp::FToF, Sort::F64, Sort::F32, odd), 0x7fc0_0000);
}

#[test]
fn a_negated_or_swapped_comparison_says_the_opposite_or_the_same() {
    let floats = [0.0, -0.0, 1.0, f64::INFINITY, f64::NAN].map(|x: f64| u128::from(x.to_bits()));
    for &op in CompareOp::ALL {
        let (sort, values) =
            if op.is_float() { (Sort::F64, floats) } else { (Sort::Bits(3), [0, 1, 3, 4, 7]) };
        for a in values {
            for b in values {
                let holds = compare(op, sort, a, b);
                assert_eq!(compare(op.negated(), sort, a, b), !holds, "{op}");
                assert_eq!(compare(op.swapped(), sort, b, a), holds, "{op}");
            }
        }
    }
}

#[test]
fn every_name_leads_back_to_its_operation() {
    assert!(UnaryOp::ALL.iter().all(|op| UnaryOp::from_mnemonic(op.mnemonic()) == Some(*op)));
    assert!(BinaryOp::ALL.iter().all(|op| BinaryOp::from_mnemonic(op.mnemonic()) == Some(*op)));
    assert!(CompareOp::ALL.iter().all(|op| CompareOp::from_mnemonic(op.mnemonic()) == Some(*op)));
    assert!(ConvertOp::ALL.iter().all(|op| ConvertOp::from_mnemonic(op.mnemonic()) == Some(*op)));
    assert_eq!(BinaryOp::from_mnemonic("plus"), None);
}
