//! Tests of classes that others wrote: they pass under JUnit and cover what was printed, class by class.
//!
//! A few classes of one library in every run of the tests, one in eight of all ten with `FERRET_FULL`. Those that reach
//! for files, processes or the network are left alone.

use super::{compiled, libraries, referees, written_in};
use generate::{Auto, Budget, Settings};
use java::archive::Archive;
use java::project::{Product, Project};
use java::referee::trial::{self, Tried};
use java::referee::{Case, Referee, Verdict};
use java::run::{Captured, Launch, Prepared, prepare_library};
use java::write::{Junit, Written};
use machine::Config;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Executions that each class gets.
const EXECUTIONS: u64 = 200;
/// How often a class of tests is tried, each time without those that did not pass.
const TRIALS: usize = 4;

/// What became of a class.
enum Fate {
    /// There is nothing to test, or nothing that may be run.
    Skipped,
    /// No test is left.
    Untested,
    /// So many tests are as they should be.
    Well(usize),
    /// Something is wrong.
    Wrong(String),
}

#[test]
fn tests_of_library_classes_pass_and_cover_what_jacoco_counts() {
    let full = std::env::var_os("FERRET_FULL").is_some();
    let jars = libraries::jars().expect("the libraries");
    let referee = Referee {
        jdk: compiled::jdk(),
        junit: referees::jar("junit-platform-console-standalone"),
        agent: Some(referees::jar("org.jacoco.agent")),
        reporter: Some(referees::jar("org.jacoco.cli")),
    };
    let names: &[&str] = if full { &libraries::NAMES } else { &["commons-cli"] };
    let (mut judged, mut tests, mut untested, mut skipped) = (0, 0, 0, 0);
    let mut wrong = String::new();
    for name in names {
        let jar = libraries::jar(&jars, name).expect("a jar of that name");
        let archive = Archive::open(jar, referee.jdk.release).expect("a jar");
        let all = archive.class_names().expect("the names of its classes");
        let is_top = |name: &&String| !name.contains('$') && !name.ends_with("-info");
        let every = if full { 8 } else { 11 };
        let launch = Launch::new(referee.jdk.clone(), jars.clone(), "");
        let silent = Arc::new(Captured::default());
        let library = prepare_library(&launch, Config::default(), silent).expect("a library");
        for class in all.iter().filter(is_top).step_by(every) {
            let fate = fate(&referee, &library, &jars, class, &all);
            let said = match &fate {
                Fate::Skipped => "skipped".to_owned(),
                Fate::Untested => "no test is left".to_owned(),
                Fate::Well(count) => format!("{count} tests"),
                Fate::Wrong(what) => what.clone(),
            };
            if full {
                let _ = writeln!(std::io::stderr(), "{class}: {said}");
            }
            match fate {
                Fate::Skipped => skipped += 1,
                Fate::Untested => untested += 1,
                Fate::Well(count) => {
                    judged += 1;
                    tests += count;
                }
                Fate::Wrong(what) => wrong += &format!("{class}: {what}\n"),
            }
        }
    }
    let _ = writeln!(
        std::io::stderr(),
        "{judged} classes with {tests} tests as they should be, {untested} without tests, {skipped} skipped"
    );
    assert!(wrong.is_empty(), "{wrong}");
}

fn fate(
    referee: &Referee,
    library: &Prepared,
    jars: &[PathBuf],
    class: &str,
    all: &[String],
) -> Fate {
    let inner = format!("{class}$");
    let own = all.iter().filter(|name| *name == class || name.starts_with(&inner));
    let Ok(project) = Project::new(library, class, own.cloned().collect(), all) else {
        return Fate::Skipped;
    };
    let reaches = project.reaching_out().map_or(true, |reached| !reached.is_empty());
    if project.entries.is_empty() || project.goals.goals.is_empty() || reaches {
        return Fate::Skipped;
    }
    let budget = Budget::executions(EXECUTIONS);
    let settings = Settings { budget, jobs: 2, ..Settings::default() };
    let mut product = match project.produce(&Auto::default(), &settings, &mut |_| {}) {
        Ok(product) => product,
        Err(error) => return Fate::Wrong(error.to_string()),
    };
    match settled(referee, &project, &mut product, jars) {
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
) -> Result<Written, String> {
    let package = Path::new(&project.class).parent().unwrap_or(Path::new(""));
    let package = package.to_string_lossy().into_owned();
    for _ in 0..TRIALS {
        let file = written_in(project, product, Junit::Five, &package);
        if !file.left_out.is_empty() {
            let gone = |name: &String| file.left_out.iter().any(|left| left.test == *name);
            product.tests.retain(|test| !gone(&test.name));
            continue;
        }
        if file.text.is_empty() {
            return Ok(file);
        }
        match trial::attempt(&referee.jdk, jars, Junit::Five, &file) {
            Ok(Tried::Failed(failed)) if failed.is_empty() => return Ok(file),
            Ok(Tried::Failed(failed)) => {
                product.tests.retain(|test| !failed.contains_key(&test.name));
            }
            Ok(Tried::NotCompiled(said)) => return Err(said),
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
        seed: 1,
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
    for (class, theirs) in &judged.counters {
        let ours = &product.counters[class];
        if (ours.lines, ours.branches) != (theirs.lines, theirs.branches) {
            wrong += &format!(
                "{class}: lines {:?} and branches {:?}, by JaCoCo {:?} and {:?}\n",
                ours.lines, ours.branches, theirs.lines, theirs.branches
            );
        }
    }
    if wrong.is_empty() { Fate::Well(product.tests.len()) } else { Fate::Wrong(wrong) }
}
