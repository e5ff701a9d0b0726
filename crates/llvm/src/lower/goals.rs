//! Coverage goals, as clang defines them, and where in the program they are decided.

use super::body::Marks;
use super::decisions::Decisions;
use super::facts::Source;
use super::operands;
use crate::ll::ast::{self, TerminatorKind};
use crate::mapping::{Count, DroppedDecision, FunctionMapping, Region, RegionKind};
use program::{
    BlockId, ConditionRef, DecisionId, FuncId, Function, Id, IdVec, Point, Span, Terminator,
};
use std::collections::BTreeMap;

/// The goals of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goals {
    /// By function that clang mapped, in the order of the program.
    pub functions: Vec<FunctionGoals>,
    /// Boolean expressions that clang leaves out of MC/DC: where, and why.
    pub dropped: Vec<DroppedDecision>,
}

/// The goals of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionGoals {
    /// The function.
    pub function: FuncId,
    /// By clang's number of the counter: what counts it.
    pub counters: Vec<CounterSource>,
    /// Regions of code.
    pub regions: Vec<RegionGoal>,
    /// Uses of macros, and what the preprocessor left out: they are no goals, but say which lines are counted.
    pub marked: Vec<MarkedRegion>,
    /// Conditions with two outcomes each.
    pub branches: Vec<BranchGoal>,
    /// Decisions of several conditions.
    pub decisions: Vec<DecisionGoal>,
}

/// What counts a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterSource {
    /// The function's `count` instructions of the same number.
    Instruction,
    /// The true outcomes of the select at that point.
    Select(Point),
    /// Nothing: its code was folded away.
    Nothing,
}

/// A region of code.
#[derive(Clone, Debug, PartialEq)]
pub struct RegionGoal {
    /// Where.
    pub span: Span,
    /// How often it is executed.
    pub count: Count,
    /// Whether it is the space between two pieces of code.
    pub gap: bool,
    /// Whether it is in a macro.
    pub in_macro: bool,
}

/// The use of a macro or an included file, or code that the preprocessor left out.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkedRegion {
    /// Where.
    pub span: Span,
    /// How often the macro is executed; none for what was left out.
    pub count: Option<Count>,
    /// Whether it is in a macro itself.
    pub in_macro: bool,
}

/// A condition with two outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchGoal {
    /// Where.
    pub span: Span,
    /// Where the macro is used that it is in, if it is in one: the outermost of several.
    pub used: Option<Span>,
    /// How often it is true.
    pub taken: Count,
    /// How often it is false.
    pub not_taken: Count,
    /// Where the program decides it.
    pub place: BranchPlace,
    /// The condition of a decision that it is.
    pub condition: Option<ConditionRef>,
}

/// Where the program decides a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BranchPlace {
    /// At sites: these outcomes make it true, those make it false.
    Sites {
        /// Outcomes that make it true.
        taken: Vec<Choice>,
        /// Outcomes that make it false.
        not_taken: Vec<Choice>,
    },
    /// Nowhere: it is a constant, and coverage tools leave it out.
    Folded,
    /// Nowhere: it stands where nothing is evaluated, as in `sizeof`, yet coverage tools count it.
    NoCode,
    /// Nowhere: it always comes out like that, as in `(f(), 1)`, yet coverage tools count both ways.
    OneWay(bool),
    /// No site could be found for it.
    Unknown,
}

/// One outcome of the site at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The branch, switch or select.
    pub point: Point,
    /// The outcome's number: for a branch or select 0 is true; a switch has its default last.
    pub outcome: u32,
}

/// A decision of several conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionGoal {
    /// The decision.
    pub decision: DecisionId,
    /// Where.
    pub span: Option<Span>,
}

impl FunctionGoals {
    /// The value of a count, when counters and selects have these values.
    pub fn value(
        &self,
        count: &Count,
        counter: impl Fn(u32) -> u64,
        select: impl Fn(Point) -> u64,
    ) -> u64 {
        count.value(|id| match self.counters.get(id as usize) {
            Some(CounterSource::Instruction) => counter(id),
            Some(CounterSource::Select(point)) => select(*point),
            Some(CounterSource::Nothing) | None => 0,
        })
    }
}

