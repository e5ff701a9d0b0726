//! Inverses of multiplication and division, as pure functions over raw bits.

use super::super::number::signed;

/// The `x` with `x * factor = product` whose bits that do not matter are those of `now`; none if there is
/// none.
pub(super) fn multiplicand(width: u8, product: u128, factor: u128, now: u128) -> Option<u128> {
    let mask = u128::MAX >> (128 - u32::from(width));
    if factor == 0 {
        return None;
    }
    // An even factor loses that many bits of `x` at the top, and gives as many zeros at the bottom.
    let zeros = factor.trailing_zeros();
    if product & ((1 << zeros) - 1) != 0 {
        return None;
    }
    let low = mask >> zeros;
    let x = (product >> zeros).wrapping_mul(inverse(factor >> zeros)) & low;
    Some(x | now & mask & !low)
}

/// The inverse of an odd number modulo 2^128, by Newton's iteration, which doubles the correct bits.
fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

/// Dividends that give a quotient: one with the remainder that the dividend has `now`, and one with none.
pub(super) fn dividends(
    width: u8,
    is_signed: bool,
    quotient: u128,
    divisor: u128,
    now: u128,
) -> [Option<u128>; 2] {
    let mask = u128::MAX >> (128 - u32::from(width));
    if divisor == 0 {
        return [None; 2];
    }
    if !is_signed {
        let Some(exact) = quotient.checked_mul(divisor).filter(|&exact| exact <= mask) else {
            return [None; 2];
        };
        return [Some(exact.saturating_add(now % divisor).min(mask)), Some(exact)];
    }
    let (divisor, quotient, now) =
        (signed(width, divisor), signed(width, quotient), signed(width, now));
    let Some(exact) = quotient.checked_mul(divisor) else { return [None; 2] };
    // A remainder has the dividend's sign: it must not lead across zero.
    let rest = now.wrapping_rem(divisor);
    let rest = if (rest < 0) == (exact < 0) || exact == 0 { rest } else { -rest };
    [exact.saturating_add(rest), exact].map(|x| {
        let raw = x as u128 & mask;
        (signed(width, raw) == x).then_some(raw)
    })
}

/// The largest `x` with `x * x <= square`.
pub(super) fn root(square: u128) -> u128 {
    square.isqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{BinaryOp, Sort, fold};

    #[test]
    fn a_multiplicand_is_found_exactly_when_there_is_one() {
        for factor in 0..64u128 {
            for product in 0..64 {
                let exists = (0..64).any(|x| x * factor % 64 == product);
                let found = multiplicand(6, product, factor, 0b111111);
                assert_eq!(found.is_some(), exists && factor != 0, "{product} / {factor}");
                if let Some(x) = found {
                    assert_eq!(fold::binary(BinaryOp::Mul, Sort::Bits(6), x, factor), product);
                }
            }
        }
    }

    #[test]
    fn dividends_have_the_quotient_that_was_asked_for() {
        for (op, is_signed) in [(BinaryOp::UDiv, false), (BinaryOp::SDiv, true)] {
            for quotient in 0..32 {
                for divisor in 1..32 {
                    for now in [0, 7, 13, 31] {
                        let exact = dividends(5, is_signed, quotient, divisor, now)[1];
                        if let Some(x) = exact {
                            let back = fold::binary(op, Sort::Bits(5), x, divisor);
                            assert_eq!(back, quotient, "{x} {op} {divisor}");
                        }
                    }
                }
            }
        }
    }
}
