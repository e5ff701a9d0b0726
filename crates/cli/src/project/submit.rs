//! `ferret submit slurm`: a project on a cluster, by a job array and a job behind it that joins the results.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Subcommand};
use generate::Stop;
use host::{Limits, Process};

use super::config::test_command;
use super::shards::{Written, took, write};
use super::slurm::{JobOptions, Scripts, quoted};
use super::{Opened, ProjectOptions, conduct};
use crate::failure::Failure;

/// Options that jobs do not get: they are about this machine, this command or its output.
const NOT_PASSED: &[&str] =
    &["build", "dry-run", "fresh", "jobs", "json", "json-lines", "ledger", "quiet", "total-budget"];

/// Options that only the last job gets: they are about the whole result.
const OF_THE_WHOLE: &[&str] = &["fail-under", "fail-on"];

/// How long `sbatch` may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// Seconds of work in a shard, unless a number of shards is asked for; and the most shards that there are then.
const A_SHARD: f64 = 1800.0;
const MOST_SHARDS: f64 = 1000.0;

/// The least time that a share of a budget gives to a unit.
const SHORTEST: Duration = Duration::from_millis(200);

/// Who a project is passed to.
#[derive(Args)]
pub struct SubmitOptions {
    #[command(subcommand)]
    scheduler: Scheduler,
}

#[derive(Subcommand)]
enum Scheduler {
    /// Submit a job array to Slurm, and a job that merges the results when the array has ended
    Slurm(Box<SlurmOptions>),
}

/// What is passed to Slurm.
#[derive(Args)]
#[command(
    args_override_self = true,
    after_help = "\
Writes plan.json, array.sh and merge.sh to .ferret/slurm and submits both scripts. The project and the ferret binary must be on a
file system that all nodes share, and the project must be built. Units are dealt longest first, by what the ledger knows of
them, so that shards end at about the same time; units whose results are in the ledger are not tested again.

A shard that is killed, preempted or loses its node is requeued by Slurm; one that runs out of time requeues itself. Both
continue behind the last result in their own ledger. The merge job starts when no shard is left; it tests what they did not
finish, writes all tests and prints the result to its log.

--total-budget is the time of the whole array: every unit gets the same share of its cores.

The options from --shards to --sbatch can stand in ferret.toml, in a section of their own:
  [slurm]
  partition = \"long\"
  shards = 32
  cpus-per-task = 4
  mem = \"8G\"
  time = \"120m\"

Examples:
  ferret submit slurm --shards 16 --partition batch --time 60m --executions 20000
  ferret submit slurm --no-submit
  ferret submit slurm --sbatch=--qos=low --sbatch=--nice=100

Exit status: 0; 2 bad usage or input, or sbatch refuses a job."
)]
struct SlurmOptions {
    #[command(flatten)]
    job: JobOptions,
    /// Only write the files; --dry-run does the same
    #[arg(long)]
    no_submit: bool,
    #[command(flatten)]
    project: ProjectOptions,
}