/// Finds the goals of a function that was lowered, and gives branches the exact places of their
/// conditions.
pub(super) fn of_function(
    id: FuncId,
    function: &mut Function,
    source: Option<Source<'_, '_>>,
    marks: &Marks,
    mapping: &FunctionMapping,
    decisions: &Decisions,
    span: &dyn Fn(&Region) -> Option<Span>,
) -> FunctionGoals {
    let finder = source.map(|source| Finder::new(id, function, source, marks));
    let mut goals = FunctionGoals {
        function: id,
        counters: counters(id, marks),
        regions: Vec::new(),
        marked: Vec::new(),
        branches: Vec::new(),
        decisions: Vec::new(),
    };
    let expansions = Expansions::new(mapping);
    for (number, region) in mapping.regions.iter().enumerate() {
        let Some(place) = span(region) else { continue };
        let outer = expansions.outermost(region.file);
        let in_macro = outer.is_some();
        match &region.kind {
            RegionKind::Code(count) | RegionKind::Gap(count) => {
                let gap = matches!(region.kind, RegionKind::Gap(_));
                let count = count.clone();
                goals.regions.push(RegionGoal { span: place, count, gap, in_macro });
            }
            RegionKind::Branch { taken, not_taken, .. } => {
                let found = match &finder {
                    _ if taken.is_zero() && not_taken.is_zero() => BranchPlace::Folded,
                    Some(finder) => finder.place(taken, not_taken),
                    None => BranchPlace::Unknown,
                };
                goals.branches.push(BranchGoal {
                    span: place,
                    used: outer.and_then(span),
                    taken: taken.clone(),
                    not_taken: not_taken.clone(),
                    place: found,
                    condition: decisions.of_region(number),
                });
            }
            RegionKind::Expansion { count, .. } => {
                let count = Some(count.clone());
                goals.marked.push(MarkedRegion { span: place, count, in_macro });
            }
            RegionKind::Skipped => {
                goals.marked.push(MarkedRegion { span: place, count: None, in_macro });
            }
            RegionKind::Decision { .. } => {}
        }
    }
    for (decision, known) in decisions.decisions.iter() {
        goals.decisions.push(DecisionGoal { decision, span: known.span });
    }
    locate_branches(function, &goals);
    goals
}

/// The uses of macros in a function, by the number of the file that holds what each expands to.
struct Expansions<'m>(BTreeMap<u32, &'m Region>);

impl<'m> Expansions<'m> {
    fn new(mapping: &'m FunctionMapping) -> Self {
        let uses = mapping.regions.iter().filter_map(|region| match region.kind {
            RegionKind::Expansion { file, .. } => Some((file, region)),
            _ => None,
        });
        Self(uses.collect())
    }

    /// The use of a macro that a file comes from; of nested ones the outermost.
    fn outermost(&self, file: u32) -> Option<&'m Region> {
        let mut found = *self.0.get(&file)?;
        // A macro is used in a file that was there before, so there are no more steps than macros.
        for _ in 0..self.0.len() {
            match self.0.get(&found.file) {
                Some(outer) => found = outer,
                None => break,
            }
        }
        Some(found)
    }
}

fn counters(function: FuncId, marks: &Marks) -> Vec<CounterSource> {
    let sources = marks.counted_in.iter().zip(&marks.selects);
    sources
        .map(|(block, select)| match (block, select) {
            (Some(_), _) => CounterSource::Instruction,
            (None, Some((block, index))) => {
                CounterSource::Select(Point { function, block: *block, index: *index })
            }
            (None, None) => CounterSource::Nothing,
        })
        .collect()
}

/// A branch stands where its condition stands, which clang tells more exactly than the debug metadata.
fn locate_branches(function: &mut Function, goals: &FunctionGoals) {
    for goal in &goals.branches {
        let BranchPlace::Sites { taken, .. } = &goal.place else { continue };
        for choice in taken {
            let block = &mut function.blocks[choice.point.block];
            let index = choice.point.index as usize;
            let at = match block.instructions.get_mut(index) {
                Some(instruction) => &mut instruction.span,
                None if matches!(block.terminator.node, Terminator::Branch { .. }) => {
                    &mut block.terminator.span
                }
                None => continue,
            };
            // A macro's own file is no place to point a reader at when the code is elsewhere.
            if at.is_none_or(|at| at.file == goal.span.file && at.line == goal.span.line) {
                *at = Some(goal.span);
            }
        }
    }
}

/// Looks for the branches behind counters.
struct Finder<'f> {
    id: FuncId,
    function: &'f Function,
    marks: &'f Marks,
    /// By block: the blocks that lead to it.
    before: IdVec<BlockId, Vec<BlockId>>,
    /// By block: whether it ends in a branch on a constant.
    one_way: IdVec<BlockId, bool>,
}

impl<'f> Finder<'f> {
    fn new(id: FuncId, function: &'f Function, source: Source<'_, '_>, marks: &'f Marks) -> Self {
        let mut before: IdVec<BlockId, Vec<BlockId>> =
            IdVec::filled(Vec::new(), function.blocks.len());
        let mut one_way = IdVec::filled(false, function.blocks.len());
        for (block, body) in source.blocks.iter() {
            if let TerminatorKind::Branch { condition, .. } = &body.terminator.kind {
                let constant = operands::truth(source.module, *condition).is_some();
                one_way[BlockId::new(block.index())] = constant;
            }
            if !is_reached(source, function, block) {
                continue;
            }
            for next in operands::successors(source.module, &body.terminator.kind) {
                let list = &mut before[BlockId::new(next.index())];
                let from = BlockId::new(block.index());
                if list.last() != Some(&from) {
                    list.push(from);
                }
            }
        }
        Self { id, function, marks, before, one_way }
    }

