//! Jobs of Slurm: what each is asked for, and the scripts of an array and of the job behind it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::size::{parse_count, parse_size, parse_time};

/// Seconds before the time limit at which a job hears of it. Slurm may be a minute early.
const WARNING: u64 = 60;

/// What each job of an array is asked for; in `ferret.toml`, the section `[slurm]`.
#[derive(Args, Clone, Debug)]
pub struct JobOptions {
    /// Jobs in the array [default: as many as leave each half an hour of work]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub shards: Option<u64>,
    /// Jobs that run at the same time [default: as many as there is room for]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub at_once: Option<u64>,
    /// The partition [default: the cluster's own]
    #[arg(long, value_name = "NAME")]
    pub partition: Option<String>,
    /// Cores of each job
    #[arg(long, value_name = "N", default_value = "2", value_parser = parse_count)]
    pub cpus_per_task: u64,
    /// Memory of each job, as in 4G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = parse_size)]
    pub mem: u64,
    /// Time limit of each job, as in 120m; rounded up to whole minutes
    #[arg(long, value_name = "TIME", default_value = "60m", value_parser = parse_time)]
    pub time: Duration,
    /// How often a job is requeued at most; 0 never
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse_count)]
    pub requeue: u64,
    /// Another option for sbatch, as in --sbatch=--qos=low; repeatable
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub sbatch: Vec<String>,
}

/// What scripts of jobs have in common.
pub struct Frame<'f> {
    /// What is asked for.
    pub job: &'f JobOptions,
    /// Where the user typed the command; paths in it are relative to this folder.
    pub folder: &'f Path,
    /// Where scripts and logs are.
    pub place: &'f Path,
    /// The command that writes them.
    pub by: &'static str,
}

/// All that the scripts of a campaign say.
pub struct Scripts<'s> {
    /// What is asked for.
    pub job: &'s JobOptions,
    /// How many shards there are.
    pub shards: u64,
    /// The binary.
    pub ferret: &'s Path,
    /// Where the user typed the command; paths in it are relative to this folder.
    pub folder: &'s Path,
    /// Where plan, scripts and logs are.
    pub place: &'s Path,
    /// The ledger that all results go to; those of shards are in the same folder.
    pub ledger: &'s Path,
    /// Options of `ferret work` for every job.
    pub words: &'s [String],
    /// More options for the last one.
    pub words_of_the_whole: &'s [String],
}

impl Scripts<'_> {
    /// Where the plan is.
    pub fn plan(&self) -> PathBuf {
        self.place.join("plan.json")
    }

    /// The script of a shard.
    pub fn array(&self) -> String {
        let shard = format!("--shard=\"$SLURM_ARRAY_TASK_ID\"/{}", self.shards);
        self.frame().array(self.shards, &self.work(&[shard], &[]))
    }

    /// The script of the job that comes when all shards are over.
    pub fn merge(&self) -> String {
        let ledgers = self.place.with_file_name("shard-");
        let merge = format!(
            "{} merge --output={} {}*-of-{}.jsonl || exit\n",
            quoted(self.ferret),
            quoted(self.ledger),
            quoted(&ledgers),
            self.shards
        );
        let work = self.work(&["--whole".to_owned()], self.words_of_the_whole);
        self.frame().behind(&merge, &work)
    }

    fn frame(&self) -> Frame<'_> {
        let Self { job, folder, place, .. } = *self;
        Frame { job, folder, place, by: "ferret submit slurm" }
    }

    fn work(&self, own: &[String], more: &[String]) -> String {
        let mut words = vec![quoted(self.ferret), "work".to_owned()];
        words.push(format!("--plan={}", quoted(self.plan())));
        words.extend_from_slice(own);
        words.push(format!("--jobs={}", self.job.cpus_per_task));
        words.extend(self.words.iter().chain(more).map(quoted));
        words.join(" ")
    }
}

impl Frame<'_> {
    /// The script of one of so many jobs.
    pub fn array(&self, shards: u64, work: &str) -> String {
        let limit = self.job.at_once.map_or_else(String::new, |most| format!("%{most}"));
        let array = format!("--array=1-{shards}{limit}");
        self.script("array-%A-%a.log", &[array], "", work)
    }

    /// The script of the job that comes when all others are over.
    pub fn behind(&self, first: &str, work: &str) -> String {
        self.script("merge-%j.log", &[], first, work)
    }

    /// A script that carries out `first`, then `work`, and requeues itself when its time is nearly up.
    fn script(&self, log: &str, own: &[String], first: &str, work: &str) -> String {
        let job = self.job;
        let mut options = vec!["--job-name=ferret".to_owned()];
        options.extend_from_slice(own);
        options.extend(job.partition.iter().map(|name| format!("--partition={name}")));
        options.push(format!("--cpus-per-task={}", job.cpus_per_task));
        options.push(format!("--mem={}M", job.mem.div_ceil(1 << 20)));
        options.push(format!("--time={}", job.time.as_secs().div_ceil(60)));
        options.push(format!("--signal=B:USR1@{WARNING}"));
        options.push(if job.requeue > 0 { "--requeue" } else { "--no-requeue" }.to_owned());
        options.push("--open-mode=append".to_owned());
        options.push(format!("--output={}", quoted(self.place.join(log))));
        options.extend(job.sbatch.iter().cloned());
        let options: String =
            options.into_iter().map(|option| format!("#SBATCH {option}\n")).collect();
        format!(
            "\
#!/bin/bash
# Written by `{by}`.
{options}
cd {} || exit
{first}# A job whose time is nearly up goes back to the queue; its ledger says where to continue.
requeue() {{
    if [ \"${{SLURM_RESTART_COUNT:-0}}\" -lt {} ]; then scontrol requeue \"$SLURM_JOB_ID\"; fi
}}
trap requeue USR1
{work} &
# A signal ends `wait`, but not the work.
wait $!
status=$?
while kill -0 $! 2>/dev/null; do
    wait $!
    status=$?
done
exit $status
",
            quoted(self.folder),
            job.requeue,
            by = self.by,
        )
    }
}

/// A word as a shell reads it.
pub fn quoted(word: impl AsRef<std::ffi::OsStr>) -> String {
    host::shell_word(&word.as_ref().display().to_string())
}
