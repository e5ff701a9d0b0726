//! The solver as the rest of Ferret sees it: queries over a caller's pool, answers in a caller's variables.

use crate::chain;
use crate::layer::{Layer, Meter};
use crate::problem::{Domains, Problem, Reason, Verdict};
use crate::record::Recorder;
use crate::statistics::{Cost, Explanation, Ledger, Tally};
use std::time::{Duration, Instant};
use term::{Assignment, Copier, Pool, TermId, VarId};

/// A conjunction to satisfy, over the caller's pool.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// Where the terms live. It may be cut between queries.
    pub pool: &'a Pool,
    /// The conjuncts: boolean terms.
    pub clauses: &'a [TermId],
    /// The conjunct that the seed does not fulfil, where the caller knows it: a path's flipped clause.
    pub goal: Option<usize>,
    /// Values to start from, and to keep where nothing else is asked for: those of the run that the path
    /// came from.
    pub seed: &'a Assignment,
}

/// What was found out about a query.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Values of the caller's variables under which every conjunct is true, as evaluation has confirmed.
    /// Variables that are in no conjunct keep the seed's.
    Satisfiable(Assignment),
    /// No values make all conjuncts true.
    Unsatisfiable {
        /// The indices, in order, of conjuncts that no values make true together; not always the fewest.
        core: Vec<usize>,
    },
    /// Not found out.
    Unknown(Reason),
}

/// What a solver may spend and which layers it has.
///
/// Answers depend on the sequence of queries and on nothing else, unless `time` is set. A query that is
/// asked again, or after others, may get another model, since caches are asked first; with `remember`
/// off every query is answered as if it were the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Evaluations of the conjunction that local search may make for one query.
    pub evaluations: u64,
    /// Conflicts that the complete solver may run into for one query.
    pub conflicts: u64,
    /// Wall-clock limit for one query, in addition. Answers then depend on the machine.
    pub time: Option<Duration>,
    /// Bytes of terms after which everything that was kept is dropped, before the next query.
    pub pool_limit: usize,
    /// Conjuncts and values that kept answers may refer to in all.
    pub cache_limit: usize,
    /// Whether anything is kept from one query to the next.
    pub remember: bool,
    /// The layers that are in the chain; the referee of models always is.
    pub layers: Layers,
    /// Who is given every query.
    pub recorder: Option<Recorder>,
}

/// Which layers a chain has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Substitutes equalities and drops what is true.
    pub simplify: bool,
    /// Solves only what is unsatisfied, part by part.
    pub independence: bool,
    /// Keeps answers and models.
    pub cache: bool,
    /// Propagates intervals and known bits.
    pub bounds: bool,
    /// Searches from the seed.
    pub local: bool,
    /// Decides bit-vectors.
    pub blast: bool,
    /// Asks Z3, in builds that have it.
    pub z3: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            evaluations: 100_000,
            conflicts: 50_000,
            time: None,
            pool_limit: 64 << 20,
            cache_limit: 1 << 18,
            remember: true,
            layers: Layers::all(),
            recorder: None,
        }
    }
}

impl Layers {
    /// Every layer that there is.
    pub const fn all() -> Layers {
        Layers {
            simplify: true,
            independence: true,
            cache: true,
            bounds: true,
            local: true,
            blast: true,
            z3: true,
        }
    }

    /// No layer but the referee.
    pub const fn none() -> Layers {
        Layers {
            simplify: false,
            independence: false,
            cache: false,
            bounds: false,
            local: false,
            blast: false,
            z3: false,
        }
    }
}

/// Answers queries through a chain of layers, and learns from one for the next.
///
/// Callers cut their pools after each run, so clauses are copied to a pool of the solver's own, by whose
/// ids the layers remember things.
pub struct Solver {
    config: Config,
    pool: Pool,
    chain: Box<dyn Layer>,
    ledger: Ledger,
    copier: Copier,
    last: Explanation,
    deadline: Option<Instant>,
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new(config: Config) -> Solver {
        let ledger = Ledger::new();
        Solver {
            chain: chain::build(&config, &ledger),
            config,
            pool: Pool::new(),
            ledger,
            copier: Copier::new(),
            last: Explanation::default(),
            deadline: None,
        }
    }

