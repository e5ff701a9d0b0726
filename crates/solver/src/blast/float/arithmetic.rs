//! Sums, products, quotients and roots of floats, rounded once.

use super::{Circuit, Format, Lit, Word, word};

impl Circuit {
    pub fn float_add(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Word {
        let top = format.width() - 1;
        let swap = self.less(&a[..top], &b[..top]);
        let (large, small) = (self.choose(swap, b, a), self.choose(swap, a, b));
        let [(fields, large_bits), (small_fields, small_bits)] =
            [&large, &small].map(|number| self.aligned(format, number));
        let distance = self.sub(&fields, &small_fields);
        // Three bits below keep what rounding needs; one above takes the carry.
        let widened = |bits: &[Lit]| {
            let mut wide = vec![Lit::FALSE; 3];
            wide.extend(bits);
            wide.push(Lit::FALSE);
            wide
        };
        let small_bits = self.shift_sticky(&widened(&small_bits), &distance);
        let subtract = self.xor(large[top], small[top]);
        let addend: Word = small_bits.iter().map(|&lit| self.xor(lit, subtract)).collect();
        let sum = self.add(&widened(&large_bits), &addend, subtract);
        let reach = format.reach();
        // The sum's highest bit is one above the larger number's.
        let exponent = word::resized(&fields, reach);
        let exponent = self.add(&exponent, &super::signed(reach, 1 - format.bias()), Lit::FALSE);
        let cancelled = self.is_zero(&sum);
        let (significand, exponent) = self.normalise(&sum, &exponent);
        let rounded = self.round(format, large[top], &exponent, &significand);
        // A sum of nothing is -0 only if both are.
        let both_negative = self.and(a[top], b[top]);
        let result = self.choose(cancelled, &format.zero(both_negative), &rounded);
        let (infinite_a, infinite_b) = (self.is_infinite(format, a), self.is_infinite(format, b));
        let result = self.choose(infinite_a, a, &result);
        let result = self.choose(infinite_b, b, &result);
        let both_infinite = self.and(infinite_a, infinite_b);
        let invalid = self.and(both_infinite, subtract);
        self.unless_nan(format, &[a, b], invalid, &result)
    }

    /// The exponent field, that of a subnormal number raised to one, and the significand as it stands.
    fn aligned(&mut self, format: Format, a: &[Lit]) -> (Word, Word) {
        let (fraction, exponent) = a[..format.width() - 1].split_at(format.fraction);
        let subnormal = self.is_zero(exponent);
        let mut field = exponent.to_vec();
        field[0] = self.or(field[0], subnormal);
        let mut significand = fraction.to_vec();
        significand.push(!subnormal);
        (field, significand)
    }

    pub fn float_multiply(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Word {
        let (x, y) = (self.take_apart(format, a), self.take_apart(format, b));
        let sign = self.xor(x.sign, y.sign);
        let width = 2 * (format.fraction + 1);
        let product = self.multiply(&x.significand, &y.significand, width);
        // A product of two numbers from 1 up to 2 is below 4.
        let exponent = self.add(&x.exponent, &y.exponent, Lit::TRUE);
        let (product, exponent) = self.normalise_by_one(&product, &exponent);
        let rounded = self.round(format, sign, &exponent, &product);
        let infinite = self.or(x.infinite, y.infinite);
        let zero = self.or(x.zero, y.zero);
        let invalid = self.and(infinite, zero);
        let result = self.choose(zero, &format.zero(sign), &rounded);
        let result = self.choose(infinite, &format.infinity(sign), &result);
        self.unless_nan(format, &[a, b], invalid, &result)
    }

    pub fn float_divide(&mut self, format: Format, a: &[Lit], b: &[Lit]) -> Word {
        let (x, y) = (self.take_apart(format, a), self.take_apart(format, b));
        let sign = self.xor(x.sign, y.sign);
        // The quotient of the significands, from above 1/2 up to below 2, with two bits to spare; whether
        // anything remains is one bit more.
        let shift = format.fraction + 3;
        let mut dividend = vec![Lit::FALSE; shift];
        dividend.extend(&x.significand);
        let divisor = word::resized(&y.significand, dividend.len());
        let (quotient, remainder) = self.divide(&dividend, &divisor);
        let exact = self.is_zero(&remainder);
        let mut significand = vec![!exact];
        significand.extend(&quotient[..=shift]);
        let exponent = self.sub(&x.exponent, &y.exponent);
        let (significand, exponent) = self.normalise_by_one(&significand, &exponent);
        let rounded = self.round(format, sign, &exponent, &significand);
        let none = self.or(x.zero, y.infinite);
        let endless = self.or(x.infinite, y.zero);
        let zeros = self.and(x.zero, y.zero);
        let infinities = self.and(x.infinite, y.infinite);
        let invalid = self.or(zeros, infinities);
        let result = self.choose(none, &format.zero(sign), &rounded);
        let result = self.choose(endless, &format.infinity(sign), &result);
        self.unless_nan(format, &[a, b], invalid, &result)
    }

    /// The square root, bit by bit from the top as on paper.
    pub fn float_root(&mut self, format: Format, a: &[Lit]) -> Word {
        let parts = self.take_apart(format, a);
        // An odd exponent lends the radicand one place, so that half of what is left is whole.
        let odd = parts.exponent[0];
        let places = format.fraction + 2;
        let mut even = vec![Lit::FALSE; 2 * places - format.fraction];
        even.extend(&parts.significand);
        even.push(Lit::FALSE);
        let mut doubled = vec![Lit::FALSE];
        doubled.extend(&even[..even.len() - 1]);
        let radicand = self.choose(odd, &doubled, &even);
        let mut root: Word = Vec::new();
        let mut rest: Word = Vec::new();
        for place in (0..=places).rev() {
            rest.splice(0..0, [radicand[2 * place], radicand[2 * place + 1]]);
            let mut trial = vec![Lit::TRUE, Lit::FALSE];
            trial.extend(&root);
            rest.resize(rest.len().max(trial.len()), Lit::FALSE);
            let trial = word::resized(&trial, rest.len());
            let (difference, fits) = self.add_carry(&rest, &word::inverted(&trial), Lit::TRUE);
            rest = self.choose(fits, &difference, &rest);
            root.insert(0, fits);
            // What remains is at most twice the root.
            rest.truncate(root.len() + 1);
        }
        let exact = self.is_zero(&rest);
        let mut significand = vec![!exact];
        significand.extend(root);
        let mut exponent = parts.exponent[1..].to_vec();
        exponent.push(word::sign(&parts.exponent));
        let rounded = self.round(format, Lit::FALSE, &exponent, &significand);
        let as_it_is = self.or(parts.zero, parts.infinite);
        let result = self.choose(as_it_is, a, &rounded);
        let invalid = self.and(parts.sign, !parts.zero);
        self.unless_nan(format, &[a], invalid, &result)
    }

    /// Shifts left by one place unless the highest bit is one already.
    fn normalise_by_one(&mut self, significand: &[Lit], exponent: &[Lit]) -> (Word, Word) {
        let high = word::sign(significand);
        let mut moved = vec![Lit::FALSE];
        moved.extend(&significand[..significand.len() - 1]);
        let less = super::signed(exponent.len(), -1);
        let less = self.mask(!high, &less);
        (self.choose(high, significand, &moved), self.add(exponent, &less, Lit::FALSE))
    }

    /// The NaN if an operand is one or the operation is invalid, otherwise the result.
    fn unless_nan(
        &mut self,
        format: Format,
        operands: &[&[Lit]],
        invalid: Lit,
        result: &[Lit],
    ) -> Word {
        let mut nan = invalid;
        for operand in operands {
            let operand = self.is_nan(format, operand);
            nan = self.or(nan, operand);
        }
        self.choose(nan, &format.nan(), result)
    }
}
