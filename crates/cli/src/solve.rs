//! `ferret solve`: answer the questions of an SMT-LIB script.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use program::text::ParseError;
use solver::smtlib::{self, Command, ReadError, Reader, SmtSort};
use solver::{Answer, Config, Explanation, Query, Reason, Solver};
use term::{Assignment, Pool};

use crate::Report;
use crate::failure::Failure;
use crate::load::{self, Source};
use crate::size::{parse_count, parse_time};

/// What to solve.
#[derive(Args)]
#[command(after_help = "\
Scripts are in SMT-LIB 2.6: bit-vectors up to 128 bits, Float32 and Float64, arrays of bytes; no
quantifiers, no integers. Budgets are counted in work, so that answers are the same on every
machine; --timeout is a second limit, and is not.

Examples:
  ferret solve query.smt2
  ferret solve query.smt2 --explain --seed x=3 --seed y=-1
  ferret solve - --timeout 5s < query.smt2

Exit status: 0 every question has its answer, `unknown` too; 2 bad usage or input.")]
pub struct SolveOptions {
    /// The script, or `-` for standard input
    #[arg(value_name = "FILE.smt2")]
    pub file: PathBuf,
    /// Print which layer answered, and its cost
    #[arg(short, long)]
    pub explain: bool,
    /// Start from this value of a constant, such as x=5, x=0xff, p=true or d=1.5
    #[arg(short, long, value_name = "NAME=VALUE")]
    pub seed: Vec<String>,
    /// Conflicts that the SAT solver may run into for each query
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub conflicts: Option<u64>,
    /// Evaluations that local search may make for each query
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub evaluations: Option<u64>,
    /// Wall-clock limit for each query, such as 500ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,
}

/// Answers each `check-sat` and `get-model` in turn.
pub fn solve(options: &SolveOptions) -> Result<Report, Failure> {
    let source = load::read(&options.file)?;
    let default = Config::default();
    let mut session = Session {
        pool: Pool::new(),
        solver: Solver::new(Config {
            conflicts: options.conflicts.unwrap_or(default.conflicts),
            evaluations: options.evaluations.unwrap_or(default.evaluations),
            time: options.timeout,
            ..default
        }),
        explain: options.explain,
        model: None,
        text: String::new(),
        notes: String::new(),
    };
    let mut reader = Reader::new(&source.text);
    let mut used = vec![false; options.seed.len()];
    while let Some(command) =
        reader.next(&mut session.pool).map_err(|error| located(error, &source))?
    {
        match command {
            Command::CheckSat => {
                let seed = seed(&options.seed, &reader, &mut used)?;
                session.check(&reader, &seed);
            }
            Command::GetModel => match &session.model {
                Some(model) => session.text += &smtlib::model(reader.constants(), model),
                None => {
                    session.text += "(error \"there is no model: the last answer was not sat\")\n";
                }
            },
            Command::Echo(text) => {
                let _ = writeln!(session.text, "{text}");
            }
            Command::Exit => break,
        }
    }
    if let Some(unused) = used.iter().position(|used| !used)
        && !session.text.is_empty()
    {
        let _ = writeln!(
            session.notes,
            "warning: no question is about the constant of `--seed {}`",
            options.seed[unused]
        );
    }
    Ok(Report { text: session.text, notes: session.notes, well: true })
}

/// What one script has led to so far.
struct Session {
    pool: Pool,
    solver: Solver,
    explain: bool,
    /// The model of the last question, if its answer was `sat`.
    model: Option<Assignment>,
    text: String,
    notes: String,
}

