//! What a machine keeps from run to run, whatever the domain.

use crate::classes::Classes;
use crate::code::{Code, Compiler, Edited, Op, Slot, compile};
use crate::config::Config;
use crate::credit::Credit;
use crate::interpret::Hearing;
use crate::jumps::Jumps;
use crate::loader::Loader;
use crate::memory::{Memory, MemoryConfig, ObjectKind};
use crate::model::{CaseGrader, Environment, Grader, Model, Models, Stop};
use crate::probe::Probes;
use program::{
    ClassId, Edit, FuncId, GlobalId, Id, IdVec, Point, Program, RegId, RelocationTarget, SiteId,
    SiteTable, verify,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use trace::{Limit, Probe, RunError, Watch};

/// Slots that a frame may use: a slot number always lies inside, which spares the check.
pub(crate) const WINDOW: usize = 1 << 16;

/// What a machine whose program grows keeps free for it.
const LATE_GLOBALS: u32 = 1024;
const LATE_BYTES: usize = 1 << 20;
const LATE_CLASSES: u64 = 1 << 16;

/// A register that holds bytes which were never written, until they are stored elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unwritten {
    /// Which, among the registers of all open calls.
    pub register: usize,
    /// Which of its bytes, the first in the lowest bit.
    pub bytes: u16,
}

/// An open call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Who was called.
    pub function: FuncId,
    /// Where the caller goes on.
    pub return_pc: u32,
    /// Where the caller's frame begins.
    pub caller_base: usize,
    /// Where the result goes in the caller's frame.
    pub d: Slot,
    /// How many objects on the stack there were before.
    pub stack_mark: u32,
    /// Address of the arguments beyond the parameters.
    pub varargs: u64,
}

/// Program, code, memory and registers.
pub(crate) struct Core {
    pub program: Arc<Program>,
    pub sites: SiteTable,
    pub config: Config,
    pub code: Code,
    pub memory: Memory,
    pub classes: Classes,
    /// Models by function, for functions without a body.
    pub models: Vec<Option<Arc<dyn Model>>>,
    /// Models by name, for functions that are yet to come.
    pub by_name: Models,
    /// Where the code of functions comes from that have neither.
    pub loader: Option<Box<dyn Loader>>,
    /// Who grades the results of functions.
    pub graders: FxHashMap<FuncId, Arc<dyn Grader>>,
    /// Who grades the cases of switches, each with the slot of what is switched on.
    pub case_graders: FxHashMap<SiteId, (Slot, Arc<dyn CaseGrader>)>,
    /// Functions that cannot be called, and why.
    pub missing: FxHashMap<FuncId, String>,
    /// What has been verified of a program that grows.
    pub verified: verify::Growth,
    /// Whether the sites and counters of each function have their numbers.
    pub numbered: Vec<bool>,
    /// Where each global lies.
    pub globals: IdVec<GlobalId, u64>,
    /// The program-wide number of the first counter of each function.
    pub counters: Vec<u32>,
    /// How many counters there are.
    pub counter_count: u32,
    /// One byte for each class: whether its initialiser was started.
    pub class_states: u64,
    /// For how many classes there is such a byte.
    pub class_room: u64,
    pub probes: Probes,
    /// What was executed before all runs and counts for those that rest on it.
    pub credits: Vec<Credit>,
    /// The number of the first counter of the blocks of functions whose blocks are counted.
    pub block_counters: FxHashMap<FuncId, u32>,
    /// Sites for edits that need some.
    pub spare_sites: Option<SiteId>,
    /// The function that has another body for now, and the code of its own.
    pub edited: Option<Edited>,
    /// Which calls of scenarios are watched.
    pub watch: Option<Watch>,
    /// Who hears of calls.
    pub hearing: Option<Hearing>,
    pub environment: Environment,

    // The state of a run.
    pub registers: Vec<u64>,
    pub frames: Vec<Frame>,
    /// Addresses of the objects on the stack.
    pub stack_objects: Vec<u64>,
    /// Registers that hold bytes which were never written, on their way to where they are copied.
    pub unwritten: Vec<Unwritten>,
    /// Where the current frame begins.
    pub base: usize,
    /// The operation that is being executed.
    pub pc: u32,
    pub steps: u64,
    /// Calls that may be open at once.
    pub depth_limit: u32,
    /// Instructions that this run may execute.
    pub step_limit: u64,
    /// The highest place at which a frame of this run began.
    pub top: usize,
    /// Calls that can return once more.
    pub jumps: Jumps,
    /// Addresses that scenarios and models have in their hands.
    pub held: Vec<u64>,
}

