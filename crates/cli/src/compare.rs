//! `ferret compare`: techniques and strategies on C files, Java classes and whole programs, with many seeds.

mod classes;
mod cluster;
pub mod paper;
mod subject;
mod variant;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use campaign::{
    Cell, Failed, Identity, Item, Laboratory, LedgerError, NoResult, Plan, Progress, conduct,
};
use clap::{Args, ValueEnum};
use compare::report::{self, Scale};
use compare::{Axis, Figures, Ledger, Measurement, Questions, Reached};
use coverage::{Criteria, Criterion, GoalId, PairRule};
use generate::{Budget, Clock, Generated, Stop};
use language::Recipe;

use crate::Report;
use crate::c::compile::CompileOptions;
use crate::failure::Failure;
use crate::interrupt;
use crate::making::refuse;
use crate::size::{parse_count, parse_share, parse_time};
use paper::Paper;
use subject::{Choice, Subject, subjects};
use variant::Variant;

/// What to compare.
#[derive(Args)]
#[command(
    args_override_self = true,
    after_help = "\
A variant is a technique with the options that `ferret c` has for it, and perhaps a name of its own:
[NAME=]TECHNIQUE[:STRATEGY][,OPTION[=VALUE]]… Every variant is run on every subject with every seed.

Each result is a line of the --out file, written when its run is over, and no run is repeated. After
an interruption the same command continues, and seeds, subjects or variants can be added later.
Results belong to the code under test; which Ferret produced them is not recorded.

With each-target, every goal has a search of its own; reported are successes and evaluations.

Examples:
  ferret compare --subject prime.c --variant random --variant dse:dfs --seeds 10
  ferret compare --subject parse.c:number --variant dse:dfs --variant plain=dse:dfs,filter=off \\
                 --executions 5000 --at 100,1000,5000 --csv table.csv --svg curves.svg
  ferret compare --subject prime.c --variant avm:standard,each-target,uniform \\
                 --variant avm:enhanced,each-target,uniform --seeds 30
  ferret compare --subject big.c --each-function --complexity 8 --variant random
  ferret compare --subject codec.jar:org.acme.Codec --variant suite --variant auto --budget 5s
  ferret compare --subject big.c --each-function --variant auto --seeds 30 --slurm --shards 16
  ferret compare --program 'wc.c --args 2x8 --stdin 64' --paper cgs

Exit status: 0 all runs have results; 1 some have none; 2 bad usage or input."
)]
pub struct CompareOptions {
    #[command(flatten)]
    subjects: SubjectOptions,
    /// A variant to compare; repeatable
    #[arg(long, value_name = "VARIANT", required = true)]
    variant: Vec<String>,
    /// The headline table of a paper: its variants, seeds and budgets, scaled to two hours, and its figures
    #[arg(long, value_enum, value_name = "NAME")]
    paper: Option<Paper>,
    /// With --paper: its protocol unscaled, which may take days
    #[arg(long, requires = "paper")]
    full: bool,
    /// Make each function of a file a subject
    #[arg(long)]
    each_function: bool,
    /// Only functions with a cyclomatic complexity above this
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_count, requires = "each_function")]
    complexity: u64,
    /// Number of seeds, from 0 on, or a range such as 10..30
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_seeds)]
    seeds: Range<u64>,
    /// Executions of each run [default: 1000, unless --budget is given]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    executions: Option<u64>,
    /// Time of each run, such as 500ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    budget: Option<Duration>,
    /// Give up a run after N instructions [default: as `ferret c` and `ferret java`]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    max_steps: Option<u64>,
    /// Goals: statement, branch, decision, condition, condition-decision or mcdc; several separated by
    /// commas
    #[arg(long = "criterion", value_name = "NAME,…", default_value = "branch")]
    criteria: Criteria,
    /// When two evaluations form an MC/DC pair: unique-cause (as llvm-cov counts), masking or strict
    #[arg(long, value_name = "RULE", default_value_t = PairRule::default())]
    mcdc: PairRule,
    #[command(flatten)]
    questions: QuestionOptions,
    /// File with the results
    #[arg(long, value_name = "FILE", default_value = "ferret-compare.jsonl")]
    out: PathBuf,
    #[command(flatten)]
    show: ShowOptions,
    /// Measure processor time instead of wall-clock time
    #[arg(long)]
    cpu_time: bool,
    /// Parallel runs [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    jobs: Option<u64>,
    #[command(flatten)]
    compile: CompileOptions,
    #[command(flatten)]
    cluster: cluster::ClusterOptions,
}