impl Session {
    fn check(&mut self, reader: &Reader<'_>, seed: &Assignment) {
        let clauses = reader.assertions();
        let query = Query { pool: &self.pool, clauses, goal: None, seed };
        let answer = self.solver.check(&query);
        let explanation = self.solver.last();
        self.model = None;
        let (word, about) = match answer {
            Answer::Satisfiable(model) => {
                self.model = Some(model);
                ("sat", String::new())
            }
            Answer::Unsatisfiable { core } => {
                ("unsat", format!("{} suffice", assertions(&core, clauses.len())))
            }
            Answer::Unknown(reason) => {
                if !self.explain {
                    let _ = writeln!(self.notes, "unknown: {}", because(reason));
                }
                ("unknown", because(reason).to_owned())
            }
        };
        let _ = writeln!(self.text, "{word}");
        if self.explain {
            self.tell(explanation, &about);
        }
    }

    /// Comments, so that the output stays SMT-LIB.
    fn tell(&mut self, explanation: Explanation, about: &str) {
        let Explanation { layer, cost } = explanation;
        let who = if layer.is_empty() { "no layer" } else { layer };
        let _ = writeln!(
            self.text,
            "; answered by {who}: {} steps, {} evaluations, {} conflicts",
            cost.steps, cost.evaluations, cost.conflicts
        );
        if !about.is_empty() {
            let _ = writeln!(self.text, "; {about}");
        }
    }
}

fn assertions(core: &[usize], all: usize) -> String {
    if core.len() == all {
        return format!("all {all} assertions together");
    }
    let numbers: Vec<String> = core.iter().map(|index| (index + 1).to_string()).collect();
    format!("of {all} assertions, {}", numbers.join(", "))
}

fn because(reason: Reason) -> &'static str {
    match reason {
        Reason::Budget => "the budget was spent; --conflicts and --evaluations raise it",
        Reason::Time => "the time was over; --timeout raises it",
        Reason::Floats => "it needs an operation on floats that no layer decides",
        Reason::WrongModel => "a layer gave a wrong model, which is a bug in Ferret",
    }
}

/// The values to start from, for the constants that are declared by now; what the script says counts less.
fn seed(given: &[String], reader: &Reader<'_>, used: &mut [bool]) -> Result<Assignment, Failure> {
    let (mut values, constants) = (reader.seed().clone(), reader.constants());
    for (text, used) in given.iter().zip(used) {
        let wrong = |message: &str| {
            Failure::new(format!("`--seed {text}`: {message}"))
                .help("it is NAME=VALUE, such as x=5, x=0xff, p=true or d=1.5")
        };
        let (name, value) = text.split_once('=').ok_or_else(|| wrong("there is no `=`"))?;
        let found = constants.iter().find(|constant| constant.spelling.trim_matches('|') == name);
        let Some(constant) = found else { continue };
        let raw = raw(constant.kind, value)
            .ok_or_else(|| wrong(&format!("this is no value of {}", constant.kind)))?;
        values.set(constant.variable, raw);
        *used = true;
    }
    Ok(values)
}

fn raw(kind: SmtSort, text: &str) -> Option<u128> {
    match kind {
        SmtSort::Bool => text.parse().ok().map(|value: bool| value.into()),
        SmtSort::Float32 => text.parse().ok().map(|value: f32| value.to_bits().into()),
        SmtSort::Float64 => text.parse().ok().map(|value: f64| value.to_bits().into()),
        SmtSort::Vector(_) => {
            let mask = kind.sort().mask();
            let (digits, negative) = match text.strip_prefix('-') {
                Some(digits) => (digits, true),
                None => (text, false),
            };
            let magnitude = match digits.strip_prefix("0x") {
                Some(digits) => u128::from_str_radix(digits, 16).ok()?,
                None => digits.parse().ok()?,
            };
            let most = if negative { (mask >> 1) + 1 } else { mask };
            let raw = if negative { magnitude.wrapping_neg() } else { magnitude };
            (magnitude <= most).then_some(raw & mask)
        }
        SmtSort::Bytes(_) => None,
    }
}

fn located(error: ReadError, source: &Source) -> Failure {
    let ReadError { line, column, length, message, help } = error;
    let error = ParseError { line, column, length, message, help };
    Failure::rendered(error.render(&source.name, &source.text))
}
