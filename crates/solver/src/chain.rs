//! The chain of layers, from the cheap on top to the complete at the bottom, built in one place.

use crate::blast::{Blast, Limits};
use crate::bounds::Propagate;
use crate::cache::Cache;
use crate::independence::Independence;
use crate::layer::{Layer, Meter};
use crate::local::{LocalSearch, Patience};
use crate::problem::{Problem, Reason, Verdict};
use crate::simplify::Simplify;
use crate::solver::Config;
use crate::statistics::Ledger;
use crate::validate::Validate;
#[cfg(feature = "z3")]
use crate::z3::Z3;
use term::Pool;

/// Builds the chain that a configuration asks for, from the bottom up. Its layers are counted in the
/// ledger.
pub fn build(config: &Config, ledger: &Ledger) -> Box<dyn Layer> {
    let layers = config.layers;
    let mut chain: Box<dyn Layer> = Box::new(End);
    #[cfg(feature = "z3")]
    if layers.z3 {
        chain = ledger.counted(Box::new(Z3::new(Z3::RESOURCES)));
    }
    if layers.blast {
        chain = ledger.counted(Box::new(Blast::new(Limits::default(), chain)));
    }
    if layers.local {
        chain = ledger.counted(Box::new(LocalSearch::new(chain, Patience::default())));
    }
    if layers.bounds {
        chain = ledger.counted(Box::new(Propagate::new(chain)));
    }
    if layers.cache {
        chain = ledger.counted(Box::new(Cache::new(chain, config.cache_limit)));
    }
    if layers.independence {
        chain = ledger.counted(Box::new(Independence::new(chain)));
    }
    if layers.simplify {
        chain = ledger.counted(Box::new(Simplify::new(chain)));
    }
    ledger.counted(Box::new(Validate::new(chain)))
}

/// Below the last layer: nobody is left to ask.
pub struct End;

impl Layer for End {
    fn name(&self) -> &'static str {
        "end"
    }

    fn check(&mut self, _: &mut Pool, _: &Problem, meter: &mut Meter) -> Verdict {
        Verdict::Unknown(if meter.is_late() { Reason::Time } else { Reason::Budget })
    }
}
