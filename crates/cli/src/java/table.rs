//! What came of classes, as people and as programs read it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use coverage::{Criteria, Criterion, Row, Share};
use java::confirm::Confirmed;
use java::project::{Nulls, Rerun};
use java::write::LeftOut;
use serde_json::{Value, json};

use crate::verdicts::{self, Open};

/// What came of one class.
pub struct Done {
    /// Its name.
    pub name: String,
    /// What is covered of it.
    pub row: Row,
    /// What is covered of its methods.
    pub methods: Vec<(String, Row)>,
    /// How many tests there are.
    pub tests: usize,
    /// How many scenarios were run.
    pub executions: u64,
    /// What each way to work did, where the technique has several.
    pub arms: Value,
    /// What is not covered.
    pub open: Vec<Open>,
    /// How long it took.
    pub time: Duration,
    /// The file that was written.
    pub file: Option<String>,
    /// The file that was not written because there is another one.
    pub kept: Option<String>,
    /// Tests that are not in the file, and why.
    pub left_out: Vec<LeftOut>,
    /// Scenarios that end otherwise or cover something else in other surroundings.
    pub unsteady: usize,
    /// Assertions that do not hold in other surroundings.
    pub shaky: usize,
    /// Which exceptions were seen, by the method that was called.
    pub exceptions: BTreeSet<(String, String)>,
    /// Those that tests show.
    pub tested: BTreeSet<(String, String)>,
    /// How many runs ended the JVM, by the method that was called.
    pub exits: BTreeMap<String, u64>,
    /// What the source says of decisions of several conditions, with its name, where it is given.
    pub confirmed: Option<(String, Confirmed)>,
    /// What else is to be said.
    pub note: Option<String>,
    /// What looks like a mistake.
    pub findings: Vec<Told>,
    /// Parameters that must not be null, by the method.
    pub nulls: Nulls,
    /// What became of the tests that were there already.
    pub rerun: Rerun,
}

impl Done {
    /// How many of the exceptions have a test.
    fn tested(&self) -> usize {
        self.exceptions.intersection(&self.tested).count()
    }
}

/// Something that looks like a mistake.
pub struct Told {
    /// The method.
    pub method: String,
    /// What is wrong with it.
    pub what: String,
    /// Where, if it is known: a file of sources and a line.
    pub line: Option<(String, u32)>,
    /// The statements that show it.
    pub shown: String,
}

/// Characters of the statements of a finding that are printed.
const LONGEST: usize = 160;

/// What the lines of a table have in common.
#[derive(Clone, Copy)]
pub struct Layout {
    /// Characters of the first column.
    pub width: usize,
    /// What was asked for.
    pub criteria: Criteria,
}

impl Layout {
    fn header(self) -> String {
        let width = self.width;
        let checks = if self.has_checks() { format!("  {:>9}", "checks") } else { String::new() };
        format!(
            "{:width$}  {:>9}  {:>9}  {:>9}  {:>9}  {:>10}  {:>9}{checks}  {:>5}  {:>6}",
            "class",
            "lines",
            "branches",
            "edges",
            "decisions",
            "conditions",
            "MC/DC",
            "tests",
            "time"
        )
    }

    fn shares(self, name: &str, row: &Row) -> String {
        let width = self.width;
        let checks = if self.has_checks() { format!("  {:>9}", row.checks) } else { String::new() };
        format!(
            "{name:width$}  {:>9}  {:>9}  {:>9}  {:>9}  {:>10}  {:>9}{checks}",
            row.regions, row.branches, row.edges, row.decisions, row.conditions, row.mcdc
        )
    }

    /// One line of the table.
    pub fn line(self, class: &Done) -> String {
        let seconds = class.time.as_secs_f64();
        format!("{}  {:>5}  {seconds:>5.1}s", self.shares(&class.name, &class.row), class.tests)
    }

    fn has_checks(self) -> bool {
        self.criteria.has(Criterion::Check)
    }
}

