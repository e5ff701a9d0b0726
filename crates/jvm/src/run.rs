//! From a class path to a whole program in the machine: find its main class, boot, run, start again.

use crate::boot::{self, Entries};
use crate::environment::Environment;
use crate::natives::{
    Asked, JvmState, Look, Outside, Questions, Registry, Seen, TestRun, main_method,
};
use crate::transcript::{Interface, Transcriber};
use crate::warm::SUBSYSTEMS;
use bytecode::loader::JavaLoader;
use bytecode::world::{Settings, World};
use classfile::error::LoadError;
use classfile::jdk::Jdk;
use machine::{Config, Machine, Models, Output};
use program::{ClassId, FuncId, GlobalId, Id, Program, Type};
use scenario::make::Step;
use scenario::{Argument, Array, Place, Scenario, Statement};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use trace::{Mode, Outcome, RunError, Runner, Trace};

/// What is to be run, and what it is given.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The JDK whose library it runs with.
    pub jdk: Jdk,
    /// Directories and jars with its classes.
    pub classpath: Vec<PathBuf>,
    /// Its main class, with dots or slashes.
    pub main: String,
    /// The arguments of `main`.
    pub arguments: Vec<String>,
    /// What it reads from standard input.
    pub input: Vec<u8>,
    /// Files by path; a relative path starts at the directory it works in.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Whether arguments and standard input are inputs that a concolic run follows.
    pub symbolic: bool,
    /// Milliseconds since 1970 at which it starts; a fixed time if none is given.
    pub clock: Option<i64>,
    /// Classes of the library whose execution is counted, by their internal names: from the start, since it uses itself.
    pub measured: Vec<String>,
}

impl Launch {
    /// A main class on a class path, given nothing.
    pub fn new(jdk: Jdk, classpath: Vec<PathBuf>, main: impl Into<String>) -> Self {
        Self {
            jdk,
            classpath,
            main: main.into(),
            arguments: Vec::new(),
            input: Vec::new(),
            files: BTreeMap::new(),
            symbolic: false,
            clock: None,
            measured: Vec::new(),
        }
    }
}

/// Why a program cannot be run.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Error {
    /// A class is missing or broken.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The main class is not there.
    #[error("class {0} is not found on the class path")]
    NoClass(String),
    /// The main class has no main method.
    #[error("class {0} has no method `public static void main(String[])`")]
    NoMain(String),
    /// The library of the JDK did not come up.
    #[error("the library of the JDK does not start: {0}")]
    Boot(String),
    /// The machine refuses the program.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl Error {
    /// What it is to somebody who asked for a run.
    pub fn into_run(self) -> RunError {
        match self {
            Self::Run(error) => error,
            error => RunError::NoMachine(error.to_string()),
        }
    }
}

/// Steps that the first use of a part of the library may take.
const WARMING: u64 = 50_000_000;

/// A booted machine with a program to run; both can be used again.
pub struct Prepared {
    /// The machine; the library is up in the state it starts from.
    pub machine: Machine,
    /// What runs the program.
    pub scenario: Scenario,
    world: Arc<Mutex<World>>,
    shared: Arc<JvmState>,
    entries: Entries,
    launch: Launch,
    /// Classes of the library that are initialised from the start, or cannot be.
    warm: BTreeSet<ClassId>,
    /// What was called to get there, in order: an entry and its argument.
    uses: Vec<(FuncId, usize)>,
}

/// Boots a machine for a program.
///
/// # Errors
///
/// When the JDK or the class path cannot be read, the library does not come up, or there is no main method.
pub fn prepare(
    launch: &Launch,
    config: Config,
    output: Arc<dyn Output>,
) -> Result<Prepared, Error> {
    let mut prepared = prepare_library(launch, config, output)?;
    prepared.aim()?;
    Ok(prepared)
}

/// Boots a machine whose library is up, and no more: whatever main class is named does not matter.
///
/// # Errors
///
/// When the JDK or the class path cannot be read, or the library does not come up.
pub fn prepare_library(
    launch: &Launch,
    config: Config,
    output: Arc<dyn Output>,
) -> Result<Prepared, Error> {
    let settings = Settings { jdk: launch.jdk.clone(), class_path: launch.classpath.clone() };
    let (mut world, mut program) = World::new(settings)?;
    world.measure(launch.measured.iter().cloned());
    let entries = Entries::new(&mut world, &mut program);
    let world = Arc::new(Mutex::new(world));
    let environment = Environment::usual(&launch.jdk, launch.clock);
    let shared = Arc::new(JvmState::new(Arc::clone(&world), output, environment)?);
    let machine = machine(program, config, &world, &shared)?;
    let mut prepared = Prepared {
        machine,
        scenario: Scenario::default(),
        world,
        shared,
        entries,
        launch: launch.clone(),
        warm: BTreeSet::new(),
        uses: Vec::new(),
    };
    prepared.boot()?;
    Ok(prepared)
}

