//! `ferret c FILE.c`: tests for the functions of C files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use c::clang::{Clang, Source};
use c::judge::{self, Case, Verdict};
use c::produce::{Product, Project, UnitRow};
use c::units::source_name;
use c::write::{Framework, LeftOut};
use clap::Args;
use coverage::{Row, UnitId};
use program::{FileId, FuncId};
use serde_json::{Value, json};
use suite::Test;

use super::folder::{Folder, Output, Work};
use super::verdicts;
use crate::failure::Failure;
use crate::interrupt;
use crate::making::{self, MakingOptions};

/// How tests are made.
#[derive(Args)]
pub struct TestOptions {
    /// Make tests for this function only; may be given again [default: all]
    #[arg(long, value_name = "NAME")]
    function: Vec<String>,
    /// Where the tests go
    #[arg(long, value_name = "DIR", default_value = "ferret-tests")]
    out: PathBuf,
    #[command(flatten)]
    pub making: MakingOptions,
    /// Run the written tests natively even if the code calls functions that reach out of the process
    #[arg(long, conflicts_with = "no_native")]
    native: bool,
    /// Do not run the written tests natively
    #[arg(long)]
    no_native: bool,
    /// Let what functions create be created by them alone: no test makes up the inside of such a record by hand
    #[arg(long)]
    no_made_up: bool,
    /// What runs the tests: plain (nothing but C) or cmocka
    #[arg(long, value_name = "NAME", default_value = "plain")]
    framework: Framework,
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
    let mut settings = options.making.settings();
    settings.limits.made_up = !options.no_made_up;
    let technique = options.making.technique()?;
    let mut watch = options.making.watch();
    let mut product = project
        .produce(functions.clone(), &*technique, &settings, &mut |progress| watch.see(progress))
        .map_err(Failure::new)?;
    watch.end();
    let work = Work { sources, project, framework: options.framework };
    let mut written = work.write_all(&folder, &product)?;
    let mut notes = Vec::new();
    if interrupt::STOP.is_pulled() {
        notes.push("the search was ended by Ctrl-C before its time".to_owned());
    }
    if !options.no_native {
        let linked = sources.len() > 1;
        let reaching =
            judge::reaching_out(&project.program, &project.goals, &project.stubs, linked);
        if reaching.is_empty() || options.native {
            judge_all(clang, &folder, &work, &mut product, &mut written, &mut notes)?;
        } else {
            notes.push(format!(
                "not run natively, because the code calls {}; --native runs them",
                list(&reaching)
            ));
        }
    }
    project.measure(&mut product).map_err(Failure::new)?;
    let rows = project.rows(&product, &functions);
    let text = if options.making.json {
        json_text(project, &product, &rows, &written, &notes)
    } else {
        table(project, &product, &rows, &written, &notes)
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    watch.write()?;
    Ok(ExitCode::SUCCESS)
}

/// Runs all written tests natively; those that do not pass are taken out.
fn judge_all(
    clang: &Clang,
    folder: &Folder,
    work: &Work<'_>,
    product: &mut Product,
    written: &mut Output,
    notes: &mut Vec<String>,
) -> Result<(), Failure> {
    let mut removed = false;
    for (name, file) in written.files.clone() {
        let (own, tests) = tests_of(work, product, file);
        let path = match work.framework {
            Framework::Plain => folder.path.join(format!("{name}.c")),
            // What runs tests by name is the plain frame.
            Framework::Cmocka => {
                let include = work.path_of(file).display().to_string();
                let text = work.project.write(&include, &own, Framework::Plain).text;
                let path = std::env::temp_dir().join(format!("{}-{name}.c", std::process::id()));
                std::fs::write(&path, text).map_err(Failure::new)?;
                path
            }
        };
        let source = work.source_of(file);
        let others = work.sources.iter().enumerate().filter(|(index, _)| *index != source);
        let linked = others.map(|(index, other)| (other, format!("main_of_source_{index}")));
        let Some(source) = work.sources.get(source) else { continue };
        let case = Case { file: &path, source, linked: linked.collect(), tests };
        let verdict = judge::judge(clang, &case);
        if work.framework != Framework::Plain {
            let _ = std::fs::remove_file(&path);
        }
        match verdict {
            Ok(Verdict::Run(failed)) => {
                for (test, said) in failed {
                    take_out(product, &test, &said);
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
        *written = work.write_all(folder, product)?;
    }
    Ok(())
}

/// The tests of a source file, and their names.
fn tests_of(work: &Work<'_>, product: &Product, file: FileId) -> (Vec<Test>, Vec<String>) {
    let own = product.tests.iter().filter(|test| work.project.file_of(test.function) == Some(file));
    let own: Vec<Test> = own.cloned().collect();
    let names = own.iter().map(|test| test.name.clone()).collect();
    (own, names)
}

/// Takes a test out of the suite that did not pass natively: a finding, if a sanitizer spoke.
fn take_out(product: &mut Product, name: &str, said: &str) {
    let Some(place) = product.tests.iter().position(|test| test.name == name) else { return };
    let mut test = product.tests.remove(place);
    match judge::complaint(said) {
        Some(complaint) => {
            test.name = format!("{name}_dies");
            product.said.insert(test.name.clone(), complaint);
            product.findings.push(test);
        }
        None => {
            let first = said.lines().map(str::trim).find(|line| !line.is_empty());
            let first =
                first.map(|line| line.trim_start_matches("# ")).unwrap_or("it died without a word");
            let line = first.rsplit('/').next().unwrap_or(first);
            product.left_out.push(LeftOut {
                test: test.name,
                function: test.function,
                reason: format!("it does not pass natively: {line}"),
            });
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
        text += &finding_lines(product, &others);
    }
    if !nulls.is_empty() {
        text.push('\n');
    }
    for (function, parameters) in &nulls {
        let name = source_name(program, *function);
        let _ = writeln!(text, "`{name}` needs non-null: {}", parameters.join(", "));
    }
    let untested: Vec<(&str, &str)> =
        rows.iter().filter_map(|row| Some((row.name.as_str(), row.reason.as_deref()?))).collect();
    if !untested.is_empty() {
        let _ = writeln!(text, "\nwithout tests of their own: {}", untested.len());
        for (name, reason) in untested {
            let _ = writeln!(text, "  {}", shortened(&format!("{name}: {reason}")));
        }
    }
    if !product.left_out.is_empty() {
        let _ = writeln!(text, "\ntests left out: {}", product.left_out.len());
        for left in &product.left_out {
            let _ = writeln!(text, "  {}: {}", left.test, left.reason);
        }
    }
    if !product.unsteady.is_empty() {
        let count = product.unsteady.len();
        let _ = writeln!(text, "left out {count} scenarios that did not repeat");
    }
    for note in notes {
        let _ = writeln!(text, "note: {note}");
    }
    let made_up = project.made_up(product);
    if !made_up.is_empty() {
        let _ = writeln!(
            text,
            "note: the inside of what functions create is made up in {}; not with --no-made-up",
            made_up.join(", ")
        );
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

/// A line that fits into a window; the whole of it is in the JSON.
fn shortened(line: &str) -> String {
    const WIDTH: usize = 110;
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// A line for each finding; those of one function that die of the same thing at other places share a line.
fn finding_lines(product: &Product, findings: &[&Test]) -> String {
    let mut alike: Vec<((FuncId, &str), Vec<&Test>)> = Vec::new();
    for finding in findings {
        let cause = product.said.get(&finding.name).map_or("", |fault| fault.cause.as_str());
        let of = (finding.function, cause);
        match alike.iter_mut().find(|(known, _)| *known == of) {
            Some((_, list)) => list.push(finding),
            None => alike.push((of, vec![finding])),
        }
    }
    let mut text = String::new();
    for (_, list) in alike {
        let Some((first, others)) = list.split_first() else { continue };
        let _ = writeln!(text, "  {}: {}", first.name, said(product, first));
        if !others.is_empty() {
            let place = |finding: &&Test| {
                let place = product.said.get(&finding.name).and_then(|fault| fault.place.as_ref());
                place.map(ToString::to_string).unwrap_or_default()
            };
            let places: Vec<String> = others.iter().map(place).collect();
            let line = format!("    and {} more like it: {}", others.len(), places.join(", "));
            let _ = writeln!(text, "{}", shortened(&line));
        }
    }
    text
}

/// What a finding does.
fn said(product: &Product, finding: &Test) -> String {
    product.said.get(&finding.name).map(ToString::to_string).unwrap_or_default()
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
                "mcdc": {
                    "covered": unit.row.mcdc.covered,
                    "total": unit.row.mcdc.total,
                    "constant": unit.constant,
                },
                "tests": unit.tests,
                "reason": unit.reason,
                "seconds": unit.time.as_secs_f64(),
            })
        })
        .collect();
    let (not_covered, solver) = verdicts::json(project, product, &units_of(rows));
    let (nulls, others) = split_findings(project, product);
    let value = json!({
        "functions": units,
        "tests": product.tests.iter().map(|test| test.name.clone()).collect::<Vec<_>>(),
        "made_up": project.made_up(product),
        "findings": others.iter().map(|finding| json!({"name": finding.name, "function": source_name(program, finding.function), "what": said(product, finding)})).collect::<Vec<_>>(),
        "non_null": nulls.iter().map(|(function, names)| json!({"function": source_name(program, *function), "parameters": names})).collect::<Vec<_>>(),
        "left_out": product.left_out.iter().map(|left| json!({"test": left.test, "function": source_name(program, left.function), "reason": left.reason})).collect::<Vec<_>>(),
        "files": written.files.iter().map(|(name, _)| format!("{name}.c")).collect::<Vec<_>>(),
        "executions": product.statistics.executions,
        "seconds": product.statistics.elapsed.as_secs_f64(),
        "not_covered": not_covered,
        "solver": solver,
        "arms": making::arms(&product.statistics),
        "notes": notes,
    });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}
