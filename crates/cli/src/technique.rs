//! Which technique makes the tests, and with what parameters.

use clap::{Args, ValueEnum};
use explore::entry;
use explore::strategy::{Options, StrategyKind};
use generate::{
    Adaptive, Algorithm, Auto, Dse, Evolution, Individuals, Random, Search, Tardis, Technique,
};
use search::algorithm::{Avm, WegenerGa};
use search::colony::Settings;
use search::fitness::FitnessKind;
use search::path::Limits;
use solver::Recorder;

use crate::size::{parse_count, parse_share};

/// The techniques by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Random inputs, and changes of those that covered something
    Random,
    /// All of them over one pool of tests, each slice of work to what has lately paid most
    Auto,
    /// Dynamic symbolic execution: follow a run, solve for an input that goes another way
    Dse,
    /// Path conditions over objects, satisfied by solving or by searching calls, chosen by a learned classifier
    Tardis,
    /// A local search for each target, guided by how near runs come to it: the alternating variable method
    Avm,
    /// A genetic algorithm for each target, guided likewise
    Ga,
    /// Random inputs for each target
    RandomSearch,
    /// A genetic algorithm over whole suites of call sequences, as EvoSuite's
    Suite,
    /// A many-objective genetic algorithm over call sequences, as of today's EvoSuite
    Dynamosa,
    /// Whole suites evolve, and are explored symbolically where values matter, as EvoSuite+DSE
    Adaptive,
}

/// How inputs are found.
#[derive(Args, Debug)]
pub struct TechniqueOptions {
    /// How inputs are found
    #[arg(long, value_enum, value_name = "NAME", default_value = "auto")]
    technique: Name,
    /// dse: which branch to turn next; tardis: fifo for first come, first served, or learned
    #[arg(long, value_name = "NAME", default_value_t = StrategyKind::default())]
    strategy: StrategyKind,
    /// dse, tardis, adaptive: also follow paths that lead to nothing uncovered
    #[arg(long)]
    no_filter: bool,
    /// tardis: executions of the first search for a path condition that cannot be solved; later ones take more
    #[arg(long, value_name = "N", default_value = "200", value_parser = parse_count)]
    attempt: u64,
    /// auto: do without tardis
    #[arg(long)]
    no_tardis: bool,
    /// dse: do not try a branch without what comes before it when that cannot be fulfilled
    #[arg(long)]
    no_optimism: bool,
    /// dse: of so many candidates of the strategy take the one behind which a run that is forced there sees most
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_count)]
    look_ahead: u64,
    /// dse: explorers that share the work when there are fewer functions than that
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_count)]
    lanes: u64,
    /// dse, strategy predictive: levels to look ahead, or inf
    #[arg(long, value_name = "N", default_value = "3", value_parser = parse_levels)]
    walk_down: Bound,
    /// dse, strategy context-guided: contexts of just this size, or inf
    #[arg(long, value_name = "K", value_parser = parse_levels)]
    fixed_k: Option<Bound>,
    /// dse, strategy context-guided: do not leave dominators out of contexts
    #[arg(long)]
    no_dominators: bool,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    adaptive: AdaptiveOptions,
    #[command(flatten)]
    colony: ColonyOptions,
    /// avm: the decimal place of the smallest step of a float
    #[arg(long, value_name = "N", default_value = "3")]
    precision: u8,
}

/// How a search for each target goes.
#[derive(Args, Debug)]
struct SearchOptions {
    /// avm, ga: how near a run comes to a target: standard (approach level and branch distance), enhanced
    /// (the conditions of all paths ahead) or combined
    #[arg(long, value_name = "NAME", default_value_t = FitnessKind::default())]
    fitness: FitnessKind,
    /// avm, ga, random-search: executions for each target, at most; the first searches are shorter, so that all targets
    /// have one
    #[arg(long, value_name = "N", default_value = "100000", value_parser = parse_count)]
    evaluations: u64,
    /// avm, ga, random-search: a search of its own for every target, in which nothing else counts
    #[arg(long)]
    each_target: bool,
    /// avm, ga, random-search: start from values drawn evenly from all that a type has, not from constants
    /// of the code
    #[arg(long)]
    uniform: bool,
    /// avm, ga, fitness enhanced: how often a loop is followed before what it assigns counts as unknown
    #[arg(long, value_name = "K", default_value = "1", value_parser = parse_count)]
    unroll: u64,
}

/// How whole suites are explored symbolically.
#[derive(Args, Debug)]
struct AdaptiveOptions {
    /// adaptive: the share of the budget that one exploration of a suite may take
    #[arg(long, value_name = "SHARE", default_value = "5%", value_parser = parse_share)]
    dse_share: f64,
    /// adaptive: also keep and explore tests of an exploration that do not improve the suite
    #[arg(long)]
    dse_keep_all: bool,
    /// adaptive: how likely a suite is explored when a changed value changed its fitness
    #[arg(long, value_name = "P", default_value = "100%", value_parser = parse_share)]
    dse_probability: f64,
    /// adaptive: what that is divided by after a failure and multiplied by after a success
    #[arg(long, value_name = "R", default_value = "1", value_parser = parse_rate)]
    dse_rate: f64,
    /// adaptive: which suites are explored
    #[arg(long, value_enum, value_name = "WHICH", default_value = "best")]
    dse_on: Which,
}

