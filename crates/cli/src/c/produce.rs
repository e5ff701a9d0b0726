//! `ferret c FILE.c`: tests for the functions of C files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use c::clang::{Clang, Source};
use c::judge::{self, Verdict};
use c::produce::{Product, Project, UnitRow};
use c::units::source_name;
use c::write::{cmake, is_ours, makefile};
use clap::Args;
use coverage::{Criterion, PairRule, Row, UnitId};
use generate::{Budget, Progress, Settings};
use program::{FileId, FuncId, Program};
use serde_json::{Value, json};
use suite::Test;

use super::technique::TechniqueOptions;
use super::verdicts;
use crate::failure::Failure;
use crate::size::{parse_count, parse_share, parse_time};

/// How tests are made.
#[derive(Args)]
pub struct TestOptions {
    /// Make tests for this function only; may be given again [default: all]
    #[arg(long, value_name = "NAME")]
    function: Vec<String>,
    /// Where the tests go
    #[arg(long, value_name = "DIR", default_value = "ferret-tests")]
    out: PathBuf,
    /// What to cover: statement, branch, decision, condition, condition-decision or mcdc
    #[arg(long, value_name = "NAME", default_value = "branch")]
    criterion: Criterion,
    /// When two evaluations show the independence of a condition, for mcdc: unique-cause (as llvm-cov
    /// counts), masking or strict
    #[arg(long, value_name = "RULE", default_value_t = PairRule::default())]
    mcdc: PairRule,
    #[command(flatten)]
    technique: TechniqueOptions,
    /// What all random choices come from
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_count)]
    seed: u64,
    /// Time for the search, as in 500ms, 10s or 2m [default: 10s, unless --executions is given]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    budget: Option<Duration>,
    /// Stop after this many executions: the same tests on every machine
    #[arg(long, value_name = "N", value_parser = parse_count)]
    executions: Option<u64>,
    /// Stop when this share of the goals is covered, as in 90% [default: 100%]
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    until: Option<f64>,
    /// Write how many goals were covered after how many executions and seconds, as CSV
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_count)]
    jobs: Option<u64>,
    /// Run the written tests natively even if the code calls functions that reach out of the process
    #[arg(long, conflicts_with = "no_native")]
    native: bool,
    /// Do not run the written tests natively
    #[arg(long)]
    no_native: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Makes tests, writes them and tells what they cover.
pub fn produce(
    options: &TestOptions,
    clang: &Clang,
    sources: &[Source],
    project: &Project,
) -> Result<ExitCode, Failure> {
    let functions = project.functions(&options.function).map_err(|name| {
        let known: Vec<&str> =
            project.goals.units.values().map(|unit| unit.name.as_str()).take(12).collect();
        Failure::new(format!("there is no function `{name}` to test"))
            .help(format!("there are {}", known.join(", ")))
    })?;
    let folder = Folder::open(&options.out)?;
    let time = match (options.budget, options.executions) {
        (None, None) => Some(Duration::from_secs(10)),
        (time, _) => time,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings {
        seed: options.seed,
        budget: Budget { executions: options.executions, time },
        jobs: options.jobs.map_or(cores, |jobs| jobs.clamp(1, 256) as usize),
        criterion: options.criterion,
        rule: options.mcdc,
        until: options.until,
        ..Settings::default()
    };
    let technique = options.technique.technique();
    let mut curve = Curve::default();
    let mut line = Line::new(!options.json);
    let mut product = project
        .produce(functions.clone(), &*technique, &settings, &mut |progress| {
            line.show(progress);
            curve.add(progress);
        })
        .map_err(Failure::new)?;
    line.clear();
    if let Some(path) = &options.curve {
        curve.write(path)?;
    }
    let mut written = write_all(&folder, sources, project, &product)?;
    let mut notes = Vec::new();
    if !options.no_native {
        let reaching = judge::reaching_out(&project.program, &project.goals, &project.stubs);
        if reaching.is_empty() || options.native {
            judge_all(clang, &folder, sources, project, &mut product, &mut written, &mut notes)?;
        } else {
            notes.push(format!(
                "not run natively, because the code calls {}; --native runs them",
                list(&reaching)
            ));
        }
    }
    project.measure(&mut product).map_err(Failure::new)?;
    let rows = project.rows(&product, &functions);
    let text = if options.json {
        json_text(project, &product, &rows, &written, &notes)
    } else {
        table(project, &product, &rows, &written, &notes)
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// Goals covered over executions and time.
#[derive(Default)]
struct Curve(String);

impl Curve {
    fn add(&mut self, progress: &Progress) {
        let Progress { executions, covered, goals, elapsed, .. } = progress;
        let seconds = elapsed.as_secs_f64();
        let _ = writeln!(self.0, "{executions},{seconds:.3},{covered},{goals}");
    }

    fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = format!("executions,seconds,covered,goals\n{}", self.0);
        std::fs::write(path, text)
            .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", path.display())))
    }
}

/// The line that tells how far the work has come, on a terminal.
struct Line {
    shown: bool,
    last: Duration,
}

impl Line {
    fn new(wanted: bool) -> Self {
        Self { shown: wanted && std::io::stderr().is_terminal(), last: Duration::ZERO }
    }

    fn show(&mut self, progress: &Progress) {
        if !self.shown || progress.elapsed.saturating_sub(self.last) < Duration::from_millis(100) {
            return;
        }
        self.last = progress.elapsed;
        let _ = write!(
            std::io::stderr(),
            "\r{:>6.1}s  {} executions  {}/{} goals  {} kept  {} findings \x1b[K",
            progress.elapsed.as_secs_f64(),
            progress.executions,
            progress.covered,
            progress.goals,
            progress.kept,
            progress.findings
        );
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// The folder that tests go to.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn open(path: &Path) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| {
            Failure::new(format!("cannot write to `{}`: {error}", path.display()))
        };
        std::fs::create_dir_all(path).map_err(failed)?;
        Ok(Self { path: std::fs::canonicalize(path).map_err(failed)? })
    }

    /// Takes away a file that Ferret wrote and that is as it was written.
    fn forget(&self, name: &str) {
        let path = self.path.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|old| is_ours(&old)) {
            let _ = std::fs::remove_file(&path);
        }
    }

    /// Writes a file, unless there is one that Ferret did not write or that was edited; tells whether it
    /// did.
    fn write(&self, name: &str, text: &str) -> Result<bool, Failure> {
        let path = self.path.join(name);
        match std::fs::read_to_string(&path) {
            Ok(old) if old == text => return Ok(true),
            Ok(old) if !is_ours(&old) => return Ok(false),
            _ => {}
        }
        std::fs::write(&path, text)
            .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", path.display())))?;
        Ok(true)
    }
}

