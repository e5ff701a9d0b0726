//! Where goals are gained: each goal as the outcomes that cover it, so that one set of outcomes tells all
//! that is open.
//!
//! A branch is its outcomes. What is a place (a region of code, an entry) is gained by every outcome
//! after which a run comes there without another choice of the same function: whoever reaches the place
//! has taken one of them last, or has come straight from the entry of a function.

use crate::{Count, GoalId, GoalKind, Goals, Source, Unit};
use program::analysis::{Graph, Supergraph};
use program::{
    FuncId, Function, Id, IdVec, Instruction, OutcomeId, Point, Program, Site, SiteKind, SiteTable,
    Span,
};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The places of all goals, and on demand the outcomes that lead there.
#[derive(Debug)]
pub(super) struct Gains {
    places: IdVec<GoalId, Place>,
    found: IdVec<GoalId, OnceLock<Gain>>,
    /// By node: the function that it is the entry of.
    entries: BTreeMap<u32, FuncId>,
}

/// Where a goal is.
#[derive(Clone, Debug)]
enum Place {
    /// At outcomes.
    Outcomes(Vec<OutcomeId>),
    /// At nodes of the graph, and at outcomes.
    Nodes(Vec<u32>, Vec<OutcomeId>),
}

/// What covers a goal.
#[derive(Debug, Default)]
struct Gain {
    outcomes: Vec<OutcomeId>,
    /// Functions from whose entry a run comes there without a choice.
    entries: Vec<FuncId>,
}

impl Gains {
    /// Finds the places of goals; those of decisions of several conditions have none, since it takes
    /// whole evaluations to cover them.
    pub fn new(program: &Program, goals: &Goals, sites: &SiteTable, graph: &Supergraph) -> Self {
        let finder = Finder { program, sites, graph, counters: counters(program, sites) };
        let places: IdVec<GoalId, Place> = goals
            .goals
            .iter()
            .map(|(id, goal)| finder.place(goals, id, goal.kind, goal.span))
            .collect();
        let found = places.values().map(|_| OnceLock::new()).collect();
        let bodies = program.functions.iter().filter(|(_, function)| function.has_body());
        let entries = bodies.flat_map(|(id, _)| {
            let entry = graph.block(id, Function::ENTRY);
            graph.twins(entry).map(move |node| (node, id))
        });
        Self { places, found, entries: entries.collect() }
    }

    /// The outcomes that cover a goal, and the functions at whose entry it is. `before` is the graph
    /// turned round, `choice` tells the site that ends a node.
    pub fn of<'a>(
        &self,
        goal: GoalId,
        graphs: (&Graph, &Graph),
        choice: impl Fn(u32) -> Option<&'a Site>,
    ) -> (&[OutcomeId], &[FuncId]) {
        match &self.places[goal] {
            Place::Outcomes(outcomes) => (outcomes, &[]),
            Place::Nodes(nodes, outcomes) => {
                let gain = self.found[goal].get_or_init(|| {
                    let mut gain = self.back(nodes, graphs, choice);
                    gain.outcomes.extend(outcomes);
                    gain.outcomes.sort_unstable();
                    gain.outcomes.dedup();
                    gain
                });
                (&gain.outcomes, &gain.entries)
            }
        }
    }

    /// Walks back from nodes to the nearest choices and entries.
    fn back<'a>(
        &self,
        nodes: &[u32],
        (graph, before): (&Graph, &Graph),
        choice: impl Fn(u32) -> Option<&'a Site>,
    ) -> Gain {
        let mut gain = Gain::default();
        let mut work = nodes.to_vec();
        let mut seen: std::collections::BTreeSet<u32> = nodes.iter().copied().collect();
        while let Some(node) = work.pop() {
            gain.entries.extend(self.entries.get(&node));
            for &from in before.successors(node) {
                let ways = choice(from).map(|site| ways(graph, from, site, node));
                match ways {
                    Some(ways) if !ways.is_empty() => gain.outcomes.extend(ways),
                    _ if seen.insert(from) => work.push(from),
                    _ => {}
                }
            }
        }
        gain.entries.sort_unstable();
        gain.entries.dedup();
        gain
    }
}

/// The outcomes of the site at the end of a node that lead to another node; none where that is reached
/// from before the site.
fn ways(graph: &Graph, from: u32, site: &Site, to: u32) -> Vec<OutcomeId> {
    let all = (0..site.outcomes()).map(|way| site.outcome(way));
    if site.kind == SiteKind::Select {
        return if to == from + 1 { all.collect() } else { Vec::new() };
    }
    let targets = all.zip(graph.successors(from));
    targets.filter(|(_, target)| **target == to).map(|(way, _)| way).collect()
}

/// Finds where goals are.
struct Finder<'a> {
    program: &'a Program,
    sites: &'a SiteTable,
    graph: &'a Supergraph,
    /// By program-wide number: where a counter is counted.
    counters: Vec<Vec<Point>>,
}

