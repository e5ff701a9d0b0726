//! One project: built natively and lowered, and its runs compared in every domain.

use super::counted::{self, Counted};
use super::fetch::{self, Fetched};
use super::native::{Ending, Native};
use super::projects::{Input, Project};
use super::tables::{Place, Tables};
use c::clang::{Clang, Source};
use c::environment::Environment;
use c::libc::{Captured, Library};
use c::run;
use llvm::lower::Lowered;
use machine::{Config, Machine};
use program::Program;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trace::{Mode, Outcome, Runner, Trace};

/// Inputs up to so many bytes are followed as symbols.
const MAX_SYMBOLIC: usize = 1000;

/// Up to so many steps the events of a run are kept, which the decisions are read from.
const MAX_STEPS_WITH_EVENTS: u64 = 3_000_000;

/// What was compared for a project; a difference is an error in its place.
#[derive(Default)]
pub struct Row {
    version: String,
    lines: usize,
    functions: usize,
    /// Functions of its own that are not supported.
    unsupported: Vec<String>,
    /// How many there are in the system's headers.
    unsupported_in_headers: usize,
    /// Bytes of standard input in all runs.
    input: usize,
    steps: u64,
    /// Entries of llvm-cov that were compared, by kind.
    entries: [usize; 3],
    /// Bytes of input and arguments that were symbols.
    symbols: usize,
    clauses: usize,
}

impl Row {
    /// The row as a line of the table.
    pub fn line(&self, project: &Project) -> String {
        let mut unsupported = match self.unsupported.as_slice() {
            [] => "none".to_owned(),
            names => names.join(", "),
        };
        if self.unsupported_in_headers > 0 {
            unsupported += &format!("; {} of headers", self.unsupported_in_headers);
        }
        let [regions, branches, vectors] = self.entries;
        format!(
            "| {} | {} | {} | {} | {unsupported} | {} | {} | {} | same | {}, {}, {} | {} | {} |\n",
            project.name,
            self.version,
            self.lines,
            self.functions,
            project.runs.len(),
            self.input,
            self.steps,
            regions,
            branches,
            vectors,
            self.symbols,
            self.clauses,
        )
    }
}

/// Compares everything there is to compare for a project.
pub fn compare(project: &Project, clang: &Clang, library: &Library) -> Result<Row, String> {
    let Fetched { folder, version } = fetch::sources(project)?;
    let files = fetch::files(project, &folder);
    let mut flags: Vec<String> = project.flags.iter().map(|flag| (*flag).to_owned()).collect();
    flags.extend(["-w".to_owned(), format!("-I{}", folder.display())]);
    let native = Native::build(clang, &folder, &flags, &files)?;
    let source = |file: &PathBuf| Source {
        file: file.clone(),
        directory: Some(folder.clone()),
        flags: flags.clone(),
    };
    let sources: Vec<Source> = files.iter().map(source).collect();
    let compiled = clang.compile_all(&sources, 2).map_err(|error| error.to_string())?;
    let lowered = run::link(&compiled, library).map_err(|error| error.to_string())?;
    let (unsupported, unsupported_in_headers) = unsupported(&lowered);
    let mut row = Row {
        version,
        lines: files.iter().map(|file| lines(file)).sum(),
        functions: lowered.goals.functions.len(),
        unsupported,
        unsupported_in_headers,
        ..Row::default()
    };
    let program = Arc::new(lowered.program.clone());
    let mut before = Vec::new();
    for (arguments, input) in project.runs {
        let input = match input {
            Input::Text(text) => text.as_bytes().to_vec(),
            Input::Numbers(last) => {
                (1..=*last).map(|number| format!("{number}\n")).collect::<String>().into_bytes()
            }
            Input::Before => before,
        };
        let expected = native.run(arguments, &input)?;
        let mut words = vec![native.program.display().to_string().into_bytes()];
        words.extend(arguments.iter().map(|word| word.as_bytes().to_vec()));
        let mut environment = Environment { arguments: words, input, ..Environment::default() };
        for file in project.read {
            let content = std::fs::read(folder.join(file)).map_err(|error| error.to_string())?;
            environment.files.insert((*file).to_owned(), content);
        }
        let case =
            Case { project, lowered: &lowered, program: &program, environment, native: &native };
        case.compare(&expected, &mut row).map_err(|reason| format!("{arguments:?}, {reason}"))?;
        before = expected.output;
    }
    Ok(row)
}

/// Functions that are not supported: those of the project, and how many of the system's headers, such as
/// vector intrinsics. clang maps the former only.
fn unsupported(lowered: &Lowered) -> (Vec<String>, usize) {
    let mapped: BTreeSet<&str> = lowered
        .goals
        .functions
        .iter()
        .map(|goals| lowered.program.functions[goals.function].name.as_str())
        .collect();
    let names = lowered.unsupported.iter().map(|found| found.function.clone());
    let (own, headers): (Vec<String>, Vec<String>) =
        names.partition(|name| mapped.contains(name.as_str()));
    (own, headers.len())
}

fn lines(file: &Path) -> usize {
    std::fs::read(file).map_or(0, |text| text.iter().filter(|byte| **byte == b'\n').count())
}