/// What is worked on.
#[derive(Args)]
struct SubjectOptions {
    /// A C file or one function of it, a jar or folder of classes or one class of it, or jdk:CLASS;
    /// repeatable
    #[arg(long, value_name = "FILE[:PART]", required_unless_present = "program")]
    subject: Vec<String>,
    /// A whole program: the words that `ferret program` has for it; repeatable
    #[arg(long, value_name = "[NAME=]WORDS")]
    program: Vec<String>,
    /// Folders and jars that Java subjects need
    #[arg(long, visible_alias = "cp", value_name = "PATHS")]
    classpath: Option<OsString>,
}

/// What is asked of the results.
#[derive(Args)]
struct QuestionOptions {
    /// Where to report coverage [default: at a tenth, a half and all of the budget]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = parse_place)]
    at: Vec<f64>,
    /// Measure of progress [default: executions, unless only --budget is given]
    #[arg(long, value_enum, value_name = "UNIT")]
    over: Option<Unit>,
    /// Variant to compare the others with [default: the first]
    #[arg(long, value_name = "VARIANT")]
    baseline: Option<String>,
    /// Coverage to reach, such as 90% [default: the least that a variant reaches in the end]
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    target: Option<f64>,
}

/// How the results are shown beside the table.
#[derive(Args)]
struct ShowOptions {
    /// Write the figures as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the cost of each goal, and paired comparisons of runs with the same seed, as CSV
    #[arg(long, value_name = "FILE")]
    goals_csv: Option<PathBuf>,
    /// Draw coverage over executions or time
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Use a logarithmic axis
    #[arg(long, requires = "svg")]
    log: bool,
    /// List goals that only a variant or only the baseline ever covered
    #[arg(long)]
    list_goals: bool,
}

/// What progress is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Unit {
    Executions,
    Seconds,
}

/// A number of seeds, or a range of them.
fn parse_seeds(text: &str) -> Result<Range<u64>, String> {
    let range = match text.split_once("..") {
        Some((first, end)) => parse_count(first)?..parse_count(end)?,
        None => 0..parse_count(text)?,
    };
    if range.is_empty() { Err("at least one seed is needed".to_owned()) } else { Ok(range) }
}

/// A place on the axis.
fn parse_place(text: &str) -> Result<f64, String> {
    match text.replace('_', "").parse() {
        Ok(place) if place > 0.0 && f64::is_finite(place) => Ok(place),
        _ => Err("a number greater than 0 is needed".to_owned()),
    }
}

