//! Path conditions over the state at the entry of a method, and their alternatives (M. Modonato, Tardis; section 3).
//!
//! A test is run; from the last call of the function under test on, what the call is given and reaches is made of
//! symbols ([`trace::Entry`]), so the call's path condition says what has to be true of *objects*, whatever calls made
//! them. Each way that was not taken is an alternative. It is satisfied by solving, where what the symbols are in terms
//! of the test's inputs is put in their place; that there is no solution means that this sequence of calls has none, and
//! another may have one, which is left to a search.

mod bindings;
mod tested;

pub use tested::{ClauseKind, Conjunct, Tested};

use crate::asked::Questions;
use crate::inputs::{self, Retarget};
use crate::learned::{Clauses, Fingerprint, Selection, Slicer, Verdict};
use crate::slice::Slices;
use bindings::Bindings;
use coverage::{Relevance, Structure};
use fastrand::Rng;
use program::{Id, OutcomeId, Program, define_id};
use rustc_hash::{FxHashMap, FxHashSet};
use scenario::Scenario;
use solver::{Answer, Query, Solver};
use std::collections::VecDeque;
use std::time::Instant;
use term::{Pool, TermId};
use trace::Trace;

define_id!(
    /// An alternative path condition.
    AlternativeId
);
define_id!(
    /// A test that alternatives were made of.
    TestId
);

/// A path condition that nobody has fulfilled: the clauses of a test up to one, and that one turned.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The test.
    pub test: TestId,
    /// Which of its clauses is turned.
    pub place: usize,
    /// What is to hold instead.
    pub turned: TermId,
    /// The outcome that it leads to, if it is a site's.
    pub outcome: Option<OutcomeId>,
    /// What became of it.
    pub fate: Fate,
    /// Executions that attempts at it have taken.
    pub spent: u64,
    /// Whether the solver has found nothing.
    pub unsolved: bool,
    /// How often another test has taken the place of the one that it came from.
    moved: u32,
    fingerprint: Fingerprint,
    /// What was likely when it was chosen.
    verdict: Option<Verdict>,
    /// The number of its clauses.
    number: u64,
    /// The outcomes of branches and failed checks on the way, its own last.
    outcomes: Vec<OutcomeId>,
}

/// The way that a test took.
#[derive(Clone, Debug, Default)]
struct Way {
    /// The numbers of its beginnings.
    beginnings: Vec<u64>,
    /// The outcomes of branches and failed checks.
    outcomes: Vec<OutcomeId>,
}

impl Alternative {
    /// Whether the solver has found nothing, nor has a search by now, and another test may help.
    fn is_stuck(&self) -> bool {
        let undecided = matches!(self.fate, Fate::Open | Fate::Chosen | Fate::Failed);
        self.unsolved && undecided && self.moved < MOVES
    }
}

/// What became of an alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It waits.
    Open,
    /// It was chosen.
    Chosen,
    /// A run went there without being asked to.
    Passed,
    /// A test fulfils it: one that a solver made.
    Solved,
    /// A test fulfils it: one that a search found.
    Found,
    /// Attempts failed. It may be infeasible, or hard.
    Failed,
}

/// In which order alternatives are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the classifier says.
    #[default]
    Learned,
    /// First come, first served.
    Fifo,
    /// Any of those that wait.
    Random,
}

/// How to go about it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// In which order.
    pub order: Order,
    /// Whether alternatives behind which nothing uncovered lies are left out.
    pub filter: bool,
    /// What the solver may spend on one.
    pub solver: solver::Config,
}

impl Default for Settings {
    fn default() -> Self {
        let solver = crate::Config::default().solver;
        Self { order: Order::default(), filter: true, solver }
    }
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that were executed.
    pub tests: u64,
    /// Paths of the function under test, by their clauses.
    pub paths: u64,
    /// Alternatives that were made.
    pub alternatives: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// Attempts that a solver answered with a test.
    pub solved: u64,
    /// Attempts that a search answered with a test.
    pub found: u64,
    /// Attempts that failed.
    pub failed: u64,
    /// Tests whose objects are larger than symbols were made for, so that some clauses may be about inputs.
    pub cut: u64,
}

