//! Conversions between floats and integers, between formats, and to whole numbers.

use super::{Circuit, Format, Lit, Shift, Word, signed, word};
use term::{ConvertOp, UnaryOp};

impl Circuit {
    /// An integer to the nearest number.
    pub fn integer_to_float(&mut self, format: Format, is_signed: bool, a: &[Lit]) -> Word {
        let sign = if is_signed { word::sign(a) } else { Lit::FALSE };
        let magnitude = self.neg_if(sign, a);
        let zero = self.is_zero(a);
        // Zeros below, as far as rounding wants to see bits.
        let spare = (format.fraction + 3).saturating_sub(a.len());
        let mut significand = vec![Lit::FALSE; spare];
        significand.extend(magnitude);
        let reach = format.reach().max(10);
        let exponent = signed(reach, a.len() as i128 - 1);
        let (significand, exponent) = self.normalise(&significand, &exponent);
        let rounded = self.round(format, sign, &exponent, &significand);
        self.choose(zero, &format.zero(Lit::FALSE), &rounded)
    }

    /// A number in another format; a NaN becomes the one that operations give.
    pub fn resize(&mut self, from: Format, to: Format, a: &[Lit]) -> Word {
        let parts = self.take_apart(from, a);
        let spare = (to.fraction + 3).saturating_sub(parts.significand.len());
        let mut significand = vec![Lit::FALSE; spare];
        significand.extend(&parts.significand);
        let rounded = self.round(to, parts.sign, &parts.exponent, &significand);
        let result = self.choose(parts.zero, &to.zero(parts.sign), &rounded);
        let result = self.choose(parts.infinite, &to.infinity(parts.sign), &result);
        self.choose(parts.nan, &to.nan(), &result)
    }

    /// A number as an integer toward zero, with `term::fold`'s results where it does not fit.
    pub fn float_to_integer(
        &mut self,
        op: ConvertOp,
        format: Format,
        a: &[Lit],
        width: usize,
    ) -> Word {
        let parts = self.take_apart(format, a);
        // What the conversion is made in, which may be more bits than are asked for.
        let bits = match op {
            ConvertOp::FToS if width <= 32 => 32,
            ConvertOp::FToS | ConvertOp::FToU if width <= 64 => 64,
            ConvertOp::FToS | ConvertOp::FToU => 128,
            _ => width,
        };
        let (magnitude, beyond) = self.magnitude(format, &parts.exponent, &parts.significand, bits);
        let magnitude = self.mask(!parts.zero, &magnitude);
        let beyond = self.and(beyond, !parts.zero);
        let beyond = self.or(beyond, parts.infinite);
        let negated = self.neg_if(parts.sign, &magnitude);
        // As a signed number it fits below the highest bit, or is the least one.
        let low = self.is_zero(&magnitude[..bits - 1]);
        let least = self.and(parts.sign, low);
        let high = word::sign(&magnitude);
        let over = self.and(high, !least);
        let over = self.or(over, beyond);
        let least = {
            let mut least = vec![Lit::FALSE; bits - 1];
            least.push(Lit::TRUE);
            least
        };
        let result = match op {
            ConvertOp::FToS => {
                let bad = self.or(over, parts.nan);
                self.choose(bad, &least, &negated)
            }
            // Up to 32 bits by way of 64 signed ones.
            ConvertOp::FToU if width <= 32 => {
                let bad = self.or(over, parts.nan);
                self.choose(bad, &least, &negated)
            }
            // The two signed conversions together cover -2^63 up to 2^64.
            ConvertOp::FToU if width <= 64 => {
                let bad = self.mux(parts.sign, over, beyond);
                let bad = self.or(bad, parts.nan);
                self.choose(bad, &least, &negated)
            }
            ConvertOp::FToU | ConvertOp::FToUSat => {
                let ones = vec![Lit::TRUE; bits];
                let result = self.choose(beyond, &ones, &magnitude);
                let none = self.or(parts.sign, parts.nan);
                self.mask(!none, &result)
            }
            _ => {
                let extreme: Word = least.iter().map(|&lit| self.xor(lit, !parts.sign)).collect();
                let result = self.choose(over, &extreme, &negated);
                self.mask(!parts.nan, &result)
            }
        };
        result[..width].to_vec()
    }

    /// The whole part of a number without its sign in that many bits, and whether it does not fit.
    fn magnitude(
        &mut self,
        format: Format,
        exponent: &[Lit],
        significand: &[Lit],
        bits: usize,
    ) -> (Word, Lit) {
        let reach = exponent.len().max(10);
        let exponent = word::extended(exponent, reach, word::sign(exponent));
        let fraction = word::sign(&exponent);
        let beyond = self.less_signed(&exponent, &signed(reach, bits as i128));
        // The significand stands below the point and moves up by the exponent.
        let wide = word::resized(significand, format.fraction + bits);
        let moved = self.shift(Shift::Left, &wide, &exponent, Lit::FALSE);
        (self.mask(!fraction, &moved[format.fraction..]), !beyond)
    }

    /// To a whole number as the operation says.
    pub fn round_to_whole(&mut self, op: UnaryOp, format: Format, a: &[Lit]) -> Word {
        let parts = self.take_apart(format, a);
        let reach = parts.exponent.len();
        let point = signed(reach, format.fraction as i128);
        let fractional = self.less_signed(&parts.exponent, &point);
        let distance = self.sub(&point, &parts.exponent);
        let distance = self.mask(fractional, &distance);
        // Two bits below the point: the half, and whether there is more.
        let mut wide = vec![Lit::FALSE; 2];
        wide.extend(&parts.significand);
        let moved = self.shift_sticky(&wide, &distance);
        let (more, half, whole) = (moved[0], moved[1], &moved[2..]);
        let inexact = self.or(more, half);
        let up = match op {
            UnaryOp::FFloor => self.and(inexact, parts.sign),
            UnaryOp::FCeil => self.and(inexact, !parts.sign),
            UnaryOp::FNearest => {
                let tie = self.or(more, whole[0]);
                self.and(half, tie)
            }
            UnaryOp::FRound => half,
            _ => Lit::FALSE,
        };
        let (mut whole, carry) = {
            let zeros = vec![Lit::FALSE; whole.len()];
            self.add_carry(whole, &zeros, up)
        };
        whole.push(carry);
        let mut magnitude = self.integer_to_float(format, false, &whole);
        magnitude.pop();
        magnitude.push(parts.sign);
        let whole_already = self.or(!fractional, parts.infinite);
        let result = self.choose(whole_already, a, &magnitude);
        let result = self.choose(parts.zero, a, &result);
        self.choose(parts.nan, &format.nan(), &result)
    }
}
