//! Which technique makes the tests, and with what parameters.

use clap::{Args, ValueEnum};
use explore::entry;
use explore::strategy::{Options, StrategyKind};
use generate::{
    Adaptive, Algorithm, Auto, Dse, Evolution, Individuals, Random, Search, Tardis, Technique,
};
use search::algorithm::{Avm, WegenerGa};
use search::evolution::Settings;
use search::fitness::FitnessKind;
use search::path::Limits;
use solver::Recorder;

use crate::preset::Preset;
use crate::size::{parse_count, parse_share};

/// The techniques by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Random inputs, and random changes to those that covered something new
    Random,
    /// All of them over one pool of tests; work goes to whichever covers most
    Auto,
    /// Dynamic symbolic execution: record path conditions, negate one, solve for new inputs
    Dse,
    /// Path conditions over objects, satisfied by solving or by searching for calls; a classifier chooses among them
    Tardis,
    /// A local search for each goal: the alternating variable method
    Avm,
    /// A genetic algorithm for each goal
    Ga,
    /// Random inputs for each goal, the baseline of avm and ga
    RandomSearch,
    /// A genetic algorithm over whole test suites, as in EvoSuite
    Suite,
    /// A many-objective genetic algorithm over call sequences, the default of EvoSuite
    Dynamosa,
    /// Evolution of whole suites, with symbolic execution where values matter, as EvoSuite+DSE
    Adaptive,
}

/// How inputs are found.
#[derive(Args, Debug)]
pub struct TechniqueOptions {
    /// How to find inputs
    #[arg(long, value_enum, value_name = "NAME", default_value = "auto")]
    technique: Name,
    /// All switches of the system of a paper; others that are given too change it
    #[arg(long, value_enum, value_name = "NAME")]
    preset: Option<Preset>,
    /// dse: which branch to negate next; tardis: learned, fifo or uniform-random
    #[arg(long, value_name = "NAME", default_value_t = StrategyKind::default())]
    strategy: StrategyKind,
    /// dse, tardis, adaptive: also follow paths that lead to nothing uncovered
    #[arg(long)]
    no_filter: bool,
    /// tardis: executions of the first search for a path condition that cannot be solved; later ones get
    /// more
    #[arg(long, value_name = "N", default_value = "200", value_parser = parse_count)]
    attempt: u64,
    /// auto: leave tardis out
    #[arg(long)]
    no_tardis: bool,
    /// dse: never solve a branch condition without the conditions before it
    #[arg(long)]
    no_optimism: bool,
    /// dse: rank N candidates of the strategy by a run that is forced down each
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_count)]
    look_ahead: u64,
    /// dse: explorers that share the work if there are fewer functions than this
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_count)]
    lanes: u64,
    /// dse, strategy predictive: levels to look ahead, or inf
    #[arg(long, value_name = "N", default_value = "3", value_parser = parse_levels)]
    walk_down: Bound,
    /// dse, strategy context-guided: use contexts of exactly this size, or inf
    #[arg(long, value_name = "K", value_parser = parse_levels)]
    fixed_k: Option<Bound>,
    /// dse, strategy context-guided: keep dominators in contexts
    #[arg(long)]
    no_dominators: bool,
    #[command(flatten)]
    plain: PlainOptions,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    adaptive: AdaptiveOptions,
    #[command(flatten)]
    evolution: EvolutionOptions,
    /// avm: decimal place of the smallest step of a float
    #[arg(long, value_name = "N", default_value = "3")]
    precision: u8,
}

/// What is done beyond the papers, to be turned off, and what they do otherwise.
#[derive(Args, Debug)]
struct PlainOptions {
    /// dse, adaptive: do not make checks fail, nor look for other values of what was fixed
    #[arg(long)]
    no_errands: bool,
    /// dse, adaptive: do not repair a run that failed a check before anything else
    #[arg(long)]
    no_repairs: bool,
    /// dse, adaptive: do not ask the solver again, with more effort, what it gave up
    #[arg(long)]
    no_retry: bool,
    /// dse: no second explorer for functions whose inputs have a shape, which starts over often
    #[arg(long)]
    no_side_explorer: bool,
    /// dse: do not follow runs that judged texts by others with another text
    #[arg(long)]
    no_text_exchange: bool,
    /// dse, adaptive: negate only branches that runs took one way, as EvoSuite+DSE does
    #[arg(long)]
    one_sided: bool,
    /// dse, adaptive: solve by the alternating variable method alone
    #[arg(long)]
    avm_only: bool,
    /// dse, strategy context-guided: the largest context, after which all are forgotten
    #[arg(long, value_name = "K", value_parser = parse_levels)]
    max_k: Option<Bound>,
    /// dse, strategy context-guided: contexts count as chosen only at the size that they had
    #[arg(long)]
    contexts_as_chosen: bool,
    /// dse, strategy context-guided: choose branches of the code under test only, and make contexts of them
    #[arg(long)]
    own_branches: bool,
    /// dse, strategy context-guided: leave out dominators in calling functions too
    #[arg(long)]
    dominators_across_calls: bool,
    /// dse, strategy context-guided: a context that reaches the start of its path is not always new
    #[arg(long)]
    no_whole_contexts: bool,
    /// dse, for programs: paths hold branches of the program that depend on no input too
    #[arg(long)]
    concrete_branches: bool,
    /// dse, strategy cfg-directed: bound what is followed by distance and start over, as CREST does
    #[arg(long)]
    crest: bool,
    /// tardis: search for calls without solving first
    #[arg(long)]
    search_only: bool,
    /// tardis: path conditions of a function that are searched for side by side
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_count)]
    side_by_side: u64,
}

