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
        (_, Some(ApiType::Char { bits: 16, .. })) => unit(pool, random).into(),
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
    let number = match pool.draw(random, (6, 16), &pool.known.integers, &pool.dynamic.integers) {
        Ok(integer) => return *integer,
        Err(number) => number,
    };
    match number {
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
        _ if pool.odds.largest.is_some() => {
            let largest = i128::from(pool.odds.largest.unwrap_or(0));
            random.i128(-largest..=largest)
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
    let number = match pool.draw(random, (5, 16), &pool.known.floats, &pool.dynamic.floats) {
        Ok(float) => return *float,
        Err(number) => number,
    };
    match number {
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
    let number = match pool.draw(random, (6, 16), &pool.known.bytes, &pool.dynamic.bytes) {
        Ok(byte) => return *byte,
        Err(number) => number,
    };
    match number {
        0..8 => random.u8(b'0'..=b'9'),
        8..11 => random.u8(b'a'..=b'z'),
        11 => random.u8(b'A'..=b'Z'),
        12 => b" \t\n-+.,:;/_"[random.usize(..11)],
        13 | 14 => random.u8(b' '..=b'~'),
        _ => random.u8(..),
    }
}

/// A text that is made up of at most `usual` bytes, and of at most `most` wherever it comes from, none of them zero.
pub fn text(pool: &Pool, random: &mut Rng, (usual, most): (usize, usize)) -> Vec<u8> {
    let mut text = match pool.draw(random, (4, 8), &pool.known.texts, &pool.dynamic.texts) {
        Ok(text) => text.clone(),
        Err(0) => Vec::new(),
        Err(1 | 2) => number(pool, random),
        Err(4) if pool.odds.pool.is_some() && random.bool() => number(pool, random),
        Err(_) => {
            // Short ones more often than not.
            let longest = if usual > 8 && random.u8(..4) > 0 { 8 } else { usual };
            let length = random.usize(..=longest.min(most));
            (0..length).map(|_| byte(pool, random).max(1)).collect()
        }
    };
    if random.u8(..4) == 0 {
        edit(pool, random, &mut text);
    }
    text.truncate(most);
    text
}

/// Characters of UTF-16 that code is prone to get wrong: letters that change their length or become plain ones in the
/// other case, a title case, digits and letters of other scripts, spaces, marks and halves of pairs.
const ODD: [u16; 24] = [
    0x0130, 0x0131, 0x0149, 0x017f, 0x01c5, 0x01f0, 0x0301, 0x0391, 0x03a3, 0x03c2, 0x0410, 0x05d0,
    0x0660, 0x0e01, 0x1e9e, 0x2003, 0x2028, 0x212a, 0x2160, 0x3000, 0x4e00, 0xfb01, 0xfeff, 0xff21,
];

/// Characters that take two units: a letter with cases, a digit, a sign, an ideograph, the last one of all.
const PAIRS: [[u16; 2]; 5] =
    [[0xd801, 0xdc00], [0xd835, 0xdfce], [0xd83d, 0xde00], [0xd840, 0xdc00], [0xdbff, 0xdfff]];

/// A unit of UTF-16, most often one that reads as a plain character.
pub fn unit(pool: &Pool, random: &mut Rng) -> u16 {
    match random.u8(..16) {
        0 => random.u16(..),
        1 => wide_unit(pool, random),
        _ => byte(pool, random).into(),
    }
}

/// A unit that one byte does not hold; half of a pair may be one.
fn wide_unit(pool: &Pool, random: &mut Rng) -> u16 {
    match random.u8(..8) {
        0..3 if !(pool.known.units.is_empty() && pool.dynamic.units.is_empty()) => {
            pool.pick(random, &pool.known.units, &pool.dynamic.units).copied().unwrap_or(0)
        }
        0 => PAIRS[random.usize(..PAIRS.len())][random.usize(..2)],
        1 => random.u16(0x100..),
        _ => ODD[random.usize(..ODD.len())],
    }
}

/// The same of units of UTF-16; in two of three there is something that one byte does not hold.
pub fn wide_text(pool: &Pool, random: &mut Rng, lengths: (usize, usize)) -> Vec<u16> {
    let mut units: Vec<u16> = match random.u8(..4) {
        0 if !(pool.known.wide_texts.is_empty() && pool.dynamic.wide_texts.is_empty()) => {
            let text = pool.pick(random, &pool.known.wide_texts, &pool.dynamic.wide_texts);
            text.cloned().unwrap_or_default()
        }
        _ => text(pool, random, lengths).into_iter().map(u16::from).collect(),
    };
    for _ in 0..random.u8(..3) {
        let at = random.usize(..=units.len());
        match random.u8(..4) {
            0 => {
                units.splice(at..at, PAIRS[random.usize(..PAIRS.len())]);
            }
            1 | 2 if at < units.len() => units[at] = wide_unit(pool, random),
            _ => units.insert(at, wide_unit(pool, random)),
        }
    }
    units.truncate(lengths.1);
    units
}

/// Some lines of text, words and numbers.
pub fn lines(pool: &Pool, random: &mut Rng) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..random.u8(..4) {
        for word in 0..random.u8(1..4) {
            if word > 0 {
                bytes.push(if random.u8(..4) == 0 { b',' } else { b' ' });
            }
            bytes.extend(text(pool, random, (8, 16)));
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
        7 => match pool.pick(random, &pool.known.texts, &pool.dynamic.texts) {
            Some(other) => {
                text.splice(at..at, other.iter().copied());
            }
            None => text.reverse(),
        },
        _ => text.push(byte(pool, random).max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_texts_hold_what_a_byte_does_not_and_whole_pairs() {
        let (pool, mut random) = (Pool::default(), Rng::with_seed(7));
        let texts: Vec<Vec<u16>> =
            (0..1000).map(|_| wide_text(&pool, &mut random, (8, 8))).collect();
        let count = |has: &dyn Fn(&[u16]) -> bool| texts.iter().filter(|text| has(text)).count();
        let is_pair = |pair: &[u16]| (0xd800..0xdc00).contains(&pair[0]) && pair[1] >= 0xdc00;
        assert!(count(&|text| text.len() > 8) == 0);
        assert!(count(&|text| text.iter().any(|unit| *unit > 0xff)) > 500);
        assert!(count(&|text| text.iter().all(|unit| *unit <= 0xff)) > 250);
        assert!(count(&|text| text.windows(2).any(is_pair)) > 100);
    }
}
