//! Which technique makes the tests, and with what parameters.

use clap::{Args, ValueEnum};
use explore::strategy::{Kind, Options};
use generate::{Auto, Dse, Random, Technique};

/// The techniques by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Random inputs, and changes of those that covered something
    Random,
    /// Random inputs and symbolic execution in turn
    Auto,
    /// Dynamic symbolic execution: follow a run, solve for an input that goes another way
    Dse,
}

/// How inputs are found.
#[derive(Args)]
pub struct TechniqueOptions {
    /// How inputs are found
    #[arg(long, value_enum, value_name = "NAME", default_value = "auto")]
    technique: Name,
    /// dse: which branch to turn next
    #[arg(long, value_name = "NAME", default_value_t = Kind::default())]
    strategy: Kind,
    /// dse: also follow paths that lead to nothing uncovered
    #[arg(long)]
    no_filter: bool,
    /// dse: do not try a branch without what comes before it when that cannot be fulfilled
    #[arg(long)]
    no_optimism: bool,
    /// dse, strategy predictive: levels to look ahead, or inf
    #[arg(long, value_name = "N", default_value = "3", value_parser = parse_levels)]
    walk_down: Bound,
    /// dse, strategy context-guided: contexts of just this size, or inf
    #[arg(long, value_name = "K", value_parser = parse_levels)]
    fixed_k: Option<Bound>,
    /// dse, strategy context-guided: do not leave dominators out of contexts
    #[arg(long)]
    no_dominators: bool,
}

/// A number or none.
#[derive(Clone, Copy, Debug)]
struct Bound(Option<u32>);

fn parse_levels(text: &str) -> Result<Bound, String> {
    match text {
        "inf" => Ok(Bound(None)),
        _ => match text.parse() {
            Ok(number) if number > 0 => Ok(Bound(Some(number))),
            _ => Err("a number from 1 on or inf is needed".to_owned()),
        },
    }
}

impl TechniqueOptions {
    /// The technique.
    pub fn technique(&self) -> Box<dyn Technique> {
        match self.technique {
            Name::Random => Box::new(Random),
            Name::Auto | Name::Dse => {
                let options = Options {
                    walk_down: self.walk_down.0,
                    fixed_k: self.fixed_k.map(|bound| bound.0.unwrap_or(u32::MAX)),
                    dominators: !self.no_dominators,
                };
                let config = explore::Config {
                    filter: !self.no_filter,
                    optimistic: !self.no_optimism,
                    ..explore::Config::default()
                };
                let dse = Dse { strategy: self.strategy.clone(), options, config };
                match self.technique {
                    Name::Auto => Box::new(Auto { dse }),
                    _ => Box::new(dse),
                }
            }
        }
    }
}
