//! The chain of layers, from the cheap on top to the complete at the bottom, built in one place.

use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Reason, Verdict};
use crate::solver::Config;
use crate::statistics::Ledger;
use crate::validate::Validate;
use term::Pool;

/// Builds the chain that a configuration asks for. Its layers are counted in the ledger.
pub fn build(config: &Config, ledger: &Ledger) -> Box<dyn Layer> {
    let _ = config;
    let counted = |layer: Box<dyn Layer>| ledger.counted(layer);
    let chain: Box<dyn Layer> = Box::new(End);
    counted(Box::new(Validate::new(chain)))
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
