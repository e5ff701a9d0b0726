//! A wheel of fortune: each item is drawn as often as its weight says (section 4.4).
//!
//! Weights are cumulated: {5, 7, 2, 4} makes the intervals [0,5), [5,12), [12,14) and [14,18), and a random number below
//! 18 falls into one of them. The sums are kept in a tree (P. Fenwick), so that drawing and removing cost a few steps
//! however many items there are.

use fastrand::Rng;

/// Items with weights.
#[derive(Clone, Debug)]
pub struct Wheel<T> {
    items: Vec<(T, u64)>,
    /// By place, from one: the weights of as many items before it as its lowest bit says, itself included.
    sums: Vec<u64>,
    total: u64,
}

impl<T> Default for Wheel<T> {
    fn default() -> Self {
        Self { items: Vec::new(), sums: vec![0], total: 0 }
    }
}

impl<T: Copy> Wheel<T> {
    /// Adds an item. One without weight would never be drawn, so the least weight is one.
    pub fn push(&mut self, item: T, weight: u64) {
        let weight = weight.max(1);
        self.items.push((item, weight));
        let place = self.items.len();
        let mut sum = weight;
        let mut before = place - 1;
        while before > place - lowest_bit(place) {
            sum += self.sums[before];
            before -= lowest_bit(before);
        }
        self.sums.push(sum);
        self.total += weight;
    }

    /// The sum of all weights.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Draws an item and takes it out.
    pub fn draw(&mut self, random: &mut Rng) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let number = random.u64(..self.total);
        self.take_at(number)
    }

    /// Takes out the item into whose interval a number falls.
    pub fn take_at(&mut self, number: u64) -> Option<T> {
        let mut place = 0;
        let mut rest = number;
        let mut step = self.sums.len().next_power_of_two();
        while step > 0 {
            let next = place + step;
            if let Some(&sum) = self.sums.get(next)
                && sum <= rest
            {
                rest -= sum;
                place = next;
            }
            step /= 2;
        }
        let (item, weight) = self.items.get_mut(place)?;
        let (item, lost) = (*item, std::mem::take(weight));
        self.total -= lost;
        let mut above = place + 1;
        while above < self.sums.len() {
            self.sums[above] -= lost;
            above += lowest_bit(above);
        }
        Some(item)
    }

    /// Takes out all that are left, in the order in which they came.
    pub fn drain(&mut self) -> impl Iterator<Item = T> {
        let all = std::mem::take(self);
        all.items.into_iter().filter(|(_, weight)| *weight > 0).map(|(item, _)| item)
    }
}

fn lowest_bit(place: usize) -> usize {
    place & place.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wheel() -> Wheel<char> {
        let mut wheel = Wheel::default();
        for (item, weight) in "abcd".chars().zip([5, 7, 2, 4]) {
            wheel.push(item, weight);
        }
        wheel
    }

    #[test]
    fn the_intervals_are_those_of_the_paper() {
        let found: String = (0..18).filter_map(|number| wheel().take_at(number)).collect();
        assert_eq!(found, "aaaaabbbbbbbccdddd");
        assert_eq!(wheel().take_at(18), None);
    }

    #[test]
    fn what_is_taken_out_leaves_its_interval_to_those_behind() {
        let mut wheel = wheel();
        assert_eq!(wheel.take_at(6), Some('b'));
        assert_eq!(wheel.total(), 11);
        assert_eq!(wheel.take_at(5), Some('c'));
        assert_eq!(wheel.take_at(5), Some('d'));
        assert_eq!(wheel.drain().collect::<String>(), "a");
    }

    #[test]
    fn drawing_and_removing_agree_with_adding_up() {
        let mut random = Rng::with_seed(9);
        for _ in 0..50 {
            let mut wheel = Wheel::default();
            let mut plain: Vec<(usize, u64)> = Vec::new();
            for item in 0..random.usize(1..80) {
                let weight = random.u64(1..9);
                wheel.push(item, weight);
                plain.push((item, weight));
            }
            while !plain.is_empty() {
                let number = random.u64(..wheel.total());
                let mut sum = 0;
                let place = plain.iter().position(|(_, weight)| {
                    sum += weight;
                    number < sum
                });
                let (item, _) = plain.remove(place.unwrap_or_default());
                assert_eq!(wheel.take_at(number), Some(item));
            }
            assert!(wheel.is_empty());
        }
    }
}