impl Finder<'_> {
    fn place(&self, goals: &Goals, id: GoalId, kind: GoalKind, span: Option<Span>) -> Place {
        let unit = &goals.units[goals.goals[id].unit];
        match kind {
            GoalKind::Branch { branch, way, .. } => {
                let outcomes = &unit.branches[branch as usize].outcomes[usize::from(!way)];
                if outcomes.is_empty() {
                    self.counted(unit, goals.count_of(id), span)
                } else {
                    Place::Outcomes(outcomes.clone())
                }
            }
            GoalKind::Entry => {
                let body = self.program.functions[unit.function].has_body();
                let entry = body.then(|| self.graph.block(unit.function, Function::ENTRY));
                let nodes = entry.into_iter().flat_map(|entry| self.graph.twins(entry));
                Place::Nodes(nodes.collect(), Vec::new())
            }
            GoalKind::Exit(exit) => {
                let (function, block) = (unit.function, unit.exits[exit as usize].block);
                let index = self.program.functions[function].blocks[block].instructions.len();
                let point = Point { function, block, index: index as u32 };
                Place::Nodes(self.nodes([point].into_iter()), Vec::new())
            }
            GoalKind::Region(_) => self.counted(unit, goals.count_of(id), span),
            // What leads to a check is worth going for as well: it may fail another time.
            GoalKind::Check(check) => {
                let check = &unit.checks[check as usize];
                Place::Nodes(self.nodes([check.point].into_iter()), vec![check.failed])
            }
            GoalKind::Decision { .. } | GoalKind::Independence { .. } => {
                Place::Outcomes(Vec::new())
            }
        }
    }

    /// The place of what a count decides. A plain counter stands somewhere; a sum of counters tells how
    /// often code was executed that has none, and this is looked for by its lines.
    fn counted(&self, unit: &Unit, count: Option<&Count>, span: Option<Span>) -> Place {
        let terms = count.map_or(&[][..], |count| &count.terms);
        match terms {
            [] => Place::Outcomes(Vec::new()),
            [(Source::Outcome(outcome), _)] => Place::Outcomes(vec![*outcome]),
            [(Source::Counter(counter), _)] => {
                let points = self.counters.get(*counter as usize).map_or(&[][..], Vec::as_slice);
                Place::Nodes(self.nodes(points.iter().copied()), Vec::new())
            }
            _ => self.written(unit.function, span),
        }
    }

    /// The code of a function that a region spans; all of it if there is none.
    fn written(&self, function: FuncId, span: Option<Span>) -> Place {
        let mut points = Vec::new();
        for (block, body) in self.program.functions[function].blocks.iter() {
            let instructions = body.instructions.iter().map(|instruction| instruction.span);
            for (index, place) in instructions.chain([body.terminator.span]).enumerate() {
                if place.zip(span).is_some_and(|(place, span)| starts_in(place, span)) {
                    points.push(Point { function, block, index: index as u32 });
                }
            }
        }
        if !points.is_empty() {
            return Place::Nodes(self.nodes(points.into_iter()), Vec::new());
        }
        let sites = self.sites.of_function(function).map(|site| self.sites.site(site));
        let outcomes = sites.flat_map(|site| (0..site.outcomes()).map(|way| site.outcome(way)));
        let body = self.program.functions[function].has_body();
        let entry = body.then(|| self.graph.block(function, Function::ENTRY));
        let nodes = entry.into_iter().flat_map(|entry| self.graph.twins(entry));
        Place::Nodes(nodes.collect(), outcomes.collect())
    }

    fn nodes(&self, points: impl Iterator<Item = Point>) -> Vec<u32> {
        let mut nodes: Vec<u32> =
            points.flat_map(|point| self.graph.twins(self.graph.node(point))).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }
}

/// By program-wide number: where each counter is counted.
fn counters(program: &Program, sites: &SiteTable) -> Vec<Vec<Point>> {
    let mut counters: Vec<Vec<Point>> = vec![Vec::new(); sites.counters() as usize];
    for (id, function) in program.functions.iter() {
        let first = sites.first_counter(id) as usize;
        for (block, body) in function.blocks.iter() {
            for (index, instruction) in body.instructions.iter().enumerate() {
                if let Instruction::Count { counter } = instruction.node {
                    let point = Point { function: id, block, index: index as u32 };
                    if let Some(points) = counters.get_mut(first + counter.index()) {
                        points.push(point);
                    }
                }
            }
        }
    }
    counters
}

/// Whether one range begins inside another.
fn starts_in(place: Span, span: Span) -> bool {
    let start = (place.line, place.column);
    place.file == span.file
        && (span.line, span.column) <= start
        && start < (span.end_line, span.end_column)
}