/// What a person reads.
pub fn table(
    done: &[Done],
    skipped: &[(String, String)],
    criteria: Criteria,
    out: &Path,
) -> String {
    let names = done.iter().map(|class| class.name.len());
    let layout = Layout { width: names.max().unwrap_or(0).clamp(8, 48), criteria };
    let mut text = layout.header() + "\n";
    let mut all = Row::default();
    let (mut tests, mut time) = (0, Duration::ZERO);
    for class in done {
        if done.len() == 1 {
            for (name, row) in &class.methods {
                let _ = writeln!(text, "{}", layout.shares(&format!("  {}", short(name)), row));
            }
        }
        let _ = writeln!(text, "{}", layout.line(class));
        all += class.row;
        tests += class.tests;
        time += class.time;
    }
    if done.len() > 1 {
        let seconds = time.as_secs_f64();
        let _ = writeln!(text, "{}  {tests:>5}  {seconds:>5.1}s", layout.shares("all", &all));
    }
    if let [only] = done {
        text += &verdicts::lines(&only.open, criteria);
    }
    if !skipped.is_empty() {
        let _ = writeln!(text, "\nwithout tests: {}", skipped.len());
        for (name, reason) in skipped {
            let _ = writeln!(text, "  {name}: {reason}");
        }
    }
    text += &left_out(done);
    text += &exceptions(done, criteria.has(Criterion::Exception));
    text += &elsewhere(done);
    for (method, runs) in done.iter().flat_map(|class| &class.exits) {
        let _ =
            writeln!(text, "\n{method} ends the JVM, which no test survives: {runs} runs left out");
    }
    text += &confirmed(done);
    text += &rerun(done);
    text += &findings(done);
    for class in done {
        if let Some(note) = &class.note {
            let _ = writeln!(text, "note: {}: {note}", class.name);
        }
        if let Some(kept) = &class.kept {
            let _ = writeln!(
                text,
                "note: `{kept}` was not written: the one that is there is not Ferret's"
            );
        }
    }
    let files: Vec<&str> = done.iter().filter_map(|class| class.file.as_deref()).collect();
    match files.as_slice() {
        [] => text += "no tests\n",
        [file] => {
            let _ = writeln!(text, "tests: {tests} in {}", out.join(file).display());
        }
        _ => {
            let _ =
                writeln!(text, "tests: {tests} in {} files below {}", files.len(), out.display());
        }
    }
    text
}

/// Tests that are not in the files, those of a class for one reason together, and what would help.
fn left_out(done: &[Done]) -> String {
    let count: usize = done.iter().map(|class| class.left_out.len()).sum();
    if count == 0 {
        return String::new();
    }
    let mut text = format!("\ntests left out: {count}\n");
    let mut missing = BTreeSet::new();
    for class in done {
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for LeftOut { test, reason } in &class.left_out {
            reasons.entry(reason).or_default().push(test);
            missing.extend(missing_class(reason));
        }
        for (reason, tests) in reasons {
            let others = match tests.len() - 1 {
                0 => String::new(),
                1 => " and 1 other".to_owned(),
                others => format!(" and {others} others"),
            };
            let _ = writeln!(text, "  {} {}{others}: {reason}", class.name, tests[0]);
        }
    }
    for class in missing {
        let _ = writeln!(
            text,
            "`{class}` is on no class path, and without it the JVM runs none of these: name its jar by --classpath"
        );
    }
    text
}

/// The class that a test did not pass for want of.
fn missing_class(reason: &str) -> Option<String> {
    let errors = ["java.lang.NoClassDefFoundError: ", "java.lang.ClassNotFoundException: "];
    let (_, class) = errors.iter().find_map(|error| reason.split_once(error))?;
    let named = |letter: char| letter.is_alphanumeric() || "/._$".contains(letter);
    (!class.is_empty() && class.chars().all(named)).then(|| class.replace('/', "."))
}

/// Which methods threw what; one by one where that was asked for.
fn exceptions(done: &[Done], each: bool) -> String {
    let seen: usize = done.iter().map(|class| class.exceptions.len()).sum();
    if seen == 0 {
        return String::new();
    }
    let mut text = format!("exceptions: {seen}, each a method and what it threw");
    if each {
        let tested: usize = done.iter().map(Done::tested).sum();
        let _ = write!(text, "; {tested} have a test");
    }
    text.push('\n');
    for class in done.iter().filter(|_| each) {
        for exception in &class.exceptions {
            let (method, thrown) = exception;
            let without = if class.tested.contains(exception) { "" } else { ", without a test" };
            let _ = writeln!(text, "  {method} throws {}{without}", thrown.replace('/', "."));
        }
    }
    text
}

/// What was not the same from another starting state.
fn elsewhere(done: &[Done]) -> String {
    let unsteady: usize = done.iter().map(|class| class.unsteady).sum();
    let shaky: usize = done.iter().map(|class| class.shaky).sum();
    if unsteady + shaky == 0 {
        return String::new();
    }
    format!(
        "\nleft out, because it depends on the clock, hash codes, randomness, language, environment or the order of \
         threads:\n  {unsteady} scenarios that end otherwise or cover something else, {shaky} assertions\n"
    )
}

/// What sources say of decisions of several conditions.
fn confirmed(done: &[Done]) -> String {
    let told: Vec<_> = done.iter().filter_map(|class| class.confirmed.as_ref()).collect();
    let good: usize = told.iter().map(|(_, told)| told.confirmed).sum();
    let others: usize = told.iter().map(|(_, told)| told.others.len()).sum();
    if good + others == 0 {
        return String::new();
    }
    let mut text = format!(
        "\ndecisions of several conditions: {good} of {} as the source has them\n",
        good + others
    );
    for (file, told) in told {
        for (rebuilt, written) in &told.others {
            let instead = match written {
                Some(conditions) => format!("{conditions} where they are written"),
                None => "no expression of several is written there".to_owned(),
            };
            let (line, conditions) = (rebuilt.lines.0, rebuilt.conditions);
            let _ =
                writeln!(text, "  {file}:{line}: {conditions} conditions in bytecode, {instead}");
        }
    }
    text
}