/// What was written.
#[derive(Default)]
struct Output {
    /// Files of tests, without ending, with the source that each belongs to.
    files: Vec<(String, FileId)>,
    /// Files of findings.
    findings: Vec<(String, FileId)>,
    /// Files that are not Ferret's to overwrite.
    kept: Vec<String>,
}

/// Writes the tests of all files, and what builds them.
fn write_all(
    folder: &Folder,
    sources: &[Source],
    project: &Project,
    product: &Product,
) -> Result<Output, Failure> {
    let mut output = Output::default();
    for (tests, prefix) in [(&product.tests, "test"), (&product.findings, "findings")] {
        for (file, tests) in project.by_file(tests) {
            let name = file_stem(&project.program, file, prefix);
            let include = include_path(folder, sources, &project.program, file);
            let tests: Vec<Test> = tests.into_iter().cloned().collect();
            let text = match prefix {
                "test" => project.write(&include, &tests).text,
                _ => project.write_findings(&include, &tests, &product.said).text,
            };
            if text.is_empty() {
                continue;
            }
            if folder.write(&format!("{name}.c"), &text)? {
                let list = if prefix == "test" { &mut output.files } else { &mut output.findings };
                list.push((name, file));
            } else {
                output.kept.push(format!("{name}.c"));
            }
        }
    }
    let names = |files: &[(String, FileId)]| -> Vec<String> {
        files.iter().map(|(name, _)| name.clone()).collect()
    };
    let (tests, findings) = (names(&output.files), names(&output.findings));
    let flags = flags(folder, sources);
    for (name, text) in
        [("Makefile", makefile(&tests, &findings, &flags)), ("tests.cmake", cmake(&tests, &flags))]
    {
        let old = std::fs::read_to_string(folder.path.join(name)).unwrap_or_default();
        let ours = old.is_empty() || old.starts_with(text.lines().next().unwrap_or_default());
        if ours {
            std::fs::write(folder.path.join(name), text)
                .map_err(|error| Failure::new(format!("cannot write `{name}`: {error}")))?;
        } else {
            output.kept.push(name.to_owned());
        }
    }
    Ok(output)
}

fn file_stem(program: &Program, file: FileId, prefix: &str) -> String {
    let stem = Path::new(&program.files[file]).file_stem().unwrap_or_default();
    let stem: String = stem
        .to_string_lossy()
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '_' })
        .collect();
    format!("{prefix}_{stem}")
}

/// The source on disk that a file of the program is.
fn source_path(sources: &[Source], program: &Program, file: FileId) -> PathBuf {
    let name = Path::new(&program.files[file]);
    for source in sources {
        let base = source.directory.as_deref().unwrap_or(Path::new(""));
        let whole = base.join(&source.file);
        if name.file_name() == source.file.file_name()
            && let Ok(path) = std::fs::canonicalize(&whole)
        {
            return path;
        }
    }
    std::fs::canonicalize(name).unwrap_or_else(|_| name.to_owned())
}

