//! A test that was executed: its path condition over symbols, and how these come from its inputs.

use crate::inputs;
use crate::run::Run;
use crate::slice::Slices;
use program::{CompareOp, Id, OutcomeId, Program, SiteKind, SiteTable};
use scenario::Scenario;
use solver::{Answer, Query, Solver};
use std::sync::Arc;
use term::{Assignment, Copier, Pool, TermId, VarId};
use trace::{Clause, Of, Origin, Symbol, Trace};

/// Checks of one test that are looked at whether they are implied.
const MOST_FOLDED: usize = 64;
/// Evaluations that the solver may spend on each.
const FOLD_EVALUATIONS: u64 = 2_000;
/// Conflicts that the solver may spend on each.
const FOLD_CONFLICTS: u64 = 50;

/// A test.
#[derive(Clone, Debug)]
pub struct Tested {
    /// Its scenario, its inputs and their values, as explorers keep them.
    pub(super) run: Run,
    /// Where its terms live.
    pub pool: Pool,
    /// What held before the call, over inputs.
    pub(super) before: Vec<TermId>,
    /// What held in the call, over symbols.
    pub clauses: Vec<Conjunct>,
    /// The symbols.
    pub symbols: Arc<[Symbol]>,
    /// The variable of each symbol.
    pub variables: Vec<VarId>,
    /// What each symbol's variable is in terms of inputs, or the value that it always has.
    pub(super) bound: Vec<(TermId, TermId)>,
    /// The values that symbols had.
    values: Assignment,
    /// Whether there was more than symbols were made for.
    pub(super) cut: bool,
}

/// A clause of a test.
#[derive(Clone, Copy, Debug)]
pub struct Conjunct {
    /// What held.
    pub term: TermId,
    /// What it was.
    pub kind: ClauseKind,
    /// Where it came from; terms in there live in the test's pool.
    origin: Origin,
}

/// What a clause was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// A branch, select or switch of the code.
    Branch,
    /// A check or an access that passed.
    Passed,
    /// A check or an access that did not.
    Broken,
    /// The class of an object that a method was called on.
    Class,
    /// A value that was fixed, or what lies in code that nothing is known of.
    Fixed,
}

impl Tested {
    /// Takes what a run has left behind; none if the function was not called.
    pub(super) fn new(
        program: &Program,
        sites: &SiteTable,
        scenario: &Scenario,
        trace: &Trace,
        from: &Pool,
    ) -> Option<Self> {
        let entry = trace.entry.as_ref()?;
        let mut pool = Pool::new();
        let mut copier = Copier::new();
        let mut copy = |pool: &mut Pool, term: TermId| copier.copy(from, pool, term);
        let mut inputs = Vec::with_capacity(trace.inputs.len());
        let mut run_values = Assignment::new();
        for input in &trace.inputs {
            let term = copy(&mut pool, input.term);
            if let Some(variable) = pool.var_of(term) {
                run_values.set(variable, input.bits);
                inputs.push((input.source, variable));
            }
        }
        let (first, last) = (entry.clauses.0, entry.clauses.1.min(trace.path.len()));
        let (mut before, mut given) = (Vec::new(), Vec::new());
        for clause in &trace.path[..first] {
            let term = copy(&mut pool, clause.term);
            if clause.origin == Origin::Input { given.push(term) } else { before.push(term) }
        }
        let is_class = |clause: TermId| {
            let about = |part: TermId| entry.symbols.iter().find(|entered| entered.term == part);
            let mut parts = from.node(clause).children().filter_map(about);
            parts.any(|entered| matches!(entered.symbol.of, Of::Class(_)))
        };
        let mut clauses = Vec::with_capacity(last - first);
        for clause in &trace.path[first..last] {
            let mut origin = clause.origin;
            if let Origin::Site { subject: Some(subject), .. } = &mut origin {
                *subject = copy(&mut pool, *subject);
            }
            let term = copy(&mut pool, clause.term);
            let class = matches!(origin, Origin::Concretised { .. }) && is_class(clause.term);
            let kind = if class { ClauseKind::Class } else { kind(sites, origin) };
            clauses.push(Conjunct { term, kind, origin });
        }
        let mut bound = Vec::with_capacity(entry.symbols.len());
        let mut variables = Vec::with_capacity(entry.symbols.len());
        let mut values = Assignment::new();
        for entered in &entry.symbols {
            let term = copy(&mut pool, entered.term);
            let is = match entered.bound {
                Some(bound) => copy(&mut pool, bound),
                None => pool.constant(pool.sort(term), entered.bits),
            };
            bound.push((term, is));
            let variable = pool.var_of(term)?;
            values.set(variable, entered.bits);
            variables.push(variable);
        }
        given.extend(inputs::given(program, scenario, &inputs, &mut pool));
        let run = Run::alone(scenario, inputs, &trace.places, run_values, given);
        let symbols = entry.symbols.iter().map(|entered| entered.symbol.clone()).collect();
        let cut = entry.cut;
        Some(Self { run, pool, before, clauses, symbols, variables, bound, values, cut })
    }

