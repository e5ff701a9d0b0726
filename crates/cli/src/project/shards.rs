//! `ferret plan`, `ferret work` and `ferret merge`: a project on many machines, by files that any storage can carry.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use campaign::Ledger;
use clap::Args;
use generate::Stop;
use project::Payload;
use project::deal::{Shard, deal};
use serde::{Deserialize, Serialize};

use super::conduct::read;
use super::{Opened, ProjectOptions, Session, conduct};
use crate::failure::Failure;

/// Seconds that a unit takes beside its search, until one was seen.
const OVERHEAD: f64 = 2.0;

/// What to plan.
#[derive(Args)]
#[command(
    args_override_self = true,
    after_help = "\
The plan lists the units with the time that each is expected to take, which is what the ledger knows of it. Shards are dealt from
it without talking to each other, so that they end at about the same time.

Example:
  ferret plan --output plan.json
  ferret work --plan plan.json --shard 1/8      on eight machines, each with another number
  ferret merge .ferret/shard-*.jsonl
  ferret test                                   prints the result; nothing is left to be done

Exit status: 0; 2 bad usage or input."
)]
pub struct PlanOptions {
    /// Where the plan goes
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
Without --shard, the scheduler says which one it is: SLURM_ARRAY_TASK_ID, AWS_BATCH_JOB_ARRAY_INDEX, CI_NODE_INDEX,
CIRCLE_NODE_INDEX or JOB_COMPLETION_INDEX, with --shards where it does not say how many there are. A shard that was
killed goes on where it was.

Exit status: as of `ferret test`."
)]
pub struct WorkOptions {
    /// The plan
    #[arg(long, value_name = "FILE", default_value = "plan.json")]
    plan: PathBuf,
    /// Which shard of how many, as in 2/8
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// How many shards there are, where the scheduler does not say it
    #[arg(long, value_name = "N", conflicts_with = "shard")]
    shards: Option<usize>,
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
Ledgers can be joined in any order and any number of times; of a result that is in several, the first counts.

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
struct Written {
    version: u32,
    units: Vec<Planned>,
}

/// A unit of a plan.
#[derive(Serialize, Deserialize)]
struct Planned {
    name: String,
    /// Seconds that it is expected to take.
    seconds: f64,
}

/// Writes the plan of a project.
pub fn plan(options: &PlanOptions, stop: &Stop) -> Result<ExitCode, Failure> {
    let opened = Opened::new(&options.project)?;
    let settings = options.project.making.settings(stop);
    let expected = settings.budget.time.map_or(OVERHEAD, |time| time.as_secs_f64() + OVERHEAD);
    let seen = match conduct::ledger_path(&options.project, &opened.layout) {
        path if path.exists() => seconds(&read(&path)?),
        _ => BTreeMap::new(),
    };
    let planned = |index: &usize| {
        let name = opened.site.tasks[*index].name.clone();
        let seconds = seen.get(&name).copied().unwrap_or(expected);
        Planned { name, seconds }
    };
    let plan = Written { version: 1, units: opened.chosen.iter().map(planned).collect() };
    let text = serde_json::to_string_pretty(&plan).unwrap_or_default() + "\n";
    write(&options.output, &text)?;
    let all: f64 = plan.units.iter().map(|unit| unit.seconds).sum();
    let _ = writeln!(
        std::io::stdout(),
        "{} units, about {} of one worker's time, in {}",
        plan.units.len(),
        hours(all),
        options.output.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// Does a share of a plan, into a ledger of its own.
pub fn work(options: &WorkOptions, session: &Session<'_>) -> Result<ExitCode, Failure> {
    let variable = |name: &str| std::env::var(name).ok();
    let shard = options.shard.or_else(|| Shard::from_scheduler(&variable, options.shards));
    let shard = shard.ok_or_else(|| {
        Failure::new("nothing says which shard this is")
            .help("give --shard 1/8, or --shards 8 where the scheduler only numbers its jobs")
    })?;
    let failed = |error: String| Failure::new(format!("`{}`: {error}", options.plan.display()));
    let text = std::fs::read_to_string(&options.plan)
        .map_err(|error| failed(error.to_string()).help("`ferret plan` writes one"))?;
    let plan: Written =
        serde_json::from_str(&text).map_err(|error| failed(format!("it is no plan: {error}")))?;
    let mut opened = Opened::new(&options.project)?;
    let seconds: Vec<f64> = plan.units.iter().map(|unit| unit.seconds).collect();
    let own = deal(&seconds, shard.count).swap_remove(shard.index);
    let mut chosen = Vec::new();
    for unit in own {
        let name = &plan.units[unit].name;
        let place = opened.site.tasks.iter().position(|task| task.name == *name);
        chosen.push(place.ok_or_else(|| {
            failed(format!("there is no unit `{name}` here"))
                .help("the plan is of other code: write it again with `ferret plan`")
        })?);
    }
    opened.chosen = chosen;
    let name = format!(".ferret/shard-{}-of-{}.jsonl", shard.index + 1, shard.count);
    let path = options.project.ledger.clone().unwrap_or_else(|| opened.layout.root.join(name));
    conduct::conduct(&options.project, &opened, &path, session)
}

/// Joins the ledgers of shards.
pub fn merge(options: &MergeOptions) -> Result<ExitCode, Failure> {
    let failed =
        |path: &Path, error: String| Failure::new(format!("`{}`: {error}", path.display()));
    let mut sources = Vec::new();
    for path in &options.ledgers {
        sources.push(read(path)?);
    }
    if let Some(folder) = options.output.parent() {
        std::fs::create_dir_all(folder).map_err(|error| failed(folder, error.to_string()))?;
    }
    let mut all: Ledger<Payload> = Ledger::open(&options.output)
        .map_err(|error| failed(&options.output, error.to_string()))?;
    let before = all.len();
    for record in sources.iter().flat_map(Ledger::records) {
        if all.get(&record.identity).is_none() {
            all.add(record.clone()).map_err(|error| failed(&options.output, error.to_string()))?;
        }
    }
    let _ = writeln!(
        std::io::stdout(),
        "{} results of {} ledgers, {} of them new, in {}",
        all.len(),
        options.ledgers.len(),
        all.len() - before,
        options.output.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// What each unit took the last time.
fn seconds(ledger: &Ledger<Payload>) -> BTreeMap<String, f64> {
    let mut seen: BTreeMap<String, f64> = BTreeMap::new();
    for record in ledger.records() {
        let longest = seen.entry(record.identity.subject.clone()).or_default();
        *longest = longest.max(record.payload.seconds);
    }
    seen
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", path.display())))
}

fn hours(seconds: f64) -> String {
    match seconds as u64 {
        short @ 0..120 => format!("{short} s"),
        medium @ 120..7200 => format!("{} min", medium / 60),
        long => format!("{:.1} h", long as f64 / 3600.0),
    }
}
