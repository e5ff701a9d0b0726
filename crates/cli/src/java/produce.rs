//! `ferret java TARGET`: tests for the classes of a directory, a jar or a class.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};
use coverage::{Criteria, Row, Share};
use java::archive::{Archive, JdkImage};
use java::confirm::Confirmed;
use java::existing::Use;
use java::jacoco::Tally;
use java::jdk::Jdk;
use java::project::{Product, Project};
use java::referee::trial::{self, Tried};
use java::run::{Captured, Launch, Prepared, prepare_library};
use java::target::Target;
use java::write::{self, Junit, Known, LeftOut, Written};
use machine::Config;

use crate::failure::Failure;
use crate::interrupt;
use crate::java::table::{Done, Layout, Told, json_text, short, table};
use crate::making::{self, MakingOptions};
use crate::verdicts::{self, Known as Findable, Open};

/// How often a class of tests is tried: each time without those that did not pass.
const TRIALS: usize = 6;

/// How tests are made.
#[derive(Args)]
pub struct TestOptions {
    /// Make tests for this class only; may be given again [default: all]
    #[arg(long, value_name = "NAME")]
    class: Vec<String>,
    /// Make tests for methods of this name only; may be given again [default: all]
    #[arg(long, value_name = "NAME")]
    method: Vec<String>,
    /// Where the tests go: a root of sources, as src/test/java is
    #[arg(long, value_name = "DIR", default_value = "ferret-tests")]
    out: PathBuf,
    /// The JUnit to write for, 5 or 4 [default: the one that the build has, or 5]
    #[arg(long, value_name = "VERSION")]
    junit: Option<Junit>,
    /// Compiled JUnit tests, a directory or a jar, with JUnit on the class path; may be given again
    #[arg(long, value_name = "PATH")]
    existing_tests: Vec<PathBuf>,
    /// A root of the sources, as src/main/java is: decisions of several conditions are held against what is
    /// written there; may be given again
    #[arg(long, value_name = "DIR")]
    sources: Vec<PathBuf>,
    /// What existing tests are for: what they cover needs no other, what they do is where the search starts, or both
    #[arg(
        long,
        value_name = "USE",
        value_enum,
        default_value = "both",
        requires = "existing_tests"
    )]
    existing_tests_as: ExistingUse,
    #[command(flatten)]
    pub making: MakingOptions,
    /// Keep tests that ask for files, hosts or other processes, if they pass on the real JVM
    #[arg(long, conflicts_with = "no_native")]
    native: bool,
    /// Do not try the tests on the real JVM
    #[arg(long)]
    no_native: bool,
}

/// What existing tests are for.
#[derive(Clone, Copy, ValueEnum)]
enum ExistingUse {
    /// Both
    Both,
    /// What they cover needs no other
    Covered,
    /// What they do is where the search starts
    Start,
}

impl From<ExistingUse> for Use {
    fn from(own: ExistingUse) -> Self {
        match own {
            ExistingUse::Both => Use::Both,
            ExistingUse::Covered => Use::Covered,
            ExistingUse::Start => Use::Start,
        }
    }
}

/// How tests are made, and with what.
struct Work<'w> {
    options: &'w TestOptions,
    jdk: &'w Jdk,
    junit: Junit,
    /// The classes with tests that are there already.
    existing: Vec<String>,
}

/// A top-level class with the classes inside it, by internal names.
pub struct Group {
    /// The class.
    pub name: String,
    /// The class and those inside it.
    pub members: Vec<String>,
    /// Whether it is one of the JDK's own.
    pub of_jdk: bool,
}

