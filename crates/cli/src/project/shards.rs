//! `ferret plan`, `ferret work` and `ferret merge`: a project on many machines, by files that any storage can carry.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use campaign::Ledger;
use clap::Args;
use generate::Stop;
use project::deal::{Shard, deal};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::{Opened, ProjectOptions, Session, conduct};
use crate::failure::Failure;
use crate::size::counted;

/// Seconds that a unit takes beside its search, until one was seen.
const OVERHEAD: f64 = 2.0;

/// What to plan.
#[derive(Args)]
#[command(
    args_override_self = true,
    after_help = "\
The plan lists the units with their expected time, as far as the ledger knows it. Shards are dealt
from it independently, so that they end at about the same time.

Example:
  ferret plan --output plan.json
  ferret work --plan plan.json --shard 1/8      on eight machines, each with another number
  ferret merge .ferret/shard-*.jsonl
  ferret work --plan plan.json --whole          prints the result and writes all tests

Exit status: 0; 2 bad usage or input."
)]
pub struct PlanOptions {
    /// File for the plan
    #[arg(short, long, value_name = "FILE", default_value = "plan.json")]
    output: PathBuf,
    #[command(flatten)]
    project: ProjectOptions,
}

/// Which share of a plan is done.
#[derive(Args)]
#[command(
    args_override_self = true,
    after_help = "\
Without --shard, the number is taken from the scheduler: SLURM_ARRAY_TASK_ID,
AWS_BATCH_JOB_ARRAY_INDEX, CI_NODE_INDEX, CIRCLE_NODE_INDEX or JOB_COMPLETION_INDEX, with --shards
where it does not say how many there are. A shard that was killed continues where it was.

Exit status: as `ferret test`."
)]
pub struct WorkOptions {
    /// The plan
    #[arg(long, value_name = "FILE", default_value = "plan.json")]
    plan: PathBuf,
    /// Which shard of how many, such as 2/8
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Number of shards, if the scheduler does not say
    #[arg(long, value_name = "N", conflicts_with = "shard")]
    shards: Option<usize>,
    /// Take every unit of the plan and the ledger of the project: finish what shards left undone, print the
    /// result, write all tests
    #[arg(long, conflicts_with_all = ["shard", "shards"])]
    whole: bool,
    #[command(flatten)]
    project: ProjectOptions,
}

impl WorkOptions {
    /// How the project is tested.
    pub fn project(&self) -> &ProjectOptions {
        &self.project
    }
}

/// Which ledgers are joined.
#[derive(Args)]
#[command(after_help = "\
Ledgers can be joined in any order and any number of times. If several have a result for a unit, the
first that did not fail counts.

Exit status: 0; 2 a ledger cannot be read.")]
pub struct MergeOptions {
    /// The ledgers of shards
    #[arg(value_name = "LEDGER", required = true)]
    ledgers: Vec<PathBuf>,
    /// Where all results go
    #[arg(short, long, value_name = "FILE", default_value = ".ferret/ledger.jsonl")]
    output: PathBuf,
}

/// A plan as it is written down.
#[derive(Serialize, Deserialize)]
pub struct Written {
    version: u32,
    /// Milliseconds for the search of each unit, where they come from a budget for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    budget: Option<u64>,
    units: Vec<Planned>,
}

/// A unit of a plan.
#[derive(Serialize, Deserialize)]
struct Planned {
    name: String,
    /// Seconds that it is expected to take.
    seconds: f64,
    /// Whether the project's ledger has its result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    known: bool,
    /// Whether it failed, by the project's ledger, and is not to be tried again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    failed: bool,
}

impl Planned {
    /// Whether there is something left to do.
    fn is_missing(&self) -> bool {
        !self.known && !self.failed
    }
}

/// What a plan wants to know of a result.
#[derive(Deserialize)]
pub struct Took {
    #[serde(default)]
    seconds: f64,
    /// What came of the unit, by the name of the outcome.
    #[serde(default)]
    outcome: BTreeMap<String, IgnoredAny>,
}

impl Took {
    fn has_failed(&self) -> bool {
        self.outcome.contains_key("failed")
    }
}

impl Written {
    /// The plan of a project.
    pub(super) fn of(
        project: &ProjectOptions,
        opened: &Opened,
        took: &Ledger<Took>,
        stop: &Stop,
    ) -> Self {
        let settings = project.making.settings(stop);
        let expected = settings.budget.time.map_or(OVERHEAD, |time| time.as_secs_f64() + OVERHEAD);
        let seen = seconds(took);
        let known = conduct::known(project, opened, took, stop);
        let planned = |(index, known): (&usize, Option<&Took>)| {
            let name = opened.site.tasks[*index].name.clone();
            let seconds = seen.get(&name).copied().unwrap_or(expected);
            let failed = known.is_some_and(Took::has_failed);
            let known = known.is_some() && !failed;
            Planned { name, seconds, known, failed: failed && !project.crew.retry_failed }
        };
        let units = opened.chosen.iter().zip(known).map(planned).collect();
        Self { version: 1, budget: None, units }
    }

    /// The same plan, with so much time for the search of each unit.
    pub fn with_budget(self, budget: Duration) -> Self {
        Self { budget: Some(budget.as_millis() as u64), ..self }
    }

    /// How many units have no result.
    pub fn missing(&self) -> usize {
        self.units.iter().filter(|unit| unit.is_missing()).count()
    }

    /// Seconds that they are expected to take, one after the other.
    pub fn seconds(&self) -> f64 {
        self.units.iter().filter(|unit| unit.is_missing()).map(|unit| unit.seconds).sum()
    }

