//! Tests of classes that others wrote: they pass under JUnit and cover what was printed, class by class.
//!
//! A few classes of one library in every run of the tests, one in eight of all ten with `FERRET_FULL`. Those that reach
//! for files, processes or the network are left alone. `FERRET_ONLY` names one library or, with slashes, one class.

use super::{compiled, libraries, referees, written_in};
use classfile::archive::Archive;
use generate::{Auto, Budget, Settings};
use jacoco::Tally;
use java::project::{Product, Project};
use java::referee::trial::{self, Tried};
use java::referee::{Case, Referee, Verdict};
use java::write::{Junit, Written};
use jvm::natives::Outside;
use jvm::run::{Launch, Prepared, prepare_library};
use machine::{Captured, Config};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Executions that each class gets.
const EXECUTIONS: u64 = 200;
/// How often a class of tests is tried, each time without those that did not pass.
const TRIALS: usize = 6;

/// What became of a class.
enum Fate {
    /// There is nothing to test, or nothing that may be run: why.
    Skipped(String),
    /// No test is left.
    Untested,
    /// So many tests are as they should be, and cover so much.
    Well { tests: usize, lines: Tally, branches: Tally },
    /// Something is wrong.
    Wrong(String),
}

/// What became of classes, counted.
#[derive(Default)]
struct Tallies {
    classes: usize,
    well: usize,
    tests: usize,
    left_out: usize,
    untested: usize,
    skipped: usize,
    wrong: usize,
    lines: Tally,
    branches: Tally,
}

impl Tallies {
    fn add(&mut self, fate: &Fate, left_out: usize) {
        self.classes += 1;
        self.left_out += left_out;
        match fate {
            Fate::Skipped(_) => self.skipped += 1,
            Fate::Untested => self.untested += 1,
            Fate::Wrong(_) => self.wrong += 1,
            Fate::Well { tests, lines, branches } => {
                self.well += 1;
                self.tests += tests;
                self.lines += *lines;
                self.branches += *branches;
            }
        }
    }

    fn row(&self, name: &str) -> String {
        format!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.classes,
            self.skipped,
            self.untested,
            self.well,
            self.wrong,
            self.tests,
            self.left_out,
            self.lines,
            self.branches
        )
    }
}

const HEADER: &str = "| library | classes | skipped | without tests | as they should be | wrong | tests \
    | left out | lines | branches |";