fn machine(
    program: impl Into<Arc<Program>>,
    config: Config,
    world: &Arc<Mutex<World>>,
    shared: &Arc<JvmState>,
) -> Result<Machine, RunError> {
    let natives = Box::new(Registry::new(Arc::clone(shared), boot::TABLE));
    let loader = Box::new(JavaLoader::new(Arc::clone(world), natives));
    // Java has no uninitialised memory and no overflow to trap.
    let config = Config { trap_overflow: false, trap_uninitialised: false, ..config };
    Machine::with_loader(program, config, Models::none(), loader)
}

impl Prepared {
    /// Brings up the library in the state that runs start from.
    fn boot(&mut self) -> Result<(), Error> {
        let scenario = call(self.entries.up, Vec::new());
        let mut trace = Trace::default();
        self.machine.run(&scenario, Mode::Concrete, &mut trace)?;
        if trace.outcome != Outcome::Returned {
            return Err(Error::Boot(self.explain(&trace)));
        }
        self.keep();
        Ok(())
    }

    /// Makes the state after the last run the one that runs start from.
    fn keep(&mut self) {
        self.machine.rebase();
        self.shared.rebase();
    }

    /// Another main class of the same class path, or the same with other arguments and input.
    ///
    /// # Errors
    ///
    /// When there is no such class, or it has no main method.
    pub fn again(&mut self, main: &str, arguments: &[String], input: &[u8]) -> Result<(), Error> {
        self.launch.main = main.to_owned();
        self.launch.arguments = arguments.to_vec();
        self.launch.input = input.to_vec();
        self.aim()
    }

    /// Finds the main class and writes the scenario that runs it.
    fn aim(&mut self) -> Result<(), Error> {
        let main = self.launch.main.replace('.', "/");
        let world = Arc::clone(&self.world);
        let mut found = Err(LoadError::NotFound(main.clone()));
        self.machine.grow(|program| {
            found = world.lock().unwrap_or_else(PoisonError::into_inner).class(program, &main);
        })?;
        let class = match found {
            Ok(class) => class,
            Err(LoadError::NotFound(name)) if name == main => return Err(Error::NoClass(main)),
            Err(error) => return Err(error.into()),
        };
        if main_method(&self.shared.world(), class).is_none() {
            return Err(Error::NoMain(main));
        }
        self.scenario = self.program_scenario(class);
        Ok(())
    }

    fn program_scenario(&self, class: ClassId) -> Scenario {
        let mut scenario = Scenario::default();
        let mut arguments: Vec<Vec<u8>> =
            self.launch.arguments.iter().map(|text| text.clone().into_bytes()).collect();
        if self.launch.symbolic {
            // They are arrays of characters then.
            let arrays = arguments.iter_mut().zip(self.shared.slots().arguments());
            arrays.for_each(|(argument, _)| argument.clear());
        }
        scenario.statements.push(Statement::Arguments(arguments));
        for (path, content) in &self.launch.files {
            let (path, content) = (path.clone(), content.clone());
            scenario.statements.push(Statement::File { path, content });
        }
        if self.launch.symbolic {
            self.add_inputs(&mut scenario);
        } else {
            scenario.statements.push(Statement::StandardInput(self.launch.input.clone()));
        }
        let number = Argument::Literal(class.index() as u128);
        scenario.statements.push(Statement::Call {
            result: None,
            function: self.entries.main,
            arguments: vec![number],
        });
        scenario
    }

    /// Arguments and standard input as arrays whose elements are inputs.
    fn add_inputs(&self, scenario: &mut Scenario) {
        let slots = self.shared.slots();
        let world = self.shared.world();
        let class = |name| world.known_class(name);
        let mut add = |name: &str, element, class, elements: Vec<u128>, offset: u32| {
            let variable = scenario.declare(name);
            let array = Array { class, ..Array::new(element, elements) };
            scenario.statements.push(Statement::Array { variable, array });
            scenario.statements.push(Statement::Set {
                place: Place::Global(GlobalId(0), offset),
                // As a number it is no input: it can be no other.
                ty: Type::I64,
                bits: None,
                value: Argument::Variable(variable),
            });
        };
        let input = self.launch.input.iter().map(|byte| u128::from(*byte)).collect();
        add("input", Type::I8, class("[B"), input, slots.input);
        let places = slots.arguments();
        for (index, (text, place)) in self.launch.arguments.iter().zip(places).enumerate() {
            let units = text.encode_utf16().map(u128::from).collect();
            add(&format!("argument{}", index + 1), Type::I16, class("[C"), units, place);
        }
    }

