//! How tests are made, whatever the language: what to cover, by which technique, for how long; and watching it.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use clap::Args;
use coverage::{Criteria, Criterion, PairRule};
use generate::{Budget, Clock, Progress, Settings, Stop, Technique};
use language::Watcher;
use report::Unit;

use crate::failure::Failure;
use crate::formats::FormatOptions;
use crate::interrupt;
use crate::progress::Line;
use crate::queries::Queries;
use crate::size::{counted, parse_count, parse_share, parse_time};
use crate::technique::TechniqueOptions;

/// Steps of a program that is run, unless another number is asked for.
pub const MOST_STEPS: u64 = 100_000_000_000;

/// The share of the budget that is kept for mutants, unless another is asked for; and where they are a criterion.
const FOR_MUTANTS: f64 = 0.25;
const FOR_MUTATION: f64 = 0.5;

/// How tests are made.
#[derive(Args)]
pub struct MakingOptions {
    /// Goals: statement, branch, decision, condition, condition-decision, mcdc, mutation; for Java also
    /// check, exception
    ///
    /// Several are separated by commas. `mutation`: each mutant (the code with one small change) makes a
    /// test fail. `check`: each implicit null, bounds, division, cast or size check fails once.
    /// `exception`: a test for each exception that a method was seen to throw.
    #[arg(long = "criterion", value_name = "NAME,…", default_value = "branch")]
    pub criteria: Criteria,
    /// When two evaluations form an MC/DC pair: unique-cause (as llvm-cov counts), masking or strict
    #[arg(long, value_name = "RULE", default_value_t = PairRule::default())]
    mcdc: PairRule,
    /// Seed of all random choices; only --executions makes runs repeatable, a time does not
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_count)]
    pub seed: u64,
    /// Search time for each unit: 500ms, 10s, 2m; a plain number is seconds [default: 10s, unless
    /// --executions is given]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub budget: Option<Duration>,
    /// Stop after N executions for each unit; gives the same tests on every machine
    #[arg(long, value_name = "N", value_parser = parse_count)]
    executions: Option<u64>,
    /// Count --budget in processor time, so that it means the same on a loaded machine; uses one thread
    #[arg(long, conflicts_with = "jobs")]
    cpu_time: bool,
    /// Give up a run after N instructions [default: 200000 for C, 100000 to 2000000 for Java, 100000000000
    /// with --run]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_hyphen_values = true)]
    pub max_steps: Option<u64>,
    /// Share of the budget for killing mutants, which strengthens assertions; 0% turns it off
    ///
    /// What the search leaves over is used for it as well [default: 50% for --criterion mutation, else 25%
    /// for --technique auto and 0% for others]
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    mutation: Option<f64>,
    /// Stop when this share of the goals is covered, such as 90% [default: 100%]
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    until: Option<f64>,
    /// Write goals covered over executions and seconds as CSV
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    /// Write every solver query to this folder as SMT-LIB; with --jobs 1 in the same order every time
    #[arg(long, value_name = "DIR")]
    queries: Option<PathBuf>,
    #[arg(skip)]
    kept: OnceLock<Queries>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    jobs: Option<u64>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Print all criteria, every list in full length, and what the solver was asked
    #[arg(long, short)]
    pub verbose: bool,
    #[command(flatten)]
    pub formats: FormatOptions,
    #[command(flatten)]
    technique: TechniqueOptions,
}

/// Refuses some criteria, where they do not make sense.
pub fn refuse(
    criteria: Criteria,
    refused: &[Criterion],
    why: &str,
    help: &str,
) -> Result<(), Failure> {
    let refused = criteria.iter().find(|criterion| refused.contains(criterion));
    refused.map_or(Ok(()), |criterion| {
        Err(Failure::new(format!("`--criterion {criterion}` {why}")).help(help))
    })
}

