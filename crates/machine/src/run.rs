//! Running scenarios: statements become values, objects and calls.

mod bits;
mod bytes;
mod entry;
mod observe;
mod pointers;

use crate::config::Config;
use crate::core::Core;
use crate::credit::Credit;
use crate::domain::{Concolic, Concrete, Domain, Graded, Shaded};
use crate::interpret::{Hearing, Interpreter, stop_at};
use crate::loader::Loader;
use crate::memory::{FaultKind, ObjectKind, Touched, address};
use crate::model::{Context, Listener, Models, Stop, Value};
use crate::probe::ProbeRoom;
use crate::streams::Answer;
use program::{
    BinaryOp, BlockId, ClassId, CompareOp, ConvertOp, Edit, FuncId, GlobalId, Id, Program, RegId,
    SiteId, SiteTable, Type,
};
use scenario::{Argument, Array, Place, Scenario, Statement, VarId};
use std::sync::Arc;
use term::{Fitness, Pool, Sort};
use trace::{
    Force, Input, Limit, Mode, Observation, Observed, Origin, Outcome, Overrun, Part, Probe,
    RunError, Runner, Source, Trace, Trap, TrapKind, Watch,
};

/// Runs scenarios on one program.
pub struct Machine {
    core: Core,
    concrete: Room<Concrete>,
    graded: Room<Graded>,
    concolic: Room<Concolic>,
    probe_room: ProbeRoom,
    /// Memory of earlier observations, used again.
    spare: Vec<Vec<Observed>>,
}

/// A domain and the memory that its runs use, kept from run to run.
struct Room<D: Domain> {
    domain: D,
    shadows: Vec<D::Shadow>,
    variables: Vec<Slot<D::Shadow>>,
    arguments: Vec<(Type, Shaded<D::Shadow>)>,
}

impl<D: Domain> Room<D> {
    fn new(domain: D) -> Self {
        Self { domain, shadows: Vec::new(), variables: Vec::new(), arguments: Vec::new() }
    }
}

impl Machine {
    /// A machine for a program that `program::verify` has accepted.
    pub fn new(program: Arc<Program>, config: Config, models: Models) -> Result<Self, RunError> {
        Self::of_core(Core::new(program, config, models, None)?)
    }