    /// Runs the program.
    ///
    /// # Errors
    ///
    /// When the scenario does not fit the program.
    pub fn run(&mut self, mode: Mode, trace: &mut Trace) -> Result<(), RunError> {
        self.machine.run(&self.scenario, mode, trace)
    }

    /// Runs the program once, unheard, and initialises in the state that runs start from what it has
    /// initialised of the library: the library's own state stays warm, the program's is as before. Gives how
    /// many classes that were.
    ///
    /// # Errors
    ///
    /// When the scenario does not fit the program.
    pub fn warm_up(&mut self) -> Result<usize, RunError> {
        let mut trace = Trace::default();
        self.shared.mute(true);
        let result = self.warm_unheard(&mut trace);
        self.shared.mute(false);
        result
    }

    fn warm_unheard(&mut self, trace: &mut Trace) -> Result<usize, RunError> {
        self.machine.run(&self.scenario, Mode::Concrete, trace)?;
        self.keep_warm(trace)
    }

    /// Runs a scenario once, unheard, and keeps the library as warm as it has become, as [`Self::warm_up`] does.
    ///
    /// # Errors
    ///
    /// When the scenario does not fit the program.
    pub fn warm_up_by(&mut self, scenario: &Scenario, trace: &mut Trace) -> Result<(), RunError> {
        self.shared.mute(true);
        let run = self.machine.run(scenario, Mode::Concrete, trace);
        let warm = run.and_then(|()| self.keep_warm(&mut Trace::default()));
        self.shared.mute(false);
        warm.map(|_| ())
    }

    /// Runs a test that is there already, and keeps the library as warm as it has become.
    ///
    /// # Errors
    ///
    /// When the program does not have what it calls.
    pub fn warm_up_by_test(&mut self, test: &TestRun) -> Result<(), RunError> {
        let mut trace = Trace::default();
        self.run_existing(test, &mut trace)?;
        self.shared.mute(true);
        let warm = self.keep_warm(&mut trace);
        self.shared.mute(false);
        warm.map(|_| ())
    }

    fn keep_warm(&mut self, trace: &mut Trace) -> Result<usize, RunError> {
        let mut classes = self.begun();
        classes.retain(|class| self.warm.insert(*class));
        for class in &classes {
            self.warm_by(self.entries.warm, class.index(), trace)?;
        }
        for (index, subsystem) in SUBSYSTEMS.iter().enumerate() {
            let class = self.shared.world().known_class(subsystem.class);
            if class.is_some_and(|class| classes.contains(&class)) {
                self.warm_by(self.entries.use_once, index, trace)?;
            }
        }
        Ok(classes.len())
    }

    /// Runs a scenario; the next run starts where it ends.
    ///
    /// # Errors
    ///
    /// When the scenario does not fit the program.
    pub fn run_on(&mut self, scenario: &Scenario, trace: &mut Trace) -> Result<(), RunError> {
        self.shared.begin();
        self.machine.run(scenario, Mode::Concrete, trace)?;
        self.keep();
        Ok(())
    }

    /// Runs a test that is there already, however long it takes.
    ///
    /// # Errors
    ///
    /// When the program does not have what it calls.
    pub fn run_existing(&mut self, test: &TestRun, trace: &mut Trace) -> Result<(), RunError> {
        let scenario = call(self.entries.test, Vec::new());
        self.shared.hand_over(test);
        self.shared.mute(true);
        let run = self.unhurried(&scenario, trace);
        self.shared.mute(false);
        run
    }

    /// Runs a test that is there already. Gives what it did with an interface.
    ///
    /// # Errors
    ///
    /// When the program does not have what it calls.
    pub fn transcribe(
        &mut self,
        test: &TestRun,
        interface: &Arc<Interface>,
        trace: &mut Trace,
    ) -> Result<Vec<Step>, RunError> {
        let steps = Arc::new(Mutex::new(Vec::new()));
        let (shared, interface) = (Arc::clone(&self.shared), Arc::clone(interface));
        let transcriber = Transcriber::new(shared, interface, Arc::clone(&steps));
        self.machine.set_listener(Some(Box::new(transcriber)));
        let run = self.run_existing(test, trace);
        self.machine.set_listener(None);
        let steps = std::mem::take(&mut *steps.lock().unwrap_or_else(PoisonError::into_inner));
        run.map(|()| steps)
    }

