//! Statistics of randomised algorithms: effect sizes, rank tests and their summaries, as pure functions.
//!
//! The values are those of SciPy, which `tests/fixtures/scipy.json` holds for a few hundred cases; where SciPy
//! chooses between an exact and an approximate distribution, so do we, at the same sizes; but the Mann–Whitney test of small
//! samples is exact also where values are equal.

pub mod effect;
pub mod mann_whitney;
pub mod ranks;
pub mod summary;
pub mod wilcoxon;

pub use effect::{a12, symmetry};
pub use mann_whitney::{MannWhitney, mann_whitney};
pub use summary::{deviation, mean, median};
pub use wilcoxon::{SignedRank, Zeros, signed_rank};

/// Which differences a test looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// The first tends to be smaller or larger.
    TwoSided,
    /// The first tends to be smaller.
    Less,
    /// The first tends to be larger.
    Greater,
}

/// Where a probability comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// All arrangements were counted.
    Exact,
    /// The normal distribution, corrected for ties and for being discrete.
    Normal,
}

/// The probability that a standard normal variable is at least `z`.
fn normal_above(z: f64) -> f64 {
    libm::erfc(z / std::f64::consts::SQRT_2) / 2.0
}

/// The probability of a statistic under the alternative, from the distances to the mean in standard deviations,
/// each with its correction: that above, and that below.
fn normal(alternative: Alternative, above: f64, below: f64) -> f64 {
    let p = match alternative {
        Alternative::Greater => normal_above(above),
        Alternative::Less => normal_above(below),
        Alternative::TwoSided => 2.0 * normal_above(above.max(below)),
    };
    p.min(1.0)
}

/// The probability under the alternative from the exact ones of being as large and as small.
fn exact(alternative: Alternative, as_large: f64, as_small: f64) -> f64 {
    let p = match alternative {
        Alternative::Greater => as_large,
        Alternative::Less => as_small,
        Alternative::TwoSided => 2.0 * as_large.min(as_small),
    };
    p.min(1.0)
}