    /// The function that an address of a run is.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let function = address::function_at(address).map(FuncId)?;
        self.core.program.functions.get(function).map(|_| function)
    }

    /// The variable with static storage that begins at an address.
    pub fn global_at(&self, address: u64) -> Option<GlobalId> {
        self.core.globals.iter().find(|(_, at)| **at == address).map(|(global, _)| global)
    }

    /// A machine whose program grows while it runs: what is called and has neither a body nor a model of
    /// its name is asked of the loader.
    pub fn with_loader(
        program: impl Into<Arc<Program>>,
        config: Config,
        models: Models,
        loader: Box<dyn Loader>,
    ) -> Result<Self, RunError> {
        Self::of_core(Core::new(program.into(), config, models, Some(loader))?)
    }

    fn of_core(core: Core) -> Result<Self, RunError> {
        let budget = core.config.term_budget;
        Ok(Self {
            core,
            concrete: Room::new(Concrete),
            graded: Room::new(Graded::default()),
            concolic: Room::new(Concolic::new(budget)),
            probe_room: ProbeRoom::default(),
            spare: Vec::new(),
        })
    }

    /// The program's sites, which traces refer to.
    pub fn sites(&self) -> &SiteTable {
        &self.core.sites
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.core.program
    }

    /// Sets how many steps a run may take from now on; gives how many they were.
    pub fn set_max_steps(&mut self, steps: u64) -> u64 {
        std::mem::replace(&mut self.core.config.max_steps, steps)
    }

    /// Sets whether all events of a run are kept from now on; gives whether they were.
    pub fn set_record_events(&mut self, record: bool) -> bool {
        std::mem::replace(&mut self.core.config.record_events, record)
    }

    /// Counts from now on how often each block of some functions is entered.
    pub fn count_blocks(&mut self, functions: &[FuncId]) {
        self.core.count_blocks(functions);
    }

    /// Lets what the last run executed count for every run from now on that enters one of some functions.
    pub fn credit(&mut self, functions: Vec<FuncId>, trace: &Trace) {
        self.core.credits.push(Credit::new(functions, trace));
    }

    /// The counter of a block, where the blocks of its function are counted.
    pub fn block_counter(&self, function: FuncId, block: BlockId) -> Option<u32> {
        self.core.block_counters.get(&function).map(|first| first + block.0)
    }

    /// Runs a function with something else in one place from now on, or all as they are. Gives whether that can be done.
    pub fn edit(&mut self, edit: Option<&Edit>) -> bool {
        self.core.edit(edit)
    }

    /// The site of the assertions that edits add.
    pub fn probe_site(&self) -> Option<SiteId> {
        self.core.spare_sites.map(|first| SiteId(first.0 + 2))
    }

    /// Lets somebody hear of the calls that code makes from now on, or nobody.
    pub fn set_listener(&mut self, listener: Option<Box<dyn Listener>>) {
        self.core.hearing = listener.map(|listener| Hearing { listener, open: None });
    }

    /// Whether a class was initialised, or was being so, when the last run ended.
    pub fn has_begun(&self, class: ClassId) -> bool {
        let state = self.core.memory.load(self.core.class_states + class.index() as u64, 1);
        state.is_ok_and(|state| state != 0)
    }

    /// Lets the program grow between runs, as [`Context::grow`](crate::Context::grow) does in one.
    pub fn grow(&mut self, change: impl FnOnce(&mut Program)) -> Result<(), RunError> {
        let mut change = Some(change);
        let mut once = |program: &mut Program| {
            if let Some(change) = change.take() {
                change(program);
            }
        };
        let limit = self.core.config.memory;
        self.core.grow(&mut once).map_err(|_| RunError::Memory { limit })
    }

    /// Sees to it that a function has its code, so that its sites are known before it is called. Gives
    /// whether there is any, be it a body or a model.
    pub fn load(&mut self, function: FuncId) -> bool {
        self.core.ready(function).is_ok()
    }

    /// Why a function cannot be called that has neither a body nor a model.
    pub fn missing(&self, function: FuncId) -> Option<&str> {
        self.core.missing.get(&function).map(String::as_str)
    }

    /// What the last run left in memory beyond the state it started from, at its end.
    pub fn memory_use(&self) -> Touched {
        self.core.memory.touched()
    }

    /// What lies at an address when the last run has ended, as a number of so many bytes.
    pub fn peek(&self, address: u64, bytes: u32) -> Option<u128> {
        self.core.memory.load(address, bytes).ok()
    }

    /// How many elements a managed array has when the last run has ended.
    pub fn peek_length(&self, array: u64) -> Option<u32> {
        self.core.memory.length(array)
    }

    /// The class of a managed object when the last run has ended.
    pub fn peek_class(&self, object: u64) -> Option<ClassId> {
        self.core.class_of(object)
    }

    /// Makes the state after the last run the one every run starts from: what that run set up is there
    /// from now on.
    pub fn rebase(&mut self) {
        self.core.memory.snapshot();
        self.core.settle_classes();
    }
}

impl Machine {
    /// Runs a scenario; gives whether it went another way where it was to.
    fn start(
        &mut self,
        scenario: &Scenario,
        mode: Mode,
        force: Option<Force>,
        trace: &mut Trace,
    ) -> Result<bool, RunError> {
        self.core.reset();
        let counters = self.core.counter_count as usize;
        clear(
            trace,
            self.core.sites.outcomes(),
            counters,
            self.core.probes.all.len(),
            &mut self.spare,
        );
        let (core, probes, spare) = (&mut self.core, &mut self.probe_room, &mut self.spare);
        let forced = match mode {
            Mode::Concrete => Session::new(core, &mut self.concrete, trace, probes, spare, mode)
                .run(scenario, None),
            Mode::Graded => {
                self.graded.domain.reset();
                Session::new(core, &mut self.graded, trace, probes, spare, mode).run(scenario, None)
            }
            Mode::Concolic => {
                self.concolic.domain.reset();
                Session::new(core, &mut self.concolic, trace, probes, spare, mode)
                    .run(scenario, force)
            }
        }?;
        // One that rests on others was made after them.
        for credit in self.core.credits.iter().rev() {
            credit.add_to(&self.core.program, &self.core.counters, trace);
        }
        Ok(forced)
    }
}