    /// What is to be done, in words.
    pub fn told(&self) -> String {
        let count = |is: fn(&Planned) -> bool| self.units.iter().filter(|unit| is(unit)).count();
        let mut others = Vec::new();
        match count(|unit| unit.known) {
            0 => {}
            known => others.push(format!("{known} more have results")),
        }
        match count(|unit| unit.failed) {
            0 => {}
            failed => others.push(format!("{failed} failed before, see --retry-failed")),
        }
        let others = match others.is_empty() {
            true => String::new(),
            false => format!(" ({})", others.join("; ")),
        };
        let (units, time) = (counted(self.missing(), "unit"), hours(self.seconds()));
        format!("{units}{others}, about {time} of one worker's time")
    }

    /// Writes the plan to a file.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        write(path, &(serde_json::to_string_pretty(self).unwrap_or_default() + "\n"))
    }

    /// The units of a shard, by their places in the plan.
    fn share(&self, shard: Shard) -> Vec<usize> {
        let missing: Vec<usize> =
            (0..self.units.len()).filter(|unit| self.units[*unit].is_missing()).collect();
        let seconds: Vec<f64> = missing.iter().map(|unit| self.units[*unit].seconds).collect();
        let own = deal(&seconds, shard.count).swap_remove(shard.index);
        own.into_iter().map(|place| missing[place]).collect()
    }
}

/// Writes the plan of a project.
pub fn plan(options: &PlanOptions, stop: &Stop) -> Result<ExitCode, Failure> {
    let opened = Opened::new(&options.project)?;
    let took = took(&conduct::ledger_path(&options.project, &opened.layout))?;
    let plan = Written::of(&options.project, &opened, &took, stop);
    plan.write(&options.output)?;
    let _ = writeln!(std::io::stdout(), "{}, in {}", plan.told(), options.output.display());
    Ok(ExitCode::SUCCESS)
}

/// Does a share of a plan, into a ledger of its own.
pub fn work(mut options: WorkOptions, session: &Session<'_>) -> Result<ExitCode, Failure> {
    let failed = |error: String| Failure::new(format!("`{}`: {error}", options.plan.display()));
    let shard = if options.whole { None } else { Some(shard(&options)?) };
    let text = std::fs::read_to_string(&options.plan)
        .map_err(|error| failed(error.to_string()).help("`ferret plan` writes one"))?;
    let plan: Written = serde_json::from_str(&text)
        .map_err(|error| failed(format!("it is not a plan: {error}")))?;
    let mut opened = Opened::new(&options.project)?;
    let own = shard.map_or_else(|| (0..plan.units.len()).collect(), |shard| plan.share(shard));
    let places: BTreeMap<&str, usize> = (opened.site.tasks.iter().enumerate())
        .map(|(place, task)| (task.name.as_str(), place))
        .collect();
    let mut chosen = Vec::new();
    for unit in own {
        let name = &plan.units[unit].name;
        chosen.push(*places.get(name.as_str()).ok_or_else(|| {
            failed(format!("there is no unit `{name}` here"))
                .help("the plan is of other code: write it again with `ferret plan`")
        })?);
    }
    opened.chosen = chosen;
    let path = match shard {
        _ if options.project.ledger.is_some() => options.project.ledger.clone().unwrap_or_default(),
        None => conduct::ledger_path(&options.project, &opened.layout),
        Some(Shard { index, count }) => {
            opened.layout.root.join(format!(".ferret/shard-{}-of-{count}.jsonl", index + 1))
        }
    };
    if let Some(budget) = plan.budget {
        options.project.total_budget = None;
        options.project.making.budget = Some(Duration::from_millis(budget));
    }
    conduct::conduct(&options.project, &opened, &path, session)
}

/// Which shard this is, by the options or by the scheduler.
fn shard(options: &WorkOptions) -> Result<Shard, Failure> {
    let variable = |name: &str| std::env::var(name).ok();
    let shard = options.shard.or_else(|| Shard::from_scheduler(&variable, options.shards));
    shard.ok_or_else(|| {
        Failure::new("the shard number is unknown")
            .help("give --shard 1/8, or --shards 8 where the scheduler only numbers its jobs")
    })
}

/// Joins the ledgers of shards.
pub fn merge(options: &MergeOptions) -> Result<ExitCode, Failure> {
    if let Some(folder) = options.output.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::new(format!("`{}`: {error}", folder.display())))?;
    }
    let has_failed =
        |line: &[u8]| serde_json::from_slice(line).is_ok_and(|took: Took| took.has_failed());
    let merged = campaign::merge(&options.output, &options.ledgers, &has_failed);
    let merged = merged.map_err(Failure::new)?;
    let _ = writeln!(
        std::io::stdout(),
        "{} results of {} ledgers, {} of them new, in {}",
        merged.results,
        options.ledgers.len(),
        merged.new,
        options.output.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// What results in a ledger took; nothing if there is no such file.
pub fn took(path: &Path) -> Result<Ledger<Took>, Failure> {
    if !path.exists() {
        return Ok(Ledger::default());
    }
    Ledger::read(path).map_err(|error| Failure::new(format!("`{}`: {error}", path.display())))
}

/// What each unit took the last time.
fn seconds(ledger: &Ledger<Took>) -> BTreeMap<String, f64> {
    let mut seen: BTreeMap<String, f64> = BTreeMap::new();
    for record in ledger.records() {
        let longest = seen.entry(record.identity.subject.clone()).or_default();
        *longest = longest.max(record.payload.seconds);
    }
    seen
}

/// Writes a file, in a folder that is made if there is none.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder
        .and_then(|()| std::fs::write(path, text))
        .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", path.display())))
}

fn hours(seconds: f64) -> String {
    match seconds as u64 {
        short @ 0..120 => format!("{short} s"),
        medium @ 120..7200 => format!("{} min", medium / 60),
        long => format!("{:.1} h", long as f64 / 3600.0),
    }
}