/// How populations of tests evolve.
#[derive(Args, Debug)]
struct ColonyOptions {
    /// suite, dynamosa, adaptive: how many individuals a population has
    #[arg(long, value_name = "N", default_value = "50", value_parser = parse_count)]
    population: u64,
    /// suite, dynamosa, adaptive: draw no values from the constants of the code
    #[arg(long)]
    no_seeding: bool,
    /// auto, suite, dynamosa, adaptive: draw no values that runs compared
    #[arg(long)]
    no_met: bool,
    /// suite, dynamosa, adaptive: what was covered by a test that has died out is open again
    #[arg(long)]
    no_archive: bool,
}

/// Which suites of a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Which {
    /// The best one
    Best,
    /// All of them
    All,
}

fn parse_rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if rate >= 1.0 && f64::is_finite(rate) => Ok(rate),
        _ => Err("a number from 1 on is needed".to_owned()),
    }
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
    /// Whether it is the one that joins all others.
    pub fn is_auto(&self) -> bool {
        self.technique == Name::Auto
    }

    /// The technique; its solvers show the recorder what they are asked.
    pub fn technique(&self, recorder: Option<Recorder>) -> Box<dyn Technique> {
        match self.technique {
            Name::Random => Box::new(Random),
            Name::Avm => Box::new(
                self.search(Algorithm::Avm(Avm { precision: self.precision, ..Avm::default() })),
            ),
            Name::Ga => Box::new(self.search(Algorithm::Ga(WegenerGa::default()))),
            Name::RandomSearch => Box::new(self.search(Algorithm::Random)),
            Name::Tardis => Box::new(self.tardis(recorder)),
            Name::Suite => Box::new(self.evolution(Individuals::Suites)),
            Name::Dynamosa => Box::new(self.evolution(Individuals::Tests)),
            Name::Auto | Name::Dse | Name::Adaptive => {
                let options = Options {
                    walk_down: self.walk_down.0,
                    fixed_k: self.fixed_k.map(|bound| bound.0.unwrap_or(u32::MAX)),
                    dominators: !self.no_dominators,
                };
                let mut config = explore::Config {
                    filter: !self.no_filter,
                    optimistic: !self.no_optimism,
                    look_ahead: usize::try_from(self.look_ahead).unwrap_or(usize::MAX),
                    ..explore::Config::default()
                };
                config.solver.recorder = recorder.clone();
                let dse = Dse {
                    strategy: self.strategy.clone(),
                    options,
                    config: config.clone(),
                    lanes: usize::try_from(self.lanes).unwrap_or(usize::MAX),
                };
                match self.technique {
                    Name::Auto => {
                        let mut auto = Auto { dse, evolution: self.settings(), ..Auto::default() };
                        if let Some(tardis) = &mut auto.tardis {
                            tardis.settings.solver.recorder = recorder;
                        }
                        auto.tardis.take_if(|_| self.no_tardis);
                        Box::new(auto)
                    }
                    Name::Adaptive => Box::new(Adaptive {
                        settings: self.settings(),
                        config,
                        share: self.adaptive.dse_share,
                        keep_all: self.adaptive.dse_keep_all,
                        probability: self.adaptive.dse_probability,
                        rate: self.adaptive.dse_rate,
                        on_all: self.adaptive.dse_on == Which::All,
                    }),
                    _ => Box::new(dse),
                }
            }
        }
    }

    fn evolution(&self, individuals: Individuals) -> Evolution {
        Evolution { individuals, settings: self.settings() }
    }

    fn settings(&self) -> Settings {
        Settings {
            population: usize::try_from(self.colony.population)
                .unwrap_or(usize::MAX)
                .clamp(2, 10_000),
            seeding: !self.colony.no_seeding,
            met: if self.colony.no_met { 0.0 } else { Settings::default().met },
            archive: !self.colony.no_archive,
            ..Settings::default()
        }
    }

    fn tardis(&self, recorder: Option<Recorder>) -> Tardis {
        let order = match self.strategy {
            StrategyKind::Fifo => entry::Order::Fifo,
            _ => entry::Order::Learned,
        };
        let filter = !self.no_filter;
        let mut settings = entry::Settings { order, filter, ..entry::Settings::default() };
        settings.solver.recorder = recorder;
        Tardis { settings, attempt: self.attempt, ..Tardis::default() }
    }

    fn search(&self, algorithm: Algorithm) -> Search {
        let unroll = u32::try_from(self.search.unroll).unwrap_or(u32::MAX);
        Search {
            algorithm,
            fitness: self.search.fitness,
            evaluations: self.search.evaluations,
            each_target: self.search.each_target,
            uniform: self.search.uniform,
            paths: Limits { unroll, ..Limits::default() },
        }
    }
}
