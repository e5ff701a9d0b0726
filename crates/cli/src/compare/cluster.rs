//! A comparison on a cluster: a job array of Slurm, each job with its share of the runs, and a job behind it that reports.

use std::ffi::OsString;
use std::path::Path;

use campaign::{Cell, Plan};
use clap::{Args, Command};
use project::deal::Shard;

use super::CompareOptions;
use crate::Report;
use crate::failure::Failure;
use crate::project::slurm::{Frame, JobOptions, quoted};
use crate::project::submit::{hand_over, spelled};

/// Seconds of work in a job, unless a number of jobs is asked for; and the most jobs that there are then.
const A_SHARD: f64 = 1800.0;
const MOST_SHARDS: f64 = 1000.0;

/// Where runs are done.
#[derive(Args)]
pub struct ClusterOptions {
    /// Do only this share of the runs, as in 2/8, and report nothing; `ferret merge` joins the files of all shares
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Submit the runs to Slurm as a job array, with a job behind it that joins the results and reports
    #[arg(long, conflicts_with = "shard")]
    pub slurm: bool,
    /// With --slurm: only write the scripts
    #[arg(long, requires = "slurm")]
    no_submit: bool,
    #[command(flatten, next_help_heading = "With --slurm")]
    job: JobOptions,
}

/// Options that jobs do not get as they were typed.
const NOT_PASSED: [&str; 5] = ["jobs", "no-submit", "out", "shard", "slurm"];

/// Options that only the last job gets: they are about the whole result.
const OF_THE_WHOLE: [&str; 5] = ["csv", "goals-csv", "svg", "log", "list-goals"];

/// Whether a cell of a plan belongs to a share: shares take turns, so that each has its part of every subject.
pub fn is_own(plan: &Plan, shard: Option<Shard>, cell: &Cell) -> bool {
    let Some(Shard { index, count }) = shard else { return true };
    let (subjects, variants) = (plan.subjects.len() as u64, plan.variants.len() as u64);
    let seed = cell.identity.seed.saturating_sub(plan.seeds.start);
    let place = (seed * subjects + cell.subject as u64) * variants + cell.variant as u64;
    place % count.max(1) as u64 == index as u64
}

/// Hands a comparison of so many runs over. `typed` is the command line as the user wrote it.
pub fn submit(
    options: &CompareOptions,
    runs: usize,
    typed: &[OsString],
) -> Result<Report, Failure> {
    let ClusterOptions { job, no_submit, .. } = &options.cluster;
    let expected = options.budget.map(|time| {
        let work = time.as_secs_f64() * runs as f64 / job.cpus_per_task.max(1) as f64;
        (work / A_SHARD).ceil().min(MOST_SHARDS) as u64
    });
    let shards = job.shards.or(expected).ok_or_else(|| {
        Failure::new("nothing says how many jobs there are to be")
            .help("give --shards 16, or a --budget of time for each run")
    })?;
    let shards = shards.clamp(1, runs.max(1) as u64);
    let place = options.out.with_extension("slurm");
    let failed = |error| Failure::new(format!("`{}`: {error}", place.display()));
    std::fs::create_dir_all(&place).map_err(failed)?;
    let place = std::path::absolute(&place).map_err(failed)?;
    let own_path = || Ok((std::env::current_exe()?, std::env::current_dir()?));
    let (ferret, folder) = own_path().map_err(failed)?;
    let (words, of_the_whole) = passed(typed);
    let compare = |out: String, more: &[String]| {
        let mut all = vec![quoted(&ferret), "compare".to_owned()];
        all.extend(words.iter().chain(more).map(quoted));
        all.push(format!("--jobs={}", job.cpus_per_task));
        all.push(format!("--out={out}"));
        all.join(" ")
    };
    let number = "\"$SLURM_ARRAY_TASK_ID\"";
    let ledgers = quoted(place.join("shard-"));
    let own = format!("{ledgers}{number}-of-{shards}.jsonl");
    let array = format!("{} --shard={number}/{shards}", compare(own, &[]));
    let out = quoted(&options.out);
    let merge =
        format!("{} merge --output={out} {ledgers}*-of-{shards}.jsonl || exit\n", quoted(&ferret));
    let by = "ferret compare --slurm";
    let frame = Frame { job, folder: &folder, place: &place, by };
    let array = frame.array(shards, &array);
    let merge = frame.behind(&merge, &compare(out.clone(), &of_the_whole));
    let text = format!("{runs} runs in {shards} jobs\n");
    let text = text + &hand_over(Path::new(&place), &array, &merge, !no_submit)?;
    Ok(Report { text, notes: String::new(), well: true })
}

/// The user's options that jobs get, and those that only the last job gets.
fn passed(typed: &[OsString]) -> (Vec<String>, Vec<String>) {
    let command = CompareOptions::augment_args(Command::new("compare"));
    // `ferret` comes first; what is typed was parsed before, so that nothing is wrong with it.
    let matches = command.clone().ignore_errors(true).get_matches_from(typed.iter().skip(1));
    let of_jobs = JobOptions::augment_args(Command::new("jobs"));
    let (mut all, mut last) = (Vec::new(), Vec::new());
    for arg in command.get_arguments() {
        let name = arg.get_long().unwrap_or_default();
        let of_jobs = of_jobs.get_arguments().any(|own| own.get_id() == arg.get_id());
        if !of_jobs && !NOT_PASSED.contains(&name) {
            let words = if OF_THE_WHOLE.contains(&name) { &mut last } else { &mut all };
            words.extend(spelled(arg, &matches));
        }
    }
    (all, last)
}
