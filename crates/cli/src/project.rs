//! `ferret test`: tests for a whole project, unit by unit, resumable.

mod conduct;
pub mod config;
pub mod crew;
mod incremental;
pub mod shards;
pub mod slurm;
pub mod submit;
mod summary;
pub mod verify;
mod view;

pub use conduct::read;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use generate::Stop;
use language::Focus;
use language::pattern::{Choice, similar};
use project::discover::{Code, Kind, Layout};
use project::{Options, Site, discover, is_supporting};

use self::incremental::IncrementalOptions;
use crate::failure::Failure;
use crate::interrupt;
use crate::java::shape::ShapeOptions;
use crate::making::MakingOptions;
use crate::native::{Mode, NativeOptions};
use crate::size::{parse_share, parse_time};
use crew::CrewOptions;

/// Exit status when less is covered than `--fail-under` asks for.
pub const UNDER: u8 = 3;
/// Exit status when there are findings and `--fail-on findings` is given.
pub const FOUND: u8 = 4;
/// Exit status when the work was stopped before its end.
pub const INTERRUPTED: u8 = 130;

/// One call of Ferret's.
#[derive(Clone, Copy)]
pub struct Session<'s> {
    /// The whole command line, with the words of `ferret.toml`.
    pub words: &'s [OsString],
    /// What ends all work.
    pub stop: &'s Stop,
}

/// What to do with a project.
#[derive(Args)]
#[command(
    args_override_self = true,
    after_long_help = "\
The project is in DIR: Maven or Gradle modules, a compilation database (compile_commands.json), CMake
or make (with --build), or a folder of class files or C files. Java tests go to the test sources of
their module, C tests to ferret-tests.

Results are kept in .ferret/ledger.jsonl. After an interruption the same command continues. Units
whose code and settings have not changed are not tested again. A unit that hangs, crashes or needs
too much memory fails alone.

When code changes, tests that still pass and contribute keep their name, order and text. Tests that
fail because the code changed are listed and kept until --update. Edited files are never overwritten.
`ferret verify` runs the tests without generating any.

Every option can stand in ferret.toml under its long name; the command line wins. `ferret init`
writes such a file, `ferret config` prints the settings.

Examples:
  ferret test --total-budget 10m
  ferret test --include 'com.acme.*' --exclude '*.generated.*' --dry-run
  ferret test --total-budget 5m --fail-under 80% --fail-on findings
  ferret test --since origin/main --fail-under 80%     a pull request

Exit status: 0; 1 tests do not compile, tests fail because the code changed, or a unit failed; 2 bad
usage or input; 3 less covered than --fail-under; 4 findings with --fail-on; 70 internal error; 130
interrupted."
)]
pub struct ProjectOptions {
    /// Folder of the project
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Test only units that match this pattern: a name, the end of one, or with * and ?; repeatable
    #[arg(long, value_name = "PATTERN")]
    include: Vec<String>,
    /// Test no unit that matches this pattern; repeatable
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,
    /// Build the project first if necessary
    #[arg(long)]
    build: bool,
    /// Only list the units that would be tested
    #[arg(long)]
    dry_run: bool,
    /// Folder for the tests [default: test sources of the module for Java, ferret-tests for C]
    #[arg(long, value_name = "DIR")]
    tests: Option<PathBuf>,
    /// File with the results [default: .ferret/ledger.jsonl in the project]
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Forget earlier results and test every unit again
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    shape: ShapeOptions,
    /// Exit with status 3 if fewer branches are covered than this, such as 80%
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    fail_under: Option<f64>,
    /// Exit with status 4 if there are findings
    #[arg(long, value_name = "WHAT", value_enum)]
    fail_on: Option<FailOn>,
    /// Print only the result
    #[arg(long, overrides_with = "json_lines")]
    quiet: bool,
    /// Print a line of JSON for each unit as soon as it is done
    #[arg(long, overrides_with = "json")]
    json_lines: bool,
    #[command(flatten)]
    native: NativeOptions,
    /// The JDK to use [default: JAVA_HOME, or the `java` on the PATH]
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
    #[command(flatten)]
    crew: CrewOptions,
    #[command(flatten)]
    incremental: IncrementalOptions,
    #[command(flatten)]
    making: MakingOptions,
    /// Time for all units together, such as 10m; units at work when it is up are finished
    ///
    /// Each unit is tried briefly, then time goes to units with uncovered goals that make progress.
    #[arg(long, value_name = "TIME", value_parser = parse_time, overrides_with = "executions")]
    total_budget: Option<Duration>,
}