    /// The outcomes of branches and failed checks among its first clauses.
    pub(super) fn outcomes(&self, sites: &SiteTable, first: usize) -> Vec<OutcomeId> {
        let outcome = |conjunct: &Conjunct| match (conjunct.kind, conjunct.origin) {
            (ClauseKind::Branch | ClauseKind::Broken, Origin::Site { site, outcome, .. }) => {
                Some(sites.site(site).outcome(outcome))
            }
            _ => None,
        };
        self.clauses[..first].iter().filter_map(outcome).collect()
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.run.scenario
    }

    /// Drops checks that clauses before them imply, and what is true of every receiver.
    pub(super) fn fold(&mut self, solver: &mut Solver, budget: (u64, u64)) {
        let never = self.receiver_is_there();
        let mut kept: Vec<Conjunct> = Vec::with_capacity(self.clauses.len());
        let mut slices = Slices::default();
        let mut looked = 0;
        solver.set_budget(FOLD_EVALUATIONS, FOLD_CONFLICTS);
        for conjunct in std::mem::take(&mut self.clauses) {
            if Some(conjunct.term) == never {
                continue;
            }
            if conjunct.kind == ClauseKind::Passed && looked < MOST_FOLDED {
                looked += 1;
                let mut query: Vec<TermId> = kept.iter().map(|known| known.term).collect();
                query.push(self.pool.not(conjunct.term));
                slices.keep_relevant(&self.pool, &mut query);
                let goal = Some(query.len() - 1);
                let query = Query { pool: &self.pool, clauses: &query, goal, seed: &self.values };
                if let Answer::Unsatisfiable { .. } = solver.check(&query) {
                    continue;
                }
            }
            kept.push(conjunct);
        }
        solver.set_budget(budget.0, budget.1);
        self.clauses = kept;
    }

    /// The clause that what a method is called on is there.
    fn receiver_is_there(&mut self) -> Option<TermId> {
        let is_receiver = |symbol: &Symbol| symbol.of == Of::Argument(0) && symbol.name == "this";
        let place = self.symbols.iter().position(is_receiver)?;
        let null = self.pool.bits(64, 0);
        Some(self.pool.compare(CompareOp::Ne, self.bound[place].0, null))
    }

    /// The ways that were not taken at a clause: where they lead, and what has to hold instead.
    pub(super) fn alternatives(
        &mut self,
        program: &Program,
        sites: &SiteTable,
        place: usize,
    ) -> Vec<(Option<OutcomeId>, TermId)> {
        let Conjunct { term, kind, origin } = self.clauses[place];
        let ways = match kind {
            ClauseKind::Branch | ClauseKind::Broken if matches!(origin, Origin::Site { .. }) => {
                let clause = Clause { term, origin, step: 0 };
                let ways = trace::alternatives(&mut self.pool, program, sites, &clause);
                ways.into_iter().map(|(outcome, term)| (Some(outcome), term)).collect()
            }
            ClauseKind::Class | ClauseKind::Broken => vec![(None, self.pool.not(term))],
            ClauseKind::Branch | ClauseKind::Passed | ClauseKind::Fixed => Vec::new(),
        };
        let possible = |term: TermId| self.pool.as_constant(term) != Some(0);
        ways.into_iter().filter(|(_, term)| possible(*term)).collect()
    }
}

fn kind(sites: &SiteTable, origin: Origin) -> ClauseKind {
    match origin {
        // Code that came while it ran has sites that nobody knows.
        Origin::Site { site, .. } if site.index() >= sites.len() => ClauseKind::Fixed,
        Origin::Site { site, outcome, .. } => match sites.site(site).kind {
            SiteKind::Check(_) if outcome == 0 => ClauseKind::Passed,
            SiteKind::Check(_) => ClauseKind::Broken,
            _ => ClauseKind::Branch,
        },
        Origin::Access { inside: true, .. } => ClauseKind::Passed,
        Origin::Access { inside: false, .. } => ClauseKind::Broken,
        Origin::Concretised { .. } | Origin::Model { .. } | Origin::Input => ClauseKind::Fixed,
    }
}