/// Runs what has not been run, and tells how the variants compare.
/// `typed` is the command line as the user wrote it.
pub fn compare(
    options: &CompareOptions,
    typed: &[OsString],
    stop: &Stop,
) -> Result<Report, Failure> {
    refuse(
        options.criteria,
        &[Criterion::Check, Criterion::Exception, Criterion::Mutation],
        "is not compared: what counts there is the share of the branches and conditions that are covered",
        "`ferret java` has it",
    )?;
    let variants = variants(&options.variant)?;
    let baseline = baseline(options.questions.baseline.as_deref(), &variants)?;
    let choice = Choice {
        each_function: options.each_function,
        complexity: usize::try_from(options.complexity).unwrap_or(usize::MAX),
    };
    let clock = if options.cpu_time { Clock::Thread } else { Clock::Wall };
    let mut laboratory = Workshop {
        subjects: subjects(
            (&options.subjects.subject, &options.subjects.program),
            choice,
            &options.compile,
            options.subjects.classpath.as_ref(),
        )?,
        variants,
        budget: match (options.executions, options.budget) {
            (None, None) => Budget::executions(1000),
            (executions, time) => Budget { executions, time, clock, stop: None },
        },
        stop: stop.clone(),
        criteria: options.criteria,
        rule: options.mcdc,
        max_steps: options.max_steps,
        others: BTreeSet::new(),
    };
    let plan = laboratory.plan(options.seeds.clone());
    if options.cluster.slurm {
        return cluster::submit(options, plan.cells().count(), typed);
    }
    let shard = options.cluster.shard;
    let others = plan.cells().filter(|cell| !cluster::is_own(&plan, shard, cell));
    laboratory.others = others.map(|cell| cell.identity).collect();
    let laboratory = laboratory;
    let questions = questions(options, &laboratory.budget, baseline);
    // Whoever sees the file may rely on Ctrl-C.
    interrupt::listen(stop);
    let mut ledger = open(&options.out)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = options.jobs.map_or(cores, |jobs| jobs.clamp(1, 256) as usize);
    let cannot_write = |path: &Path, error: &dyn Display| {
        Failure::new(format!("cannot write `{}`: {error}", path.display()))
    };
    let line = Line { shown: std::io::stderr().is_terminal() };
    let missing = conduct(&plan, &mut ledger, &laboratory, jobs, &mut |last| line.show(&last));
    line.clear();
    let mut missing = missing.map_err(|error| cannot_write(&options.out, &error))?;
    missing.not_run.retain(|identity| !laboratory.others.contains(identity));
    let figures = Figures::new(&plan, &ledger, questions);
    let scale = if options.show.log { Scale::Logarithmic } else { Scale::Linear };
    let of_goals = || {
        let goals = compare::goals::goals(&plan, &ledger, figures.questions.axis, baseline);
        report::goals_csv(&plan, &goals, &|subject, goal| laboratory.describe(subject, goal))
    };
    let files = [
        options.show.csv.as_ref().map(|path| (path, report::csv(&figures))),
        options.show.goals_csv.as_ref().map(|path| (path, of_goals())),
        options.show.svg.as_ref().map(|path| (path, report::plot(&figures, scale))),
    ];
    for (path, text) in files.into_iter().flatten() {
        std::fs::write(path, text).map_err(|error| cannot_write(path, &error))?;
    }
    let mut notes = String::new();
    for Failed { identity: Identity { subject, variant, seed, .. }, reason } in &missing.failed {
        notes += &format!(
            "warning: no result of `{variant}` on `{subject}` with seed {seed}: {reason}\n"
        );
    }
    if !missing.not_run.is_empty() {
        notes += &format!(
            "note: interrupted by Ctrl-C: {} of {} runs are missing; the same command continues with them\n",
            missing.not_run.len(),
            plan.cells().count() - laboratory.others.len()
        );
    }
    if shard.is_some() {
        let text = format!("{} results in {}\n", ledger.len(), options.out.display());
        return Ok(Report { text, notes, well: missing.is_empty() });
    }
    let searches = compare::searches::Searches::new(&plan, &ledger, baseline);
    let mut text = match &searches {
        Some(searches) => {
            let name = |subject: usize, goal: u32| laboratory.describe(subject, goal);
            report::searches(&plan, searches, baseline, &name)
        }
        None => report::text(&figures),
    };
    if let Some(paper) = options.paper {
        text += &paper.beside(&figures, searches.as_ref(), options.full);
    }
    if options.show.list_goals {
        text += &only_goals(&laboratory, &figures);
    }
    Ok(Report { text, notes, well: missing.is_empty() })
}

/// The goals that a variant covered and the baseline did not, or the other way round.
fn only_goals(workshop: &Workshop, figures: &Figures) -> String {
    let mut text = String::new();
    let base = &figures.variants[figures.questions.baseline];
    for (subject, figure) in workshop.subjects.iter().zip(&figures.subjects) {
        let goals = subject.goals(workshop.criteria);
        let mut list = |heading: String, numbers: &[u32]| {
            if numbers.is_empty() {
                return;
            }
            text += &format!("\n{}: {heading}\n", subject.unit.name);
            for goal in numbers.iter().filter_map(|number| goals.get(*number as usize)) {
                text += &format!("  {}\n", subject.describe(*goal));
            }
        };
        for (name, row) in figures.variants.iter().zip(&figure.rows) {
            if let Some(versus) = row.as_ref().and_then(|row| row.versus.as_ref()) {
                list(format!("`{name}` covered, `{base}` did not"), &versus.only);
                list(format!("`{base}` covered, `{name}` did not"), &versus.only_baseline);
            }
        }
    }
    text
}

