//! Programs in the machine are counted as JaCoCo counts them in the JVM, class by class and method by method.
//!
//! A sample is compared in every run of the tests; with `FERRET_FULL` the whole corpus on each JDK that lies
//! beside the one that is found, and a program that uses ten libraries. `FERRET_ONLY` names one program, or several by how their names begin.
#![expect(clippy::print_stdout, reason = "the figures of a long test are worth reading")]

#[path = "../../../jvm/tests/differential/corpus.rs"]
#[expect(dead_code, reason = "another test prints a table by feature")]
mod corpus;
#[path = "../../../classfile/tests/libraries/mod.rs"]
mod libraries;
#[path = "../referees/mod.rs"]
mod referees;
#[path = "../../../classfile/tests/tools/mod.rs"]
mod tools;

use bytecode::goals::Probes;
use classfile::archive::Archive;
use classfile::jdk::Jdk;
use corpus::Case;
use jacoco::Counters;
use java::referee::report;
use jvm::run::{Launch, Prepared, prepare};
use machine::{Captured, Config};
use program::{ClassId, Program};
use std::collections::BTreeMap;
use std::ffi::OsString;
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

/// Where the JVM notes what it executes.
struct Agent<'a> {
    jdk: &'a Jdk,
    class_path: OsString,
    executed: PathBuf,
}

impl<'a> Agent<'a> {
    fn new(jdk: &'a Jdk, class_path: &[PathBuf], executed: PathBuf) -> Self {
        let _ = fs::remove_file(&executed);
        let class_path = std::env::join_paths(class_path).expect("a class path");
        Self { jdk, class_path, executed }
    }

    /// The JVM with JaCoCo's agent.
    fn java(&self) -> Command {
        let mut command = Command::new(self.jdk.home.join("bin/java"));
        let agent = referees::jar("org.jacoco.agent");
        let (agent, executed) = (agent.display(), self.executed.display());
        command
            .args(tools::FLAGS)
            .arg(format!("-javaagent:{agent}=destfile={executed},append=true"));
        command.arg("-cp").arg(&self.class_path);
        command
    }

