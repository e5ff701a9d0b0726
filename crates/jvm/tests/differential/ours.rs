//! The same programs in the machine.

use crate::corpus::Case;
use crate::native::Run;
use classfile::jdk::Jdk;
use jvm::run::{Launch, Prepared, prepare};
use machine::{Captured, Config};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use trace::{Mode, Outcome, Runner, Trace};

/// A booted machine for the corpus.
pub struct Ours {
    prepared: Prepared,
    captured: Arc<Captured>,
}

impl Ours {
    /// Boots a machine; `symbolic` makes arguments and standard input inputs.
    pub fn new(jdk: &Jdk, classes: &Path, first: &Case, symbolic: bool) -> Self {
        let captured = Arc::new(Captured::default());
        let mut launch = Launch::new(jdk.clone(), vec![classes.to_owned()], &first.name);
        launch.symbolic = symbolic;
        let config = Config {
            max_steps: 3_000_000_000,
            memory: 512 << 20,
            observe_memory: false,
            ..Config::default()
        };
        let output = Arc::clone(&captured) as Arc<dyn machine::Output>;
        let prepared = prepare(&launch, config, output);
        let prepared = prepared.unwrap_or_else(|error| panic!("JDK {}: {error}", jdk.release));
        Self { prepared, captured }
    }

    /// Runs a program; what it left behind, or why it did not end as programs do.
    pub fn run(&mut self, case: &Case, mode: Mode) -> Result<Run, String> {
        let input = case.standard_input();
        let aimed = self.prepared.again(&case.name, &case.arguments, &input);
        aimed.map_err(|error| error.to_string())?;
        self.captured.take();
        let mut trace = Trace::default();
        self.prepared.run(mode, &mut trace).map_err(|error| error.to_string())?;
        let (output, error) = self.captured.take();
        if mode == Mode::Concolic {
            self.holds(&trace)?;
        }
        let status = match &trace.outcome {
            Outcome::Returned => 0,
            Outcome::Exited(code) => *code & 0xff,
            outcome => {
                let output = String::from_utf8_lossy(&output).into_owned();
                return Err(format!("{} after {output}", self.ending(outcome)));
            }
        };
        Ok(Run {
            status,
            output: String::from_utf8_lossy(&output).into_owned(),
            error: String::from_utf8_lossy(&error).into_owned(),
        })
    }

    fn ending(&self, outcome: &Outcome) -> String {
        let program = self.prepared.machine.program();
        match outcome {
            Outcome::Trapped(trap) => {
                let inner = trap.stack.iter().rev().take(4);
                let names = inner.map(|point| program.functions[point.function].name.as_str());
                format!("{} in {}", trap.kind, names.collect::<Vec<_>>().join(" < "))
            }
            Outcome::Threw { class, .. } => format!("threw {}", program.classes[*class].name),
            outcome => format!("{outcome:?}"),
        }
    }

    /// Every clause of the path condition is true under the inputs of the run.
    fn holds(&self, trace: &Trace) -> Result<(), String> {
        let pool = self.prepared.machine.pool();
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

    /// Natives that were called and have no model.
    pub fn unmodelled(&self) -> Vec<String> {
        self.prepared.unmodelled().into_iter().collect()
    }
}

/// How many programs of each feature agreed.
#[derive(Default)]
pub struct Table {
    rows: BTreeMap<String, (u32, u32)>,
}

impl Table {
    /// Counts a program.
    pub fn add(&mut self, feature: &str, agreed: bool) {
        let row = self.rows.entry(feature.to_owned()).or_default();
        row.0 += u32::from(agreed);
        row.1 += 1;
    }

    /// The table as text.
    pub fn text(&self) -> String {
        let mut text = format!("{:<16}{:>8}{:>8}\n", "feature", "agreed", "of");
        let (mut agreed, mut all) = (0, 0);
        for (feature, row) in &self.rows {
            text += &format!("{feature:<16}{:>8}{:>8}\n", row.0, row.1);
            agreed += row.0;
            all += row.1;
        }
        text + &format!("{:<16}{agreed:>8}{all:>8}\n", "all")
    }
}