impl Tally {
    /// Adds what was done elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        self.paths += other.paths;
        self.alternatives += other.alternatives;
        self.questions += other.questions;
        self.solved += other.solved;
        self.found += other.found;
        self.failed += other.failed;
        self.cut += other.cut;
    }
}

/// The alternatives of one function's tests.
pub struct Frontier<'p> {
    program: &'p Program,
    settings: Settings,
    structure: Structure,
    tests: Vec<Tested>,
    alternatives: Vec<Alternative>,
    /// Numbers of paths, and of beginnings of paths with their last clause turned, that were met.
    met: FxHashSet<u64>,
    /// The alternatives by the numbers of their paths.
    made: FxHashMap<u64, AlternativeId>,
    selection: Selection<AlternativeId>,
    queue: VecDeque<AlternativeId>,
    /// Alternatives that the solver has found nothing for, before they are searched for.
    deferred: Vec<AlternativeId>,
    /// Alternatives that could not be solved and that another test may help; those that are decided by now too.
    stuck: Vec<AlternativeId>,
    /// Choices so far.
    choices: u64,
    /// The way of the test that was added last.
    last: Way,
    solver: Solver,
    random: Rng,
    tally: Tally,
    asked: Questions,
}

impl<'p> Frontier<'p> {
    /// Knows of no test yet. The structure tells what is covered.
    pub fn new(program: &'p Program, structure: Structure, settings: Settings, seed: u64) -> Self {
        Self {
            program,
            solver: Solver::new(settings.solver.clone()),
            settings,
            structure,
            tests: Vec::new(),
            alternatives: Vec::new(),
            met: FxHashSet::default(),
            made: FxHashMap::default(),
            selection: Selection::default(),
            queue: VecDeque::new(),
            deferred: Vec::new(),
            stuck: Vec::new(),
            choices: 0,
            last: Way::default(),
            random: Rng::with_seed(seed),
            tally: Tally::default(),
            asked: Questions::default(),
        }
    }

    /// Takes over what others covered.
    pub fn catch_up(&mut self, coverage: &coverage::Coverage) {
        self.structure.replace(coverage);
    }

