//! The goals of Java methods: JaCoCo's lines and branches, tied to what runs count.

use std::collections::BTreeMap;

use classfile::error::LoadError;
use coverage::{Branch, CheckGoal, Count, DecisionGoal, Region, Source, Unit};
use jacoco::{Counted, Exit, MethodView, Way};
use program::{
    BlockId, ClassId, ConditionRef, FuncId, Function, Instruction, OutcomeId, Program, SiteKind,
    SiteTable, Span, Terminator,
};

use crate::world::{Measured, OutcomePlace, World};

/// The units of measured classes: their methods of which JaCoCo counts something, in the order of the
/// classes and of their class files. Their bodies must be there; `sites` are numbered as the machine does it.
///
/// # Errors
///
/// When a class file cannot be read.
pub fn units(
    world: &mut World,
    program: &Program,
    sites: &SiteTable,
    classes: &[ClassId],
) -> Result<Vec<Unit>, LoadError> {
    let mut units = Vec::new();
    for &class in classes {
        for index in 0..world.info(class).methods.len() {
            let function = world.info(class).methods[index].function;
            units.extend(unit(world, program, sites, class, function)?);
        }
    }
    Ok(units)
}

/// The unit of a method of a class; none if nothing of it is counted, or if it was lowered before its class
/// was measured.
///
/// # Errors
///
/// When the class file cannot be read.
pub fn unit(
    world: &mut World,
    program: &Program,
    sites: &SiteTable,
    class: ClassId,
    function: FuncId,
) -> Result<Option<Unit>, LoadError> {
    let Some(view) = world.view(class)? else { return Ok(None) };
    let info = world.info(class);
    let index = info.methods.iter().position(|method| method.function == function);
    let method = view.methods.iter().find(|method| Some(method.index as usize) == index);
    let (Some(method), Some(measured)) = (method, world.measured(function)) else {
        return Ok(None);
    };
    if !method.is_counted() {
        return Ok(None);
    }
    let name = match &*method.name {
        "<init>" => info.name.rsplit(['/', '$']).next().unwrap_or_default(),
        name => name,
    };
    let tied = Tied::new(program, sites, function, measured);
    Ok(Some(tied.unit(method, name.to_owned())))
}

/// Where the outcomes of a function's branches, switches and selects are.
pub(super) struct Outcomes {
    ends: BTreeMap<BlockId, OutcomeId>,
    selects: BTreeMap<BlockId, Vec<OutcomeId>>,
}

impl Outcomes {
    pub fn new(function: FuncId, body: &Function, sites: &SiteTable) -> Self {
        let (mut ends, mut selects) = (BTreeMap::new(), BTreeMap::<_, Vec<_>>::new());
        for site in sites.of_function(function).map(|site| sites.site(site)) {
            let block = site.point.block;
            match site.kind {
                SiteKind::Select => selects.entry(block).or_default().push(site.first),
                SiteKind::Check(_) => {}
                _ if site.point.index as usize == body.blocks[block].instructions.len() => {
                    ends.insert(block, site.first);
                }
                _ => {}
            }
        }
        Self { ends, selects }
    }

    /// The outcome at a place.
    pub fn at(&self, place: OutcomePlace) -> Option<OutcomeId> {
        let (first, outcome) = match place {
            OutcomePlace::End { block, outcome } => (self.ends.get(&block)?, outcome),
            OutcomePlace::Select { block, number, outcome } => {
                (self.selects.get(&block)?.get(number as usize)?, outcome)
            }
        };
        Some(OutcomeId(first.0 + outcome))
    }
}

/// A method and what is counted in it.
struct Tied<'a> {
    program: &'a Program,
    sites: &'a SiteTable,
    function: FuncId,
    measured: &'a Measured,
    outcomes: Outcomes,
}

impl<'a> Tied<'a> {
    fn new(
        program: &'a Program,
        sites: &'a SiteTable,
        function: FuncId,
        measured: &'a Measured,
    ) -> Self {
        let outcomes = Outcomes::new(function, &program.functions[function], sites);
        Self { program, sites, function, measured, outcomes }
    }

    fn unit(&self, method: &MethodView, name: String) -> Unit {
        let body = &self.program.functions[self.function];
        let first = self.sites.first_counter(self.function);
        let lines = method.lines();
        let region = |(line, probes): &(u16, Vec<u32>)| Region {
            span: self.span(Some(*line)),
            count: self.count(probes),
        };
        let decisions = body.decisions.iter().map(|(decision, shape)| DecisionGoal {
            decision,
            span: shape.span,
            folded: vec![false; shape.conditions.len()],
        });
        let exit = |&(probe, block): &(u32, BlockId)| coverage::Exit {
            span: body.blocks[block].terminator.span,
            block,
            count: self.count(&[probe]),
        };
        Unit {
            function: self.function,
            name,
            span: body.span,
            entered: Count::of(Source::Counter(first)),
            regions: lines.iter().map(region).collect(),
            branches: method.branching().flat_map(|counted| self.branches(counted)).collect(),
            decisions: decisions.collect(),
            exits: self.measured.leaves.iter().map(exit).collect(),
            checks: self.checks(&lines),
        }
    }

