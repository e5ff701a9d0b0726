//! Results that were kept: the ledger of a project, or the JSON of an earlier run, as a report again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use campaign::{Identity, Ledger, Record};
use clap::Args;
use language::pattern::{Choice, similar};
use project::{Outcome, Payload};
use report::terminal::Module;
use report::{Report, Skipped, SkippedKind, Unit};

use crate::failure::Failure;
use crate::project::read;

/// Settings in which the rounds of one command differ.
const ROUNDS: [&str; 2] = ["round", "seconds"];

/// Which results are meant.
#[derive(Args)]
pub struct KeptOptions {
    /// The folder of a project, a ledger, or the JSON of an earlier run
    #[arg(value_name = "PATH", default_value = ".")]
    path: PathBuf,
    /// The ledger [default: .ferret/ledger.jsonl in the folder of the project]
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
}

/// Results as they were kept.
pub struct Kept {
    /// The results, each once.
    pub report: Report,
    /// The module of each unit and of each skipped one, in the same orders.
    modules: (Vec<String>, Vec<String>),
    /// The folder that sources are looked for in.
    pub folder: PathBuf,
}

impl KeptOptions {
    /// Reads the results, of the units that are chosen.
    pub fn read(&self, choice: &Choice) -> Result<Kept, Failure> {
        let is_json = self.path.is_file() && self.path.extension().is_some_and(|it| it == "json");
        match is_json && self.ledger.is_none() {
            true => self.report(choice),
            false => self.ledger(choice),
        }
    }

    /// The JSON of an earlier run.
    fn report(&self, choice: &Choice) -> Result<Kept, Failure> {
        let failed = |why: String| Failure::new(format!("`{}`: {why}", self.path.display()));
        let text =
            std::fs::read_to_string(&self.path).map_err(|error| failed(error.to_string()))?;
        let mut report = report::json::parse(&text).map_err(|error| failed(error.to_string()))?;
        let names: Vec<&str> = report.units.iter().map(|unit| unit.name.as_str()).collect();
        refuse_unknown(choice, &names, &report.units.iter().collect::<Vec<_>>())?;
        report.units.retain(|unit| choice.takes(&unit.name));
        report.skipped.retain(|skipped| choice.takes(&skipped.unit));
        let nowhere = |count: usize| vec![String::new(); count];
        let modules = (nowhere(report.units.len()), nowhere(report.skipped.len()));
        Ok(Kept { report, modules, folder: PathBuf::from(".") })
    }

    fn ledger(&self, choice: &Choice) -> Result<Kept, Failure> {
        let is_ledger = self.path.is_file();
        let path = match &self.ledger {
            Some(path) => path.clone(),
            None if is_ledger => self.path.clone(),
            None => self.path.join(".ferret/ledger.jsonl"),
        };
        if !path.exists() {
            let message = format!("there are no results yet: there is no `{}`", path.display());
            return Err(Failure::new(message).help("run `ferret test` first"));
        }
        let ledger = read(&path)?;
        let folder = match is_ledger {
            true => project_of(&path),
            false => self.path.clone(),
        };
        Kept::new(&ledger, choice, folder)
    }
}

impl Kept {
    fn new(ledger: &Ledger<Payload>, choice: &Choice, folder: PathBuf) -> Result<Self, Failure> {
        let best = best(ledger);
        let tested = best.values().filter_map(|record| match &record.payload.outcome {
            Outcome::Tested(unit) => Some(&**unit),
            _ => None,
        });
        let names: Vec<&str> = best.keys().copied().collect();
        refuse_unknown(choice, &names, &tested.collect::<Vec<_>>())?;
        let mut told = best.values().filter_map(|record| match &record.payload.outcome {
            Outcome::Tested(unit) => Some((unit.vocabulary.clone()?, unit.settings.clone()?)),
            _ => None,
        });
        let (words, settings) = told.next_back().ok_or_else(|| {
            Failure::new("the ledger has no results that a report can be made of")
                .help("run `ferret test`: results of older releases are replaced")
        })?;
        let mut report = Report::new(words, settings);
        let mut modules = (Vec::<String>::new(), Vec::<String>::new());
        let mut failed = Vec::new();
        for (name, record) in best.into_iter().filter(|(name, _)| choice.takes(name)) {
            let mut skip = |skipped: Skipped, module: String| {
                report.skipped.push(skipped);
                modules.1.push(module);
            };
            match &record.payload.outcome {
                Outcome::Tested(unit) => {
                    modules.0.push(module_of(name, &unit.name));
                    report.units.push((**unit).clone());
                }
                Outcome::Skipped(skipped) => skip(skipped.clone(), module_of(name, &skipped.unit)),
                Outcome::Failed(reason) => failed.push((name.to_owned(), reason.clone())),
            }
        }
        for (unit, text) in failed {
            // Of a unit that failed only the name is known; one of the modules stands in front of it.
            let known = modules.0.iter().chain(&modules.1);
            let own = known.filter(|module| unit.starts_with(&format!("{module}/")));
            let module = own.max_by_key(|module| module.len()).cloned().unwrap_or_default();
            report.skipped.push(Skipped { unit, kind: SkippedKind::Failed, text });
            modules.1.push(module);
        }
        Ok(Self { report, modules, folder })
    }