    /// When solving has to end.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.solver.set_deadline(deadline);
    }

    /// What was done.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The alternatives, in the order in which they were made.
    pub fn alternatives(&self) -> impl Iterator<Item = (AlternativeId, &Alternative)> {
        self.alternatives
            .iter()
            .enumerate()
            .map(|(index, known)| (AlternativeId::new(index), known))
    }

    /// An alternative.
    pub fn alternative(&self, id: AlternativeId) -> &Alternative {
        &self.alternatives[id.index()]
    }

    /// The test that an alternative came from.
    pub fn test(&self, id: AlternativeId) -> &Tested {
        &self.tests[self.alternatives[id.index()].test.index()]
    }

    /// The clauses of an alternative, the turned one last.
    pub fn condition(&self, id: AlternativeId) -> Vec<TermId> {
        let alternative = &self.alternatives[id.index()];
        let clauses = &self.test(id).clauses[..alternative.place];
        clauses.iter().map(|conjunct| conjunct.term).chain([alternative.turned]).collect()
    }

    /// Adds a test that was executed with the function watched. Gives whether its path was new.
    pub fn add(&mut self, scenario: &Scenario, trace: &Trace, pool: &Pool, clean: bool) -> bool {
        self.tally.tests += 1;
        if clean {
            self.structure.update(trace);
        }
        let sites = self.structure.map().sites();
        self.last = Way::default();
        let Some(mut tested) = Tested::new(self.program, sites, scenario, trace, pool) else {
            return false;
        };
        self.tally.cut += u64::from(tested.cut);
        self.last.outcomes = tested.outcomes(sites, tested.clauses.len());
        let solver::Config { evaluations, conflicts, .. } = self.settings.solver;
        tested.fold(&mut self.solver, (evaluations, conflicts));
        let mut clauses = Clauses::default();
        let mut path = 0;
        let mut whole = Fingerprint::default();
        for conjunct in &tested.clauses {
            let print = clauses.print(&tested.pool, conjunct.term);
            whole.add(print);
            path = crate::learned::joined(path, print.whole);
            self.last.beginnings.push(path);
        }
        let new = self.met.insert(path ^ WHOLE);
        // What was learnt once is no stronger when it is seen again.
        if new && !whole.is_empty() {
            self.selection.learn(&whole, true);
        }
        self.tally.paths += u64::from(new);
        let Self { stuck, alternatives, .. } = self;
        stuck.retain(|id| alternatives[id.index()].is_stuck());
        if new || !stuck.is_empty() {
            let needed = self.branch_off(&mut tested, &mut clauses, new);
            if new || needed {
                self.tests.push(tested);
            }
        }
        new
    }

    /// Makes the alternatives of a test, unless its path is not new. What others with the same beginning gave and could
    /// not be solved is tried again with this one: its calls are others. Gives whether anything was.
    fn branch_off(&mut self, tested: &mut Tested, clauses: &mut Clauses, new: bool) -> bool {
        let mut slicer = Slicer::default();
        let mut prefix = 0;
        let mut moved = false;
        let test = TestId::new(self.tests.len());
        for place in 0..tested.clauses.len() {
            let ways = tested.alternatives(self.program, self.structure.map().sites(), place);
            for (outcome, turned) in ways {
                let print = clauses.print(&tested.pool, turned);
                let number = crate::learned::joined(prefix, print.whole);
                if let Some(id) = self.made.get(&number) {
                    moved |= self.move_to(*id, (test, place, turned));
                    continue;
                }
                if !new || !self.met.insert(number) {
                    continue;
                }
                if self.settings.filter && outcome.is_some_and(|outcome| !self.is_relevant(outcome))
                {
                    continue;
                }
                let fingerprint = slicer.attempt(&tested.pool, clauses, turned);
                let id = AlternativeId::new(self.alternatives.len());
                self.made.insert(number, id);
                let outcomes = tested.outcomes(self.structure.map().sites(), place);
                let outcomes = outcomes.into_iter().chain(outcome).collect();
                let fate = Fate::Open;
                let verdict = None;
                self.alternatives.push(Alternative {
                    test,
                    place,
                    turned,
                    outcome,
                    fate,
                    spent: 0,
                    unsolved: false,
                    moved: 0,
                    fingerprint,
                    verdict,
                    number,
                    outcomes,
                });
                self.tally.alternatives += 1;
                match self.settings.order {
                    Order::Learned => self.selection.add(id, &fingerprint),
                    Order::Fifo | Order::Random => self.queue.push_back(id),
                }
            }
            let term = tested.clauses[place].term;
            let print = clauses.print(&tested.pool, term);
            prefix = crate::learned::joined(prefix, print.whole);
            self.met.insert(prefix);
            if let Some(id) = self.made.get(&prefix) {
                let known = &mut self.alternatives[id.index()];
                if matches!(known.fate, Fate::Open | Fate::Failed) {
                    known.fate = Fate::Passed;
                }
            }
            slicer.add(&tested.pool, clauses, term, place as u32);
        }
        moved
    }

    /// Lets an alternative that could not be solved be tried with another test. Gives whether it could not.
    fn move_to(
        &mut self,
        id: AlternativeId,
        (test, place, turned): (TestId, usize, TermId),
    ) -> bool {
        let known = &mut self.alternatives[id.index()];
        let waits = self.deferred.iter().position(|deferred| *deferred == id);
        if !known.is_stuck() || known.fate == Fate::Chosen && waits.is_none() {
            return false;
        }
        (known.test, known.place, known.turned) = (test, place, turned);
        known.unsolved = false;
        known.moved += 1;
        if let Some(place) = waits {
            self.deferred.remove(place);
        }
        if known.fate != Fate::Open {
            self.line_up(id);
        }
        true
    }

    fn is_relevant(&self, outcome: OutcomeId) -> bool {
        self.structure.relevance(outcome, &[], &[]) != Relevance::Irrelevant
    }

    /// Whether the test that was added last went where an alternative leads.
    pub fn follows(&self, id: AlternativeId) -> bool {
        let Alternative { number, outcome, outcomes, .. } = &self.alternatives[id.index()];
        self.last.beginnings.contains(number)
            || outcome.is_some() && self.last.outcomes.starts_with(outcomes)
    }

    /// Chooses the next alternative. Those that wait for a search come again when there are no others, and now and then.
    pub fn choose(&mut self) -> Option<AlternativeId> {
        self.choices += 1;
        if self.choices.is_multiple_of(PATIENCE) {
            self.resume();
        }
        self.draw().or_else(|| {
            self.resume();
            self.draw()
        })
    }

    /// Lets those that wait for a search be chosen, after those that nobody has tried.
    fn resume(&mut self) {
        for id in std::mem::take(&mut self.deferred) {
            self.line_up(id);
        }
    }

    /// Notes that the solver has found nothing for an alternative that was chosen. To solve costs little, to search
    /// costs much: so what can be solved comes first.
    pub fn defer(&mut self, id: AlternativeId) {
        self.alternatives[id.index()].unsolved = true;
        self.deferred.push(id);
        self.stuck.push(id);
    }

    fn draw(&mut self) -> Option<AlternativeId> {
        let Self { alternatives, structure, settings, selection, queue, random, .. } = self;
        let is_open = |id: AlternativeId| {
            let alternative = &alternatives[id.index()];
            let relevant = |outcome: OutcomeId| {
                structure.relevance(outcome, &[], &[]) != Relevance::Irrelevant
            };
            alternative.fate == Fate::Open
                && (!settings.filter || alternative.outcome.is_none_or(relevant))
        };
        let id = match settings.order {
            Order::Learned => selection.next(random, is_open),
            Order::Fifo => std::iter::from_fn(|| queue.pop_front()).find(|id| is_open(*id)),
            Order::Random => {
                let mut any = || {
                    let place = (!queue.is_empty()).then(|| random.usize(..queue.len()))?;
                    queue.swap_remove_back(place)
                };
                std::iter::from_fn(&mut any).find(|id| is_open(*id))
            }
        }?;
        let alternative = &mut alternatives[id.index()];
        alternative.fate = Fate::Chosen;
        alternative.verdict = selection.verdict(&alternative.fingerprint);
        Some(id)
    }

    /// What the solver was asked about each outcome.
    pub fn asked(&self) -> &Questions {
        &self.asked
    }

    /// Asks the solver for inputs of the same calls that fulfil an alternative.
    ///
    /// What calls before this one went through is not part of the path condition: an earlier call of the method itself
    /// would else allow no other way than its own. Where it is in the way it is left out, so what is found has to be
    /// tried.
    pub fn solve(&mut self, id: AlternativeId) -> Option<(Scenario, Vec<Retarget>)> {
        let condition = self.condition(id);
        let Alternative { test, outcome, .. } = self.alternatives[id.index()];
        let tested = &mut self.tests[test.index()];
        let mut bindings = Bindings::new(&tested.bound);
        let mut clauses = Vec::with_capacity(condition.len());
        for &clause in &condition {
            let bound = bindings.apply(&mut tested.pool, clause);
            match tested.pool.as_constant(bound) {
                Some(0) => return None,
                Some(_) => {}
                None => clauses.push(bound),
            }
        }
        let mut before = tested.before.clone();
        for _ in 0..=LEFT_OUT {
            let mut all = tested.run.given.clone();
            all.extend(before.iter().chain(&clauses));
            Slices::default().keep_relevant(&tested.pool, &mut all);
            let goal = Some(all.len().checked_sub(1)?);
            let query = Query { pool: &tested.pool, clauses: &all, goal, seed: &tested.run.values };
            self.tally.questions += 1;
            let core = match self.solver.check(&query) {
                Answer::Satisfiable(model) => {
                    self.asked.about(outcome, |asked| asked.solved += 1);
                    let mut scenario = tested.run.scenario.clone();
                    let retarget = inputs::apply(&mut scenario, &tested.run, &model);
                    return Some((scenario, retarget));
                }
                Answer::Unsatisfiable { core } => {
                    self.asked.about(outcome, |asked| asked.unsatisfiable += 1);
                    core
                }
                Answer::Unknown(_) => {
                    self.asked.about(outcome, |asked| asked.unknown += 1);
                    return None;
                }
            };
            let core: Vec<TermId> = core.into_iter().map(|place| all[place]).collect();
            let count = before.len();
            before.retain(|clause| !core.contains(clause) || clauses.contains(clause));
            if before.len() == count {
                return None;
            }
        }
        None
    }

    /// Puts an alternative back that was chosen and not given its time: it keeps its place.
    pub fn postpone(&mut self, id: AlternativeId) {
        self.line_up(id);
        if self.settings.order == Order::Fifo {
            self.queue.rotate_right(1);
        }
    }

    /// Opens an alternative again, behind all others where the first that came is the first.
    fn line_up(&mut self, id: AlternativeId) {
        let alternative = &mut self.alternatives[id.index()];
        alternative.fate = Fate::Open;
        match self.settings.order {
            Order::Learned => self.selection.add(id, &alternative.fingerprint),
            Order::Fifo | Order::Random => self.queue.push_back(id),
        }
    }

    /// Whether an alternative has not been tried yet.
    pub fn is_waiting(&self) -> bool {
        let waits = |known: &Alternative| known.fate == Fate::Open && !known.unsolved;
        self.alternatives.iter().any(waits)
    }

    /// Opens again all alternatives that attempts failed at: with more effort one may succeed. Gives how many.
    pub fn reopen(&mut self) -> usize {
        let failed =
            |(_, alternative): &(AlternativeId, &Alternative)| alternative.fate == Fate::Failed;
        let failed: Vec<AlternativeId> =
            self.alternatives().filter(failed).map(|(id, _)| id).collect();
        failed.iter().for_each(|id| self.line_up(*id));
        failed.len()
    }

    /// Gives up an alternative that no search can tell from others. Nothing is learnt of whether it is feasible.
    pub fn give_up(&mut self, id: AlternativeId) {
        self.alternatives[id.index()].fate = Fate::Failed;
    }

    /// Tells what became of an alternative that was chosen, after so many executions.
    pub fn tell(&mut self, id: AlternativeId, fate: Fate, spent: u64) {
        let alternative = &mut self.alternatives[id.index()];
        alternative.fate = fate;
        alternative.spent += spent;
        let feasible = matches!(fate, Fate::Solved | Fate::Found);
        match fate {
            Fate::Solved => self.tally.solved += 1,
            Fate::Found => self.tally.found += 1,
            Fate::Failed => self.tally.failed += 1,
            _ => return,
        }
        self.selection.learn(&alternative.fingerprint, feasible);
    }
}

/// Choices after which those that wait for a search may be chosen again.
const PATIENCE: u64 = 8;

/// Tests that an alternative is tried with beside the one that it came from.
const MOVES: u32 = 4;

/// How often what calls before went through is left out where it is in the way.
const LEFT_OUT: u32 = 3;

/// Tells the number of a whole path from that of a beginning.
const WHOLE: u64 = 0x5555_5555_5555_5555;

#[cfg(test)]
mod tests;