#[test]
fn tests_of_library_classes_pass_and_cover_what_jacoco_counts() {
    let full = std::env::var_os("FERRET_FULL").is_some();
    let only = std::env::var("FERRET_ONLY").ok();
    let jars = libraries::jars().expect("the libraries");
    let referee = Referee {
        jdk: compiled::jdk(),
        junit: referees::jar("junit-platform-console-standalone"),
        agent: Some(referees::jar("org.jacoco.agent")),
        reporter: Some(referees::jar("org.jacoco.cli")),
    };
    let names: &[&str] = if full { &libraries::NAMES } else { &["commons-cli"] };
    let say = |text: &str| {
        if full {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    };
    let mut rows = Vec::new();
    let mut wrong = String::new();
    for name in names {
        let jar = libraries::jar(&jars, name).expect("a jar of that name");
        let archive = Archive::open(jar, referee.jdk.release).expect("a jar");
        let all = archive.class_names().expect("the names of its classes");
        let is_top = |name: &&String| !name.contains('$') && !name.ends_with("-info");
        let every = if full { 8 } else { 11 };
        let chosen: Vec<&String> = match only.as_deref() {
            Some(only) if only.contains('/') => all.iter().filter(|class| *class == only).collect(),
            Some(only) if only != *name => continue,
            _ => all.iter().filter(is_top).step_by(every).collect(),
        };
        if chosen.is_empty() {
            continue;
        }
        let launch = Launch::new(referee.jdk.clone(), jars.clone(), "");
        let silent = Arc::new(Captured::default());
        let library = prepare_library(&launch, Config::default(), silent).expect("a library");
        let mut tallies = Tallies::default();
        for class in chosen {
            let mut left_out = Vec::new();
            let fate = fate(&referee, &library, &jars, class, &all, &mut left_out);
            for left in &left_out {
                say(&format!("  {left}"));
            }
            say(&match &fate {
                Fate::Skipped(why) => format!("{class}: skipped: {why}"),
                Fate::Untested => format!("{class}: no test is left"),
                Fate::Well { tests, lines, branches } => {
                    format!("{class}: {tests} tests, lines {lines}, branches {branches}")
                }
                Fate::Wrong(what) => format!("{class}: WRONG: {what}"),
            });
            if let Fate::Wrong(what) = &fate {
                wrong += &format!("{class}: {what}\n");
            }
            tallies.add(&fate, left_out.len());
        }
        rows.push(tallies.row(name));
    }
    say(&format!("{HEADER}\n{}", rows.join("\n")));
    assert!(wrong.is_empty(), "{wrong}");
}

fn fate(
    referee: &Referee,
    library: &Prepared,
    jars: &[PathBuf],
    class: &str,
    all: &[String],
    left_out: &mut Vec<String>,
) -> Fate {
    let inner = format!("{class}$");
    let own = all.iter().filter(|name| *name == class || name.starts_with(&inner));
    let project = match Project::new(library, class, own.cloned().collect(), all) {
        Ok(project) => project,
        Err(error) => return Fate::Skipped(error.to_string()),
    };
    if project.entries.is_empty() || project.goals.goals.is_empty() {
        return Fate::Skipped("there is nothing to call or to cover".to_owned());
    }
    let budget = Budget::executions(EXECUTIONS);
    let settings = Settings { budget, jobs: 2, ..Settings::default() };
    let mut product = match project.produce(&Auto::default(), &settings, &mut |_| {}) {
        Ok(product) => product,
        Err(error) => return Fate::Wrong(error.to_string()),
    };
    match project.stay_inside(&mut product, Outside::Nothing) {
        Ok(0) => {}
        Ok(outside) => left_out.push(format!("{outside} tests ask for files, hosts or processes")),
        Err(error) => return Fate::Wrong(error.to_string()),
    }
    match settled(referee, &project, &mut product, jars, left_out) {
        Ok(file) if file.text.is_empty() => Fate::Untested,
        Ok(file) => judge(referee, &project, &mut product, jars, &file),
        Err(said) => Fate::Wrong(said),
    }
}

/// The tests that pass on the real JVM.
fn settled(
    referee: &Referee,
    project: &Project,
    product: &mut Product,
    jars: &[PathBuf],
    left_out: &mut Vec<String>,
) -> Result<Written, String> {
    let package = Path::new(&project.class).parent().unwrap_or(Path::new(""));
    let package = package.to_string_lossy().into_owned();
    for _ in 0..TRIALS {
        let file = written_in(project, product, Junit::Five.into(), &package);
        if !file.left_out.is_empty() {
            left_out
                .extend(file.left_out.iter().map(|left| format!("{}: {}", left.test, left.reason)));
            let gone = |name: &String| file.left_out.iter().any(|left| left.test == *name);
            product.tests.retain(|test| !gone(&test.name));
            continue;
        }
        if file.text.is_empty() {
            return Ok(file);
        }
        match trial::attempt(&referee.jdk, jars, Junit::Five, &file, project.keeps_state()) {
            Ok(Tried::Failed(failed)) if failed.is_empty() => return Ok(file),
            Ok(Tried::Failed(failed)) => {
                let gone = product.mend(&failed);
                let told = gone
                    .iter()
                    .map(|(test, why)| format!("{test}: it does not pass on the JVM: {why}"));
                left_out.extend(told);
            }
            Ok(Tried::NotCompiled { said, .. }) => return Err(said),
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(Written::default())
}

fn judge(
    referee: &Referee,
    project: &Project,
    product: &mut Product,
    jars: &[PathBuf],
    file: &Written,
) -> Fate {
    if let Err(error) = project.measure(product) {
        return Fate::Wrong(error.to_string());
    }
    let case = Case {
        sources: &[(file.path.clone(), file.text.clone())],
        class_path: jars,
        counted: &project.classes,
        options: &[],
        seeds: &[1, 2],
        limits: (Duration::from_secs(120), Duration::from_secs(120)),
    };
    let judged = match referee.judge(&case) {
        Ok(Verdict::Run(judged)) => judged,
        Ok(other) => return Fate::Wrong(format!("{other:?}")),
        Err(error) => return Fate::Wrong(error.to_string()),
    };
    let mut wrong = judged.warnings;
    for (test, said) in &judged.failed {
        wrong += &format!("{test} fails: {said}\n");
    }
    if wrong.is_empty() && judged.passed.len() != product.tests.len() {
        wrong += &format!("{} of {} tests were run\n", judged.passed.len(), product.tests.len());
    }
    for (class, theirs) in &judged.counters {
        let ours = &product.counters[class];
        if (ours.lines, ours.branches) != (theirs.lines, theirs.branches) {
            wrong += &format!(
                "{class}: lines {:?} and branches {:?}, by JaCoCo {:?} and {:?}\n",
                ours.lines, ours.branches, theirs.lines, theirs.branches
            );
        }
    }
    if !wrong.is_empty() {
        return Fate::Wrong(wrong);
    }
    let (mut lines, mut branches) = (Tally::default(), Tally::default());
    for counters in judged.counters.values() {
        lines += counters.lines;
        branches += counters.branches;
    }
    Fate::Well { tests: judged.passed.len(), lines, branches }
}