/// Makes tests for some targets, tries them, writes them and tells what they cover. A `junit` is what the build of the
/// project has.
pub fn produce(
    options: &TestOptions,
    jdk: &Jdk,
    targets: &[(Target, String)],
    junit: Option<Junit>,
) -> Result<ExitCode, Failure> {
    let junit = options.junit.or(junit).unwrap_or_default();
    let work = Work { options, jdk, junit, existing: existing(options, jdk)? };
    let criteria = options.making.criteria;
    let mut done = Vec::new();
    let mut skipped = Vec::new();
    let mut missing = None;
    for (target, named) in targets {
        let (groups, others) = match groups(&options.class, jdk, target, named) {
            Ok(groups) => groups,
            // A class that is asked for may be in another module.
            Err(failure) => {
                missing = Some(failure);
                continue;
            }
        };
        let class_path = target.class_path.iter().chain(&options.existing_tests).cloned();
        let mut launch = Launch::new(jdk.clone(), class_path.collect(), "");
        launch.measured = measured(&groups);
        let silent = Arc::new(Captured::default());
        let library = prepare_library(&launch, Config::default(), silent).map_err(Failure::new)?;
        let layout = Layout { width: 40, criteria };
        for group in &groups {
            match class(&work, target, &library, group, &others)? {
                Ok(class) => {
                    if !options.making.json && groups.len() > 1 {
                        let _ = writeln!(std::io::stderr(), "{}", layout.line(&class));
                    }
                    done.push(class);
                }
                Err(reason) => skipped.push((group.name.replace('/', "."), reason)),
            }
        }
    }
    if let Some(failure) = missing.filter(|_| done.is_empty() && skipped.is_empty()) {
        return Err(failure);
    }
    let text = match options.making.json {
        true => json_text(&done, &skipped, criteria),
        false => table(&done, &skipped, criteria, &options.out),
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// The classes with tests that are there already.
fn existing(options: &TestOptions, jdk: &Jdk) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for path in &options.existing_tests {
        let archive = Archive::open(path, jdk.release);
        names.extend(archive.and_then(|archive| archive.class_names()).map_err(Failure::new)?);
    }
    Ok(names)
}

/// The classes of the JDK among some.
pub fn measured(groups: &[Group]) -> Vec<String> {
    let own = groups.iter().filter(|group| group.of_jdk);
    own.flat_map(|group| group.members.iter().cloned()).collect()
}

/// The classes to test, and all that lie beside them.
pub fn groups(
    classes: &[String],
    jdk: &Jdk,
    target: &Target,
    named: &str,
) -> Result<(Vec<Group>, Vec<String>), Failure> {
    let archive = match (&target.archive, &target.class) {
        (Some(path), _) => Some(path.clone()),
        (None, Some(class)) => {
            let file = format!("{class}.class");
            let has = |path: &&PathBuf| {
                let archive = Archive::open(path, jdk.release);
                archive.is_ok_and(|archive| archive.read(&file).is_ok_and(|found| found.is_some()))
            };
            target.class_path.iter().find(has).cloned()
        }
        (None, None) => None,
    };
    let Some(archive) = archive else {
        let class = target.class.as_ref().and_then(|class| of_jdk(jdk, class).transpose());
        let group = class.transpose()?.ok_or_else(|| {
            Failure::new(format!("there is no class `{named}` on the class path"))
                .help("name a directory or a jar, or give --classpath")
        })?;
        return Ok((vec![group], Vec::new()));
    };
    let names = Archive::open(&archive, jdk.release)
        .and_then(|archive| archive.class_names())
        .map_err(Failure::new)?;
    let mut wanted: Vec<String> = classes.iter().map(|name| name.replace('.', "/")).collect();
    if let (None, Some(class)) = (&target.archive, &target.class) {
        wanted.push(class.clone());
    }
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for name in &names {
        let simple = name.rsplit('/').next().unwrap_or(name);
        if matches!(simple, "module-info" | "package-info") {
            continue;
        }
        let package = name.len() - simple.len();
        let top = simple.find('$').filter(|at| *at > 0).map_or(name.len(), |at| package + at);
        groups.entry(&name[..top]).or_default().push(name.clone());
    }
    for name in &wanted {
        if !groups.contains_key(name.split('$').next().unwrap_or(name)) {
            return Err(Failure::new(format!(
                "there is no class `{}` in {}",
                name.replace('/', "."),
                archive.display()
            )));
        }
    }
    let is_wanted = |top: &str| {
        wanted.is_empty() || wanted.iter().any(|name| name.split('$').next() == Some(top))
    };
    let chosen = groups.into_iter().filter(|(top, _)| is_wanted(top));
    let chosen =
        chosen.map(|(top, members)| Group { name: top.to_owned(), members, of_jdk: false });
    Ok((chosen.collect(), names.clone()))
}

/// A class of the JDK, if it has such a one.
fn of_jdk(jdk: &Jdk, class: &str) -> Result<Option<Group>, Failure> {
    let image = JdkImage::open(jdk).map_err(Failure::new)?;
    let Some((_, module)) = image.class(class) else { return Ok(None) };
    let inside = format!("{class}$");
    let mut members = image.class_names(&module);
    members.retain(|name| name == class || name.starts_with(&inside));
    Ok(Some(Group { name: class.to_owned(), members, of_jdk: true }))
}

/// Makes the tests of one class; the reason where there is nothing to test.
fn class(
    work: &Work<'_>,
    target: &Target,
    library: &Prepared,
    group: &Group,
    others: &[String],
) -> Result<Result<Done, String>, Failure> {
    let started = Instant::now();
    let options = work.options;
    if interrupt::STOP.is_pulled() {
        return Ok(Err("Ctrl-C came before its turn".to_owned()));
    }
    let members = group.members.clone();
    let project = match Project::beside(library, &group.name, members, others, &work.existing) {
        Ok(project) => project.only(&options.method).using(options.existing_tests_as.into()),
        Err(error) => return Ok(Err(error.to_string())),
    };
    let project = project.aiming_at(options.making.criteria).map_err(Failure::new)?;
    if project.entries.is_empty() {
        return Ok(Err("a test can call nothing of it".to_owned()));
    }
    if project.goals.goals.is_empty() {
        return Ok(Err("there is nothing to cover in it".to_owned()));
    }
    let settings = options.making.settings();
    let technique = options.making.technique()?;
    let mut watch = options.making.watch();
    let mut product = project
        .produce(&*technique, &settings, &mut |progress| watch.see(progress))
        .map_err(Failure::new)?;
    watch.end();
    let mut left_out = Vec::new();
    let (written, mut note) = settle(work, target, &project, &mut product, &mut left_out)?;
    if written.text.is_empty() && left_out.is_empty() && note.is_none() {
        note = Some(fruitless(&product));
    }
    project.measure(&mut product).map_err(Failure::new)?;
    let (mut file, mut kept) = (None, None);
    if !written.text.is_empty() {
        match save(&options.out, &written)? {
            true => file = Some(written.path.clone()),
            false => kept = Some(written.path.clone()),
        }
    }
    watch.write()?;
    let mut row = Row::default();
    let mut methods = Vec::new();
    for class in &project.classes {
        for unit in project.units_of(class) {
            let own = product.coverage.row(unit);
            row += own;
            methods.push((project.goals.units[unit].name.clone(), own));
        }
    }
    // A line that several methods share, as fields with a value are, counts once.
    (row.regions, row.branches) = (Share::default(), Share::default());
    for counters in product.counters.values() {
        row.regions += share(counters.lines);
        row.branches += share(counters.branches);
    }
    Ok(Ok(Done {
        name: group.name.replace('/', "."),
        row,
        methods,
        tests: product.tests.len(),
        executions: product.generated.statistics.executions,
        arms: making::arms(&product.generated.statistics),
        open: open(&project, &product, settings.criteria),
        time: started.elapsed(),
        file,
        kept,
        left_out,
        unsteady: product.unsteady,
        shaky: product.shaky,
        confirmed: confirmed(&options.sources, &project),
        note,
        findings: told(&project, &product, work.junit),
        exits: product.exits,
        exceptions: product.exceptions,
        tested: product.tested,
        nulls: product.nulls,
        rerun: product.rerun,
    }))
}

/// What no test covers, and what is known about it. A method was explored to an end if all ways into it were.
fn open(project: &Project, product: &Product, criteria: Criteria) -> Vec<Open> {
    let generated = &product.generated;
    let end = |method| {
        let mut ways = project.entries.iter().filter(|entry| entry.method == method);
        let first = *generated.ends.get(&ways.next()?.function)?;
        ways.next().is_none().then_some(first)
    };
    let unit_name = |function| {
        let unit = project.goals.unit_of(function)?;
        Some(short(&project.goals.units[unit].name).to_owned())
    };
    let known = Findable {
        goals: &project.goals,
        coverage: &product.coverage,
        found: &generated.coverage,
        died: &generated.died,
        criteria,
        end: &end,
        place: &|span| verdicts::place_in_class(&project.program, span),
        name: &|function| unit_name(function).unwrap_or_default(),
    };
    verdicts::open(&known, |_| true)
}

/// What the source says of the decisions that were rebuilt from bytecode, where it is given.
fn confirmed(roots: &[PathBuf], project: &Project) -> Option<(String, Confirmed)> {
    let path = project.source_path()?;
    let text = roots.iter().find_map(|root| std::fs::read_to_string(root.join(&path)).ok())?;
    let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
    Some((name, Confirmed::new(&project.rebuilt_decisions(), &text)))
}

/// Why there are no tests at all.
fn fruitless(product: &Product) -> String {
    let ends = product.generated.statistics.ends.values();
    let (clean, limits) =
        ends.fold((0, 0), |(clean, limits), end| (clean + end.clean, limits + end.limits));
    match (clean, limits) {
        (0, 0) => "nothing could be run".to_owned(),
        (0, limits) => format!("none of {limits} runs came to an end before a limit was reached"),
        _ => "no run that came to an end covered anything".to_owned(),
    }
}

/// The findings, each with the statements that show it.
fn told(project: &Project, product: &Product, junit: Junit) -> Vec<Told> {
    let package = write::package_of(&project.class);
    project.with_world(|world| {
        let known = Known::new(world, &project.program, &project.api, &package);
        let unit = project.writing(&known, junit);
        let told = product.findings.iter().map(|finding| Told {
            method: finding.method.clone(),
            what: finding.what.clone(),
            line: finding.line.clone(),
            shown: write::statements(&unit, &finding.scenario).unwrap_or_default().join(" "),
        });
        told.collect()
    })
}

fn share(tally: Tally) -> Share {
    Share { covered: tally.covered, total: tally.total }
}

/// Writes the tests, and tries them on the real JVM until all that are left pass.
fn settle(
    work: &Work<'_>,
    target: &Target,
    project: &Project,
    product: &mut Product,
    left_out: &mut Vec<LeftOut>,
) -> Result<(Written, Option<String>), Failure> {
    let Work { options, jdk, junit, .. } = *work;
    let package = write::package_of(&project.class);
    let text = |product: &mut Product| {
        project.with_world(|world| {
            let known = Known::new(world, &project.program, &project.api, &package);
            let unit = project.writing(&known, junit);
            write::drop_repeated(&unit, &mut product.tests);
            write::name_tests(&unit, &mut product.tests);
            write::write(&unit, &product.tests)
        })
    };
    let mut note = None;
    let untried = options.no_native;
    if !options.native && !options.no_native {
        let outside = project.stay_inside(product).map_err(Failure::new)?;
        if outside > 0 {
            note = Some(format!(
                "left out what asks for files, hosts or other processes: {outside} of the tests; \
                 --native tries them on the JVM too"
            ));
        }
    }
    for _ in 0..TRIALS {
        let written = text(product);
        if !written.left_out.is_empty() {
            let gone = |name: &String| written.left_out.iter().any(|left| left.test == *name);
            product.tests.retain(|test| !gone(&test.name));
            left_out.extend(written.left_out.iter().cloned());
            continue;
        }
        if untried || written.text.is_empty() {
            return Ok((written, note));
        }
        match trial::attempt(jdk, &target.class_path, junit, &written, project.keeps_state()) {
            Ok(Tried::Failed(failed)) if failed.is_empty() => return Ok((written, note)),
            Ok(Tried::Failed(failed)) => left_out.extend(product.mend(&failed)),
            // A mistake in one test is no reason to lose the others.
            Ok(Tried::NotCompiled { tests, .. }) if !tests.is_empty() => {
                product.tests.retain(|test| !tests.contains_key(&test.name));
                left_out.extend(tests.into_iter().map(|(test, said)| {
                    let reason = format!("it does not compile, a mistake of Ferret's: {said}");
                    LeftOut { test, reason }
                }));
            }
            Ok(Tried::NotCompiled { said, .. }) => {
                let first = said.lines().find(|line| line.contains("error")).unwrap_or("");
                note = Some(format!(
                    "the tests do not compile, which is a mistake of Ferret's: {}",
                    first.trim()
                ));
                product.tests.clear();
                return Ok((Written::default(), note));
            }
            Err(error) => {
                note = Some(format!("the tests could not be tried on the JVM: {error}"));
                return Ok((written, note));
            }
        }
    }
    // What does not settle is not worth keeping.
    note = Some("no tests were left that pass each time".to_owned());
    product.tests.clear();
    Ok((Written::default(), note))
}

/// Writes a file, unless there is one that Ferret did not write or that was edited; tells whether it did.
fn save(out: &Path, written: &Written) -> Result<bool, Failure> {
    let path = out.join(&written.path);
    let failed =
        |error: std::io::Error| Failure::new(format!("cannot write `{}`: {error}", path.display()));
    match std::fs::read_to_string(&path) {
        Ok(old) if old == written.text => return Ok(true),
        Ok(old) if !suite::mark::is_ours(&old) => return Ok(false),
        _ => {}
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(&path, &written.text).map_err(failed)?;
    Ok(true)
}
