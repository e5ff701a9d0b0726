//! SHA-256 (FIPS 180-4), by which a suite names the program that it is for.

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
fn constants() -> [u32; 64] {
    let mut constants = [0; 64];
    let mut primes = (2u64..).filter(|n| (2..*n).all(|d| n % d != 0));
    for constant in &mut constants {
        *constant = root_bits(primes.next().unwrap_or(2), 3);
    }
    constants
}

/// The first 32 bits of the fractional part of a root: the largest whole number whose power does not exceed the prime,
/// scaled by so many bits.
fn root_bits(prime: u64, degree: u32) -> u32 {
    // Below 2 to the 40th, so that no power exceeds 128 bits.
    let fits = |root: u128| match degree {
        2 => root * root <= u128::from(prime) << 64,
        _ => root * root * root <= u128::from(prime) << 96,
    };
    let mut root: u128 = 0;
    for bit in (0..40).rev() {
        if fits(root | 1 << bit) {
            root |= 1 << bit;
        }
    }
    root as u32
}

/// The hash of bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let constants = constants();
    let mut state: [u32; 8] = [2, 3, 5, 7, 11, 13, 17, 19].map(|prime| root_bits(prime, 2));
    let mut message = bytes.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((8 * bytes.len() as u64).to_be_bytes());
    for block in message.as_chunks::<64>().0 {
        let mut words = [0u32; 64];
        for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        for at in 16..64 {
            let (a, b) = (words[at - 15], words[at - 2]);
            let low = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let high = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            words[at] =
                words[at - 16].wrapping_add(low).wrapping_add(words[at - 7]).wrapping_add(high);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for at in 0..64 {
            let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let first = h.wrapping_add(sum).wrapping_add(choice);
            let first = first.wrapping_add(constants[at]).wrapping_add(words[at]);
            let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let second = sum.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        for (word, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(new);
        }
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_standard() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let long = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(sha256(b""), empty);
        assert_eq!(sha256(b"abc"), abc);
        assert_eq!(sha256(&b"a".repeat(1_000_000)), long);
    }
}