/// One run of a project.
struct Case<'c> {
    project: &'c Project,
    lowered: &'c Lowered,
    program: &'c Arc<Program>,
    environment: Environment,
    native: &'c Native<'c>,
}

impl Case<'_> {
    fn compare(&self, expected: &Ending, row: &mut Row) -> Result<(), String> {
        let (found, mut machine, mut trace) = self.run(Mode::Concrete, false)?;
        differs(Mode::Concrete, &found, expected)?;
        let steps = trace.steps;
        let mut counts = self.native.counted()?;
        if steps <= MAX_STEPS_WITH_EVENTS {
            (_, machine, trace) = self.run(Mode::Concrete, true)?;
        } else {
            counts.forget_decisions();
        }
        self.without_addresses(&mut counts);
        self.same_counts(&machine, &trace, &counts)?;
        row.input += self.environment.input.len();
        row.steps += steps;
        for (sum, entries) in row.entries.iter_mut().zip(counts.entries()) {
            *sum += entries;
        }
        counts.forget_decisions();
        for mode in [Mode::Graded, Mode::Concolic] {
            if mode == Mode::Concolic && self.environment.input.len() > MAX_SYMBOLIC {
                continue;
            }
            let (found, machine, trace) = self.run(mode, false)?;
            differs(mode, &found, expected)?;
            self.same_counts(&machine, &trace, &counts)
                .map_err(|reason| format!("{mode:?}: {reason}"))?;
            if mode == Mode::Concolic {
                holds(&machine, &trace)?;
                row.symbols += trace.inputs.len();
                row.clauses += trace.path.len();
            }
        }
        Ok(())
    }

    fn run(&self, mode: Mode, events: bool) -> Result<(Ending, Machine, Trace), String> {
        let config = Config {
            max_steps: 20_000_000_000,
            max_depth: 100_000,
            observe_memory: false,
            trap_uninitialised: !self.project.zeros,
            record_events: events,
            ..Config::default()
        };
        let environment =
            Environment { symbolic: mode == Mode::Concolic, ..self.environment.clone() };
        let captured = Arc::new(Captured::default());
        let sink = Arc::clone(&captured);
        let (mut machine, scenario) =
            run::prepare(Arc::clone(self.program), &environment, config, sink)
                .map_err(|error| error.to_string())?;
        let mut trace = Trace::default();
        machine.run(&scenario, mode, &mut trace).map_err(|error| error.to_string())?;
        let end = match &trace.outcome {
            Outcome::Exited(code) => format!("exit {code}"),
            Outcome::Trapped(trap) => {
                let frames = run::stack(self.program, trap);
                let frames: Vec<String> = frames.iter().map(ToString::to_string).collect();
                format!("{}\n{}", run::reason(self.program, trap.kind), frames.join("\n"))
            }
            other => format!("{other:?}"),
        };
        Ok((Ending { output: captured.take().0, end }, machine, trace))
    }

    /// Leaves out the functions that do one thing or another by the value of a pointer.
    fn without_addresses(&self, tables: &mut Tables) {
        let keep = |place: &Place| !self.project.addresses.contains(&place.0.as_str());
        tables.regions.retain(|place, _| keep(place));
        tables.gaps.retain(|place, _| keep(place));
        tables.branches.retain(|place, _| keep(place));
        tables.decisions.retain(|place, _| keep(place));
    }

    fn same_counts(
        &self,
        machine: &Machine,
        trace: &Trace,
        expected: &Tables,
    ) -> Result<(), String> {
        let counted = Counted::new(self.lowered, machine.sites(), trace);
        let mut ours = counted::tables(&counted);
        // The vectors that llvm-cov shows do not tell which function of a header they belong to.
        ours.vectors.clear();
        if expected.decisions.is_empty() {
            ours.forget_decisions();
        }
        self.without_addresses(&mut ours);
        // A program may call `exit` inside a condition.
        let differences = ours.differences(expected) + &counted::misplaced(&counted, true);
        match differences.lines().count() {
            0 => Ok(()),
            count => {
                let first: Vec<&str> = differences.lines().take(20).collect();
                Err(format!("{count} differences from llvm-cov:\n{}", first.join("\n")))
            }
        }
    }
}

fn differs(mode: Mode, found: &Ending, expected: &Ending) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{mode:?}\nnative {expected}\nmachine {found}"))
}

/// Every clause of the path condition holds under the run's own inputs.
fn holds(machine: &Machine, trace: &Trace) -> Result<(), String> {
    let pool = machine.pool();
    let mut values = term::Assignment::new();
    for input in &trace.inputs {
        if let term::Node::Variable(variable) = pool.node(input.term) {
            values.set(variable, input.bits);
        }
    }
    let clauses: Vec<term::TermId> = trace.path.iter().map(|clause| clause.term).collect();
    let compiled = term::Compiled::new(pool, &clauses);
    let mut scratch = term::Scratch::new();
    compiled.run(&values, &mut scratch);
    for (index, clause) in trace.path.iter().enumerate() {
        if compiled.root(index, &scratch) == 0 {
            return Err(format!("a clause does not hold in its own run: {:?}", clause.origin));
        }
    }
    Ok(())
}
