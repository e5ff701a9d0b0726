//! How quick Java is in the machine, beside the JVM's interpreter and its compilers, as one table.
//!
//! Words behind `--` choose rows: the name of a loop, `start`, `scenario` or `tests`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use classfile::jdk::Jdk;
use generate::{Budget, Progress, Random, Settings};
use java::project::Project;
use jvm::run::{Launch, Prepared, prepare, prepare_library};
use machine::{Captured, Config, Output};
use scenario::{Scenario, Statement};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use trace::{Mode, Outcome, Runner, Trace};

/// Times of a start are the best of this many tries: other work on the machine only ever slows one down.
const TRIES: usize = 3;

/// Loops are measured so many times in turn, here and there, and the median is told: what slows the machine
/// for a while then slows both.
const TURNS: usize = 9;

/// The loops, with rounds for the machine and the interpreter, and for the compiled code.
const LOOPS: [(&str, u32, u32); 4] = [
    ("arithmetic", 4_000_000, 200_000_000),
    ("arrays", 4_000_000, 200_000_000),
    ("calls", 2_000_000, 100_000_000),
    ("allocation", 1_000_000, 50_000_000),
];

fn main() {
    // `cargo test --benches` runs this too, without the flag; there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let is_chosen = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    let jdk = Jdk::find(None).expect("a JDK");
    let classes = compiled(&jdk);
    println!("JDK {}", jdk.version);
    println!("| loop | machine, M rounds/s | java -Xint | HotSpot | of -Xint |");
    println!("|---|---:|---:|---:|---:|");
    for (name, rounds, more) in LOOPS.into_iter().filter(|(name, ..)| is_chosen(name)) {
        let [ours, interpreted, hot, ratio] = medians(&jdk, &classes, name, rounds, more);
        println!("| {name} | {ours:.1} | {interpreted:.1} | {hot:.1} | {ratio:.2} |");
    }
    if is_chosen("start") {
        start(&jdk, &classes);
    }
    if is_chosen("scenario") {
        scenario(&jdk, &classes);
    }
    if is_chosen("tests") {
        tests(&jdk);
    }
}

/// Scenarios a second when tests are made, for classes of different weight, and how long the first test takes.
fn tests(jdk: &Jdk) {
    let classes = units(jdk);
    let settings = |executions| Settings {
        budget: Budget::executions(executions),
        jobs: 1,
        ..Settings::default()
    };
    let library = library_of(jdk, &classes);
    println!();
    println!("| class | what its scenarios do | scenarios per s, one thread |");
    println!("|---|---|---:|");
    for (name, what) in UNITS {
        let project = project(&library, &classes, name);
        let run = |executions| {
            let made = project.generate(&Random, &settings(executions), &mut |_| {});
            made.expect("a machine").statistics.executions
        };
        run(500);
        let mut executions = 0;
        let time = busy(|| executions = run(40_000));
        println!("| {name} | {what} | {:.0} |", executions as f64 / time.as_secs_f64());
    }
    let first = best(|| {
        let start = Clock::start();
        let library = library_of(jdk, &classes);
        let project = project(&library, &classes, "Triangle");
        let mut kept = None;
        let see = &mut |progress: &Progress| {
            if progress.kept > 0 {
                kept.get_or_insert_with(|| start.elapsed());
            }
        };
        project.generate(&Random, &settings(500), see).expect("a machine");
        kept.unwrap_or_else(|| start.elapsed())
    });
    println!();
    println!(
        "start to the first scenario kept of `Triangle`: {:.2} s of processor time",
        first.as_secs_f64()
    );
}

/// The classes whose scenarios are counted.
const UNITS: [(&str, &str); 5] = [
    ("Triangle", "numbers"),
    ("Roman", "texts"),
    ("Tree", "calls on an object"),
    ("Poller", "answers of a stub"),
    ("Words", "collections of texts"),
];

fn units(jdk: &Jdk) -> PathBuf {
    let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-units");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/java/units");
    let entries = std::fs::read_dir(folder).expect("the subjects");
    let sources = entries.map(|entry| entry.expect("a file").path());
    let mut javac = Command::new(jdk.home.join("bin/javac"));
    javac.args(["-g", "-d"]).arg(&classes).args(sources);
    assert!(javac.status().expect("javac starts").success());
    classes
}