impl PlainOptions {
    /// How to explore, given how it would be done without these.
    fn explored(&self, config: explore::Config) -> explore::Config {
        let mut config = explore::Config {
            side_interval: if self.no_errands { 0 } else { config.side_interval },
            patience: if self.no_retry { 0 } else { config.patience },
            repairs: !self.no_repairs,
            one_sided: self.one_sided,
            ..config
        };
        if self.avm_only {
            let layers =
                solver::Layers { bounds: false, blast: false, z3: false, ..config.solver.layers };
            config.solver.layers = layers;
        }
        config
    }
}

/// How a search for each target goes.
#[derive(Args, Debug)]
struct SearchOptions {
    /// avm, ga: fitness: standard (approach level and branch distance), enhanced (conditions of all paths
    /// ahead) or combined
    #[arg(long, value_name = "NAME", default_value_t = FitnessKind::default())]
    fitness: FitnessKind,
    /// avm, ga, random-search: maximum executions for each goal; first searches are shorter, so that every
    /// goal gets one
    #[arg(long, value_name = "N", default_value = "100000", value_parser = parse_count)]
    evaluations: u64,
    /// avm, ga, random-search: search for every goal separately and ignore what is covered by chance
    #[arg(long)]
    each_target: bool,
    /// avm, ga, random-search: draw initial values uniformly from the type instead of from constants in the
    /// code
    #[arg(long)]
    uniform: bool,
    /// avm, ga, fitness enhanced: iterations of a loop before its variables count as unknown
    #[arg(long, value_name = "K", default_value = "1", value_parser = parse_count)]
    unroll: u64,
}

/// How whole suites are explored symbolically.
#[derive(Args, Debug)]
struct AdaptiveOptions {
    /// adaptive: share of the budget for one symbolic exploration of a suite
    #[arg(long, value_name = "SHARE", default_value = "5%", value_parser = parse_share)]
    dse_share: f64,
    /// adaptive: also keep tests of an exploration that do not improve the suite
    #[arg(long)]
    dse_keep_all: bool,
    /// adaptive: probability of exploring a suite when a changed value changed its fitness
    #[arg(long, value_name = "P", default_value = "100%", value_parser = parse_share)]
    dse_probability: f64,
    /// adaptive: factor by which the probability shrinks after a failure and grows after a success
    #[arg(long, value_name = "R", default_value = "1", value_parser = parse_rate)]
    dse_rate: f64,
    /// adaptive: which suites to explore
    #[arg(long, value_enum, value_name = "WHICH", default_value = "best")]
    dse_on: Which,
    /// adaptive: begin each exploration anew instead of where the last one ended
    #[arg(long)]
    dse_anew: bool,
}

/// How populations of tests evolve.
#[derive(Args, Debug)]
struct EvolutionOptions {
    /// suite, dynamosa, adaptive: size of the population
    #[arg(long, value_name = "N", default_value = "50", value_parser = parse_count)]
    population: u64,
    /// suite, dynamosa, adaptive: draw no values from constants in the code
    #[arg(long)]
    no_seeding: bool,
    /// auto, suite, dynamosa, adaptive: draw no values that runs compared
    #[arg(long)]
    no_dynamic_constants: bool,
    /// suite, dynamosa, adaptive: goals covered by a test that died out count as uncovered again
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
                    most_k: self.plain.max_k.and_then(|bound| bound.0),
                    contexts_as_chosen: self.plain.contexts_as_chosen,
                    across_calls: self.plain.dominators_across_calls,
                    own_branches: self.plain.own_branches,
                    whole_paths: !self.plain.no_whole_contexts,
                    crest: self.plain.crest,
                };
                let mut config = explore::Config {
                    filter: !self.no_filter,
                    optimistic: !self.no_optimism,
                    look_ahead: usize::try_from(self.look_ahead).unwrap_or(usize::MAX),
                    ..explore::Config::default()
                };
                config = self.plain.explored(config);
                config.solver.recorder = recorder.clone();
                let dse = Dse {
                    strategy: self.strategy.clone(),
                    options,
                    config: config.clone(),
                    lanes: usize::try_from(self.lanes).unwrap_or(usize::MAX),
                    side: !self.plain.no_side_explorer,
                    exchanges: !self.plain.no_text_exchange,
                    all_branches: self.plain.concrete_branches,
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
                        anew: self.adaptive.dse_anew,
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
            population: usize::try_from(self.evolution.population)
                .unwrap_or(usize::MAX)
                .clamp(2, 10_000),
            seeding: !self.evolution.no_seeding,
            dynamic: if self.evolution.no_dynamic_constants {
                0.0
            } else {
                Settings::default().dynamic
            },
            archive: !self.evolution.no_archive,
            ..Settings::default()
        }
    }

    fn tardis(&self, recorder: Option<Recorder>) -> Tardis {
        let order = match self.strategy {
            StrategyKind::Fifo => entry::Order::Fifo,
            StrategyKind::UniformRandom => entry::Order::Random,
            _ => entry::Order::Learned,
        };
        let filter = !self.no_filter;
        let mut settings = entry::Settings { order, filter, ..entry::Settings::default() };
        settings.solver.recorder = recorder;
        Tardis {
            settings,
            attempt: self.attempt,
            search_only: self.plain.search_only,
            side_by_side: usize::try_from(self.plain.side_by_side).unwrap_or(usize::MAX),
            ..Tardis::default()
        }
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