impl Core {
    /// Whether every choice and call has to be told to somebody.
    pub fn records(&self) -> bool {
        let Config { record_events, record_decisions, record_concrete, .. } = self.config;
        record_events || record_decisions || record_concrete || self.hearing.is_some()
    }

    /// The limit of steps, if so many are within it.
    pub fn limit_beyond(&self, steps: u64) -> Result<u64, Stop> {
        match steps > self.step_limit {
            true => Err(Stop::Limit(Limit::Steps)),
            false => Ok(self.step_limit),
        }
    }

    /// Lays out the globals of a verified program and makes that the state every run starts from.
    pub fn new(
        program: Arc<Program>,
        config: Config,
        models: Models,
        loader: Option<Box<dyn Loader>>,
    ) -> Result<Self, RunError> {
        let mut memory = Memory::new(MemoryConfig {
            limit: config.memory,
            quarantine: config.quarantine,
            collect_after: config.collect_after,
            check_uninitialised: config.trap_uninitialised,
        });
        let mut class_room = program.classes.len() as u64;
        if loader.is_some() {
            class_room = class_room.next_multiple_of(LATE_CLASSES) + LATE_CLASSES;
        }
        let (globals, class_states) = lay_out(&program, class_room, loader.is_some(), &mut memory)
            .map_err(|_| RunError::Memory { limit: config.memory })?;
        memory.snapshot();
        let mut counters = Vec::with_capacity(program.functions.len());
        let mut counter_count = 0;
        for function in program.functions.values() {
            counters.push(counter_count);
            counter_count += function.counters;
        }
        let model = |function: &program::Function| {
            (!function.has_body()).then(|| models.get(&function.name).cloned()).flatten()
        };
        Ok(Self {
            sites: SiteTable::new(&program),
            code: Code::new(program.functions.len()),
            classes: Classes::new(&program),
            models: program.functions.values().map(model).collect(),
            verified: verify::Growth::new(&program),
            numbered: program.functions.values().map(program::Function::has_body).collect(),
            by_name: models,
            loader,
            graders: FxHashMap::default(),
            case_graders: FxHashMap::default(),
            missing: FxHashMap::default(),
            program,
            depth_limit: config.max_depth,
            step_limit: config.max_steps,
            config,
            memory,
            globals,
            counters,
            counter_count,
            class_states,
            class_room,
            probes: Probes::default(),
            credits: Vec::new(),
            block_counters: FxHashMap::default(),
            spare_sites: None,
            edited: None,
            watch: None,
            hearing: None,
            environment: Environment::default(),
            registers: vec![0; 2 * WINDOW],
            frames: Vec::new(),
            stack_objects: Vec::new(),
            unwritten: Vec::new(),
            base: 0,
            pc: 0,
            steps: 0,
            top: 0,
            jumps: Jumps::default(),
            held: Vec::new(),
        })
    }

    /// Back to the state before the first statement.
    pub fn reset(&mut self) {
        self.memory.reset();
        self.frames.clear();
        self.stack_objects.clear();
        self.unwritten.clear();
        self.held.clear();
        self.jumps.clear();
        if let Some(hearing) = &mut self.hearing {
            hearing.open = None;
        }
        // A collection looks at registers that the run has not written yet: what another run left in them
        // must not matter.
        let used = self.registers.len().min(self.top + self.code.largest_frame);
        self.registers[..used].fill(0);
        self.top = 0;
        self.environment = Environment::default();
        self.base = 0;
        self.steps = 0;
        self.step_limit = self.config.max_steps;
    }

    /// After a snapshot: a class that is initialised in it is so for good, and the operations that would
    /// see to it are not needed any more.
    pub fn settle_classes(&mut self) {
        let classes = self.program.classes.len() as u64;
        let Ok(states) = self.memory.bytes(self.class_states, classes) else { return };
        let code = &mut self.code;
        for op in &mut code.ops {
            if let Op::Init { class } = *op
                && states[class as usize] != 0
            {
                *op = Op::Steps { count: 0 };
            }
        }
    }