    /// The checks in lines that are counted: what JaCoCo takes for the compiler's own is nobody's to test.
    fn checks(&self, lines: &[(u16, Vec<u32>)]) -> Vec<CheckGoal> {
        let mut checks = coverage::checks(self.program, self.sites, self.function);
        checks.retain(|check| {
            check
                .span
                .is_none_or(|span| lines.iter().any(|(line, _)| u32::from(*line) == span.line))
        });
        checks
    }

    /// A whole line of the method's source file.
    fn span(&self, line: Option<u16>) -> Option<Span> {
        let file = self.program.functions[self.function].span?.file;
        let line = u32::from(line?);
        Some(Span { file, line, column: 1, end_line: line + 1, end_column: 1 })
    }

    /// As often as one of some probes was passed.
    fn count(&self, probes: &[u32]) -> Count {
        let mut sources = Vec::new();
        for &probe in probes {
            sources.extend(sources_of(
                self.sites.first_counter(self.function),
                self.measured,
                &self.outcomes,
                probe,
            ));
        }
        sources.sort_unstable();
        sources.dedup();
        Count { terms: sources.into_iter().map(|source| (source, 1)).collect() }
    }

    /// The branches of an instruction: both ways of a condition are one, those of a switch are one each.
    fn branches(&self, counted: &Counted) -> Vec<Branch> {
        let span = self.span(counted.line);
        if let [on, jump] = &counted.exits[..]
            && counted.branches == 2
            && all_are(on, Way::On)
            && all_are(jump, Way::Jump)
        {
            let pair = [on, jump].map(|exit| (self.count(&exit.probes), self.taken(exit)));
            let [(on_count, on), (jump_count, jump)] = pair;
            let condition = on.first().and_then(|outcome| self.condition(*outcome));
            // What the program's own branch takes for true is true.
            let jump_is_true = jump < on;
            let (counts, outcomes) = match jump_is_true {
                true => ([jump_count, on_count], [jump, on]),
                false => ([on_count, jump_count], [on, jump]),
            };
            let decision = condition.is_none();
            return vec![Branch { span, counts, outcomes, condition, decision, single: false }];
        }
        let way = |exit: &Exit| Branch {
            span,
            counts: [self.count(&exit.probes), Count::default()],
            outcomes: [self.taken(exit), Vec::new()],
            condition: None,
            decision: false,
            single: true,
        };
        let mut branches: Vec<Branch> = counted.exits.iter().map(way).collect();
        // A way that JaCoCo counts but cannot see is never taken.
        let never = Exit { ways: Vec::new(), probes: Vec::new() };
        branches.resize_with(counted.branches as usize, || way(&never));
        branches
    }

    /// The outcomes that are a way out.
    fn taken(&self, exit: &Exit) -> Vec<OutcomeId> {
        let places = exit.ways.iter().filter_map(|way| self.measured.ways.get(way)).flatten();
        let mut outcomes: Vec<OutcomeId> =
            places.filter_map(|place| self.outcomes.at(*place)).collect();
        outcomes.sort_unstable();
        outcomes.dedup();
        outcomes
    }

    /// The condition of a decision of several that an outcome belongs to.
    fn condition(&self, outcome: OutcomeId) -> Option<ConditionRef> {
        let point = self.sites.site(self.sites.owner(outcome).0).point;
        let block = &self.program.functions[self.function].blocks[point.block];
        match block.instructions.get(point.index as usize).map(|located| &located.node) {
            Some(Instruction::Select { condition, .. }) => *condition,
            Some(_) => None,
            None => match &block.terminator.node {
                Terminator::Branch { condition, .. } => *condition,
                _ => None,
            },
        }
    }
}

fn all_are(exit: &Exit, way: Way) -> bool {
    exit.ways.iter().all(|(_, own)| *own == way)
}

/// What a run counts when it passes a probe. `first` is the number of the function's first counter.
pub(super) fn sources_of(
    first: u32,
    measured: &Measured,
    outcomes: &Outcomes,
    probe: u32,
) -> Vec<Source> {
    let counted = measured.counted.get(probe as usize).copied().unwrap_or_default();
    let counter = counted.then_some(Source::Counter(first + probe + 1));
    let places = measured.passed.get(probe as usize).into_iter().flatten();
    let passed = places.filter_map(|place| outcomes.at(*place)).map(Source::Outcome);
    counter.into_iter().chain(passed).collect()
}
