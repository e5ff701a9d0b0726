//! Types and constants at which things tend to go wrong.

use fastrand::Rng;
use program::Type;

/// A type of numbers, the common ones more often.
pub fn any_type(random: &mut Rng) -> Type {
    if random.u32(..5) == 0 {
        return if random.bool() { Type::F32 } else { Type::F64 };
    }
    any_int(random)
}

/// A type of integers.
pub fn any_int(random: &mut Rng) -> Type {
    Type::Int(match random.u32(..16) {
        0 | 1 => 1,
        2 | 3 => 8,
        4 | 5 => 16,
        6..=9 => 32,
        10..=12 => 64,
        13 => 128,
        _ => random.choice([2, 3, 7, 9, 17, 24, 31, 33, 48, 63]).unwrap_or(7),
    })
}

/// A number of that type.
pub fn any_bits(random: &mut Rng, ty: Type) -> u128 {
    let bits = match ty {
        Type::F32 => any_f32(random).into(),
        Type::F64 => any_f64(random).into(),
        _ => any_integer(random, ty.bits()),
    };
    bits & ty.mask()
}

fn any_integer(random: &mut Rng, width: u8) -> u128 {
    let sign = 1u128 << (width - 1);
    match random.u32(..10) {
        0 => 0,
        1 => 1,
        2 => u128::MAX,
        3 => sign.wrapping_add(random.i128(-1..2) as u128),
        4 | 5 => random.i128(-20..20) as u128,
        6 => (1u128 << random.u8(..width)).wrapping_add(random.i128(-1..2) as u128),
        7 => random.u128(..) >> random.u32(..128),
        8 => u128::from(random.u8(..)) * 0x0101_0101_0101_0101_0101_0101_0101_0101,
        _ => random.u128(..),
    }
}

fn any_f32(random: &mut Rng) -> u32 {
    match random.u32(..8) {
        0 | 1 => (random.i32(-20..20) as f32 / 2.0).to_bits(),
        2 => random.u32(..),
        // A NaN with its own sign and payload; signalling ones too.
        3 => 0x7f80_0000 | random.u32(1..1 << 23) | random.u32(..2) << 31,
        4 => random.u32(..1 << 23) | random.u32(..2) << 31,
        5 => (power_of_two(random) as f32).to_bits(),
        _ => random
            .choice([0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE])
            .unwrap_or(0.0)
            .to_bits(),
    }
}

fn any_f64(random: &mut Rng) -> u64 {
    match random.u32(..8) {
        0 | 1 => (f64::from(random.i32(-20..20)) / 2.0).to_bits(),
        2 => random.u64(..),
        3 => 0x7ff0_0000_0000_0000 | random.u64(1..1 << 52) | random.u64(..2) << 63,
        4 => random.u64(..1 << 52) | random.u64(..2) << 63,
        5 => power_of_two(random).to_bits(),
        _ => random
            .choice([0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE])
            .unwrap_or(0.0)
            .to_bits(),
    }
}

/// A number near the ends of the integer types.
fn power_of_two(random: &mut Rng) -> f64 {
    let power = random.choice([7, 8, 15, 16, 23, 31, 32, 53, 62, 63, 64, 127, 128]).unwrap_or(31);
    let near = 2f64.powi(power) + random.choice([0.0, -1.0, 1.0, -0.5, 0.5]).unwrap_or(0.0);
    if random.bool() { near } else { -near }
}