    fn place(&self, taken: &Count, not_taken: &Count) -> BranchPlace {
        if let Some(choices) = taken.plain().and_then(|counter| self.choices(counter)) {
            let others = self.others(&choices);
            return BranchPlace::Sites { taken: choices, not_taken: others };
        }
        if let Some(choices) = not_taken.plain().and_then(|counter| self.choices(counter)) {
            let others = self.others(&choices);
            return BranchPlace::Sites { taken: others, not_taken: choices };
        }
        if let Some(place) = self.implicit_default(not_taken) {
            return place;
        }
        // A sum, where a switch without a default was folded away with all its cases.
        let without_code = |count: &Count| {
            let has_code = |counter: u32| {
                self.marks.counted_in.get(counter as usize).copied().flatten().is_some()
            };
            !count.is_zero() && count.terms().all(|(counter, _)| !has_code(counter))
        };
        if without_code(taken) || without_code(not_taken) {
            BranchPlace::NoCode
        } else if not_taken.is_zero() || self.is_certain(taken) {
            BranchPlace::OneWay(true)
        } else if taken.is_zero() || self.is_certain(not_taken) {
            BranchPlace::OneWay(false)
        } else {
            BranchPlace::Unknown
        }
    }

    /// Whether the block of a counter follows on a branch that goes no other way, or on no branch at
    /// all, as the case of a switch over a constant does.
    fn is_certain(&self, count: &Count) -> bool {
        let block = count.plain().and_then(|id| *self.marks.counted_in.get(id as usize)?);
        block.is_some_and(|block| {
            let before = &self.before[block];
            before.iter().any(|from| self.one_way[*from])
                || before.iter().all(|from| self.goes_on(*from))
        })
    }

    fn goes_on(&self, block: BlockId) -> bool {
        matches!(self.function.blocks[block].terminator.node, Terminator::Jump(_))
    }

    /// The outcomes that lead to the block of a counter, when nothing else does.
    fn choices(&self, counter: u32) -> Option<Vec<Choice>> {
        let counter = counter as usize;
        if let Some((block, index)) = *self.marks.selects.get(counter)? {
            let point = Point { function: self.id, block, index };
            return Some(vec![Choice { point, outcome: 0 }]);
        }
        let block = (*self.marks.counted_in.get(counter)?)?;
        let mut choices = Vec::new();
        for from in &self.before[block] {
            let edges: Vec<u32> = self.function.blocks[*from]
                .terminator
                .node
                .edges()
                .enumerate()
                .filter(|(_, edge)| edge.target == block)
                .map(|(outcome, _)| outcome as u32)
                .collect();
            let point = self.decision_point(*from)?;
            choices.extend(edges.into_iter().map(|outcome| Choice { point, outcome }));
        }
        (!choices.is_empty()).then_some(choices)
    }

    /// The end of a block, if it goes more than one way.
    fn decision_point(&self, block: BlockId) -> Option<Point> {
        let body = &self.function.blocks[block];
        matches!(body.terminator.node, Terminator::Branch { .. } | Terminator::Switch { .. })
            .then_some(Point { function: self.id, block, index: body.instructions.len() as u32 })
    }

    /// All other outcomes of the same sites.
    fn others(&self, choices: &[Choice]) -> Vec<Choice> {
        let mut points: Vec<Point> = choices.iter().map(|choice| choice.point).collect();
        points.dedup();
        let mut others = Vec::new();
        for point in points {
            let body = &self.function.blocks[point.block];
            let outcomes = match &body.terminator.node {
                Terminator::Switch { cases, .. }
                    if point.index as usize == body.instructions.len() =>
                {
                    cases.len() as u32 + 1
                }
                _ => 2,
            };
            let all = (0..outcomes).map(|outcome| Choice { point, outcome });
            others.extend(all.filter(|choice| !choices.contains(choice)));
        }
        others
    }

    /// A switch without a default counts as a branch that is true when no case fits.
    fn implicit_default(&self, not_taken: &Count) -> Option<BranchPlace> {
        let mut cases: Vec<Choice> = Vec::new();
        for (counter, factor) in not_taken.terms() {
            if factor != 1 {
                return None;
            }
            cases.extend(self.choices(counter)?);
        }
        let point = cases.first()?.point;
        let body = &self.function.blocks[point.block];
        let Terminator::Switch { cases: all, .. } = &body.terminator.node else { return None };
        if cases.iter().any(|choice| choice.point != point) {
            return None;
        }
        let default = Choice { point, outcome: all.len() as u32 };
        Some(BranchPlace::Sites { not_taken: self.others(&[default]), taken: vec![default] })
    }
}

/// Whether the lowering kept a block: what cannot be reached is empty and ends nowhere.
fn is_reached(source: Source<'_, '_>, function: &Function, block: ast::BlockId) -> bool {
    let lowered = &function.blocks[BlockId::new(block.index())];
    !(lowered.instructions.is_empty()
        && lowered.terminator.node == Terminator::Unreachable
        && !matches!(source.blocks[block].terminator.kind, TerminatorKind::Unreachable))
}
