//! A small generator of pseudo-random numbers (SplitMix64), seeded by what a problem says.

/// The same throws for the same seed, on every machine.
#[derive(Clone, Debug)]
pub(super) struct Dice {
    state: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    pub fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    /// A number below `end`, which is not zero.
    pub fn below(&mut self, end: usize) -> usize {
        // The product's upper half: no bias that matters here, and no division.
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

/// A good mixture of the bits of a number.
pub(super) fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_are_those_of_splitmix64() {
        let mut dice = Dice::new(1234567);
        let throws: Vec<u64> = (0..3).map(|_| dice.next()).collect();
        assert_eq!(throws, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn numbers_stay_below_their_end_and_reach_all_of_it() {
        let mut dice = Dice::new(7);
        let mut seen = [0; 5];
        for _ in 0..1_000 {
            seen[dice.below(5)] += 1;
        }
        assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
    }
}
