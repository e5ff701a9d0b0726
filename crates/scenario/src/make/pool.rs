//! What values are drawn from: constants of the code, and what runs met.

use super::DynamicConstants;
use fastrand::Rng;
use program::analysis::Constants;
use std::sync::Arc;

/// At most so many of a kind are kept, so that what a huge table holds does not drown the rest.
const MOST: usize = 512;

/// Values worth trying. A clone costs little.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pool {
    /// Those of the code.
    pub(super) known: Arc<Known>,
    /// Those that runs compared.
    pub(super) dynamic: Arc<DynamicConstants>,
    /// How likely they are.
    pub(super) odds: Odds,
}

/// How values are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// How likely a value is one of the pool's; without, as likely as is usual for its kind.
    pub pool: Option<f64>,
    /// How likely such a value is one that was met in a run, if there are any.
    pub dynamic: f64,
    /// The largest of numbers that are drawn evenly; without, numbers of every size are as likely as one another.
    pub largest: Option<u32>,
}

impl Default for Odds {
    fn default() -> Self {
        Self { pool: None, dynamic: 0.5, largest: None }
    }
}

/// Constants: those of the code, their neighbours, and the bytes that they mention.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Known {
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
        let known = Known { integers, floats, texts, bytes, wide_texts: Vec::new(), units };
        Self { known: Arc::new(known), ..Self::default() }
    }

    /// The same with texts that take two bytes for each character.
    #[must_use]
    pub fn with_wide_texts(mut self, mut texts: Vec<Vec<u16>>) -> Self {
        thin(&mut texts);
        let known = Arc::make_mut(&mut self.known);
        known.units.extend(texts.iter().flatten().copied().filter(|unit| is_wide(*unit)));
        known.units.sort_unstable();
        known.units.dedup();
        known.wide_texts = texts;
        self
    }

    /// The same without constants of the code.
    #[must_use]
    pub fn without_constants(&self) -> Self {
        Self { known: Arc::default(), ..self.clone() }
    }

    /// The same with what runs met by now.
    #[must_use]
    pub fn with_dynamic(&self, dynamic: Arc<DynamicConstants>) -> Self {
        Self { dynamic, ..self.clone() }
    }

    /// The same with other odds.
    #[must_use]
    pub fn with_odds(&self, odds: Odds) -> Self {
        Self { odds, ..self.clone() }
    }

    /// One of the values of a kind, if there are any.
    pub(super) fn pick<'v, T>(
        &self,
        random: &mut Rng,
        known: &'v [T],
        dynamic: &'v [T],
    ) -> Option<&'v T> {
        let values = match (known.is_empty(), dynamic.is_empty()) {
            (true, true) => return None,
            (false, true) => known,
            (true, false) => dynamic,
            (false, false) if random.f64() < self.odds.dynamic => dynamic,
            (false, false) => known,
        };
        Some(&values[random.usize(..values.len())])
    }

    /// One of the values of a kind where the odds say that it is to be one, or a number below `of` that says what else it
    /// is to be. Without odds, the first `usual` of these numbers mean a value of the kind; they are told only where there
    /// is none.
    pub(super) fn draw<'v, T>(
        &self,
        random: &mut Rng,
        (usual, of): (u8, u8),
        known: &'v [T],
        dynamic: &'v [T],
    ) -> Result<&'v T, u8> {
        let number = random.u8(..of);
        let from_pool = match self.odds.pool {
            Some(likely) => random.f64() < likely,
            None => number < usual,
        };
        match from_pool {
            true => self.pick(random, known, dynamic).ok_or(number),
            false if number < usual && !(known.is_empty() && dynamic.is_empty()) => {
                Err(random.u8(usual..of))
            }
            false => Err(number),
        }
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