    /// The results by module.
    pub fn modules(&self) -> Vec<Module<'_>> {
        let mut modules = BTreeMap::<&str, (Vec<&Unit>, Vec<&Skipped>)>::new();
        for (unit, module) in self.report.units.iter().zip(&self.modules.0) {
            modules.entry(module).or_default().0.push(unit);
        }
        for (skipped, module) in self.report.skipped.iter().zip(&self.modules.1) {
            modules.entry(module).or_default().1.push(skipped);
        }
        let own = self.folder.canonicalize().unwrap_or_default();
        let own = own.file_name().map(|name| name.to_string_lossy().into_owned());
        let module = |(name, (units, skipped)): (&str, _)| Module {
            name: match name {
                "" => own.clone().unwrap_or_default(),
                name => name.to_owned(),
            },
            units,
            skipped,
            failed: Vec::new(),
            waiting: 0,
        };
        modules.into_iter().map(module).collect()
    }

    /// Where sources may be: as Maven and Gradle have them, in any module, and in the folder itself.
    pub fn roots(&self) -> Vec<PathBuf> {
        let mut roots = Vec::new();
        source_folders(&self.folder, DEEPEST, &mut roots);
        roots.extend([self.folder.join("src"), self.folder.clone()]);
        roots
    }
}

impl Kept {
    /// Where the tests of a unit may be: beside the sources, as Maven and Gradle have them, or where C tests go.
    pub fn tests_of(&self, roots: &[PathBuf], unit: &str) -> Vec<PathBuf> {
        let beside = |root: &PathBuf| Some(root.parent()?.parent()?.join("test/java"));
        let mut folders: Vec<PathBuf> = roots.iter().filter_map(beside).collect();
        let own = self.folder.join("ferret-tests");
        folders.extend([own.join(Path::new(unit).with_extension("")), own, self.folder.clone()]);
        folders
    }
}

/// How deep modules of a project are looked for.
const DEEPEST: usize = 4;

fn source_folders(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let own = folder.join("src/main/java");
    if own.is_dir() {
        found.push(own);
    }
    let Some(depth) = depth.checked_sub(1) else { return };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut below: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    below.sort();
    for path in below.into_iter().filter(|path| path.is_dir() && !path.is_symlink()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if !name.starts_with('.') && !["src", "target", "build", "node_modules"].contains(&name) {
            source_folders(&path, depth, found);
        }
    }
}

/// The folder of a project whose ledger lies where it belongs; else the working directory.
fn project_of(ledger: &Path) -> PathBuf {
    let folder = ledger.parent().filter(|folder| folder.ends_with(".ferret"));
    let folder = folder.and_then(Path::parent).unwrap_or(Path::new(""));
    match folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => folder.to_owned(),
    }
}

/// The best result of each unit among the rounds of the last command that tested it.
fn best(ledger: &Ledger<Payload>) -> BTreeMap<&str, &Record<Payload>> {
    let settings = |identity: &Identity| {
        let mut settings = identity.settings.clone();
        settings.retain(|name, _| !ROUNDS.contains(&name.as_str()));
        (settings, identity.seed)
    };
    let mut best = BTreeMap::<&str, &Record<Payload>>::new();
    for record in ledger.in_order() {
        let known = best.entry(record.identity.subject.as_str()).or_insert(record);
        let worth = |record: &Record<Payload>| record.payload.outcome.worth();
        let is_other = settings(&known.identity) != settings(&record.identity);
        if is_other || worth(record) >= worth(known) {
            *known = record;
        }
    }
    best
}

/// The module of a unit by its name in the ledger, which begins with the module where there are several.
fn module_of(subject: &str, unit: &str) -> String {
    let module = subject.strip_suffix(unit).and_then(|module| module.strip_suffix('/'));
    module.unwrap_or_default().to_owned()
}

/// The unit that has a function or method of a name, and the line where that begins.
pub fn function<'u>(
    name: &str,
    units: impl IntoIterator<Item = &'u Unit>,
) -> Option<(&'u str, Option<u32>)> {
    let is_it = |own: &str| {
        let own = own.split('(').next().unwrap_or(own);
        own == name || own.rsplit('.').next() == Some(name)
    };
    units.into_iter().find_map(|unit| {
        let member = unit.members.iter().find(|member| is_it(&member.name))?;
        Some((unit.name.as_str(), member.place.as_ref().and_then(|place| place.line)))
    })
}

/// Refuses a pattern that fits no unit.
fn refuse_unknown(choice: &Choice, names: &[&str], units: &[&Unit]) -> Result<(), Failure> {
    let Some(pattern) = choice.fruitless(names) else { return Ok(()) };
    let failure = Failure::new(format!("no result fits `{pattern}`"));
    let near = similar(pattern, names);
    Err(match (function(pattern, units.iter().copied()), near.is_empty()) {
        (Some((unit, _)), _) => failure.help(format!("it is a function of `{unit}`: name that")),
        (None, true) => failure.help("`ferret report` shows which units have results"),
        (None, false) => failure.help(format!("did you mean {}?", near.join(", "))),
    })
}
