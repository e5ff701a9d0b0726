//! The constants that values are drawn from.

use program::analysis::Constants;

/// At most so many of a kind are kept, so that what a huge table holds does not drown the rest.
const MOST: usize = 512;

/// Constants worth trying: those of the code, their neighbours, and the bytes that they mention.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pool {
    /// Integers.
    pub(super) integers: Vec<i128>,
    /// Floats.
    pub(super) floats: Vec<f64>,
    /// Texts, without a zero at their end.
    pub(super) texts: Vec<Vec<u8>>,
    /// Bytes: constants that are some, and those of the texts.
    pub(super) bytes: Vec<u8>,
    /// Texts of characters of two bytes, some of them beyond what one byte holds.
    pub(super) wide_texts: Vec<Vec<u16>>,
    /// Characters that take two bytes: constants that may be some, and those of the texts.
    pub(super) units: Vec<u16>,
}

impl Pool {
    /// A pool of the constants of some code.
    pub fn new(constants: &Constants) -> Self {
        let mut integers: Vec<i128> = constants
            .integers
            .iter()
            .flat_map(|&constant| {
                [constant, constant.saturating_sub(1), constant.saturating_add(1)]
            })
            .collect();
        integers.sort_unstable();
        integers.dedup();
        thin(&mut integers);
        let own = constants.floats.iter().map(|bits| f64::from_bits(*bits));
        let mut floats: Vec<f64> = own
            .flat_map(|float| [float, float.next_down(), float.next_up(), float - 1.0, float + 1.0])
            .chain(constants.integers.iter().map(|&integer| integer as f64))
            .collect();
        floats.sort_by(f64::total_cmp);
        floats.dedup_by(|a, b| a.to_bits() == b.to_bits());
        thin(&mut floats);
        let mut texts = constants.texts.clone();
        thin(&mut texts);
        let mut bytes: Vec<u8> = constants
            .integers
            .iter()
            .filter_map(|&integer| u8::try_from(integer).ok())
            .chain(texts.iter().flatten().copied())
            .filter(|byte| *byte != 0)
            .collect();
        bytes.sort_unstable();
        bytes.dedup();
        let mut units: Vec<u16> = constants
            .integers
            .iter()
            .filter_map(|&integer| u16::try_from(integer).ok())
            .filter(|unit| is_wide(*unit))
            .collect();
        units.sort_unstable();
        units.dedup();
        thin(&mut units);
        Self { integers, floats, texts, bytes, wide_texts: Vec::new(), units }
    }

    /// The same with texts that take two bytes for each character.
    #[must_use]
    pub fn with_wide_texts(mut self, mut texts: Vec<Vec<u16>>) -> Self {
        thin(&mut texts);
        self.units.extend(texts.iter().flatten().copied().filter(|unit| is_wide(*unit)));
        self.units.sort_unstable();
        self.units.dedup();
        self.wide_texts = texts;
        self
    }
}

fn is_wide(unit: u16) -> bool {
    unit > u16::from(u8::MAX)
}

/// Keeps so many at most, evenly.
fn thin<T>(values: &mut Vec<T>) {
    let (len, mut index) = (values.len(), 0);
    if len > MOST {
        values.retain(|_| {
            index += 1;
            index * MOST / len != (index - 1) * MOST / len
        });
    }
}
