//! Programs in the machine are counted as JaCoCo counts them in the JVM, class by class and method by method.
//!
//! A sample is compared in every run of the tests; with `FERRET_FULL` the whole corpus on each JDK that lies
//! beside the one that is found. `FERRET_ONLY` names one program, or several by how their names begin.
#![expect(clippy::print_stdout, reason = "the figures of a long test are worth reading")]

#[path = "../differential/corpus.rs"]
#[expect(dead_code, reason = "another test prints a table by feature")]
mod corpus;
#[path = "../referees/mod.rs"]
mod referees;
#[path = "../support/tools.rs"]
mod tools;

use corpus::Case;
use java::archive::Archive;
use java::jacoco::{Counters, Probes};
use java::jdk::Jdk;
use java::referee::report;
use java::run::{Captured, Launch, prepare};
use machine::Config;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, PoisonError};
use trace::{Mode, Trace};

/// In the short run, one program of so many.
const SAMPLE: usize = 6;

fn is_full() -> bool {
    std::env::var_os("FERRET_FULL").is_some()
}

fn chosen(jdk: &Jdk) -> Vec<Case> {
    let mut cases = corpus::cases(jdk.release);
    if let Ok(only) = std::env::var("FERRET_ONLY") {
        cases.retain(|case| case.name.starts_with(&only));
    } else if !is_full() {
        cases = cases.into_iter().skip(2).step_by(SAMPLE).collect();
    }
    cases
}

/// Runs the programs in the JVM with JaCoCo's agent, and reads its report.
fn theirs(jdk: &Jdk, cases: &[Case], classes: &Path) -> BTreeMap<String, Counters> {
    let executed = classes.with_extension("exec");
    let _ = fs::remove_file(&executed);
    let agent = format!(
        "-javaagent:{}=destfile={},append=true",
        referees::jar("org.jacoco.agent").display(),
        executed.display()
    );
    let java = || {
        let mut command = Command::new(jdk.home.join("bin/java"));
        command.args(tools::FLAGS).arg(&agent).arg("-cp").arg(classes);
        command
    };
    let mut list = String::new();
    for case in cases {
        // What looks at the frames below `main` must not find those of the driver.
        if case.alone || case.name == "StackTraces" {
            let input = case.input.as_ref().map(|path| fs::File::open(path).expect("an input"));
            let mut command = java();
            command.arg(&case.name).args(&case.arguments);
            command.stdin(input.map_or_else(Stdio::null, Stdio::from));
            command.output().expect("java starts");
        } else {
            let input = case.input.as_ref().map_or_else(String::new, |it| it.display().to_string());
            let words =
                [case.name.clone(), input].into_iter().chain(case.arguments.iter().cloned());
            list += &(words.collect::<Vec<_>>().join("|") + "\n");
        }
    }
    let (listed, records) = (classes.join("programs"), classes.join("records"));
    fs::write(&listed, list).expect("a list of programs");
    let output = java().arg("RunAll").args([&listed, &records]).output().expect("java starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let xml = classes.with_extension("xml");
    let output = Command::new(jdk.home.join("bin/java"))
        .arg("-jar")
        .arg(referees::jar("org.jacoco.cli"))
        .args(["report", "--quiet"])
        .arg(&executed)
        .arg("--classfiles")
        .arg(classes)
        .arg("--xml")
        .arg(&xml)
        .output()
        .expect("java starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    report::read(&fs::read_to_string(&xml).expect("a report"))
}

/// Runs the programs in the machine and counts what they have executed of their classes.
fn ours(jdk: &Jdk, cases: &[Case], classes: &Path, mode: Mode) -> BTreeMap<String, Counters> {
    let names = Archive::open(classes, jdk.release).and_then(|archive| archive.class_names());
    let names = names.expect("the names of the classes");
    let launch = Launch::new(jdk.clone(), vec![classes.to_owned()], &cases[0].name);
    let config = Config {
        max_steps: 3_000_000_000,
        memory: 512 << 20,
        observe_memory: false,
        ..Config::default()
    };
    let output = Arc::new(Captured::default());
    let mut prepared = prepare(&launch, config, output).expect("the library comes up");
    let world = prepared.world();
    let lock = || world.lock().unwrap_or_else(PoisonError::into_inner);
    lock().measure(names.iter().cloned());
    let mut ids = BTreeMap::new();
    prepared
        .machine
        .grow(|program| {
            for name in &names {
                let class = lock().class(program, name);
                ids.insert(name.clone(), class.expect("a class of the corpus"));
            }
        })
        .expect("the classes fit");
    let all: Vec<_> = ids.values().copied().collect();
    let mut counted = Probes::default();
    let mut trace = Trace::default();
    for case in cases {
        let aimed = prepared.again(&case.name, &case.arguments, &case.standard_input());
        aimed.expect("a main method");
        prepared.run(mode, &mut trace).expect("the scenario fits");
        // Bodies come while programs run.
        let (program, sites) = (prepared.machine.program(), prepared.machine.sites());
        let mut probes = Probes::new(&lock(), program, sites, &all);
        probes.add(&trace);
        counted.merge(&probes);
    }
    let mut world = lock();
    let counters = ids.into_iter().filter_map(|(name, class)| {
        let counters = counted.counters(&mut world, class).expect("a class file");
        Some((name, counters?))
    });
    counters.collect()
}

#[test]
fn programs_are_counted_as_jacoco_counts_them() {
    let mut jdks = tools::jdks();
    if !is_full() {
        jdks.truncate(1);
    }
    let mut wrong = String::new();
    for jdk in &jdks {
        let cases = chosen(jdk);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("jacoco-runs");
        let classes = folder.join(format!("classes-{}", jdk.release));
        let _ = fs::remove_dir_all(&classes);
        let driver =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential/java/RunAll.java");
        let mut sources: Vec<PathBuf> = cases.iter().map(|case| case.source.clone()).collect();
        sources.push(driver);
        tools::compile(jdk, &sources, &classes);
        let theirs = theirs(jdk, &cases, &classes);
        for mode in [Mode::Concrete, Mode::Concolic] {
            let ours = ours(jdk, &cases, &classes, mode);
            let (mut covered, mut all) = (0, 0);
            // JaCoCo's agent gives up on a method that its probes would make too large.
            let left_out = ["RunAll", "LargeMethod"];
            for (class, ours) in
                ours.iter().filter(|(class, _)| !left_out.contains(&class.as_str()))
            {
                all += 1;
                match theirs.get(class) {
                    Some(theirs) if theirs == ours => covered += ours.branches.covered,
                    theirs => {
                        wrong += &format!(
                            "JDK {} {mode:?} {class}: {}\n",
                            jdk.release,
                            difference(ours, theirs)
                        );
                    }
                }
            }
            println!("JDK {}, {mode:?}: {all} classes, {covered} branches covered", jdk.release);
            assert!(covered > 20 || std::env::var_os("FERRET_ONLY").is_some(), "{covered}");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Where counters differ, in words.
fn difference(ours: &Counters, theirs: Option<&Counters>) -> String {
    let Some(theirs) = theirs else { return "not in the report".to_owned() };
    let pairs = ours.by_method.iter().zip(&theirs.by_method).filter(|(own, other)| own != other);
    let lines = pairs.map(|(own, other)| {
        format!(
            "\n  {}{}: instructions {} and {}, branches {} and {}, lines {} and {}",
            own.method.0,
            own.method.1,
            own.instructions,
            other.instructions,
            own.branches,
            other.branches,
            own.lines,
            other.lines
        )
    });
    let lines: String = lines.collect();
    format!("lines {} and {}{lines}", ours.lines, theirs.lines)
}