/// What became of the tests that were there already.
fn rerun(done: &[Done]) -> String {
    let passed: usize = done.iter().map(|class| class.rerun.passed.len()).sum();
    let failed: Vec<_> = done.iter().flat_map(|class| &class.rerun.failed).collect();
    if passed + failed.len() == 0 {
        return String::new();
    }
    let mut text = format!("\nexisting tests: {passed} of {} pass", passed + failed.len());
    if done.iter().any(|class| class.rerun.counts) {
        text += " and count";
    }
    match done.iter().map(|class| class.rerun.seeds).sum() {
        0 => {}
        1 => text += "; the search starts from 1 scenario that does what they do",
        count => {
            let _ = write!(text, "; the search starts from {count} scenarios that do what they do");
        }
    }
    text.push('\n');
    for (test, why) in failed {
        let _ = writeln!(text, "  {} does not pass in the machine: {why}", test.name);
    }
    text
}

/// What looks like a mistake, and what must not be null.
fn findings(done: &[Done]) -> String {
    let mut text = String::new();
    let all: Vec<&Told> = done.iter().flat_map(|class| &class.findings).collect();
    if !all.is_empty() {
        let _ = writeln!(text, "\nfindings: {}", all.len());
    }
    for told in all {
        let mut shown: String = told.shown.chars().take(LONGEST).collect();
        if shown.len() < told.shown.len() {
            shown.push('…');
        }
        let place = told.line.as_ref().map(|(file, line)| format!(" ({file}:{line})"));
        let place = place.unwrap_or_default();
        let _ = writeln!(text, "  {} {}{place}: {shown}", told.method, told.what);
    }
    let nulls = done.iter().flat_map(|class| &class.nulls);
    for (index, (method, parameters)) in nulls.enumerate() {
        if index == 0 {
            text.push('\n');
        }
        let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
        let _ = writeln!(text, "`{method}` needs non-null: {}", parameters.join(", "));
    }
    text
}

/// A method without the name of its package.
pub fn short(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// What a program reads.
pub fn json_text(done: &[Done], skipped: &[(String, String)], criteria: Criteria) -> String {
    let share = |share: Share| json!({"covered": share.covered, "total": share.total});
    let row = |row: &Row| {
        json!({
            "lines": share(row.regions),
            "branches": share(row.branches),
            "edges": share(row.edges),
            "decisions": share(row.decisions),
            "conditions": share(row.conditions),
            "mcdc": share(row.mcdc),
            "checks": criteria.has(Criterion::Check).then(|| share(row.checks)),
        })
    };
    let classes: Vec<Value> = done
        .iter()
        .map(|class| {
            let methods: Vec<Value> = class
                .methods
                .iter()
                .map(|(name, own)| json!({"name": name, "coverage": row(own)}))
                .collect();
            let left: Vec<Value> = class
                .left_out
                .iter()
                .map(|left| json!({"test": left.test, "reason": left.reason}))
                .collect();
            let found: Vec<Value> = class
                .findings
                .iter()
                .map(|told| {
                    let line = told.line.as_ref();
                    json!({
                        "method": told.method,
                        "what": told.what,
                        "file": line.map(|(file, _)| file),
                        "line": line.map(|(_, line)| line),
                        "shown": told.shown,
                    })
                })
                .collect();
            json!({
                "name": class.name,
                "coverage": row(&class.row),
                "methods": methods,
                "tests": class.tests,
                "file": class.file,
                "executions": class.executions,
                "arms": class.arms,
                "not_covered": verdicts::json(&class.open),
                "seconds": class.time.as_secs_f64(),
                "left_out": left,
                "unsteady": class.unsteady,
                "shaky": class.shaky,
                "exits": class.exits,
                "exceptions": class.exceptions.iter()
                    .map(|it| json!({
                        "method": it.0,
                        "thrown": it.1.replace('/', "."),
                        "tested": class.tested.contains(it),
                    }))
                    .collect::<Vec<_>>(),
                "decisions_in_source": class.confirmed.as_ref().map(|(file, told)| json!({
                    "file": file,
                    "confirmed": told.confirmed,
                    "others": told.others.iter().map(|(rebuilt, written)| json!({
                        "line": rebuilt.lines.0,
                        "in_bytecode": rebuilt.conditions,
                        "in_source": written,
                    })).collect::<Vec<_>>(),
                })),
                "findings": found,
                "nulls": class.nulls,
                "note": class.note,
                "existing_tests": {
                    "count": class.rerun.counts,
                    "seeds": class.rerun.seeds,
                    "passed": class.rerun.passed.iter().map(|test| &test.name).collect::<Vec<_>>(),
                    "failed": class.rerun.failed.iter()
                        .map(|(test, why)| json!({"test": test.name, "reason": why}))
                        .collect::<Vec<_>>(),
                },
            })
        })
        .collect();
    let skipped: Vec<Value> =
        skipped.iter().map(|(name, reason)| json!({"name": name, "reason": reason})).collect();
    let value = json!({"classes": classes, "skipped": skipped});
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}
