//! What is left of an angle when multiples of a quarter turn are taken off, as fdlibm computes it.
//!
//! Which quarter a number between two is counted to, and the last bits of the rest, decide the last bit of a
//! sine: so the steps are those of Sun's `e_rem_pio2.c` and `k_rem_pio2.c`, one for one.

use super::high;
use std::f64::consts::FRAC_2_PI;

/// An angle less a multiple of π/2.
pub(super) struct Rest {
    /// The multiple; only its last three bits mean something for an angle beyond 2²⁰ quarters.
    pub(super) quarters: i32,
    /// The rest, at most about π/4.
    pub(super) angle: f64,
    /// What the rest lacks in precision.
    pub(super) tail: f64,
}

/// π/2 in parts of 33 bits, each with what is left after it.
const PARTS: [(f64, f64); 3] = [
    (1.570_796_326_734_125_6, 6.077_100_506_506_192e-11),
    (6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21),
    (2.022_266_248_711_166_5e-21, 8.478_427_660_368_9e-32),
];

/// π/2 in parts of 24 bits.
const DIGITS: [f64; 5] = [
    1.570_796_251_296_997,
    7.549_789_415_861_596e-8,
    5.390_302_529_957_765e-15,
    3.282_003_415_807_913e-22,
    1.270_655_753_080_676e-29,
];

/// 2/π in digits of 24 bits, enough for the largest double.
const INVERSE: [u32; 66] = [
    0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163,
    0xabdebb, 0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129,
    0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c,
    0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf,
    0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292,
    0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3,
    0x91615e, 0xe61b08, 0x659985, 0x5f14a0, 0x68408d, 0xffd880, 0x4d7327, 0x310606, 0x1556ca,
    0x73a8c9, 0x60e27b, 0xc08c6b,
];

/// 2²⁴, the base of the digits.
const BASE: f64 = 16_777_216.0;

/// Digits of a product that are computed at first; a product that begins with zeros needs more.
const FIRST: usize = 4;

/// Takes multiples of π/2 off a finite angle.
pub(super) fn reduce(x: f64) -> Rest {
    let size = high(x) & 0x7fff_ffff;
    if size <= 0x3fe9_21fb {
        return Rest { quarters: 0, angle: x, tail: 0.0 };
    }
    let rest = if size < 0x4002_d97c {
        one_quarter(x.abs(), size)
    } else if size <= 0x4139_21fb {
        some_quarters(x.abs(), size)
    } else {
        many_quarters(x.abs(), size)
    };
    if x < 0.0 {
        return Rest { quarters: -rest.quarters, angle: -rest.angle, tail: -rest.tail };
    }
    rest
}

/// An angle below 3π/4 less π/2.
fn one_quarter(x: f64, size: i32) -> Rest {
    let mut difference = x - PARTS[0].0;
    let mut after = PARTS[0].1;
    if size == 0x3ff9_21fb {
        // So near π/2 that 53 bits of it are too few.
        difference -= PARTS[1].0;
        after = PARTS[1].1;
    }
    let angle = difference - after;
    Rest { quarters: 1, angle, tail: (difference - angle) - after }
}

/// An angle up to 2¹⁹π/2: a product of a small number and the parts of π/2 is exact.
fn some_quarters(x: f64, size: i32) -> Rest {
    let quarters = (x * FRAC_2_PI + 0.5) as i32;
    let count = f64::from(quarters);
    let mut difference = x - count * PARTS[0].0;
    let mut after = count * PARTS[0].1;
    let mut angle = difference - after;
    let is_near = high(count * std::f64::consts::FRAC_PI_2) == size;
    if quarters >= 32 || is_near {
        // The more bits the subtraction has cancelled, the more parts are needed.
        for (part, cancelled) in PARTS[1..].iter().zip([16, 49]) {
            if (size >> 20) - ((high(angle) >> 20) & 0x7ff) <= cancelled {
                break;
            }
            let before = difference;
            let taken = count * part.0;
            difference = before - taken;
            after = count * part.1 - ((before - difference) - taken);
            angle = difference - after;
        }
    }
    Rest { quarters, angle, tail: (difference - angle) - after }
}

/// Any larger angle: the fraction of its product with 2/π, by multiplication of digits (Payne and Hanek).
fn many_quarters(x: f64, size: i32) -> Rest {
    let exponent = (size >> 20) - 1046;
    let mut z = f64::from_bits(x.to_bits().wrapping_sub((exponent as u64) << 52));
    let mut digits = Vec::with_capacity(3);
    for _ in 0..2 {
        let digit = z.trunc();
        digits.push(digit);
        z = (z - digit) * BASE;
    }
    digits.push(z);
    while digits.last() == Some(&0.0) {
        digits.pop();
    }
    Product::new(&digits, exponent).rest()
}

/// The digits of `x · 2/π`, without those that make whole multiples of eight.
struct Product<'a> {
    /// The digits of the angle, the highest first.
    digits: &'a [f64],
    /// The first digit of 2/π that matters.
    first: usize,
    /// The exponent of the lowest digit that is computed, less 24.
    scale: i32,
    /// The sums of products of digits.
    sums: Vec<f64>,
}