impl Runner for Machine {
    fn run(&mut self, scenario: &Scenario, mode: Mode, trace: &mut Trace) -> Result<(), RunError> {
        self.start(scenario, mode, None, trace).map(|_| ())
    }

    fn run_forced(
        &mut self,
        scenario: &Scenario,
        force: Force,
        trace: &mut Trace,
    ) -> Result<bool, RunError> {
        self.start(scenario, Mode::Concolic, Some(force), trace)
    }

    fn set_probes(&mut self, probes: &[Arc<Probe>]) {
        self.core.set_probes(probes);
    }

    fn set_watch(&mut self, watch: Option<Watch>) {
        self.core.watch = watch;
    }

    fn pool(&self) -> &Pool {
        &self.concolic.domain.pool
    }
}

/// Empties a trace and keeps its memory.
fn clear(
    trace: &mut Trace,
    outcomes: usize,
    counters: usize,
    probes: usize,
    spare: &mut Vec<Vec<Observed>>,
) {
    trace.outcome = Outcome::Returned;
    trace.stack.clear();
    trace.statement = 0;
    trace.steps = 0;
    trace.tally.clear(outcomes);
    trace.counters.clear(counters);
    trace.events.clear();
    trace.path.clear();
    trace.notes.clear();
    trace.inputs.clear();
    trace.entry = None;
    trace.entered.clear();
    trace.asked.clear();
    trace.wanted.clear();
    trace.texts.compared.clear();
    trace.texts.exchanges.clear();
    trace.places.clear();
    trace.freed.clear();
    spare.extend(trace.observations.drain(..).map(|mut observation| {
        observation.seen.clear();
        observation.seen
    }));
    spare.truncate(MOST_SPARE);
    trace.overrun = None;
    trace.probes.clear();
    trace.probes.resize(probes, Fitness::MAX);
}

/// Observations whose memory is kept for later ones.
const MOST_SPARE: usize = 64;

/// A variable's value while a scenario runs.
type Slot<S> = Option<(Type, Shaded<S>)>;

/// One run of one scenario.
struct Session<'m, D: Domain> {
    interpreter: Interpreter<'m, D>,
    variables: &'m mut Vec<Slot<D::Shadow>>,
    arguments: &'m mut Vec<(Type, Shaded<D::Shadow>)>,
    spare: &'m mut Vec<Vec<Observed>>,
}

/// Why a statement was not carried out: the scenario is at fault, or the program stopped.
enum Failed {
    Scenario(RunError),
    Program(Stop),
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Failed::Program(stop)
    }
}

impl<'m, D: Domain> Session<'m, D> {
    fn new(
        core: &'m mut Core,
        room: &'m mut Room<D>,
        trace: &'m mut Trace,
        probe_room: &'m mut ProbeRoom,
        spare: &'m mut Vec<Vec<Observed>>,
        mode: Mode,
    ) -> Self {
        let Room { domain, shadows, variables, arguments } = room;
        if shadows.len() < core.registers.len() {
            shadows.resize(core.registers.len(), D::NONE);
        }
        let result = Shaded { bits: 0, shadow: D::NONE };
        let interpreter = Interpreter {
            core,
            domain,
            shadows,
            trace,
            probe_room,
            mode,
            force: None,
            result,
            nesting: 0,
            graded: 0,
            at_limit: false,
        };
        Self { interpreter, variables, arguments, spare }
    }

