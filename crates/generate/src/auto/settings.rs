//! What `auto` is tuned by; how the defaults were found: docs/lab/auto.md.

use super::arm::ArmId;

/// How `auto` works.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// How long random testing goes on before anything else.
    pub first_look: FirstLook,
    /// How work is shared out among the arms.
    pub sharing: Sharing,
    /// How work is measured.
    pub cost: Cost,
    /// What each arm starts with.
    pub stakes: Stakes,
    /// How tests evolve while other arms find tests too.
    pub evolution: EvolutionSettings,
    /// How the tests nearest to open goals are improved.
    pub local_search: LocalSearchSettings,
    /// How paths are explored.
    pub exploration: ExplorationSettings,
    /// How calls are found that bring objects into a state.
    pub sequence_search: SequenceSearchSettings,
}

/// How long random testing goes on before anything else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstLook {
    /// Steps of the machine until what it brings is looked at for the first time; each time after takes twice as many.
    pub window: u64,
    /// The share of the open goals that it has to cover between two looks to go on.
    pub worth_while: f64,
    /// Executions of the first round, which shows what an execution takes.
    pub first_round: u64,
    /// The most executions of a later round; one of so many that covers nothing is the last.
    pub longest_round: u64,
    /// Where executions are limited, one in so many is the most that it gets.
    pub one_in: u64,
}

impl Default for FirstLook {
    fn default() -> Self {
        Self {
            window: 1_000_000,
            worth_while: 0.03,
            first_round: 16,
            longest_round: 256,
            one_in: 16,
        }
    }
}

/// How work is shared out among the arms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sharing {
    /// The work of a slice, as a part of all that was done.
    pub slice: f64,
    /// The least work of a slice.
    pub least_slice: f64,
    /// The most work of a slice.
    pub most_slice: f64,
    /// Slices of others for which an arm that had nothing to do is left alone.
    pub rest: u32,
    /// Goals that all arms together are thought to have covered in addition, whatever they did.
    pub prior_goals: f64,
    /// The work that they are thought to have done for these, in slices of the least size.
    pub prior_slices: f64,
    /// How much of what an arm paid before a slice still counts after it: with little, bursts are forgotten too soon.
    pub memory: f64,
    /// The power of what an arm pays that its share is in proportion to.
    pub eagerness: i32,
}

impl Default for Sharing {
    fn default() -> Self {
        Self {
            slice: 0.02,
            least_slice: 1e6,
            most_slice: 100e6,
            rest: 8,
            prior_goals: 2.0,
            prior_slices: 4.0,
            memory: 0.92,
            eagerness: 2,
        }
    }
}

/// How work is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The work of a second where only time is limited: about the steps that the machine makes in one.
    pub second: f64,
    /// The work of an execution where executions are limited, whatever it takes.
    pub execution: f64,
    /// The work of a question to the solver, in steps of the machine.
    pub question: f64,
    /// How much of the steps and questions counts in addition to executions.
    pub taken: f64,
    /// How many times longer than its slice an arm may take that asks the solver: to prepare a unit takes time, and
    /// without any left to go on it would be in vain.
    pub overrun: f64,
}

impl Default for Cost {
    fn default() -> Self {
        Self { second: 50e6, execution: 20e3, question: 50e3, taken: 0.25, overrun: 3.0 }
    }
}

/// What an arm starts with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stake {
    /// The share of all work that it gets whatever it pays.
    pub floor: f64,
    /// How many times as much as others it gets that pay the same.
    pub trust: f64,
    /// The work that an execution is thought to take before any was made.
    pub execution: f64,
}

/// What each arm starts with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// Random testing.
    pub random: Stake,
    /// Evolution.
    pub evolution: Stake,
    /// Local search.
    pub local_search: Stake,
    /// Exploration.
    pub exploration: Stake,
    /// Sequence search.
    pub sequence_search: Stake,
}

impl Stakes {
    /// What an arm starts with.
    pub fn of(&self, arm: ArmId) -> Stake {
        match arm {
            ArmId::Random => self.random,
            ArmId::Evolution => self.evolution,
            ArmId::LocalSearch => self.local_search,
            ArmId::Exploration => self.exploration,
            ArmId::SequenceSearch => self.sequence_search,
        }
    }
}

impl Default for Stakes {
    fn default() -> Self {
        Self {
            random: Stake { floor: 0.03, trust: 1.0, execution: 10e3 },
            evolution: Stake { floor: 0.08, trust: 2.0, execution: 10e3 },
            local_search: Stake { floor: 0.04, trust: 1.0, execution: 10e3 },
            exploration: Stake { floor: 0.06, trust: 1.0, execution: 150e3 },
            sequence_search: Stake { floor: 0.01, trust: 0.3, execution: 150e3 },
        }
    }
}

/// How tests evolve while other arms find tests too: what these keep is short and soon dies out, so more mutants of kept
/// tests join a generation than where evolution is alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvolutionSettings {
    /// Tests that are added to a generation, as a part of it.
    pub new_test: f64,
    /// How likely such a test is a mutant of a kept one, and not a new one.
    pub from_archive: f64,
    /// Of how many kept tests, drawn at random, the latest is the one that is changed.
    pub recent: usize,
}

impl Default for EvolutionSettings {
    fn default() -> Self {
        Self { new_test: 1.0, from_archive: 0.9, recent: 6 }
    }
}

/// How the tests nearest to open goals are improved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalSearchSettings {
    /// The fewest executions of a climb.
    pub least: u64,
    /// The most executions of a climb.
    pub most: u64,
    /// Climbs of one step, side by side.
    pub climbs: usize,
    /// How many of the nodes that a run left, the nearest ones, paths are looked for from: with many, long chains of
    /// comparisons take all of the time.
    pub nodes: usize,
}

impl Default for LocalSearchSettings {
    fn default() -> Self {
        Self { least: 50, most: 400, climbs: 2, nodes: 8 }
    }
}

/// What the solver may spend on a question at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Evaluations of local search.
    pub evaluations: u64,
    /// Conflicts of the SAT solver.
    pub conflicts: u64,
}

impl Effort {
    /// Lets a solver spend no more than this.
    pub(super) fn limit(self, evaluations: &mut u64, conflicts: &mut u64) {
        *evaluations = self.evaluations.min(*evaluations);
        *conflicts = self.conflicts.min(*conflicts);
    }
}

/// How paths are explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorationSettings {
    /// Questions to the solver for each execution, at most.
    pub questions: u64,
    /// What a question may take when it is first asked: there may be easier ones.
    pub effort: Effort,
    /// The most goals that a slice is offered the nearest test for.
    pub offers: usize,
}

impl Default for ExplorationSettings {
    fn default() -> Self {
        let effort = Effort { evaluations: 20_000, conflicts: 300 };
        Self { questions: 3, effort, offers: 16 }
    }
}

/// How calls are found that bring objects into a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceSearchSettings {
    /// What a question may take when it is first asked: it is about whole objects, and what cannot be solved can be
    /// searched for.
    pub effort: Effort,
}

impl Default for SequenceSearchSettings {
    fn default() -> Self {
        Self { effort: Effort { evaluations: 4_000, conflicts: 60 } }
    }
}