impl ProjectOptions {
    /// Whether tests that fail because the code changed are kept as they are.
    fn keeps_changed(&self) -> bool {
        !self.incremental.update && self.native.mode() != Mode::Never
    }
}

/// What makes a run fail.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    /// Findings that are worth reporting
    Findings,
}

/// A project that is open for work, and the units of it that are chosen, by their places.
struct Opened {
    layout: Layout,
    site: Site,
    chosen: Vec<usize>,
    /// The lines that tests are made for, if not for all.
    focus: Option<Focus>,
}

impl Opened {
    /// Finds out what is in the folder, and says so.
    fn new(options: &ProjectOptions) -> Result<Self, Failure> {
        let layout = discover(&options.folder, options.build).map_err(|error| {
            let help = error.help();
            Failure::new(error).help(help)
        })?;
        let site = Site::open(&layout, &opening(options)?)?;
        let (chosen, focus) =
            incremental::narrow(options, &layout, &site, choose(options, &site)?)?;
        if !options.quiet {
            let _ = std::io::stderr()
                .write_all(found(options, &layout, &site, chosen.len()).as_bytes());
        }
        Ok(Self { layout, site, chosen, focus })
    }

    /// Where sources may be: beside the tests of each module, as Maven has them, and in the root.
    fn roots(&self) -> Vec<PathBuf> {
        let modules = self.layout.modules.iter();
        let beside = modules.filter_map(|module| {
            let folder = module.tests.ancestors().find(|own| own.ends_with("src"))?;
            Some(folder.join("main/java"))
        });
        beside.chain([self.layout.root.join("src"), self.layout.root.clone()]).collect()
    }
}

/// Tests a project.
pub fn test(options: &ProjectOptions, session: &Session<'_>) -> Result<ExitCode, Failure> {
    interrupt::listen(session.stop);
    let opened = Opened::new(options)?;
    if options.dry_run {
        let Opened { layout, site, chosen, .. } = &opened;
        let mut text = String::new();
        for task in chosen.iter().map(|index| &site.tasks[*index]) {
            let place = site.tests_of(task);
            let place = place.strip_prefix(&layout.root).unwrap_or(&place).display();
            text += &format!("{} -> {place}\n", task.name);
        }
        let _ = std::io::stdout().write_all(text.as_bytes());
        return Ok(ExitCode::SUCCESS);
    }
    options.native.warn();
    let path = conduct::ledger_path(options, &opened.layout);
    conduct::conduct(options, &opened, &path, session)
}

fn opening(options: &ProjectOptions) -> Result<Options, Failure> {
    use {c::target::Native as ForC, java::classes::Native as ForJava};
    let (java_native, c_native) = match options.native.mode() {
        Mode::Always => (ForJava::Always, ForC::Always),
        Mode::Never => (ForJava::Never, ForC::Never),
        Mode::Confined => (ForJava::Confined, ForC::Confined),
        Mode::IfHarmless => (ForJava::IfHarmless, ForC::IfHarmless),
    };
    let java = java::classes::Options {
        native: java_native,
        style: options.shape.style(None)?,
        mocks: options.shape.mocks(),
        criteria: options.making.criteria,
        ..java::classes::Options::default()
    };
    Ok(Options {
        java,
        junit_is_given: options.shape.framework().is_some(),
        jdk: options.jdk.clone(),
        c: c::target::Options { native: c_native, ..c::target::Options::default() },
        cache: crate::c::compile::cache(),
        tests: options.tests.clone(),
    })
}