    fn run(mut self, scenario: &Scenario, force: Option<Force>) -> Result<bool, RunError> {
        self.interpreter.force = force;
        self.variables.clear();
        self.variables.resize(scenario.variables.len(), None);
        let mut end = None;
        for (index, statement) in scenario.statements.iter().enumerate() {
            self.interpreter.trace.statement = index;
            match self.statement(scenario, index, statement) {
                Ok(()) => {}
                Err(Failed::Scenario(error)) => return Err(error),
                Err(Failed::Program(stop)) => {
                    end = Some(stop);
                    break;
                }
            }
        }
        // Blocks that were not left are not in the count yet, except the one whose end was too much.
        let counted = usize::from(end == Some(Stop::Limit(Limit::Steps)));
        let outcome = end.map_or(Outcome::Returned, |stop| self.outcome(stop));
        let Interpreter { core, trace, .. } = &mut self.interpreter;
        let unfinished = core.stack().into_iter().rev().skip(counted);
        trace.steps = core.steps + unfinished.map(|point| u64::from(point.index) + 1).sum::<u64>();
        if matches!(outcome, Outcome::Exhausted(_)) {
            trace.stack = core.stack();
        }
        trace.outcome = outcome;
        self.tell_overrun();
        self.tell_freed();
        self.tell_left(scenario.statements.len());
        let forced = force.is_some() && self.interpreter.force.is_none();
        if let Some(concolic) = self.interpreter.domain.concolic()
            && concolic.spent
            && !forced
        {
            self.interpreter.trace.notes.push(trace::Note::TermBudget);
        }
        Ok(forced)
    }

    /// Tells of an access out of bounds which of the scenario's variables it went beyond, and how far.
    fn tell_overrun(&mut self) {
        let Outcome::Trapped(Trap { kind: TrapKind::OutOfBounds, .. }) =
            &self.interpreter.trace.outcome
        else {
            return;
        };
        let Some((at, len)) = self.interpreter.core.memory.last_overrun() else { return };
        let holds = |slot: &Slot<D::Shadow>| {
            slot.as_ref().is_some_and(|(ty, value)| {
                *ty == Type::Ptr && u128::from(address::compose(address::tag(at), 0)) == value.bits
            })
        };
        let end = u64::from(address::offset(at)).saturating_add(len);
        self.interpreter.trace.overrun = self
            .variables
            .iter()
            .position(holds)
            .map(|variable| Overrun { variable: VarId::new(variable), end });
    }

    /// Tells which of the scenario's variables the program took for blocks of the heap.
    fn tell_freed(&mut self) {
        let Interpreter { core, trace, .. } = &mut self.interpreter;
        for &address in core.memory.claimed() {
            let made = |slot: &Slot<D::Shadow>| {
                slot.as_ref().is_some_and(|(ty, value)| {
                    *ty == Type::Ptr && value.bits == u128::from(address)
                })
            };
            trace.freed.extend(self.variables.iter().position(made).map(VarId::new));
        }
    }

    fn outcome(&self, stop: Stop) -> Outcome {
        let core = &self.interpreter.core;
        match stop {
            Stop::Trap(kind) => Outcome::Trapped(Trap { kind, stack: core.stack() }),
            Stop::Throw { object } => match core.class_of(object) {
                Some(class) => Outcome::Threw { class, object },
                None => Outcome::Trapped(Trap { kind: TrapKind::WildAddress, stack: core.stack() }),
            },
            Stop::Exit(code) => Outcome::Exited(code),
            Stop::Limit(limit) => Outcome::Exhausted(limit),
        }
    }

