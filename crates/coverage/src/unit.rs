//! A unit as its front-end describes it: what there is to cover in one function, and what counts it.

use program::{
    BlockId, CheckKind, ConditionRef, DecisionId, Failure, FuncId, Instruction, OutcomeId, Point,
    Program, Site, SiteKind, SiteTable, Span,
};
use trace::Trace;

/// What there is to cover in one function.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The function.
    pub function: FuncId,
    /// Its name, as a person knows it.
    pub name: String,
    /// Where it stands.
    pub span: Option<Span>,
    /// How often it was entered.
    pub entered: Count,
    /// Regions of code.
    pub regions: Vec<Region>,
    /// Conditions, and cases of switches, with two outcomes each.
    pub branches: Vec<Branch>,
    /// Decisions of several conditions.
    pub decisions: Vec<DecisionGoal>,
    /// Where it is left.
    pub exits: Vec<Exit>,
    /// Checks that are to fail; none unless somebody asks for them.
    pub checks: Vec<CheckGoal>,
}

/// A region of code that the referee counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Where.
    pub span: Option<Span>,
    /// How often it was executed, by the referee's rule.
    pub count: Count,
}

/// A place with two outcomes that the referee counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Where.
    pub span: Option<Span>,
    /// How often it was true and how often false, by the referee's rule.
    pub counts: [Count; 2],
    /// The outcomes of the program that make it true, and those that make it false; none where the code
    /// was folded away.
    pub outcomes: [Vec<OutcomeId>; 2],
    /// The condition of a decision of several conditions that it is.
    pub condition: Option<ConditionRef>,
    /// Whether it is a decision of one condition; a case of a switch is not.
    pub decision: bool,
    /// Whether to be true is all that is asked of it: one way of several, each counted once.
    pub single: bool,
}

/// A decision of several conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionGoal {
    /// Which, in the function.
    pub decision: DecisionId,
    /// Where.
    pub span: Option<Span>,
    /// By condition: whether it is a constant, so that it never shows its independence.
    pub folded: Vec<bool>,
}

/// A point where a function is left.
#[derive(Clone, Debug, PartialEq)]
pub struct Exit {
    /// Where.
    pub span: Option<Span>,
    /// The block that it is in, or that leads to it alone.
    pub block: BlockId,
    /// How often it was passed.
    pub count: Count,
}

/// A check whose failure a test survives.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckGoal {
    /// Where.
    pub span: Option<Span>,
    /// What it is about.
    pub kind: CheckKind,
    /// Its place in the program.
    pub point: Point,
    /// The outcome of the program that is its failure.
    pub failed: OutcomeId,
    /// How often it failed.
    pub count: Count,
}

/// The checks of a function that call something when they fail, instead of ending the program.
pub fn checks(program: &Program, sites: &SiteTable, function: FuncId) -> Vec<CheckGoal> {
    let body = &program.functions[function];
    let goal = |site: &Site| {
        let SiteKind::Check(kind) = site.kind else { return None };
        let instructions = &body.blocks[site.point.block].instructions;
        let instruction = instructions.get(site.point.index as usize)?;
        let Instruction::Check { failure: Failure::Call(..), .. } = instruction.node else {
            return None;
        };
        let failed = site.outcome(1);
        let count = Count::of(Source::Outcome(failed));
        Some(CheckGoal { span: instruction.span, kind, point: site.point, failed, count })
    };
    sites.of_function(function).filter_map(|site| goal(sites.site(site))).collect()
}

/// A sum of what runs count, each with a factor: llvm-cov's counter expressions, or a plain count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Summands.
    pub terms: Vec<(Source, i64)>,
}

/// Something that a run counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// An execution counter, by its program-wide number.
    Counter(u32),
    /// An outcome of a site.
    Outcome(OutcomeId),
}

impl Count {
    /// As often as something is counted.
    pub fn of(source: Source) -> Self {
        Self { terms: vec![(source, 1)] }
    }

    /// Whether it is zero whatever is counted.
    pub fn is_never(&self) -> bool {
        self.terms.is_empty()
    }

    /// Its value for a run. A run that ended early can make a difference negative; that is none.
    pub fn value(&self, trace: &Trace) -> u64 {
        let sum = self.terms.iter().fold(0i64, |sum, (source, factor)| {
            let count = match source {
                Source::Counter(counter) => trace.counters.get(*counter),
                Source::Outcome(outcome) => trace.tally.get(*outcome).count,
            };
            sum.wrapping_add((count as i64).wrapping_mul(*factor))
        });
        sum.max(0) as u64
    }
}