impl MakingOptions {
    /// The settings of the search. From now on Ctrl-C pulls `stop`, which ends the search and no more than that.
    pub fn settings(&self, stop: &Stop) -> Settings {
        interrupt::listen(stop);
        let time = self.time();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            seed: self.seed,
            budget: Budget {
                executions: self.executions,
                time,
                clock: if self.cpu_time { Clock::Thread } else { Clock::Wall },
                stop: Some(stop.clone()),
            },
            jobs: match self.jobs {
                _ if self.cpu_time => 1,
                jobs => jobs.map_or(cores, |jobs| jobs.clamp(1, 256) as usize),
            },
            criteria: self.criteria,
            rule: self.mcdc,
            until: self.until,
            max_steps: self.max_steps,
            mutation: self.mutation.unwrap_or_else(|| match self.technique.is_auto() {
                _ if self.criteria.has(Criterion::Mutation) => FOR_MUTATION,
                true => FOR_MUTANTS,
                false => 0.0,
            }),
            ..Settings::default()
        }
    }

    /// How long the search for a unit may take.
    fn time(&self) -> Option<Duration> {
        match (self.budget, self.executions) {
            (None, None) => Some(Duration::from_secs(10)),
            (time, _) => time,
        }
    }

    /// The technique.
    pub fn technique(&self) -> Result<Box<dyn Technique>, Failure> {
        if let (Some(path), None) = (&self.queries, self.kept.get()) {
            let _ = self.kept.set(Queries::open(path)?);
        }
        Ok(self.technique.technique(self.kept.get().map(Queries::recorder)))
    }

    /// Whether the questions to the solver are written down.
    pub fn keeps_queries(&self) -> bool {
        self.queries.is_some()
    }

    /// All that a result depends on beside the budget, the seed and the criteria, as a text that is the same for the
    /// same options.
    pub fn words(&self) -> String {
        let Self { mcdc, technique, max_steps, mutation, until, .. } = self;
        format!("{mcdc} {technique:?} {max_steps:?} {mutation:?} {until:?}")
    }

    /// Who watches the work.
    pub fn watch(&self) -> Watch {
        Watch {
            line: Line::new(!self.json, self.verbose, self.time()),
            rows: !self.json,
            number: 0,
            curve: Curve::default(),
            path: self.curve.clone(),
            failed: None,
            queries: self.kept.get().cloned(),
        }
    }
}

/// Watches the work: a line on the terminal, a row for each of several units, and the curve that was asked for.
pub struct Watch {
    line: Line,
    rows: bool,
    /// Which unit it is, the first being 0.
    number: usize,
    curve: Curve,
    path: Option<PathBuf>,
    /// Why the curve could not be written.
    failed: Option<Failure>,
    queries: Option<Queries>,
}

impl Watcher for Watch {
    fn begun(&mut self, unit: &str, number: usize, units: usize) {
        self.number = number;
        self.line.begin(unit, number, units);
    }

    fn progress(&mut self, progress: &Progress) {
        self.line.show(progress);
        self.curve.add(progress);
    }

    fn searched(&mut self) {
        self.line.clear();
    }

    /// The curve is written when the tests are safe.
    fn finished(&mut self, unit: &Unit, _: &report::Settings, units: usize) {
        if self.rows && units > 1 {
            let (number, name, branches) = (self.number + 1, &unit.name, unit.coverage.branch);
            let tests = counted(unit.tests.len(), "test");
            let seconds = unit.effort.seconds;
            let _ = writeln!(
                std::io::stderr(),
                "[{number}/{units}] {name}: {branches} branches, {tests}, {seconds:.1} s"
            );
        }
        let curve = std::mem::take(&mut self.curve);
        if let Some(path) = &self.path
            && let Err(failure) = curve.write(path)
        {
            self.failed.get_or_insert(failure);
        }
    }
}

impl Watch {
    /// Tells whether something could not be written.
    pub fn end(self) -> Result<(), Failure> {
        self.failed.map_or(Ok(()), Err)?;
        self.queries.map_or(Ok(()), |queries| queries.end())
    }
}

/// Goals covered over executions and time.
#[derive(Default)]
struct Curve(String);

impl Curve {
    fn add(&mut self, progress: &Progress) {
        let Progress { executions, covered, goals, elapsed, .. } = progress;
        let seconds = elapsed.as_secs_f64();
        let _ = writeln!(self.0, "{executions},{seconds:.3},{covered},{goals}");
    }

    fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = format!("executions,seconds,covered,goals\n{}", self.0);
        std::fs::write(path, text)
            .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", path.display())))
    }
}