    /// Compiles a function with a body.
    pub fn compile(&mut self, function: FuncId) {
        self.compile_edited(function, None);
    }

    /// Compiles a function with something else in one place.
    pub fn compile_edited(&mut self, function: FuncId, edit: Option<&Edit>) {
        let compiler = Compiler {
            program: &self.program,
            sites: &self.sites,
            globals: &self.globals,
            counters: &self.counters,
            check_written: self.config.trap_uninitialised,
            ask_unwritten: self.config.ask_uninitialised,
            probed: &self.probes.blocks,
            blocks: self.block_counters.get(&function).copied(),
            edit,
            spare: self.spare_sites,
        };
        compile(&compiler, function, &mut self.code);
    }

    /// Replaces the probes; code is compiled anew if others blocks are probed.
    pub fn set_probes(&mut self, probes: &[Arc<Probe>]) {
        let probes = Probes::new(probes);
        if probes.blocks != self.probes.blocks {
            self.code = Code::new(self.program.functions.len());
            self.edited = None;
        }
        self.probes = probes;
    }

    /// Counts from now on how often each block of some functions is entered, by counters of its own.
    pub fn count_blocks(&mut self, functions: &[FuncId]) {
        for function in functions {
            let blocks = self.program.functions[*function].blocks.len() as u32;
            self.block_counters.insert(*function, self.counter_count);
            self.counter_count += blocks;
        }
        self.code = Code::new(self.program.functions.len());
        self.edited = None;
    }

    /// Where a register of the function that is being executed lies among those of all open calls.
    pub fn place_of(&self, function: FuncId, register: RegId) -> usize {
        self.base + usize::from(self.code.slots[function.index()][register.index()])
    }

    /// The bits of a register of the function that is being executed.
    pub fn register(&self, function: FuncId, register: RegId) -> u128 {
        let at = self.place_of(function, register);
        let low = u128::from(self.registers[at]);
        match self.program.functions[function].type_of(register).bits() {
            ..=64 => low,
            _ => low | u128::from(self.registers[at + 1]) << 64,
        }
    }

    /// The place in the IR that is being executed.
    pub fn point(&self) -> Point {
        self.code.origins[self.pc as usize].point
    }

    /// The open calls, innermost last, each by the place it is at.
    pub fn stack(&self) -> Vec<Point> {
        let returns = self.frames.iter().skip(1).map(|frame| frame.return_pc.saturating_sub(1));
        returns
            .chain(std::iter::once(self.pc))
            .filter_map(|pc| self.code.origins.get(pc as usize))
            .map(|origin| origin.point)
            .take(self.frames.len())
            .collect()
    }

    /// The class of a managed object.
    pub fn class_of(&self, object: u64) -> Option<ClassId> {
        self.memory.class(object).map(ClassId)
    }
}

/// Puts the globals into memory, addresses into them, and a row of bytes for the classes behind them; a
/// program that grows gets room for more.
fn lay_out(
    program: &Program,
    class_room: u64,
    grows: bool,
    memory: &mut Memory,
) -> Result<(IdVec<GlobalId, u64>, u64), crate::memory::Fault> {
    let mut globals = IdVec::new();
    for (id, global) in program.globals.iter() {
        let kind = ObjectKind::Global(id.0);
        globals.push(memory.allocate(global.size.into(), global.align, kind, true)?);
    }
    for (id, global) in program.globals.iter() {
        let address = globals[id];
        memory.initialise(address, &global.bytes)?;
        for relocation in &global.relocations {
            let target = match relocation.target {
                RelocationTarget::Global(target, offset) => {
                    globals[target].wrapping_add_signed(offset)
                }
                RelocationTarget::Function(target) => {
                    crate::memory::address::function_address(target.0)
                }
            };
            memory.initialise(address + u64::from(relocation.offset), &target.to_le_bytes())?;
        }
        memory.set_read_only(address, global.read_only)?;
    }
    let class_states = memory.allocate(class_room, 1, ObjectKind::Global(u32::MAX), true)?;
    if grows {
        memory.reserve(LATE_GLOBALS, LATE_BYTES)?;
    }
    Ok((globals, class_states))
}
