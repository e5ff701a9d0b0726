//! The units of a C program as the coverage structure knows them: clang's goals, tied to what runs count.

use ::coverage::{Branch, Count, DecisionGoal, Region, Source, Unit};
use llvm::lower::{
    BranchGoal, BranchPlace, Choice, CounterSource, FunctionGoals, Lowered, RegionGoal,
};
use llvm::mapping::Count as Sum;
use llvm::mapping::lines::Coverer;
use program::{ConditionRef, FuncId, OutcomeId, Point, Program, SiteTable, Span, Terminator};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

mod exits;

use exits::Sources;

/// The functions that clang mapped, each with all that decides which of its lines are counted.
pub(crate) fn mapped(lowered: &Lowered, sites: &SiteTable) -> BTreeMap<FuncId, Vec<Mapped>> {
    let functions = lowered.goals.functions.iter();
    functions
        .map(|goals| {
            let first = sites.first_counter(goals.function);
            let translator = Translator::new(&lowered.program, sites, goals, first);
            (goals.function, translator.mapped())
        })
        .collect()
}

/// By function, where the macros are used that its branches are in; none for those that are in no macro.
pub(crate) fn uses(lowered: &Lowered) -> BTreeMap<FuncId, Vec<Option<Span>>> {
    let functions = lowered.goals.functions.iter();
    functions
        .map(|goals| {
            (goals.function, goals.branches.iter().filter(kept).map(|own| own.used).collect())
        })
        .collect()
}

/// What is a constant is left out by llvm-cov.
fn kept(branch: &&BranchGoal) -> bool {
    branch.place != BranchPlace::Folded
}

/// A range of the source that has a say in which lines are counted.
pub(crate) struct Mapped {
    pub span: Span,
    pub coverer: Coverer,
    pub count: Count,
    pub in_macro: bool,
}

/// The functions that clang mapped, in the order of the program. `sites` are those of the lowered program;
/// `read` gives the text of a source file by its name in the program.
pub fn units(
    lowered: &Lowered,
    sites: &SiteTable,
    read: impl Fn(&str) -> Option<String>,
) -> Vec<Unit> {
    let sources = Sources::new(&lowered.program, read);
    let functions = lowered.goals.functions.iter();
    functions
        .map(|goals| {
            let first_counter = sites.first_counter(goals.function);
            let mut unit = Translator::new(&lowered.program, sites, goals, first_counter).unit();
            unit.exits = sources.exits(sites, goals.function, first_counter);
            unit
        })
        .collect()
}

struct Translator<'g> {
    program: &'g Program,
    goals: &'g FunctionGoals,
    first_counter: u32,
    /// The first outcome of the site at each point of the function.
    outcomes: FxHashMap<Point, OutcomeId>,
}

impl<'g> Translator<'g> {
    fn new(
        program: &'g Program,
        sites: &SiteTable,
        goals: &'g FunctionGoals,
        first_counter: u32,
    ) -> Self {
        let mut outcomes = FxHashMap::default();
        for site in sites.of_function(goals.function) {
            let site = sites.site(site);
            outcomes.entry(site.point).or_insert(site.first);
        }
        Self { program, goals, first_counter, outcomes }
    }

    fn unit(&self) -> Unit {
        let goals = self.goals;
        let regions = goals.regions.iter().filter(|region| !region.gap);
        let branches = goals.branches.iter().filter(kept);
        Unit {
            function: goals.function,
            name: self.program.functions[goals.function].source_name().to_owned(),
            span: self.program.functions[goals.function].span,
            entered: self.count(&Sum::counter(0)),
            regions: regions
                .map(|region| Region { span: Some(region.span), count: self.count(&region.count) })
                .collect(),
            branches: branches.map(|branch| self.branch(branch)).collect(),
            decisions: goals.decisions.iter().map(|goal| self.decision(goal)).collect(),
            exits: Vec::new(),
            checks: Vec::new(),
        }
    }

    /// Code first, in the order of the unit's regions.
    fn mapped(&self) -> Vec<Mapped> {
        let region = |region: &RegionGoal| Mapped {
            span: region.span,
            coverer: if region.gap { Coverer::Gap } else { Coverer::Code },
            count: self.count(&region.count),
            in_macro: region.in_macro,
        };
        let marked = self.goals.marked.iter().map(|marked| Mapped {
            span: marked.span,
            coverer: if marked.count.is_some() { Coverer::Expansion } else { Coverer::Skipped },
            count: marked.count.as_ref().map(|count| self.count(count)).unwrap_or_default(),
            in_macro: marked.in_macro,
        });
        let (gaps, code): (Vec<_>, Vec<_>) = self.goals.regions.iter().partition(|own| own.gap);
        code.into_iter().chain(gaps).map(region).chain(marked).collect()
    }

    fn branch(&self, branch: &BranchGoal) -> Branch {
        let (mut outcomes, mut is_case) = ([Vec::new(), Vec::new()], false);
        if let BranchPlace::Sites { taken, not_taken } = &branch.place {
            outcomes = [taken, not_taken].map(|choices| self.outcomes(choices));
            is_case = taken.iter().chain(not_taken).any(|choice| self.is_switch(choice.point));
        }
        Branch {
            span: Some(branch.span),
            counts: [self.count(&branch.taken), self.count(&branch.not_taken)],
            outcomes,
            condition: branch.condition,
            decision: branch.condition.is_none() && !is_case,
            single: false,
        }
    }

    fn decision(&self, goal: &llvm::lower::DecisionGoal) -> DecisionGoal {
        let shape = &self.program.functions[self.goals.function].decisions[goal.decision];
        let folded = |index: usize| {
            let condition = ConditionRef { decision: goal.decision, index: index as u32 };
            let mut branches = self.goals.branches.iter();
            branches.any(|b| b.condition == Some(condition) && b.place == BranchPlace::Folded)
        };
        let folded = (0..shape.conditions.len()).map(folded).collect();
        DecisionGoal { decision: goal.decision, span: goal.span, folded }
    }

    fn is_switch(&self, point: Point) -> bool {
        let block = &self.program.functions[point.function].blocks[point.block];
        point.index as usize == block.instructions.len()
            && matches!(block.terminator.node, Terminator::Switch { .. })
    }

    fn outcomes(&self, choices: &[Choice]) -> Vec<OutcomeId> {
        let outcome = |choice: &Choice| {
            self.outcomes.get(&choice.point).map(|first| OutcomeId(first.0 + choice.outcome))
        };
        choices.iter().filter_map(outcome).collect()
    }

    fn count(&self, sum: &Sum) -> Count {
        let source = |counter: u32| match self.goals.counters.get(counter as usize) {
            Some(CounterSource::Instruction) => Some(Source::Counter(self.first_counter + counter)),
            Some(CounterSource::Select(point)) => {
                self.outcomes.get(point).map(|first| Source::Outcome(*first))
            }
            Some(CounterSource::Nothing) | None => None,
        };
        let terms = sum.terms();
        Count { terms: terms.filter_map(|(id, factor)| Some((source(id)?, factor))).collect() }
    }
}