    /// How many steps it takes to initialise classes.
    ///
    /// # Errors
    ///
    /// When there are no such classes.
    pub fn steps_to_initialise(&mut self, classes: &[ClassId]) -> Result<u64, RunError> {
        let mut scenario = Scenario::default();
        for class in classes {
            let number = vec![Argument::Literal(class.index() as u128)];
            scenario.statements.extend(call(self.entries.warm, number).statements);
        }
        let mut trace = Trace::default();
        self.shared.mute(true);
        let run = self.unhurried(&scenario, &mut trace);
        self.shared.mute(false);
        run.map(|()| trace.steps)
    }

    /// Initialises those of some classes under test in the state that runs start from whose initialisers take more
    /// steps than that, cheapest first: the dearer may rest on them.
    ///
    /// # Errors
    ///
    /// When there are no such classes.
    pub fn warm_costly(&mut self, classes: &[ClassId], steps: u64) -> Result<(), RunError> {
        let mut costs = Vec::new();
        for class in classes {
            costs.push((self.steps_to_initialise(&[*class])?, *class));
        }
        costs.sort_unstable();
        for (cost, class) in costs {
            // One before may have done it.
            if cost <= steps || self.steps_to_initialise(&[class])? <= steps {
                continue;
            }
            self.shared.mute(true);
            let warm = self.warm_by(self.entries.warm, class.index(), &mut Trace::default());
            self.shared.mute(false);
            warm?;
        }
        Ok(())
    }

    /// Runs a scenario that may take long.
    fn unhurried(&mut self, scenario: &Scenario, trace: &mut Trace) -> Result<(), RunError> {
        let steps = self.machine.set_max_steps(0);
        self.machine.set_max_steps(steps.max(WARMING));
        let run = self.machine.run(scenario, Mode::Concrete, trace);
        self.machine.set_max_steps(steps);
        run
    }

    /// The classes that the last run began to initialise and that could be so from the start.
    fn begun(&self) -> Vec<ClassId> {
        let world = self.shared.world();
        let mut classes = world.not_under_test();
        classes.retain(|class| self.machine.has_begun(*class));
        classes
    }

    /// Calls one of the entries with a number and keeps what comes of it, if it comes to its end.
    fn warm_by(&mut self, entry: FuncId, number: usize, trace: &mut Trace) -> Result<(), RunError> {
        let scenario = call(entry, vec![Argument::Literal(number as u128)]);
        self.shared.begin();
        self.unhurried(&scenario, trace)?;
        if trace.outcome == Outcome::Returned {
            self.credit(entry, number, trace);
            self.uses.push((entry, number));
            self.keep();
        }
        Ok(())
    }

    /// What the initialiser of a class under test executes belongs to the tests that use the class.
    fn credit(&mut self, entry: FuncId, number: usize, trace: &Trace) {
        let class = ClassId::new(number);
        let world = self.shared.world();
        if entry != self.entries.warm || !world.is_measured(class) {
            return;
        }
        let methods = &world.info(class).methods;
        let others = methods.iter().filter(|method| &*method.name != "<clinit>");
        let functions = others.map(|method| method.function).collect();
        drop(world);
        self.machine.credit(functions, trace);
    }

    /// Another machine in the same state, with all code that this one has: its sites are numbered in the order
    /// of the program, whatever was loaded first.
    ///
    /// # Errors
    ///
    /// When the library does not come up again.
    pub fn fork(&self, config: Config, output: Arc<dyn Output>) -> Result<Self, Error> {
        self.mould().cast(config, output)
    }

    /// What other machines in the same state are made from, on any thread.
    pub fn mould(&self) -> Mould {
        Mould {
            world: self.shared.world().clone(),
            shared: Arc::clone(&self.shared),
            program: Arc::clone(self.machine.program()),
            scenario: self.scenario.clone(),
            entries: self.entries,
            launch: self.launch.clone(),
            warm: self.warm.clone(),
            uses: self.uses.clone(),
        }
    }

    /// The functions that runs can begin and end with.
    pub fn entries(&self) -> &Entries {
        &self.entries
    }