    fn statement(
        &mut self,
        scenario: &Scenario,
        index: usize,
        statement: &Statement,
    ) -> Result<(), Failed> {
        match statement {
            Statement::Value { variable, ty, bits, .. } => {
                let bits = bits & ty.mask();
                // An address is an input where it is passed.
                let shadow = match ty {
                    Type::Ptr => D::NONE,
                    _ => self.part(scenario, *variable, Part::Value, ty.sort(), bits),
                };
                self.bind(*variable, *ty, Shaded { bits, shadow });
            }
            Statement::Array { variable, array } => {
                let address = self.array(scenario, index, *variable, array)?;
                self.bind_address(*variable, address);
            }
            Statement::New { variable, class } => {
                let address = self.interpreter.make_managed(*class)?;
                self.bind_address(*variable, address);
            }
            Statement::Object { variable, object } => {
                let address = self.object(u64::from(object.size))?;
                self.bind_address(*variable, address);
                self.unset_fields(scenario, index, *variable, object, address);
            }
            Statement::Stream { variable, name, ty, values } => {
                let mut answers = Vec::with_capacity(values.len());
                for (index, bits) in values.iter().enumerate() {
                    let bits = bits & ty.mask();
                    let part = Part::Element(index as u32);
                    let shadow = self.part(scenario, *variable, part, ty.sort(), bits);
                    let term = self.interpreter.domain.term(shadow);
                    answers.push(Answer { ty: *ty, bits, term });
                }
                self.interpreter.core.environment.streams.give(name, answers);
            }
            Statement::Set { place, ty, bits, value } => {
                let value = match ty {
                    Type::Ptr => self.pointer_set(scenario, index, *place, value)?,
                    _ => self.argument(scenario, *ty, value)?,
                };
                let at = self.place(scenario, *place)?;
                let written = match bits {
                    None => self.interpreter.host_write(at, *ty, value),
                    Some(bits) => self.set_bits(at, *ty, *bits, value)?,
                };
                // What an earlier call has freed is not there to be written any more.
                if let Err(fault) = written
                    && fault.kind != FaultKind::UseAfterFree
                    && !beyond_length(scenario, *place)
                {
                    let (statement, reason) = (index + 1, fault.kind.to_string());
                    return Err(Failed::Scenario(RunError::Place { statement, reason }));
                }
            }
            Statement::Call { result, function, arguments } => {
                self.call(scenario, index, *result, *function, arguments)?;
            }
            Statement::Arguments(arguments) => {
                self.interpreter.core.environment.arguments.clone_from(arguments);
                self.argument_bytes(index, arguments);
            }
            Statement::StandardInput(bytes) => {
                self.interpreter.core.environment.standard_input.clone_from(bytes);
                let variables = self.bytes_of(index, 0, "stdin", bytes);
                self.interpreter.core.environment.variables.standard_input = variables;
            }
            Statement::File { path, content } => {
                let files = &mut self.interpreter.core.environment.files;
                files.insert(path.clone(), content.clone());
                let variables = self.bytes_of(index, 0, path, content);
                let files = &mut self.interpreter.core.environment.variables.files;
                files.insert(path.clone(), variables);
            }
        }
        Ok(())
    }

    fn bind(&mut self, variable: VarId, ty: Type, value: Shaded<D::Shadow>) {
        self.interpreter.hold(ty, value.bits);
        if let Some(slot) = self.variables.get_mut(variable.index()) {
            *slot = Some((ty, value));
        }
    }

    fn bind_address(&mut self, variable: VarId, address: u64) {
        self.note_place(variable, address);
        self.bind(variable, Type::Ptr, Shaded { bits: address.into(), shadow: D::NONE });
    }

    /// Gives a part of a variable of the scenario's its variable in the pool, in a concolic run.
    fn part(
        &mut self,
        scenario: &Scenario,
        variable: VarId,
        part: Part,
        sort: Sort,
        bits: u128,
    ) -> D::Shadow {
        if !D::SYMBOLIC {
            return D::NONE;
        }
        let name = scenario.name(variable);
        let name = match part {
            Part::Value => name.to_owned(),
            Part::Length => format!("{name}.length"),
            Part::Element(index) => format!("{name}[{index}]"),
        };
        self.input(name, Source::Variable(variable, part), sort, bits)
    }

    /// Gives an input its variable in the pool, in a concolic run.
    fn input(&mut self, mut name: String, source: Source, sort: Sort, bits: u128) -> D::Shadow {
        let Some(concolic) = self.interpreter.domain.concolic() else { return D::NONE };
        // Two variables of one name are told apart.
        while concolic.pool.find_variable(&name).is_some() {
            name.push('\'');
        }
        let term = concolic.pool.variable(&name, sort);
        if source.is_pointer() {
            concolic.pointers.add(term, bits == 0);
        }
        self.interpreter.trace.inputs.push(Input { source, term, bits });
        self.interpreter.domain.of_term(Some(term))
    }

    fn object(&mut self, size: u64) -> Result<u64, Stop> {
        let size = Shaded { bits: size.into(), shadow: D::NONE };
        self.interpreter.make_object(size, 16, ObjectKind::Input, true)
    }

