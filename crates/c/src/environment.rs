//! What a whole program is given to run in: arguments, standard input, files, environment variables, clock,
//! and the answers to what it asks.
//!
//! The files of the run are virtual. They begin as what is given here, the library keeps them in the
//! machine's memory, and they end with the run: nothing reaches the host.

use program::{Program, Type};
use scenario::{Argument, Array, Place, Scenario, Statement, VarId};
use std::collections::BTreeMap;

/// The function of the library that a run begins with.
pub(crate) const START: &str = "__ferret_start";

/// The virtual environment of a program that is run as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Its arguments, its own name first.
    pub arguments: Vec<Vec<u8>>,
    /// What it reads from standard input.
    pub input: Vec<u8>,
    /// Files by path; a relative path starts at the root.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Its environment variables, each as `NAME=VALUE`.
    pub variables: Vec<Vec<u8>>,
    /// Seconds since 1970; the library's own choice if there is none.
    pub clock: Option<i64>,
    /// Answers to what the program asks of the environment, by the name of the question
    /// ([`crate::libc::QUESTIONS`]): their type and the values; all are inputs.
    pub streams: BTreeMap<String, (Type, Vec<u128>)>,
    /// Whether arguments (but for the name) and standard input are inputs that a concolic run follows.
    pub symbolic: bool,
}

impl Environment {
    /// The scenario that runs a whole program in this environment; `None` if the program was linked
    /// without the library.
    pub fn scenario(&self, program: &Program) -> Option<Scenario> {
        let start = program.function_named(START)?;
        let mut scenario = Scenario::default();
        let mut arguments = self.arguments.clone();
        if self.symbolic {
            // They are arrays then, whose lengths are inputs too.
            arguments.iter_mut().skip(1).for_each(Vec::clear);
        }
        scenario.statements.push(Statement::Arguments(arguments));
        for (path, content) in &self.files {
            let (path, content) = (path.clone(), content.clone());
            scenario.statements.push(Statement::File { path, content });
        }
        if self.symbolic {
            self.add_inputs(program, &mut scenario);
        } else {
            scenario.statements.push(Statement::StandardInput(self.input.clone()));
        }
        for (name, (ty, values)) in &self.streams {
            let variable = scenario.declare_fresh(name);
            let (name, ty, values) = (name.clone(), *ty, values.clone());
            scenario.statements.push(Statement::Stream { variable, name, ty, values });
        }
        self.add_variables(program, &mut scenario);
        if let (Some(clock), Some(global)) = (self.clock, program.global_named("__ferret_clock")) {
            scenario.set(
                Place::Global(global, 0),
                Type::I64,
                Argument::Literal((clock as u64).into()),
            );
        }
        scenario.statements.push(Statement::Call {
            result: None,
            function: start,
            arguments: Vec::new(),
        });
        Some(scenario)
    }

    fn add_inputs(&self, program: &Program, scenario: &mut Scenario) {
        if let Some(global) = program.global_named("__ferret_arguments") {
            let table = scenario.declare("arguments");
            let size = 8 * self.arguments.len() as u32;
            scenario.object(table, size);
            for (index, argument) in self.arguments.iter().enumerate().skip(1) {
                let variable = add_bytes(scenario, &format!("argument{index}"), argument);
                set_address(scenario, Place::Variable(table, 8 * index as u32), variable);
            }
            set_address(scenario, Place::Global(global, 0), table);
        }
        if let Some(global) = program.global_named("__ferret_input") {
            let variable = add_bytes(scenario, "input", &self.input);
            set_address(scenario, Place::Global(global, 0), variable);
        }
    }

    /// Environment variables are no inputs: their strings are objects that are filled.
    fn add_variables(&self, program: &Program, scenario: &mut Scenario) {
        let Some(global) = program.global_named("environ").filter(|_| !self.variables.is_empty())
        else {
            return;
        };
        let table = scenario.declare("environment");
        let size = 8 * (self.variables.len() as u32 + 1);
        scenario.object(table, size);
        for (index, entry) in self.variables.iter().enumerate() {
            let variable = scenario.declare(format!("environment{index}"));
            let size = entry.len() as u32 + 1;
            scenario.object(variable, size);
            for (offset, byte) in entry.iter().enumerate() {
                scenario.set(
                    Place::Variable(variable, offset as u32),
                    Type::I8,
                    Argument::Literal((*byte).into()),
                );
            }
            set_address(scenario, Place::Variable(table, 8 * index as u32), variable);
        }
        set_address(scenario, Place::Global(global, 0), table);
    }
}

/// Sets an address that the library relies on. As a number it is no input: it can be no other.
fn set_address(scenario: &mut Scenario, place: Place, variable: VarId) {
    scenario.set(place, Type::I64, Argument::Variable(variable));
}

fn add_bytes(scenario: &mut Scenario, name: &str, bytes: &[u8]) -> VarId {
    let variable = scenario.declare(name);
    let elements: Vec<u128> = bytes.iter().map(|byte| (*byte).into()).collect();
    let array = Array::new(Type::I8, elements);
    scenario.statements.push(Statement::Array { variable, array });
    variable
}