fn variants(written: &[String]) -> Result<Vec<Variant>, Failure> {
    let mut names = BTreeSet::new();
    let mut variants = Vec::new();
    for text in written {
        let variant = Variant::parse(text)
            .map_err(|error| Failure::new(format!("`{text}` is no variant: {error}")))?;
        if !names.insert(variant.name.clone()) {
            return Err(Failure::new(format!("two variants are called `{}`", variant.name))
                .help("write NAME=VARIANT to give one another name"));
        }
        variants.push(variant);
    }
    Ok(variants)
}

/// The place of the baseline among the variants.
fn baseline(wanted: Option<&str>, variants: &[Variant]) -> Result<usize, Failure> {
    let Some(wanted) = wanted else { return Ok(0) };
    let place = variants.iter().position(|variant| variant.name == wanted);
    place.ok_or_else(|| {
        let names: Vec<&str> = variants.iter().map(|variant| variant.name.as_str()).collect();
        Failure::new(format!("the baseline `{wanted}` is none of the variants"))
            .help(format!("there are {}", names.join(", ")))
    })
}

fn questions(options: &CompareOptions, budget: &Budget, baseline: usize) -> Questions {
    let axis = match (options.questions.over, budget.executions) {
        (Some(Unit::Executions), _) | (None, Some(_)) => Axis::Executions,
        (Some(Unit::Seconds), _) | (None, None) => Axis::Seconds,
    };
    let whole = match axis {
        Axis::Executions => budget.executions.map(|executions| executions as f64),
        Axis::Seconds => budget.time.map(|time| time.as_secs_f64()),
    };
    let mut at = options.questions.at.clone();
    if let (true, Some(whole)) = (at.is_empty(), whole) {
        at = vec![whole / 10.0, whole / 2.0, whole];
        if axis == Axis::Executions {
            at = at.into_iter().map(f64::ceil).collect();
        }
    }
    at.sort_by(f64::total_cmp);
    at.dedup();
    Questions { axis, at, target: options.questions.target, baseline }
}

/// The results that are there, in the file that more are added to.
fn open(path: &Path) -> Result<Ledger, Failure> {
    Ledger::open(path).map_err(|error| {
        let reason = match error {
            LedgerError::BadLine { line, cause } => {
                format!("line {line} is no result of a comparison: {cause}")
            }
            other => other.to_string(),
        };
        Failure::new(format!("cannot keep results in `{}`: {reason}", path.display()))
    })
}

/// The line that tells how far the work has come, on a terminal.
struct Line {
    shown: bool,
}

