//! Execution counters of a run.

/// How often each counter of the program was met; clearing them costs what was touched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counters {
    values: Vec<u64>,
    touched: Vec<u32>,
}

impl Counters {
    /// Sets all to zero and makes room for that many.
    pub fn clear(&mut self, counters: usize) {
        for counter in self.touched.drain(..) {
            if let Some(value) = self.values.get_mut(counter as usize) {
                *value = 0;
            }
        }
        self.values.resize(counters, 0);
    }

    /// Makes room for more, keeping what was counted.
    pub fn grow(&mut self, counters: usize) {
        if counters > self.values.len() {
            self.values.resize(counters, 0);
        }
    }

    /// Adds one.
    #[inline]
    pub fn increment(&mut self, counter: u32) {
        let value = &mut self.values[counter as usize];
        *value += 1;
        if *value == 1 {
            self.touched.push(counter);
        }
    }

    /// Adds some.
    pub fn add(&mut self, counter: u32, count: u64) {
        let value = &mut self.values[counter as usize];
        if *value == 0 && count > 0 {
            self.touched.push(counter);
        }
        *value += count;
    }

    /// The value of a counter, by its program-wide number.
    pub fn get(&self, counter: u32) -> u64 {
        self.values.get(counter as usize).copied().unwrap_or(0)
    }

    /// The counters that are not zero, in the order in which they were met first.
    pub fn touched(&self) -> &[u32] {
        &self.touched
    }

    /// All values, by number.
    pub fn values(&self) -> &[u64] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clearing_forgets_what_was_counted() {
        let mut counters = Counters::default();
        counters.clear(3);
        counters.increment(2);
        counters.increment(0);
        counters.increment(2);
        assert_eq!(counters.values(), [1, 0, 2]);
        assert_eq!(counters.touched(), [2, 0]);
        counters.clear(4);
        assert_eq!(counters.values(), [0; 4]);
        assert!(counters.touched().is_empty());
    }

    #[test]
    fn growing_keeps_what_was_counted() {
        let mut counters = Counters::default();
        counters.clear(1);
        counters.increment(0);
        counters.grow(3);
        counters.increment(2);
        assert_eq!(counters.values(), [1, 0, 1]);
        counters.grow(1);
        assert_eq!(counters.values(), [1, 0, 1]);
    }
}