    /// Changes what a query may cost from now on.
    pub fn set_budget(&mut self, evaluations: u64, conflicts: u64) {
        (self.config.evaluations, self.config.conflicts) = (evaluations, conflicts);
    }

    /// When to give up whatever is left of the budgets. Answers then depend on the machine.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Answers a query within the budgets of the configuration.
    pub fn check(&mut self, query: &Query) -> Answer {
        if let Some(recorder) = &self.config.recorder {
            recorder.asked(query);
        }
        if self.must_forget(query.pool) {
            self.forget();
        }
        self.copier.clear();
        let clauses: Vec<TermId> = query
            .clauses
            .iter()
            .map(|&clause| self.copier.copy(query.pool, &mut self.pool, clause))
            .collect();
        let shared = self.shared_variables(query.pool);
        let problem = Problem {
            goal: query.goal.filter(|&goal| goal < clauses.len()),
            clauses,
            seed: shared.import(query.pool, query.seed),
            domains: Domains::default(),
        };
        let full = Meter {
            deadline: match self.config.time.map(|time| Instant::now() + time) {
                Some(own) => Some(self.deadline.map_or(own, |deadline| deadline.min(own))),
                None => self.deadline,
            },
            ..Meter::new(self.config.evaluations, self.config.conflicts)
        };
        let mut meter = full;
        let verdict = self.chain.check(&mut self.pool, &problem, &mut meter);
        self.last = Explanation { layer: meter.answered_by, cost: Cost::between(&full, &meter) };
        match verdict {
            Verdict::Satisfiable(model) => {
                Answer::Satisfiable(shared.export(query.pool, &model, query.seed))
            }
            Verdict::Unsatisfiable(mut core) => {
                core.sort_unstable();
                core.dedup();
                Answer::Unsatisfiable { core }
            }
            Verdict::Unknown(reason) => {
                debug_assert!(reason != Reason::WrongModel, "a layer gave a model that is none");
                Answer::Unknown(reason)
            }
        }
    }

    /// What each layer has done since the solver was made, top layer first.
    pub fn statistics(&self) -> Vec<Tally> {
        self.ledger.tallies()
    }

    /// Which layer answered the last query, and what the query cost.
    pub fn last(&self) -> Explanation {
        self.last
    }

    /// Terms are never freed one by one: when there are too many, or when a name has changed its sort,
    /// all go, and with them what layers remember about them.
    fn must_forget(&self, other: &Pool) -> bool {
        let clash = |(_, name, sort)| {
            self.pool.find_variable(name).is_some_and(|own| self.pool.variable_sort(own) != sort)
        };
        !self.config.remember
            || self.pool.bytes_used() > self.config.pool_limit
            || other.variables().any(clash)
    }

    fn forget(&mut self) {
        self.pool = Pool::new();
        self.chain = chain::build(&self.config, &self.ledger);
    }

    /// The variables of the caller's pool that the solver's has too.
    fn shared_variables(&self, other: &Pool) -> SharedVariables {
        let own = |(theirs, name, _)| Some((theirs, self.pool.find_variable(name)?));
        SharedVariables(other.variables().filter_map(own).collect())
    }
}

/// Pairs of variables of the same name and sort: the caller's, the solver's.
struct SharedVariables(Vec<(VarId, VarId)>);

impl SharedVariables {
    fn import(&self, theirs: &Pool, seed: &Assignment) -> Assignment {
        let mut own = Assignment::new();
        for &(from, to) in &self.0 {
            own.set_value(to, &seed.value(from, theirs.variable_sort(from)));
        }
        own
    }

    fn export(&self, theirs: &Pool, model: &Assignment, seed: &Assignment) -> Assignment {
        let mut answer = seed.clone();
        for &(to, from) in &self.0 {
            answer.set_value(to, &model.value(from, theirs.variable_sort(to)));
        }
        answer
    }
}

#[cfg(test)]
mod tests;