    /// JaCoCo's report on class files in a folder.
    fn report(&self, classes: &Path) -> BTreeMap<String, Counters> {
        let xml = self.executed.with_extension("xml");
        let output = Command::new(self.jdk.home.join("bin/java"))
            .arg("-jar")
            .arg(referees::jar("org.jacoco.cli"))
            .args(["report", "--quiet"])
            .arg(&self.executed)
            .arg("--classfiles")
            .arg(classes)
            .arg("--xml")
            .arg(&xml)
            .output()
            .expect("java starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        report::read(&fs::read_to_string(&xml).expect("a report"))
    }
}

/// Runs the programs in the JVM, most of them in one.
fn theirs(jdk: &Jdk, cases: &[Case], classes: &Path) -> BTreeMap<String, Counters> {
    let agent = Agent::new(jdk, &[classes.to_owned()], classes.with_extension("exec"));
    let mut list = String::new();
    for case in cases {
        // What looks at the frames below `main` must not find those of the driver.
        if case.alone || case.name == "StackTraces" {
            let input = case.input.as_ref().map(|path| fs::File::open(path).expect("an input"));
            let mut command = agent.java();
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
    let output =
        agent.java().arg("RunAll").args([&listed, &records]).output().expect("java starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    agent.report(classes)
}

/// A machine that counts what is executed of classes.
struct Ours {
    prepared: Prepared,
    output: Arc<Captured>,
    classes: BTreeMap<String, ClassId>,
    counted: Probes,
}

impl Ours {
    /// Measures classes, given by their names; those that cannot be linked are left out.
    fn new(jdk: &Jdk, class_path: &[PathBuf], main: &str, names: &[String]) -> Self {
        let launch = Launch::new(jdk.clone(), class_path.to_vec(), main);
        let config = Config {
            max_steps: 3_000_000_000,
            memory: 512 << 20,
            observe_memory: false,
            ..Config::default()
        };
        let output = Arc::new(Captured::default());
        let listener = Arc::clone(&output) as Arc<dyn machine::Output>;
        let mut prepared = prepare(&launch, config, listener).expect("the library comes up");
        let world = prepared.world();
        let lock = || world.lock().unwrap_or_else(PoisonError::into_inner);
        lock().measure(names.iter().cloned());
        let mut classes = BTreeMap::new();
        let link = |program: &mut Program| {
            for name in names {
                if let Ok(class) = lock().class(program, name) {
                    classes.insert(name.clone(), class);
                }
            }
        };
        prepared.machine.grow(link).expect("the classes fit");
        Self { prepared, output, classes, counted: Probes::default() }
    }

    /// Runs a program and gives what it printed.
    fn run(&mut self, case: (&str, &[String], &[u8]), mode: Mode) -> String {
        self.prepared.again(case.0, case.1, case.2).expect("a main method");
        self.output.take();
        let mut trace = Trace::default();
        self.prepared.run(mode, &mut trace).expect("the scenario fits");
        // Bodies come while programs run.
        let (program, sites) = (self.prepared.machine.program(), self.prepared.machine.sites());
        let world = self.prepared.world();
        let world = world.lock().unwrap_or_else(PoisonError::into_inner);
        let classes: Vec<ClassId> = self.classes.values().copied().collect();
        let mut probes = Probes::new(&world, program, sites, &classes);
        probes.add(&trace);
        self.counted.merge(&probes);
        String::from_utf8_lossy(&self.output.take().0).into_owned()
    }

    /// The counters of all classes.
    fn counters(&self) -> BTreeMap<String, Counters> {
        let world = self.prepared.world();
        let mut world = world.lock().unwrap_or_else(PoisonError::into_inner);
        let counters = self.classes.iter().filter_map(|(name, class)| {
            let counters = self.counted.counters(&mut world, *class).expect("a class file");
            Some((name.clone(), counters?))
        });
        counters.collect()
    }
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
        let classes = folder().join(format!("classes-{}", jdk.release));
        let _ = fs::remove_dir_all(&classes);
        let mut sources: Vec<PathBuf> = cases.iter().map(|case| case.source.clone()).collect();
        sources.push(tests().join("../../jvm/tests/differential/java/RunAll.java"));
        tools::compile(jdk, &sources, &classes);
        let theirs = theirs(jdk, &cases, &classes);
        let names = Archive::open(&classes, jdk.release).and_then(|archive| archive.class_names());
        let names = names.expect("the names of the classes");
        let modes = [Mode::Concrete, Mode::Concolic];
        for mode in modes.into_iter().take(if is_full() { 2 } else { 1 }) {
            let mut ours = Ours::new(jdk, std::slice::from_ref(&classes), &cases[0].name, &names);
            for case in &cases {
                ours.run((&case.name, &case.arguments, &case.standard_input()), mode);
            }
            let mut ours = ours.counters();
            ours.remove("RunAll");
            // JaCoCo's agent gives up on a method that its probes would make too large.
            ours.remove("LargeMethod");
            wrong += &compare(&format!("JDK {}, {mode:?}", jdk.release), &ours, &theirs);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A program that uses ten libraries.
#[test]
#[ignore = "needs the network: make check-full"]
fn libraries_are_counted_as_jacoco_counts_them() {
    let jdk = Jdk::find(None).expect("a JDK");
    let jars = libraries::jars().expect("Maven fetches the libraries");
    let classes = folder().join("libraries");
    let _ = fs::remove_dir_all(&classes);
    let class_path = std::env::join_paths(&jars).expect("a class path");
    let compiled = Command::new(jdk.home.join("bin/javac"))
        .args(["-nowarn", "-cp"])
        .arg(class_path)
        .arg("-d")
        .arg(&classes)
        .arg(tests().join("jacoco_runs/java/Libraries.java"))
        .output()
        .expect("javac starts");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    // The classes of the libraries, each once.
    let counted = folder().join("counted");
    let _ = fs::remove_dir_all(&counted);
    let mut names = Vec::new();
    for library in libraries::NAMES {
        let jar = libraries::jar(&jars, library).expect("the library was fetched");
        let archive = Archive::open(jar, jdk.release).expect("a jar");
        for name in archive.class_names().expect("names of classes") {
            let file = format!("{name}.class");
            let bytes = archive.read(&file).expect("a jar that can be read").expect("a class");
            let file = counted.join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, bytes).expect("a class file can be written");
            names.push(name);
        }
    }
    let mut class_path = vec![classes];
    class_path.extend(jars.iter().cloned());
    let agent = Agent::new(&jdk, &class_path, folder().join("libraries.exec"));
    let printed = agent.java().arg("Libraries").output().expect("java starts");
    let theirs = agent.report(&counted);
    let mut ours = Ours::new(&jdk, &class_path, "Libraries", &names);
    let output = ours.run(("Libraries", &[], &[]), Mode::Concrete);
    assert_eq!(output, String::from_utf8_lossy(&printed.stdout));
    let wrong = compare("libraries", &ours.counters(), &theirs);
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Compares counters by class, and gives where they differ.
fn compare(
    what: &str,
    ours: &BTreeMap<String, Counters>,
    theirs: &BTreeMap<String, Counters>,
) -> String {
    let (mut executed, mut covered, mut wrong) = (0, 0, String::new());
    for (class, ours) in ours {
        executed += usize::from(ours.methods.covered > 0);
        match theirs.get(class) {
            Some(theirs) if theirs == ours => covered += ours.branches.covered,
            theirs => wrong += &format!("{what}, {class}: {}\n", difference(ours, theirs)),
        }
    }
    println!("{what}: {} classes, {executed} executed, {covered} branches covered", ours.len());
    assert!(covered > 20 || std::env::var_os("FERRET_ONLY").is_some(), "{what}: {covered}");
    wrong
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("jacoco-runs");
    fs::create_dir_all(&folder).expect("the build directory can be written");
    folder
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
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
