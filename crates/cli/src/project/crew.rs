//! Worker processes of `ferret test`: how far they may go, how they are started, and what they do (`ferret worker`, hidden).

use std::ffi::OsString;
use std::io::BufRead;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use clap::Args;
use generate::Stop;
use host::{Process, Scratch};
use project::message::Setup;
use project::worker::Bench;
use project::{Bounds, Crew, Site};

use super::shards::WorkOptions;
use super::{Opened, ProjectOptions, opening};
use crate::failure::Failure;
use crate::size::{parse_size, parse_time};

/// Memory of a machine that does not say how much it has.
const UNKNOWN: u64 = 4 << 30;

/// What a worker needs at least.
const LEAST: u64 = 512 << 20;

/// How far units may go, and what becomes of those that went too far.
#[derive(Args)]
pub struct CrewOptions {
    /// Memory limit of each worker process, such as 4G [default: three quarters of the machine's memory,
    /// shared]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<u64>,
    /// Time limit for a unit in all [default: 5 times its budget plus 2m, or 30m without a budget]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    unit_timeout: Option<Duration>,
    /// Test units again that failed before with the same code and settings
    #[arg(long)]
    pub retry_failed: bool,
    /// Test units in this process: no limits, and a crash ends everything
    #[arg(long)]
    no_workers: bool,
}

impl CrewOptions {
    /// Whether units are tested by worker processes.
    fn is_wanted(&self, options: &ProjectOptions) -> bool {
        // Questions are numbered in one process.
        !self.no_workers && !options.making.keeps_queries()
    }

    fn bounds(&self, workers: usize) -> Bounds {
        let share = || (host::memory().unwrap_or(UNKNOWN) / 4 * 3 / workers as u64).max(LEAST);
        Bounds { memory: self.memory_limit.unwrap_or_else(share), time: self.unit_timeout }
    }
}

/// The workers that test a project, each several units at a time with so many threads; none if they are not wanted. `words` is
/// the whole command line.
pub(super) fn crew(
    options: &ProjectOptions,
    opened: &Opened,
    words: &[OsString],
    workers: usize,
    jobs: usize,
) -> Option<Crew> {
    if !options.crew.is_wanted(options) {
        return None;
    }
    Scratch::clear_old();
    let mut process = Process::new(program());
    process.arg("worker").args(words.get(2..).unwrap_or_default());
    let Opened { layout, focus, .. } = opened;
    let (layout, focus) = (layout.clone(), focus.clone());
    let setup = Setup { layout, jobs, focus, keeps_changed: options.keeps_changed() };
    Some(Crew::new(process, &setup, options.crew.bounds(workers)))
}

/// This binary, even if its file was replaced meanwhile.
fn program() -> PathBuf {
    let named = std::env::current_exe().ok().filter(|path| path.exists());
    named.unwrap_or_else(|| PathBuf::from("/proc/self/exe"))
}

/// Tests what comes as lines on standard input, with the options of the command that started it.
pub fn work(options: &WorkOptions) -> Result<ExitCode, Failure> {
    let options = options.project();
    let mut orders = listen();
    let first = orders.next().unwrap_or_default();
    let Setup { layout, jobs, focus, keeps_changed } =
        serde_json::from_str(&first).map_err(|error| {
            Failure::new(format!("the first line is no project: {error}"))
                .help("this command is for Ferret itself; `ferret test` starts it")
        })?;
    let site = Site::open(&layout, &opening(options)?)?;
    let mut settings = options.making.settings(&Stop::new());
    settings.jobs = jobs;
    // One that cannot be made was told before any worker was started.
    options.making.technique()?;
    let technique = || match options.making.technique() {
        Ok(technique) => technique,
        Err(_) => Box::new(generate::Auto::default()),
    };
    let bench = Bench {
        site: &site,
        settings: &settings,
        technique: &technique,
        focus: focus.as_ref(),
        keeps_changed,
    };
    match bench.serve(orders, std::io::stdout()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(Failure::new(format!("nobody reads the answers: {error}"))),
    }
}

/// The lines of standard input. When it is closed, whoever gave orders is gone, and whatever is being done is for nobody.
fn listen() -> impl Iterator<Item = String> {
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
        host::kill_children();
        Scratch::clear_own();
        std::process::exit(0);
    });
    lines.into_iter()
}