impl<'a> Product<'a> {
    fn new(digits: &'a [f64], exponent: i32) -> Self {
        let first = ((exponent - 3) / 24).max(0);
        let scale = exponent - 24 * (first + 1);
        let mut product = Self { digits, first: first as usize, scale, sums: Vec::new() };
        product.extend(FIRST + 1);
        product
    }

    /// Computes sums until there are so many.
    fn extend(&mut self, count: usize) {
        for index in self.sums.len()..count {
            let mut sum = 0.0;
            for (place, digit) in self.digits.iter().enumerate() {
                let of_inverse = (self.first + index).checked_sub(place);
                sum += digit * of_inverse.map_or(0.0, |digit| f64::from(INVERSE[digit]));
            }
            self.sums.push(sum);
        }
    }

    fn rest(mut self) -> Rest {
        loop {
            let last = self.sums.len() - 1;
            let (mut digits, whole) = self.distilled();
            let mut fraction = scaled(whole, self.scale);
            fraction -= 8.0 * (fraction * 0.125).floor();
            let mut quarters = fraction as i32;
            fraction -= f64::from(quarters);
            let is_beyond = self.round(&mut digits, &mut quarters, &mut fraction);
            if fraction == 0.0 && digits[FIRST..last].iter().all(|digit| *digit == 0) {
                // The fraction begins behind the digits there are.
                let zeros = digits[..FIRST].iter().rev().take_while(|digit| **digit == 0);
                let more = zeros.count() + 1;
                self.extend(last + 1 + more);
                continue;
            }
            let (angle, tail) = self.angle(digits, fraction);
            let quarters = quarters & 7;
            return if is_beyond {
                Rest { quarters, angle: -angle, tail: -tail }
            } else {
                Rest { quarters, angle, tail }
            };
        }
    }

    /// The sums as digits of 24 bits, the lowest first, and the whole part that is carried out of them.
    fn distilled(&self) -> (Vec<i32>, f64) {
        let last = self.sums.len() - 1;
        let mut digits = Vec::with_capacity(last + 2);
        let mut z = self.sums[last];
        for below in self.sums[..last].iter().rev() {
            let carried = (z / BASE).trunc();
            digits.push((z - BASE * carried) as i32);
            z = below + carried;
        }
        (digits, z)
    }

    /// Takes the whole part out of the highest digit; a fraction of a half or more becomes its distance to one,
    /// which is what is told.
    fn round(&self, digits: &mut [i32], quarters: &mut i32, fraction: &mut f64) -> bool {
        let scale = self.scale;
        let top = digits.len() - 1;
        let is_beyond = if scale > 0 {
            let whole = digits[top] >> (24 - scale);
            *quarters += whole;
            digits[top] -= whole << (24 - scale);
            digits[top] >> (23 - scale) > 0
        } else if scale == 0 {
            digits[top] >> 23 > 0
        } else {
            *fraction >= 0.5
        };
        if !is_beyond {
            return false;
        }
        *quarters += 1;
        let mut is_borrowed = false;
        for digit in digits.iter_mut() {
            if is_borrowed {
                *digit = 0xff_ffff - *digit;
            } else if *digit != 0 {
                is_borrowed = true;
                *digit = 0x100_0000 - *digit;
            }
        }
        if scale > 0 {
            digits[top] &= 0xff_ffff >> scale;
        } else if scale < 0 {
            *fraction = 1.0 - *fraction;
            if is_borrowed {
                *fraction -= scaled(1.0, scale);
            }
        }
        true
    }

    /// The fraction times π/2, in two doubles.
    fn angle(&self, mut digits: Vec<i32>, fraction: f64) -> (f64, f64) {
        let mut scale = self.scale;
        if fraction == 0.0 {
            scale -= 24;
            while digits.last() == Some(&0) {
                digits.pop();
                scale -= 24;
            }
        } else {
            let fraction = scaled(fraction, -scale);
            if fraction >= BASE {
                let carried = (fraction / BASE).trunc();
                digits.push((fraction - BASE * carried) as i32);
                scale += 24;
                digits.push(carried as i32);
            } else {
                digits.push(fraction as i32);
            }
        }
        let mut unit = scaled(1.0, scale);
        let mut values = vec![0.0; digits.len()];
        for (value, digit) in values.iter_mut().zip(&digits).rev() {
            *value = unit * f64::from(*digit);
            unit /= BASE;
        }
        let products: Vec<f64> = (0..values.len())
            .rev()
            .map(|from| {
                let pairs = DIGITS.iter().zip(&values[from..]);
                pairs.fold(0.0, |sum, (digit, value)| sum + digit * value)
            })
            .collect();
        let angle = products.iter().rev().fold(0.0, |sum, product| sum + product);
        let tail = products[0] - angle;
        (angle, products[1..].iter().fold(tail, |sum, product| sum + product))
    }
}

/// A number times a power of two, where neither is near the ends of the range.
fn scaled(value: f64, exponent: i32) -> f64 {
    value * f64::from_bits(((1023 + exponent) as u64) << 52)
}