    /// Says how objects are looked at in the next run, one after the other, and what they may be asked.
    pub fn look_at(&self, questions: &Arc<Questions>, looks: Vec<Look>) {
        self.shared.take_seen();
        self.shared.set_looks(questions, looks);
    }

    /// What runs have looked at since the last call.
    pub fn take_seen(&self) -> Vec<Seen> {
        self.shared.take_seen()
    }

    /// The calls that were open when the throwable was made that a run ended with, innermost first, with their lines.
    pub fn origin(&self, trace: &Trace) -> Vec<(FuncId, u32)> {
        let (throwable, calls) = self.shared.last_thrown();
        match trace.outcome {
            Outcome::Threw { object, .. } if object == throwable => calls,
            _ => Vec::new(),
        }
    }

    /// The innermost method of the program's own that was open when what a run ended with was made, and its line.
    pub fn place_thrown(&self, trace: &Trace) -> Option<(String, u32)> {
        let world = self.shared.world();
        self.origin(trace).into_iter().find_map(|(function, line)| {
            let class = world.function_method(function)?.class;
            let is_own = world.info(class).origin.user || world.is_measured(class);
            // A stub has no class file.
            let is_own = is_own && world.bytes(class).is_some();
            is_own.then(|| (self.machine.program().functions[function].name.clone(), line))
        })
    }

    /// What the program asked for itself since the last call, by the methods of `ferret.Given`, in order.
    pub fn take_answers(&self) -> Vec<Asked> {
        self.shared.take_answers()
    }

    /// How far runs since the last call have gone out of the process: to files, hosts or other processes.
    pub fn take_outside(&self) -> Outside {
        self.shared.take_outside()
    }

    /// Native methods that were called and have no model.
    pub fn unmodelled(&self) -> BTreeSet<String> {
        self.shared.world().missing_natives().clone()
    }

    /// The world of the program's classes.
    pub fn world(&self) -> Arc<Mutex<World>> {
        Arc::clone(&self.world)
    }

    /// How a run ended, in words.
    fn explain(&self, trace: &Trace) -> String {
        let program = self.machine.program();
        match &trace.outcome {
            Outcome::Threw { class, .. } => {
                format!("{} was thrown", program.classes[*class].name.replace('/', "."))
            }
            Outcome::Trapped(trap) => {
                let mut text = trap.kind.to_string();
                for point in trap.stack.iter().rev().take(12) {
                    text.push_str("\n  in ");
                    text.push_str(&program.functions[point.function].name);
                }
                text
            }
            outcome => format!("{outcome:?}"),
        }
    }
}

/// What machines in the same state are made from.
pub struct Mould {
    world: World,
    shared: Arc<JvmState>,
    program: Arc<Program>,
    scenario: Scenario,
    entries: Entries,
    launch: Launch,
    warm: BTreeSet<ClassId>,
    uses: Vec<(FuncId, usize)>,
}

impl Mould {
    /// Makes a machine.
    ///
    /// # Errors
    ///
    /// When the library does not come up again.
    pub fn cast(&self, config: Config, output: Arc<dyn Output>) -> Result<Prepared, Error> {
        self.cast_in(self.shared.environment().clone(), config, output)
    }

    /// Makes a machine in another environment.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn cast_elsewhere(
        &self,
        config: Config,
        output: Arc<dyn Output>,
    ) -> Result<Prepared, Error> {
        self.cast_in(self.shared.environment().elsewhere(), config, output)
    }

    fn cast_in(
        &self,
        environment: Environment,
        config: Config,
        output: Arc<dyn Output>,
    ) -> Result<Prepared, Error> {
        let world = Arc::new(Mutex::new(self.world.clone()));
        let shared = Arc::new(self.shared.fork(Arc::clone(&world), output, environment));
        let mut made = Prepared {
            machine: machine(Arc::clone(&self.program), config, &world, &shared)?,
            scenario: self.scenario.clone(),
            world,
            shared,
            entries: self.entries,
            launch: self.launch.clone(),
            warm: self.warm.clone(),
            uses: Vec::new(),
        };
        made.boot()?;
        made.shared.mute(true);
        let mut trace = Trace::default();
        for &(entry, number) in &self.uses {
            made.warm_by(entry, number, &mut trace)?;
        }
        made.shared.mute(false);
        Ok(made)
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The world of its classes.
    pub fn world(&self) -> &World {
        &self.world
    }
}

fn call(function: FuncId, arguments: Vec<Argument>) -> Scenario {
    let mut scenario = Scenario::default();
    scenario.statements.push(Statement::Call { result: None, function, arguments });
    scenario
}