fn library_of(jdk: &Jdk, classes: &Path) -> Prepared {
    let launch = Launch::new(jdk.clone(), vec![classes.to_owned()], "");
    let silent = Arc::new(Captured::default());
    prepare_library(&launch, Config::default(), silent).expect("the library comes up")
}

fn project(library: &Prepared, classes: &Path, name: &str) -> Project {
    let inner = format!("{name}$");
    let own = std::fs::read_dir(classes.join("units")).expect("the classes");
    let own = own.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let own = own.filter_map(|file| file.strip_suffix(".class").map(str::to_owned));
    let own = own.filter(|class| class == name || class.starts_with(&inner));
    let mut own: Vec<String> = own.map(|class| format!("units/{class}")).collect();
    own.sort();
    Project::new(library, &format!("units/{name}"), own, &[]).expect("a project")
}

fn start(jdk: &Jdk, classes: &Path) {
    let boot = best(|| timed(|| drop(booted(jdk, classes))));
    let first = best(|| {
        timed(|| {
            let mut prepared = booted(jdk, classes);
            run(&mut prepared, &[]);
        })
    });
    let interpreted = best(|| jvm_time(jdk, classes, &["-Xint"], &[]));
    let hot = best(|| jvm_time(jdk, classes, &[], &[]));
    println!();
    println!(
        "| start to the end of an empty `main`, s | machine | of it the boot | java -Xint | HotSpot |"
    );
    println!("|---|---:|---:|---:|---:|");
    println!(
        "| | {:.3} | {:.3} | {:.3} | {:.3} |",
        first.as_secs_f64(),
        boot.as_secs_f64(),
        interpreted.as_secs_f64(),
        hot.as_secs_f64()
    );
}

fn scenario(jdk: &Jdk, classes: &Path) {
    let ours = scenarios(jdk, classes);
    let interpreted = jvm_rate(jdk, classes, &["-Xint"], "scenario", 1_000_000);
    let hot = jvm_rate(jdk, classes, &[], "scenario", 50_000_000);
    println!();
    println!(
        "| scenario (list, three adds, sort), per s | machine, with reset | java -Xint | HotSpot |"
    );
    println!("|---|---:|---:|---:|");
    println!("| | {ours:.0} | {interpreted:.0} | {hot:.0} |");
}

fn compiled(jdk: &Jdk) -> PathBuf {
    let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/java/Loops.java");
    let javac =
        Command::new(jdk.home.join("bin/javac")).arg("-d").arg(&classes).arg(source).status();
    assert!(javac.expect("javac starts").success());
    classes
}

fn booted(jdk: &Jdk, classes: &Path) -> Prepared {
    let launch = Launch::new(jdk.clone(), vec![classes.to_owned()], "Loops");
    let config =
        Config { max_steps: u64::MAX, memory: 4 << 30, observe_memory: false, ..Config::default() };
    let output: Arc<dyn Output> = Arc::new(Captured::default());
    prepare(&launch, config, output).expect("the library comes up")
}

fn run(prepared: &mut Prepared, arguments: &[&str]) {
    let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
    prepared.again("Loops", &arguments, &[]).expect("a main class");
    let mut trace = Trace::default();
    prepared.run(Mode::Concrete, &mut trace).expect("a scenario that fits");
    assert!(matches!(trace.outcome, Outcome::Returned | Outcome::Exited(0)), "{:?}", trace.outcome);
}

