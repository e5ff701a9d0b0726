//! Products, quotients and remainders.

use super::circuit::{Circuit, Lit};
use super::word::{Word, as_constant, constant, inverted, resized, sign};

impl Circuit {
    /// The low `width` bits of a product.
    pub fn multiply(&mut self, a: &[Lit], b: &[Lit], width: usize) -> Word {
        let (a, b) = (resized(a, width), resized(b, width));
        if a == b && as_constant(&a).is_none() {
            return self.square(&a);
        }
        // The rows follow the operand with fewer bits that can be one.
        let rows = |word: &[Lit]| word.iter().filter(|&&lit| lit != Lit::FALSE).count();
        let (a, b) = if rows(&a) < rows(&b) { (b, a) } else { (a, b) };
        if let Some(factor) = as_constant(&b) {
            return self.multiply_constant(&a, factor);
        }
        let mut product = constant(width, 0);
        for (shift, &bit) in b.iter().enumerate() {
            let row = self.mask(bit, &a[..width - shift]);
            self.accumulate(&mut product, shift, &row);
        }
        product
    }

    /// By a constant: one row for each digit of its non-adjacent form, which has at most half as many
    /// digits that are not zero as the constant has bits.
    fn multiply_constant(&mut self, a: &[Lit], factor: u128) -> Word {
        let width = a.len();
        let mut product = constant(width, 0);
        let mut rest = factor;
        let mut shift = 0;
        while rest != 0 && shift < width {
            if rest & 1 == 1 {
                let minus = rest & 2 != 0;
                if minus {
                    let low = self.sub(&product[shift..], &a[..width - shift]);
                    product.truncate(shift);
                    product.extend(low);
                    // Beyond 128 bits nothing is left to carry to.
                    rest = (rest >> 1) + 1;
                } else {
                    self.accumulate(&mut product, shift, &a[..width - shift]);
                    rest >>= 1;
                }
            } else {
                rest >>= 1;
            }
            shift += 1;
        }
        product
    }

    /// A square: each mixed product occurs twice, so it is added once, one place up.
    fn square(&mut self, a: &[Lit]) -> Word {
        let width = a.len();
        let mut product = constant(width, 0);
        for (low, &bit) in a.iter().enumerate().take(width.div_ceil(2)) {
            let mut row = vec![bit, Lit::FALSE];
            row.extend(self.mask(bit, &a[low + 1..]));
            row.truncate(width - 2 * low);
            self.accumulate(&mut product, 2 * low, &row);
        }
        product
    }

    /// Adds a row into the product from a place upward. A row may end below the product's top.
    fn accumulate(&mut self, product: &mut Word, from: usize, row: &[Lit]) {
        if row.iter().all(|&lit| lit == Lit::FALSE) {
            return;
        }
        let row = resized(row, product.len() - from);
        let sum = self.add(&product[from..], &row, Lit::FALSE);
        product.truncate(from);
        product.extend(sum);
    }

    /// Unsigned quotient and remainder by restoring division, one place at a time from the top. A divisor
    /// of zero gives ones and the dividend, as SMT-LIB says: zero is subtracted at every step.
    pub fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        // Upper bits of the divisor that are known zeros never matter to the remainder.
        let used = b.iter().rposition(|&lit| lit != Lit::FALSE).map_or(0, |last| last + 1);
        if used == 0 {
            return (vec![Lit::TRUE; a.len()], a.to_vec());
        }
        // `above[k]`: whether the divisor has ones at place k or above, where it cannot be subtracted.
        let mut above = vec![Lit::FALSE; used + 1];
        for place in (0..used).rev() {
            above[place] = self.or(above[place + 1], b[place]);
        }
        let mut quotient = vec![Lit::FALSE; a.len()];
        let mut rest: Word = Vec::new();
        for place in (0..a.len()).rev() {
            rest.insert(0, a[place]);
            let width = rest.len();
            let divisor = resized(b, width);
            let (difference, no_borrow) = self.add_carry(&rest, &inverted(&divisor), Lit::TRUE);
            let fits = match above.get(width) {
                Some(&above) => self.and(no_borrow, !above),
                None => no_borrow,
            };
            quotient[place] = fits;
            rest = self.choose(fits, &difference, &rest);
            // A remainder is less than its divisor; that of a zero divisor is put right below.
            rest.truncate(used);
        }
        let rest = resized(&rest, a.len());
        let rest = if used < a.len() { self.choose(above[0], &rest, a) } else { rest };
        (quotient, rest)
    }

    /// Signed quotient and remainder: of the absolute values, then signed.
    pub fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (negative_a, negative_b) = (sign(a), sign(b));
        let (a, b) = (self.neg_if(negative_a, a), self.neg_if(negative_b, b));
        let (quotient, remainder) = self.divide(&a, &b);
        let differ = self.xor(negative_a, negative_b);
        (self.neg_if(differ, &quotient), self.neg_if(negative_a, &remainder))
    }
}