/// The units that are tested, by their places.
fn choose(options: &ProjectOptions, site: &Site) -> Result<Vec<usize>, Failure> {
    let choice = Choice { include: options.include.clone(), exclude: options.exclude.clone() };
    let names: Vec<&str> = site.tasks.iter().map(|task| task.name.as_str()).collect();
    if let Some(pattern) = choice.fruitless(&names) {
        let near = similar(pattern, &names);
        let failure = Failure::new(format!("no unit matches `{pattern}`"));
        return Err(match near.is_empty() {
            true => failure.help("--dry-run without --include lists all units"),
            false => failure.help(format!("did you mean {}?", near.join(", "))),
        });
    }
    let takes =
        |name: &str| choice.takes(name) && !(leaves_out(options, site) && is_supporting(name));
    let taken = names.iter().enumerate().filter(|(_, name)| takes(name));
    Ok(taken.map(|(index, _)| index).collect())
}

/// Whether tests and examples of the project get no tests of their own: unless they are asked for, or there is nothing
/// else.
fn leaves_out(options: &ProjectOptions, site: &Site) -> bool {
    options.include.is_empty() && !site.tasks.iter().all(|task| is_supporting(&task.name))
}

/// What was found, for the one who only typed `ferret`.
fn found(options: &ProjectOptions, layout: &Layout, site: &Site, chosen: usize) -> String {
    let kind = match &layout.kind {
        Kind::Maven => "Maven project".to_owned(),
        Kind::Gradle => "Gradle project".to_owned(),
        Kind::Database(path) => {
            let shown = path.strip_prefix(&layout.root).unwrap_or(path);
            format!("C project with {}", shown.display())
        }
        Kind::Make => "C project built by make".to_owned(),
        Kind::Classes => "folder of class files".to_owned(),
        Kind::Files => "folder of C files".to_owned(),
    };
    let mut text = format!("{kind}, {}", counted(chosen, site.tasks.len()));
    if let [module] = &layout.modules[..] {
        text += &format!("; tests go to {}", place(layout, &module.tests));
    }
    text.push('\n');
    if layout.modules.len() > 1 {
        for (index, module) in layout.modules.iter().enumerate() {
            let units = site.tasks.iter().filter(|task| task.module == index).count();
            let junit = match &module.code {
                Code::Java { junit: Some(junit), .. } => format!(", {junit}"),
                _ => String::new(),
            };
            let tests = site.shown_tests(index, &layout.root);
            let units = counted(units, units);
            text += &format!("  {}: {units}{junit}; tests go to {tests}\n", module.name);
        }
    }
    if lacks_junit(options, layout) {
        text += "note: no module depends on JUnit or TestNG, so the build cannot compile the tests yet; \
                 add org.junit.jupiter:junit-jupiter for tests\n";
    }
    let supporting = site.tasks.iter().filter(|task| is_supporting(&task.name)).count();
    if supporting > 0 && leaves_out(options, site) {
        let units = counted(supporting, supporting);
        text += &format!(
            "left out: {units} in folders of tests, examples or benchmarks; --include '*' tests all\n"
        );
    }
    text
}

/// Whether a build is to run tests of Java and has nothing to run them with.
fn lacks_junit(options: &ProjectOptions, layout: &Layout) -> bool {
    let lacks = |module: &project::Module| matches!(&module.code, Code::Java { junit: None, .. });
    matches!(layout.kind, Kind::Maven | Kind::Gradle)
        && options.tests.is_none()
        && layout.modules.iter().all(lacks)
}

fn counted(chosen: usize, all: usize) -> String {
    let units = if all == 1 { "unit" } else { "units" };
    match chosen == all {
        true => format!("{all} {units}"),
        false => format!("{chosen} of {all} {units}"),
    }
}

fn place(layout: &Layout, path: &Path) -> String {
    path.strip_prefix(&layout.root).unwrap_or(path).display().to_string()
}
