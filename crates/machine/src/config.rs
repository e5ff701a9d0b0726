//! What a machine is made with.

/// The name of the stream with the bytes of memory that was never written.
pub const UNINITIALISED: &str = "uninitialised";

/// Limits and switches of a machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Instructions a run may execute.
    pub max_steps: u64,
    /// Bytes its objects may take.
    pub memory: u64,
    /// Bytes of managed objects that are made before those are ended that nobody can reach any more.
    pub collect_after: u64,
    /// Calls that may be open at once.
    pub max_depth: u32,
    /// Slots that are freed after a slot before that slot is used again, so that a use after free is
    /// seen.
    pub quarantine: u32,
    /// Whether events are kept in the trace.
    pub record_events: bool,
    /// Whether at least the events of conditions and decisions are kept, which MC/DC is told from.
    pub record_decisions: bool,
    /// Whether branches that depend on no input are clauses of a path condition too, which always hold.
    pub record_concrete: bool,
    /// Whether the memory behind the arguments is looked at after each call.
    pub observe_memory: bool,
    /// Whether everything that a test could assert is looked at after each call: all that the scenario made,
    /// globals that the call changed, what its result points at.
    pub observe_all: bool,
    /// Whether checked arithmetic traps; otherwise it wraps.
    pub trap_overflow: bool,
    /// Whether a read of memory that was never written traps; otherwise it gives zeros.
    pub trap_uninitialised: bool,
    /// Whether such a read does not trap but gives what the scenario answers, byte by byte, to [`UNINITIALISED`].
    pub ask_uninitialised: bool,
    /// Terms a concolic run may make before it goes on without.
    pub term_budget: usize,
    /// Bytes of the largest object that is read and written through a symbolic index as an array term;
    /// the index into a larger one is fixed to its value.
    pub array_limit: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            max_steps: 1_000_000_000,
            memory: 1 << 30,
            collect_after: 512 << 10,
            max_depth: 10_000,
            quarantine: 4096,
            record_events: false,
            record_decisions: false,
            record_concrete: false,
            observe_memory: true,
            observe_all: false,
            trap_overflow: true,
            trap_uninitialised: true,
            ask_uninitialised: false,
            term_budget: 10_000_000,
            array_limit: 4096,
        }
    }
}