/// Hands a project over. `typed` is the command line as the user wrote it.
pub fn submit(
    options: SubmitOptions,
    typed: &[OsString],
    stop: &Stop,
) -> Result<ExitCode, Failure> {
    let Scheduler::Slurm(options) = options.scheduler;
    let SlurmOptions { job, no_submit, mut project } = *options;
    let opened = Opened::new(&project)?;
    let ledger = conduct::ledger_path(&project, &opened.layout);
    let home = opened.layout.root.join(".ferret");
    if project.fresh {
        forget(&ledger, &home)?;
    }
    let took = took(&ledger)?;
    let mut plan = Written::of(&project, &opened, &took, stop);
    let shards = job.shards.unwrap_or_else(|| {
        (plan.seconds() / A_SHARD / job.cpus_per_task as f64).ceil().min(MOST_SHARDS) as u64
    });
    let shards = shards.clamp(1, plan.missing().max(1) as u64);
    if let Some(total) = project.total_budget.take() {
        let cores = (shards * job.cpus_per_task) as f64;
        let share = total.mul_f64(cores / plan.missing().max(1) as f64);
        let share = Duration::from_millis(share.max(SHORTEST).as_millis() as u64);
        project.making.budget = Some(share);
        plan = Written::of(&project, &opened, &took, stop).with_budget(share);
    }
    let place = home.join("slurm");
    let failed = |error| Failure::new(format!("`{}`: {error}", place.display()));
    std::fs::create_dir_all(&place).map_err(failed)?;
    let own_path = || Ok((std::env::current_exe()?, std::env::current_dir()?));
    let (ferret, folder) = own_path().map_err(failed)?;
    let (words, words_of_the_whole) = passed(typed);
    let scripts = Scripts {
        job: &job,
        shards,
        ferret: &ferret,
        folder: &folder,
        place: &place,
        ledger: &ledger,
        words: &words,
        words_of_the_whole: &words_of_the_whole,
    };
    plan.write(&scripts.plan())?;
    let text = format!("{}, in {shards} shards\n", plan.told());
    let submits = !no_submit && !project.dry_run;
    let text = text + &hand_over(&place, &scripts.array(), &scripts.merge(), submits)?;
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// Writes the scripts of an array and of the job behind it, submits them if that is wanted, and tells so.
pub fn hand_over(place: &Path, array: &str, merge: &str, submits: bool) -> Result<String, Failure> {
    let (array_path, merge_path) = (place.join("array.sh"), place.join("merge.sh"));
    write(&array_path, array)?;
    write(&merge_path, merge)?;
    if !submits {
        return Ok(format!(
            "not submitted; to do so:\n  array=$(sbatch --parsable {}) &&\n  sbatch --dependency=afterany:$array {}\n",
            quoted(&array_path),
            quoted(&merge_path)
        ));
    }
    let array = sbatch(&["--parsable".as_ref(), array_path.as_os_str()])?;
    let after = format!("--dependency=afterany:{array}");
    let merge = sbatch(&["--parsable".as_ref(), after.as_ref(), merge_path.as_os_str()])?;
    let log = place.join(format!("merge-{merge}.log"));
    Ok(format!(
        "submitted array {array} and merge job {merge}; the result will be in {}\n",
        log.display()
    ))
}

/// The user's options that jobs get, and those that only the last job gets.
fn passed(typed: &[OsString]) -> (Vec<String>, Vec<String>) {
    let command = SlurmOptions::augment_args(Command::new("slurm")).args_override_self(true);
    // `ferret submit slurm` comes first; what is typed was parsed before, so that nothing is wrong with it.
    let matches = command.ignore_errors(true).get_matches_from(typed.iter().skip(2));
    let (mut all, mut last) = (Vec::new(), Vec::new());
    for arg in test_command().get_arguments() {
        let name = arg.get_long().unwrap_or_default();
        if !NOT_PASSED.contains(&name) {
            let words = if OF_THE_WHOLE.contains(&name) { &mut last } else { &mut all };
            words.extend(spelled(arg, &matches));
        }
    }
    (all, last)
}

/// An option as it can be typed again, if it was typed.
pub fn spelled(arg: &Arg, matches: &ArgMatches) -> Vec<String> {
    let id = arg.get_id().as_str();
    if matches.value_source(id) != Some(ValueSource::CommandLine) {
        return Vec::new();
    }
    let values = matches.get_raw(id).into_iter().flatten().map(|value| value.display());
    let flag = matches!(arg.get_action(), ArgAction::SetTrue);
    match (arg.get_long(), arg.get_short()) {
        (Some(name), _) if flag => vec![format!("--{name}")],
        (Some(name), _) => values.map(|value| format!("--{name}={value}")).collect(),
        (None, Some(letter)) => values.map(|value| format!("-{letter}{value}")).collect(),
        (None, None) => values.map(|value| value.to_string()).collect(),
    }
}

/// Submits a script, and gives the number of its job.
fn sbatch(words: &[&std::ffi::OsStr]) -> Result<String, Failure> {
    let ended =
        Process::new("sbatch").args(words).run(&Limits::time(PATIENCE)).map_err(|error| {
            Failure::new(format!("`sbatch` cannot be started: {error}"))
                .help("--no-submit only writes the scripts")
        })?;
    let said = String::from_utf8_lossy(&ended.out.bytes).into_owned();
    // A cluster may stand behind the number.
    let number = said.trim().split(';').next().unwrap_or_default();
    match ended.succeeded() && !number.is_empty() {
        true => Ok(number.to_owned()),
        false => {
            let error = String::from_utf8_lossy(&ended.err.bytes).trim().to_owned();
            Err(Failure::new(format!("`sbatch` refuses the job: {error}")))
        }
    }
}

/// Removes the results that are kept, those of shards included.
fn forget(ledger: &Path, home: &Path) -> Result<(), Failure> {
    let entries = std::fs::read_dir(home).into_iter().flatten().flatten();
    let shards = entries.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("shard-") && name.ends_with(".jsonl")
    });
    for path in shards.chain([ledger.to_owned()]).filter(|path| path.exists()) {
        std::fs::remove_file(&path)
            .map_err(|error| Failure::new(format!("`{}`: {error}", path.display())))?;
    }
    Ok(())
}