/// Million rounds a second of the machine, the interpreter and the compiled code, and the ratio of the first
/// two: medians of as many turns.
fn medians(jdk: &Jdk, classes: &Path, name: &str, rounds: u32, more: u32) -> [f64; 4] {
    let mut prepared = booted(jdk, classes);
    let count = rounds.to_string();
    // Compiles what the loop needs.
    run(&mut prepared, &[name, "1000"]);
    let mut turns: [Vec<f64>; 4] = Default::default();
    for _ in 0..TURNS {
        let none = spent(|| run(&mut prepared, &[name, "0"]));
        let all = spent(|| run(&mut prepared, &[name, &count]));
        let ours = f64::from(rounds) / all.saturating_sub(none).as_secs_f64() / 1e6;
        let interpreted = jvm_rate(jdk, classes, &["-Xint"], name, rounds) / 1e6;
        let hot = jvm_rate(jdk, classes, &[], name, more) / 1e6;
        for (turn, figure) in turns.iter_mut().zip([ours, interpreted, hot, ours / interpreted]) {
            turn.push(figure);
        }
    }
    turns.map(median)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Rounds a second of the time that the JVM's thread was given for the loop.
fn jvm_rate(jdk: &Jdk, classes: &Path, flags: &[&str], name: &str, rounds: u32) -> f64 {
    let output = jvm(jdk, classes, flags, &[name, &rounds.to_string(), "time"]);
    let nanoseconds: f64 =
        output.lines().last().unwrap_or_default().parse().expect("how long the loop took");
    f64::from(rounds) * 1e9 / nanoseconds
}

fn jvm_time(jdk: &Jdk, classes: &Path, flags: &[&str], arguments: &[&str]) -> Duration {
    timed(|| drop(jvm(jdk, classes, flags, arguments)))
}

/// Runs the loops in the JVM and gives what they say on standard error.
fn jvm(jdk: &Jdk, classes: &Path, flags: &[&str], arguments: &[&str]) -> String {
    let mut command = Command::new(jdk.home.join("bin/java"));
    command.args(flags).arg("-cp").arg(classes).arg("Loops").args(arguments);
    let output = command.output().expect("java starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{errors}");
    errors
}

/// Runs of a scenario a second, each from the same state.
fn scenarios(jdk: &Jdk, classes: &Path) -> f64 {
    let mut prepared = booted(jdk, classes);
    // What the scenario needs of the library is up before it is measured, as it is when tests are made.
    run(&mut prepared, &["scenario", "1"]);
    prepared.warm_up().expect("it fits");
    let world = prepared.world();
    let mut found = None;
    let grown = prepared.machine.grow(|program| {
        let mut world = world.lock().unwrap_or_else(PoisonError::into_inner);
        let class = world.class(program, "Loops").expect("the class");
        found = Some(world.method(program, class, "scenario", "()I").expect("the method").function);
    });
    grown.expect("the program grows");
    let function = found.expect("the method");
    let mut scenario = Scenario::default();
    scenario.statements.push(Statement::Call { result: None, function, arguments: Vec::new() });
    let mut trace = Trace::default();
    let mut go = |times: u32| {
        for _ in 0..times {
            prepared.machine.run(&scenario, Mode::Concrete, &mut trace).expect("it fits");
            assert_eq!(trace.outcome, Outcome::Returned);
        }
    };
    go(100);
    let times = 20_000;
    f64::from(times) / best(|| timed(|| go(times))).as_secs_f64()
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The time that all threads of this process were given, where the system tells it.
struct Clock {
    start: Instant,
    given: Option<Duration>,
}

impl Clock {
    fn start() -> Self {
        Self { start: Instant::now(), given: Self::given() }
    }

    fn elapsed(&self) -> Duration {
        let given = Self::given().zip(self.given);
        given.map_or_else(|| self.start.elapsed(), |(now, then)| now.saturating_sub(then))
    }

    /// What `/proc/self/stat` says in hundredths of a second, those of threads that have ended too.
    fn given() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/self/stat").ok()?;
        let (_, behind_name) = text.rsplit_once(')')?;
        let ticks = |index: usize| behind_name.split(' ').nth(index)?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (ticks(12)? + ticks(13)?)))
    }
}

fn busy(work: impl FnOnce()) -> Duration {
    let clock = Clock::start();
    work();
    clock.elapsed()
}

/// The time that this thread was given for some work, where the system tells it: what it had to wait while others
/// ran is left out.
fn spent(work: impl FnOnce()) -> Duration {
    let given = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
    };
    let before = given();
    let passed = timed(work);
    given().zip(before).map_or(passed, |(after, before)| after.saturating_sub(before))
}

fn best(mut work: impl FnMut() -> Duration) -> Duration {
    (0..TRIES).map(|_| work()).min().unwrap_or_default()
}
