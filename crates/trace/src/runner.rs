//! The seam: scenario and mode in, trace out.

use crate::{Clause, Counters, Entry, Event, Note, Outcome, Probe, Tally, Watch};
use program::{FuncId, GlobalId, Point, Type};
use scenario::make::Exchange;
use scenario::{Scenario, VarId};
use std::sync::Arc;
use term::{Pool, TermId};

/// In which domain a scenario is run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Values only.
    Concrete,
    /// Values and branch distances.
    Graded,
    /// Values and terms over the inputs.
    Concolic,
}

/// Runs scenarios of one program, each from the same starting state.
pub trait Runner {
    /// Runs a scenario and leaves what happened in `trace`, whose memory is reused.
    fn run(&mut self, scenario: &Scenario, mode: Mode, trace: &mut Trace) -> Result<(), RunError>;

    /// Looks ahead: runs a scenario as [`Mode::Concolic`] does up to a clause of its path, and there goes
    /// another way, whatever the data say. Gives whether it came to that; a runner that cannot do it runs
    /// the scenario as it is.
    fn run_forced(
        &mut self,
        scenario: &Scenario,
        _force: Force,
        trace: &mut Trace,
    ) -> Result<bool, RunError> {
        self.run(scenario, Mode::Concolic, trace).map(|()| false)
    }

    /// Replaces the probes of graded runs; a runner that has none leaves [`Trace::probes`] empty.
    fn set_probes(&mut self, _probes: &[Arc<Probe>]) {}

    /// Says which calls of a scenario are watched, and for what; a runner that cannot do it leaves
    /// [`Trace::entry`] and [`Trace::entered`] empty.
    fn set_watch(&mut self, _watch: Option<Watch>) {}

    /// The pool that the terms of the last trace live in.
    fn pool(&self) -> &Pool;
}

/// Where a run is to go another way than its data say, and how far from there. What it counted before and
/// behind that place is in its trace; clauses are those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Force {
    /// The clause of the path that is not to hold, by its place there; a site gave it.
    pub clause: usize,
    /// The outcome of the site to take instead, by its index.
    pub outcome: u32,
    /// Steps that may follow.
    pub steps: u64,
}

/// A scenario that does not fit the program it is run on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RunError {
    /// A call has too many or too few arguments.
    #[error("`{function}` takes {expected} arguments, {found} given")]
    ArgumentCount {
        /// Whom.
        function: String,
        /// How many it takes.
        expected: usize,
        /// How many it got.
        found: usize,
    },
    /// A call names a function without a body.
    #[error("`{0}` has no body to run")]
    NoBody(String),
    /// A variable is used before it is made, or made with another type than it is used with.
    #[error("variable `{variable}` is {found}, {expected} is needed")]
    VariableType {
        /// Which.
        variable: String,
        /// Its type, or that it has no value.
        found: String,
        /// The type needed.
        expected: String,
    },
    /// A write goes outside its object or to one that is not there.
    #[error("statement {statement}: {reason}")]
    Place {
        /// The number of the statement, from 1.
        statement: usize,
        /// What is wrong.
        reason: String,
    },
    /// The program's own data does not fit into the memory limit.
    #[error("the program's globals do not fit into the memory limit of {limit} bytes")]
    Memory {
        /// The limit.
        limit: u64,
    },
    /// There is no machine to run anything.
    #[error("no machine to run on: {0}")]
    NoMachine(String),
}

/// What one run leaves behind.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// How it ended.
    pub outcome: Outcome,
    /// The calls that were open when a limit was reached, innermost last; a trap has its own.
    pub stack: Vec<Point>,
    /// The statement that was being carried out when it ended.
    pub statement: usize,
    /// Instructions executed.
    pub steps: u64,
    /// How often each outcome of each site was taken, and how near the run came to the others.
    pub tally: Tally,
    /// Execution counters, by the program-wide number of the counter.
    pub counters: Counters,
    /// What happened, in order, if that was asked for.
    pub events: Vec<Event>,
    /// The path condition, in order (concolic runs).
    pub path: Vec<Clause>,
    /// What a reader of the path condition has to know.
    pub notes: Vec<Note>,
    /// The inputs and their variables (concolic runs).
    pub inputs: Vec<Input>,
    /// The last call that was watched, where its state was made of symbols (concolic runs).
    pub entry: Option<Entry>,
    /// For each call that was watched its statement, and the values that symbols had when it began; none where there
    /// is no such thing.
    pub entered: Vec<(usize, Vec<Option<u128>>)>,
    /// What was asked beyond the answers of the scenario's streams, in order; of each name only the first
    /// questions.
    pub asked: Vec<Asked>,
    /// What the program looked for among its standard input and files and did not find, each once.
    pub wanted: Vec<Wanted>,
    /// Texts that library functions looked at.
    pub texts: Texts,
    /// The variable of the scenario's whose memory an access that trapped went beyond, if it was one's.
    pub overrun: Option<Overrun>,
    /// The variables of the scenario's whose memory the program gave back, or had made larger, as if `malloc` had
    /// made it: only as a block of the heap can it be passed.
    pub freed: Vec<VarId>,
    /// Where the arrays and objects of the scenario lay (concolic runs, and where everything was to be
    /// observed).
    pub places: Vec<Placed>,
    /// What was seen after each call.
    pub observations: Vec<Observation>,
    /// The least sum of each probe; the greatest if its block was never left (graded runs).
    pub probes: Vec<term::Fitness>,
}