fn include_path(folder: &Folder, sources: &[Source], program: &Program, file: FileId) -> String {
    relative(&folder.path, &source_path(sources, program, file)).display().to_string()
}

/// The way from a folder to a file.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n(Component::ParentDir, from.len() - common);
    up.chain(to[common..].iter().copied()).collect()
}

/// The flags of the sources, with paths as seen from the folder of the tests.
fn flags(folder: &Folder, sources: &[Source]) -> Vec<String> {
    let Some(source) = sources.first() else { return Vec::new() };
    let base = source.directory.clone().unwrap_or_else(|| PathBuf::from("."));
    let here = |path: &str| -> String {
        match std::fs::canonicalize(base.join(path)) {
            Ok(path) => relative(&folder.path, &path).display().to_string(),
            Err(_) => path.to_owned(),
        }
    };
    let mut flags = Vec::new();
    let mut previous = "";
    for flag in &source.flags {
        flags.push(match (flag.strip_prefix("-I"), previous) {
            (_, "-include" | "-I" | "-isystem") => here(flag),
            (Some(path), _) if !path.is_empty() => format!("-I{}", here(path)),
            _ => flag.clone(),
        });
        previous = flag;
    }
    flags
}

/// Runs all written tests natively; those that do not pass are taken out.
fn judge_all(
    clang: &Clang,
    folder: &Folder,
    sources: &[Source],
    project: &Project,
    product: &mut Product,
    written: &mut Output,
    notes: &mut Vec<String>,
) -> Result<(), Failure> {
    let flags: Vec<String> = sources.first().map(|source| source.flags.clone()).unwrap_or_default();
    let mut removed = false;
    for (name, file) in written.files.clone() {
        let tests: Vec<String> = product
            .tests
            .iter()
            .filter(|test| project.file_of(test.function) == Some(file))
            .map(|test| test.name.clone())
            .collect();
        let path = folder.path.join(format!("{name}.c"));
        match judge::judge(clang, &path, &flags, &tests) {
            Ok(Verdict::Run(failed)) => {
                for (test, said) in failed {
                    take_out(product, &test, &said, notes);
                    removed = true;
                }
            }
            Ok(Verdict::NotCompiled(said)) => {
                let first = said.lines().find(|line| line.contains("error"));
                notes.push(format!(
                    "`{name}.c` does not compile, which is a mistake of Ferret's: {}",
                    first.unwrap_or("").trim()
                ));
            }
            Err(error) => notes.push(format!("`{name}` could not be run natively: {error}")),
        }
    }
    if removed {
        // A file may be left without any test.
        for (name, _) in &written.files {
            folder.forget(&format!("{name}.c"));
        }
        *written = write_all(folder, sources, project, product)?;
    }
    Ok(())
}

/// Takes a test out of the suite that did not pass natively: a finding, if a sanitizer spoke.
fn take_out(product: &mut Product, name: &str, said: &str, notes: &mut Vec<String>) {
    let Some(place) = product.tests.iter().position(|test| test.name == name) else { return };
    let mut test = product.tests.remove(place);
    match judge::complaint(said) {
        Some(complaint) => {
            test.name = format!("{name}_dies");
            product.said.insert(test.name.clone(), complaint);
            product.findings.push(test);
        }
        None => {
            let first = said.lines().find(|line| !line.trim().is_empty());
            notes.push(format!(
                "`{name}` does not pass natively and was taken out: {}",
                first.unwrap_or("it said nothing").trim()
            ));
        }
    }
}