impl Line {
    fn show(&self, progress: &Progress<'_, Measurement>) {
        if !self.shown {
            return;
        }
        let Progress { last, over, all } = progress;
        let last = match last {
            Ok(record) => format!(
                "{} on {}, seed {}: {}/{} goals",
                record.identity.variant,
                record.identity.subject,
                record.identity.seed,
                record.payload.reached.len(),
                record.payload.goals
            ),
            Err(failed) => failed.reason.clone(),
        };
        let _ = write!(std::io::stderr(), "\r{over}/{all} runs  {last}\x1b[K");
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// Where runs are carried out: each on one thread.
struct Workshop {
    subjects: Vec<Subject>,
    variants: Vec<Variant>,
    budget: Budget,
    stop: Stop,
    criteria: Criteria,
    rule: PairRule,
    max_steps: Option<u64>,
    /// Runs that other shares have.
    others: BTreeSet<Identity>,
}

impl Workshop {
    /// A goal of a subject in words, by their numbers.
    fn describe(&self, subject: usize, goal: u32) -> String {
        let subject = &self.subjects[subject];
        let goals = subject.goals(self.criteria);
        goals.get(goal as usize).map_or_else(|| goal.to_string(), |goal| subject.describe(*goal))
    }

    fn plan(&self, seeds: Range<u64>) -> Plan {
        let mut settings = campaign::Settings::new();
        let mut set = |name: &str, value: String| settings.insert(name.to_owned(), value);
        set("criterion", self.criteria.to_string());
        if self.criteria.has(Criterion::Mcdc) {
            set("mcdc", self.rule.to_string());
        }
        if let Some(executions) = self.budget.executions {
            set("executions", executions.to_string());
        }
        if let Some(time) = self.budget.time {
            set("seconds", time.as_secs_f64().to_string());
        }
        if let Some(steps) = self.max_steps {
            set("max-steps", steps.to_string());
        }
        if self.budget.clock == Clock::Thread {
            set("clock", "cpu".to_owned());
        }
        let item = |name: &str, key: &str, value: String| Item {
            name: name.to_owned(),
            settings: campaign::Settings::from([(key.to_owned(), value)]),
        };
        let subject = |subject: &Subject| {
            item(&subject.unit.name, "code", format!("{:016x}", subject.unit.code))
        };
        let variant = |variant: &Variant| item(&variant.name, "options", variant.written.clone());
        Plan {
            subjects: self.subjects.iter().map(subject).collect(),
            variants: self.variants.iter().map(variant).collect(),
            seeds,
            settings,
        }
    }
}

impl Laboratory<Measurement> for Workshop {
    fn run(&self, cell: &Cell) -> Result<Measurement, NoResult> {
        if self.others.contains(&cell.identity) {
            return Err(NoResult::Stopped);
        }
        let subject = &self.subjects[cell.subject];
        let settings = generate::Settings {
            seed: cell.identity.seed,
            budget: Budget { stop: Some(self.stop.clone()), ..self.budget.clone() },
            jobs: 1,
            criteria: self.criteria,
            rule: self.rule,
            max_steps: self.max_steps,
            ..generate::Settings::default()
        };
        let technique = self.variants[cell.variant].technique();
        let mut clock: Vec<(u64, Duration)> = Vec::new();
        let mut tick = |progress: &generate::Progress| {
            clock.push((progress.executions, progress.elapsed));
        };
        let recipe = Recipe::new(&*technique, &settings);
        let generated = subject.generate(recipe, &mut tick)?;
        // It may have ended before its time, and then it says nothing.
        if self.is_stopped() {
            return Err(NoResult::Stopped);
        }
        Ok(measurement(subject, self.criteria, &generated, &clock))
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_pulled()
    }
}

/// What is kept of a run. `clock` tells when so many executions were over.
fn measurement(
    subject: &Subject,
    criteria: Criteria,
    generated: &Generated,
    clock: &[(u64, Duration)],
) -> Measurement {
    let goals: BTreeMap<GoalId, u32> = subject.goals(criteria).into_iter().zip(0..).collect();
    let statistics = &generated.statistics;
    let mut reached = Vec::new();
    for kept in &generated.kept {
        let after = clock.partition_point(|(executions, _)| *executions < kept.execution);
        let time = clock.get(after).map_or(statistics.elapsed, |(_, elapsed)| *elapsed);
        let (execution, seconds) = (kept.execution, milliseconds(time));
        let counting = kept.goals.iter().filter_map(|goal| goals.get(goal));
        reached.extend(counting.map(|goal| Reached { execution, seconds, goal: *goal }));
    }
    Measurement {
        goals: goals.len() as u32,
        executions: statistics.executions,
        solved: statistics.answers.solved,
        unsatisfiable: statistics.answers.unsatisfiable,
        unknown: statistics.answers.unknown,
        chosen: statistics.answers.chosen,
        seconds: milliseconds(statistics.elapsed),
        reached,
        searches: searches(&generated.searched, &goals),
    }
}

/// What came of the searches that each had one goal.
fn searches(
    searched: &[generate::Searched],
    goals: &BTreeMap<GoalId, u32>,
) -> Vec<compare::Searched> {
    let one = |it: &generate::Searched| {
        let goal = *goals.get(&it.goal)?;
        Some(compare::Searched { goal, evaluations: it.evaluations, covered: it.covered })
    };
    searched.iter().filter_map(one).collect()
}

/// A time in seconds, to the millisecond.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