    /// Makes a sized input: as many elements as its length says can be seen, all of its capacity and
    /// the length are inputs.
    fn array(
        &mut self,
        scenario: &Scenario,
        statement: usize,
        variable: VarId,
        array: &Array,
    ) -> Result<u64, Stop> {
        let capacity = array.elements.len() as u32;
        let length = array.length.min(capacity);
        let shadow = self.part(scenario, variable, Part::Length, Sort::Bits(32), length.into());
        let length_value = Shaded { bits: length.into(), shadow };
        let address = match array.class {
            Some(class) => self.interpreter.make_array(class, length_value)?,
            None => {
                let size = self.size_of(length_value, array.element);
                self.interpreter.make_object(size, 16, ObjectKind::Input, true)?
            }
        };
        self.limit_length(length_value, capacity);
        let bytes = array.element.bytes();
        for (index, &bits) in array.elements.iter().enumerate() {
            let part = Part::Element(index as u32);
            let bits = bits & array.element.mask();
            let shadow = match array.element {
                Type::Ptr => {
                    self.unset_pointer(scenario, statement, variable, bytes * index as u32, bits)
                }
                _ => self.part(scenario, variable, part, array.element.sort(), bits),
            };
            if (index as u32) < length {
                let at = address + u64::from(bytes) * index as u64;
                self.interpreter
                    .host_write(at, array.element, Shaded { bits, shadow })
                    .map_err(stop_at)?;
            } else {
                self.keep_beyond(address, bytes * index as u32, array.element, shadow);
            }
        }
        Ok(address)
    }

    /// Remembers an element behind the length: another length lets the program see it.
    fn keep_beyond(&mut self, array: u64, offset: u32, ty: Type, shadow: D::Shadow) {
        let term = self.interpreter.domain.term(shadow);
        if let (Some(term), Some(concolic)) = (term, self.interpreter.domain.concolic()) {
            let whole = concolic.bytes_of(ty, term);
            for byte in 0..ty.bytes() {
                let part = concolic.pool.extract(whole, (byte * 8) as u8, 8);
                let beyond = concolic.beyond.entry(address::tag(array)).or_default();
                beyond.push((offset + byte, part));
            }
        }
    }

    /// The size in bytes of that many elements.
    fn size_of(&mut self, length: Shaded<D::Shadow>, element: Type) -> Shaded<D::Shadow> {
        let bits = length.bits * u128::from(element.bytes());
        let term = self.interpreter.domain.term(length.shadow);
        let Some(concolic) = self.interpreter.domain.concolic() else {
            return Shaded { bits, shadow: D::NONE };
        };
        let term = term.map(|term| {
            let wide = concolic.pool.convert(ConvertOp::ZExt, Sort::Bits(64), term);
            let bytes = concolic.pool.bits(64, element.bytes().into());
            concolic.pool.binary(BinaryOp::Mul, wide, bytes)
        });
        Shaded { bits, shadow: self.interpreter.domain.of_term(term) }
    }

    /// Adds to the path condition that a length fits its capacity.
    fn limit_length(&mut self, length: Shaded<D::Shadow>, capacity: u32) {
        let term = self.interpreter.domain.term(length.shadow);
        if let (Some(term), Some(concolic)) = (term, self.interpreter.domain.concolic()) {
            let capacity = concolic.pool.bits(32, capacity.into());
            let fits = concolic.pool.compare(CompareOp::Ule, term, capacity);
            self.interpreter.assert(Some(fits), true, Origin::Input);
        }
    }