/// Texts that library functions looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// Those that were compared and found different, each once and the first of them, in units of UTF-16 or bytes (graded
    /// runs).
    pub compared: Vec<Vec<u16>>,
    /// Those that were judged, each with others that would be judged otherwise (graded and concolic runs).
    pub exchanges: Vec<Exchange>,
}

/// An input of the scenario and the variable that stands for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// What it is in the scenario.
    pub source: Source,
    /// The variable in the pool.
    pub term: TermId,
    /// Its value in this run.
    pub bits: u128,
}

/// A question that no value of a stream answered: another value there would be an input.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The name of the question.
    pub name: String,
    /// How many questions of that name were asked before.
    pub index: u32,
    /// Type of the answer.
    pub ty: Type,
    /// The answer that it got.
    pub bits: u128,
}

/// Something that a scenario could give to the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// Standard input, or more of it.
    StandardInput,
    /// A file that is not there, by the path that the program uses.
    File(String),
}

/// An access beyond the end of what a variable of the scenario points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overrun {
    /// The variable.
    pub variable: VarId,
    /// How many bytes there would have to be for the access to lie inside.
    pub end: u64,
}

/// What of a scenario an input is. Statements are meant by their number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// A part of a variable.
    Variable(VarId, Part),
    /// An address that is passed, whatever made it: that argument of a call, or what a `set` writes.
    /// Another address is another shape of the scenario: null, a fresh object, or an alias.
    Pointer {
        /// The call or `set`.
        statement: u32,
        /// Which argument; 0 of a `set`.
        argument: u32,
    },
    /// A pointer inside an object, null because no statement sets it.
    Field {
        /// The variable that points at the object.
        variable: VarId,
        /// Where in it.
        offset: u32,
    },
    /// A byte of what the whole program is given.
    Byte {
        /// The arguments, standard input or file.
        statement: u32,
        /// Which of the arguments; 0 of standard input and files.
        argument: u32,
        /// Which byte.
        index: u32,
    },
}

impl Source {
    /// Whether it is an address, of which only the identity is symbolic.
    pub fn is_pointer(self) -> bool {
        matches!(self, Source::Pointer { .. } | Source::Field { .. })
    }
}

/// Which part of a scenario's variable an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The value itself.
    Value,
    /// The length of an array.
    Length,
    /// An element of an array or stream.
    Element(u32),
}

/// Where something that the scenario made lay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The scenario's variable for it.
    pub variable: VarId,
    /// Its first byte.
    pub address: u64,
    /// How many bytes it had.
    pub size: u32,
}

/// What was seen after a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The number of the statement.
    pub statement: usize,
    /// What was seen: first the result, then the memory behind the arguments.
    pub seen: Vec<Observed>,
}

/// A value that was seen after a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Observed {
    /// The result of the call.
    Result {
        /// Its type.
        ty: Type,
        /// Its bits.
        bits: u128,
        /// Its term (concolic runs on symbolic data).
        term: Option<TermId>,
    },
    /// The bytes of an array or object that the scenario made and handed to the call; `None` where a
    /// byte was never written.
    Memory {
        /// The scenario's variable for it.
        variable: VarId,
        /// The bytes.
        bytes: Vec<Option<u8>>,
    },
    /// A global that the call changed.
    Global {
        /// Which.
        global: GlobalId,
        /// Its bytes before the call.
        before: Vec<Option<u8>>,
        /// Its bytes after it.
        bytes: Vec<Option<u8>>,
    },
    /// What the result or something else that was seen points at, where the scenario did not make it.
    Object {
        /// The address that points there.
        address: u64,
        /// The bytes from there on; not more than a person would look at.
        bytes: Vec<Option<u8>>,
    },
    /// A block of the heap that nothing leads to from variables of the program when all is done. It is seen after the
    /// last statement, in an observation of its own.
    Left {
        /// Where it lies.
        address: u64,
    },
    /// A call that the code made of a function which the scenario answers for. It comes before what was seen after the
    /// statement, in an observation of its own.
    Called {
        /// The function.
        function: FuncId,
        /// What it was handed, parameter by parameter.
        arguments: Vec<Handed>,
    },
}

/// What a function was handed that the scenario answers for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Handed {
    /// A whole number.
    Number(i128),
    /// A floating-point number, by the bits of a double.
    Float(u64),
    /// The null address.
    Null,
    /// Another address of which no more is said.
    Address,
    /// The beginning of a text, and whether there is more of it.
    Text(Vec<u8>, bool),
    /// A text that cannot be read to its end.
    Broken,
    /// Something of which nothing is said.
    Unsaid,
}
