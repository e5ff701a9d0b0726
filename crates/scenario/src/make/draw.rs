//! Drawing values: numbers, enumerators, characters and texts as a tester would try them.

use fastrand::Rng;
use program::Type;
use program::catalogue::ApiType;

use super::Pool;

/// Bits of a value of a type; `shape` is the type in the words of the source, where that is known.
pub fn value(pool: &Pool, random: &mut Rng, ty: Type, shape: Option<&ApiType>) -> u128 {
    let bits = match (ty, shape) {
        (_, Some(ApiType::Bool)) | (Type::BOOL, _) => random.bool().into(),
        (_, Some(ApiType::Enum { enumerators, .. })) if !enumerators.is_empty() => {
            match random.u8(..8) {
                // What lies beside the enumerators is tried too.
                0 => integer(pool, random, ty) as u128,
                1 => {
                    let (_, value) = enumerators[random.usize(..enumerators.len())];
                    value.wrapping_add(if random.bool() { 1 } else { -1 }) as u128
                }
                _ => enumerators[random.usize(..enumerators.len())].1 as u128,
            }
        }
        (_, Some(ApiType::Char { bits: 8, .. })) => byte(pool, random).into(),
        (_, Some(ApiType::Char { .. })) => match random.u8(..16) {
            0 => random.u16(..).into(),
            _ => byte(pool, random).into(),
        },
        (Type::F32, _) => u128::from((float(pool, random) as f32).to_bits()),
        (Type::F64, _) => u128::from(float(pool, random).to_bits()),
        (Type::Ptr, _) => 0,
        (Type::Int(_), _) => integer(pool, random, ty) as u128,
    };
    bits & ty.mask()
}

/// A value near another one.
pub fn near(random: &mut Rng, ty: Type, bits: u128) -> u128 {
    let step = match random.u8(..4) {
        0 | 1 => 1,
        2 => u128::from(random.u8(1..=16)),
        _ => 1 << random.u8(..ty.bits()),
    };
    let down = random.bool();
    let moved = match ty {
        Type::F64 => return u128::from(near_float(random, f64::from_bits(bits as u64)).to_bits()),
        Type::F32 => {
            let float = f64::from(f32::from_bits(bits as u32));
            return u128::from((near_float(random, float) as f32).to_bits());
        }
        _ if down => bits.wrapping_sub(step),
        _ => bits.wrapping_add(step),
    };
    moved & ty.mask()
}

fn near_float(random: &mut Rng, float: f64) -> f64 {
    match random.u8(..6) {
        0 => float.next_up(),
        1 => float.next_down(),
        2 => float + 1.0,
        3 => float - 1.0,
        4 => float * 2.0,
        _ => float / 2.0,
    }
}

fn integer(pool: &Pool, random: &mut Rng, ty: Type) -> i128 {
    let bits = u32::from(ty.bits());
    match random.u8(..16) {
        0..6 if !pool.integers.is_empty() => pool.integers[random.usize(..pool.integers.len())],
        0..11 => i128::from(random.i16(-8..=24)),
        11 | 12 => {
            // The ends of the type, signed and unsigned, and powers of two with their neighbours.
            let power = 1_i128.wrapping_shl(random.u32(..bits));
            let edge = match random.u8(..4) {
                0 => 1_i128.wrapping_shl(bits - 1).wrapping_sub(1),
                1 => -1_i128.wrapping_shl(bits - 1),
                2 => power.wrapping_neg(),
                _ => power,
            };
            edge.wrapping_add(random.i128(-1..=1))
        }
        // Numbers of every size are as likely as one another.
        13 | 14 => {
            let magnitude = (random.u128(..) >> (128 - random.u32(1..=bits))) as i128;
            if random.bool() { magnitude.wrapping_neg() } else { magnitude }
        }
        _ => random.i128(..),
    }
}

fn float(pool: &Pool, random: &mut Rng) -> f64 {
    const SPECIAL: [f64; 10] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::EPSILON,
    ];
    match random.u8(..16) {
        0..5 if !pool.floats.is_empty() => pool.floats[random.usize(..pool.floats.len())],
        0..9 => f64::from(random.i16(-16..=100)),
        9 | 10 => f64::from(random.i16(-400..=400)) / 4.0,
        11 | 12 => (random.f64() - 0.5) * 2000.0,
        13 => random.f64(),
        14 => SPECIAL[random.usize(..SPECIAL.len())],
        _ => f64::from_bits(random.u64(..)),
    }
}

/// A byte, most often one that reads as a character.
pub fn byte(pool: &Pool, random: &mut Rng) -> u8 {
    match random.u8(..16) {
        0..6 if !pool.bytes.is_empty() => pool.bytes[random.usize(..pool.bytes.len())],
        0..8 => random.u8(b'0'..=b'9'),
        8..11 => random.u8(b'a'..=b'z'),
        11 => random.u8(b'A'..=b'Z'),
        12 => b" \t\n-+.,:;/_"[random.usize(..11)],
        13 | 14 => random.u8(b' '..=b'~'),
        _ => random.u8(..),
    }
}

/// A text of at most `most` bytes, none of them zero.
pub fn text(pool: &Pool, random: &mut Rng, most: usize) -> Vec<u8> {
    let mut text = match random.u8(..8) {
        0..4 if !pool.texts.is_empty() => pool.texts[random.usize(..pool.texts.len())].clone(),
        0 => Vec::new(),
        1..3 => number(pool, random),
        _ => {
            let length = random.usize(..=most.min(8));
            (0..length).map(|_| byte(pool, random).max(1)).collect()
        }
    };
    if random.u8(..4) == 0 {
        edit(pool, random, &mut text);
    }
    text.truncate(most);
    text
}

/// Some lines of text, words and numbers.
pub fn lines(pool: &Pool, random: &mut Rng) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..random.u8(..4) {
        for word in 0..random.u8(1..4) {
            if word > 0 {
                bytes.push(if random.u8(..4) == 0 { b',' } else { b' ' });
            }
            bytes.extend(text(pool, random, 16));
        }
        bytes.push(b'\n');
    }
    // The last line of a file may lack its end.
    if random.u8(..8) == 0 {
        bytes.pop();
    }
    bytes
}

/// A number as people write it.
fn number(pool: &Pool, random: &mut Rng) -> Vec<u8> {
    match random.u8(..3) {
        0 => float(pool, random).to_string().into_bytes(),
        _ => (integer(pool, random, Type::I32) as i32).to_string().into_bytes(),
    }
}

/// Inserts, drops or replaces a byte of a text, or doubles or reverses it.
pub fn edit(pool: &Pool, random: &mut Rng, text: &mut Vec<u8>) {
    let at = random.usize(..=text.len());
    match random.u8(..8) {
        0..3 => text.insert(at, byte(pool, random).max(1)),
        3 | 4 if at < text.len() => {
            text.remove(at);
        }
        5 | 6 if at < text.len() => text[at] = byte(pool, random).max(1),
        7 if !pool.texts.is_empty() => {
            let other = &pool.texts[random.usize(..pool.texts.len())];
            text.splice(at..at, other.iter().copied());
        }
        7 => text.reverse(),
        _ => text.push(byte(pool, random).max(1)),
    }
}