    /// The value of an argument where one of that type is wanted.
    fn argument(
        &mut self,
        scenario: &Scenario,
        wanted: Type,
        argument: &Argument,
    ) -> Result<Shaded<D::Shadow>, Failed> {
        let bare = |bits: u128| Shaded { bits: bits & wanted.mask(), shadow: D::NONE };
        Ok(match *argument {
            Argument::Literal(bits) => bare(bits),
            Argument::Global(global) => bare(self.interpreter.core.globals[global].into()),
            Argument::Function(function) => bare(address::function_address(function.0).into()),
            Argument::Part(variable, offset) => {
                let base = self.argument(scenario, Type::Ptr, &Argument::Variable(variable))?;
                let at = (base.bits as u64).wrapping_add(offset.into());
                let value = self.interpreter.load(Value::pointer(at), wanted)?;
                self.interpreter.shaded(value)
            }
            Argument::Inside(variable, offset) => {
                let base = self.argument(scenario, Type::Ptr, &Argument::Variable(variable))?;
                bare(u128::from((base.bits as u64).wrapping_add(offset.into())))
            }
            Argument::Variable(variable) => {
                let slot = self.variables.get(variable.index()).copied().flatten();
                match slot {
                    Some((ty, value)) if ty.sort() == wanted.sort() => value,
                    slot => {
                        return Err(Failed::Scenario(RunError::VariableType {
                            variable: scenario
                                .variables
                                .get(variable.index())
                                .cloned()
                                .unwrap_or_default(),
                            found: slot.map_or("not set".to_owned(), |(ty, _)| ty.to_string()),
                            expected: wanted.to_string(),
                        }));
                    }
                }
            }
        })
    }

    fn place(&mut self, scenario: &Scenario, place: Place) -> Result<u64, Failed> {
        Ok(match place {
            Place::Global(global, offset) => {
                self.interpreter.core.globals[global].wrapping_add(offset.into())
            }
            Place::Variable(variable, offset) => {
                let base = self.argument(scenario, Type::Ptr, &Argument::Variable(variable))?;
                (base.bits as u64).wrapping_add(offset.into())
            }
        })
    }

    fn call(
        &mut self,
        scenario: &Scenario,
        statement: usize,
        result: Option<VarId>,
        function: FuncId,
        arguments: &[Argument],
    ) -> Result<(), Failed> {
        let core = &self.interpreter.core;
        let callee = &core.program.functions[function];
        if callee.params as usize != arguments.len() {
            return Err(Failed::Scenario(RunError::ArgumentCount {
                function: callee.name.clone(),
                expected: callee.params as usize,
                found: arguments.len(),
            }));
        }
        if !callee.has_body() && core.loader.is_none() {
            return Err(Failed::Scenario(RunError::NoBody(callee.name.clone())));
        }
        let result_type = callee.result;
        self.arguments.clear();
        for (index, argument) in arguments.iter().enumerate() {
            let callee = &self.interpreter.core.program.functions[function];
            let ty = callee.type_of(RegId::new(index));
            let value = match ty {
                Type::Ptr => {
                    self.pointer_argument(scenario, (statement, index), function, argument)?
                }
                _ => self.argument(scenario, ty, argument)?,
            };
            self.arguments.push((ty, value));
        }
        self.watch_call(scenario, statement, function);
        let everything = self.interpreter.core.config.observe_all;
        let before = if everything { self.globals_before() } else { Vec::new() };
        let value = self.interpreter.call_from_outside(function, self.arguments)?;
        self.watch_end(statement);
        let mut seen = self.spare.pop().unwrap_or_default();
        if let Some(ty) = result_type {
            let bits = value.bits & ty.mask();
            seen.push(Observed::Result {
                ty,
                bits,
                term: self.interpreter.domain.carried(value.shadow),
            });
            if let Some(result) = result {
                self.bind(result, ty, Shaded { bits, shadow: value.shadow });
            }
        }
        if everything {
            self.observe_all(before, &mut seen);
        } else if self.interpreter.core.config.observe_memory {
            seen.extend(arguments.iter().filter_map(|argument| self.observe(argument)));
        }
        self.interpreter.trace.observations.push(Observation { statement, seen });
        Ok(())
    }
}

/// Whether a place lies behind the length of an array, where it has room for more: nobody sees it.
fn beyond_length(scenario: &Scenario, place: Place) -> bool {
    let Place::Variable(variable, offset) = place else { return false };
    let array = scenario.statements.iter().find_map(|statement| match statement {
        Statement::Array { variable: made, array } if *made == variable => Some(array),
        _ => None,
    });
    array.is_some_and(|array| {
        let index = offset / array.element.bytes().max(1);
        index >= array.length && (index as usize) < array.elements.len()
    })
}