fn list(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(4).map(|name| format!("`{name}`")).collect();
    let more =
        if names.len() > 4 { format!(" and {} more", names.len() - 4) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// What a person reads.
fn table(
    project: &Project,
    product: &Product,
    rows: &[UnitRow],
    written: &Output,
    notes: &[String],
) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).clamp(8, 40);
    let mut text = format!(
        "{:width$}  {:>9}  {:>9}  {:>9}  {:>10}  {:>9}  {:>5}  {:>6}\n",
        "function", "regions", "branches", "decisions", "conditions", "MC/DC", "tests", "time"
    );
    let mut line = |name: &str, row: &Row, tests: usize, time: Duration| {
        let _ = writeln!(
            text,
            "{name:width$}  {:>9}  {:>9}  {:>9}  {:>10}  {:>9}  {tests:>5}  {:>5.1}s",
            row.regions,
            row.branches,
            row.decisions,
            row.conditions,
            row.mcdc,
            time.as_secs_f64()
        );
    };
    let (mut all, mut tests, mut time) = (Row::default(), 0, Duration::ZERO);
    for row in rows {
        line(&row.name, &row.row, row.tests, row.time);
        all += row.row;
        tests += row.tests;
        time += row.time;
    }
    if rows.len() > 1 {
        line("all", &all, tests, time);
    }
    text += &verdicts::lines(project, product, &units_of(rows));
    let program = &project.program;
    let (nulls, others) = split_findings(project, product);
    if !others.is_empty() {
        let _ = writeln!(text, "\nfindings: {}", others.len());
        for finding in &others {
            let _ = writeln!(text, "  {}: {}", finding.name, said(product, finding));
        }
    }
    if !nulls.is_empty() {
        text.push('\n');
    }
    for (function, parameters) in &nulls {
        let name = source_name(program, *function);
        let _ = writeln!(text, "`{name}` needs non-null: {}", parameters.join(", "));
    }
    for (function, reason) in &product.skipped {
        let _ = writeln!(text, "skipped `{}`: {reason}", source_name(program, *function));
    }
    for (test, reason) in &product.left_out {
        let _ = writeln!(text, "left out `{test}`: {reason}");
    }
    if product.unsteady > 0 {
        let _ = writeln!(text, "left out {} scenarios that did not repeat", product.unsteady);
    }
    for note in notes {
        let _ = writeln!(text, "note: {note}");
    }
    for name in &written.kept {
        let _ =
            writeln!(text, "note: `{name}` was not written: the one that is there is not Ferret's");
    }
    let names: Vec<String> = written.files.iter().map(|(name, _)| format!("{name}.c")).collect();
    match names.is_empty() {
        true => text += "no tests\n",
        false => {
            let _ = writeln!(text, "tests: {} in {}", product.tests.len(), names.join(", "));
        }
    }
    text
}

/// The units of the table.
fn units_of(rows: &[UnitRow]) -> Vec<UnitId> {
    rows.iter().map(|row| row.unit).collect()
}

/// What a finding does.
fn said<'p>(product: &'p Product, finding: &Test) -> &'p str {
    product.said.get(&finding.name).map_or("", String::as_str)
}

/// The parameters of each function that must not be null.
type NonNull<'p> = BTreeMap<FuncId, Vec<&'p str>>;

/// The findings that are no more than a null pointer handed over, by function, and the others.
fn split_findings<'p>(project: &'p Project, product: &'p Product) -> (NonNull<'p>, Vec<&'p Test>) {
    let (mut nulls, mut others) = (NonNull::new(), Vec::new());
    for finding in &product.findings {
        match project.null_parameters(finding) {
            Some(names) => {
                let known = nulls.entry(finding.function).or_default();
                for name in names {
                    if !known.contains(&name) {
                        known.push(name);
                    }
                }
            }
            None => others.push(finding),
        }
    }
    (nulls, others)
}

/// What a machine reads.
fn json_text(
    project: &Project,
    product: &Product,
    rows: &[UnitRow],
    written: &Output,
    notes: &[String],
) -> String {
    let program = &project.program;
    let share = |share: coverage::Share| json!({"covered": share.covered, "total": share.total});
    let units: Vec<Value> = rows
        .iter()
        .map(|unit| {
            json!({
                "function": unit.name,
                "regions": share(unit.row.regions),
                "branches": share(unit.row.branches),
                "edges": share(unit.row.edges),
                "decisions": share(unit.row.decisions),
                "conditions": share(unit.row.conditions),
                "mcdc": share(unit.row.mcdc),
                "tests": unit.tests,
                "seconds": unit.time.as_secs_f64(),
            })
        })
        .collect();
    let (not_covered, solver) = verdicts::json(project, product, &units_of(rows));
    let (nulls, others) = split_findings(project, product);
    let skipped = |(function, reason): &(FuncId, String)| json!({"function": source_name(program, *function), "reason": reason});
    let value = json!({
        "functions": units,
        "tests": product.tests.iter().map(|test| test.name.clone()).collect::<Vec<_>>(),
        "findings": others.iter().map(|finding| json!({"name": finding.name, "function": source_name(program, finding.function), "what": said(product, finding)})).collect::<Vec<_>>(),
        "non_null": nulls.iter().map(|(function, names)| json!({"function": source_name(program, *function), "parameters": names})).collect::<Vec<_>>(),
        "skipped": product.skipped.iter().map(skipped).collect::<Vec<_>>(),
        "left_out": product.left_out.iter().map(|(test, reason)| json!({"test": test, "reason": reason.to_string()})).collect::<Vec<_>>(),
        "files": written.files.iter().map(|(name, _)| format!("{name}.c")).collect::<Vec<_>>(),
        "executions": product.statistics.executions,
        "seconds": product.statistics.elapsed.as_secs_f64(),
        "not_covered": not_covered,
        "solver": solver,
        "notes": notes,
    });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}
