//! From a node and a target to the conditions of all paths between them (paper Baars et al., Algorithm 1).
//!
//! The paper writes out every product of the path expression and executes it; that took half an hour for
//! one function. Here the expression is executed as it stands: products share what they begin with, and
//! where two of them meet with equal values in all that still matters, they are one from there on. What
//! comes of it is not a list of paths but a graph of conditions. Bounds on its size are told.

use crate::path::expression::{Expr, ExprId, Expressions, Reduction};
use crate::path::facts::contradicts;
use crate::path::relevant::{Relevant, Within};
use crate::path::state::{Condition, Executor, State};
use crate::target::End;
use crate::terrain::Terrain;
use program::analysis::{BitSet, EdgeIndex};
use program::{BlockId, Edge, FuncId, Function, Id, Instruction, OutcomeId, SiteKind, Terminator};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use term::distance::{Clause, Fork, Way};
use term::{Pool, TermId, VarId, VarSet, free_variables};
use trace::Known;

/// How far paths are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How often a loop is followed before what it assigns is destroyed: the paper's k.
    pub unroll: u32,
    /// Places where paths fork.
    pub forks: usize,
    /// Parts of a path expression.
    pub expressions: usize,
    /// Terms.
    pub terms: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { unroll: 1, forks: 4_000, expressions: 40_000, terms: 40_000 }
    }
}

/// Which limits were reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Contradictory paths are dropped only where the contradiction is inside one condition.
    pub facts: bool,
    /// From some places on only the number of conditions is known.
    pub forks: bool,
    /// There are more ways than a path expression can be made of.
    pub expressions: bool,
}

impl Bounds {
    /// Whether any was.
    pub fn any(self) -> bool {
        self.facts || self.forks || self.expressions
    }
}

/// The conditions of all paths from a node to a target.
#[derive(Debug)]
pub struct Paths {
    /// Where the conditions live.
    pub pool: Pool,
    /// The places where paths fork; the first is the target, the last the node.
    pub forks: Vec<Fork>,
    /// What the variables stand for.
    pub inputs: Vec<(VarId, Known)>,
    /// Which limits were reached.
    pub bounds: Bounds,
}

/// An edge of the sub-graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Label {
    /// To another block, which is executed.
    On(EdgeIndex),
    /// To the target.
    Into(EdgeIndex),
    /// Inside a block: a select comes out so.
    Select(BlockId, u32, u32),
}

/// All paths from the end of `start` to any of the ends; of a site that has outcomes among `only` they take those. None
/// if there are none.
pub fn paths(
    terrain: &Terrain<'_>,
    function: FuncId,
    start: BlockId,
    (ends, only): (&[End], &[OutcomeId]),
    limits: Limits,
) -> Option<Paths> {
    let graph = Graph::new(terrain, function, start, ends, only);
    let mut expressions = Expressions::default();
    let reduced = graph.reduce(&mut expressions, limits);
    let expression = match reduced {
        Ok(expression) => expression?,
        Err(_) => {
            let bounds = Bounds { expressions: true, ..Bounds::default() };
            return Some(graph.levels_only(bounds));
        }
    };
    let relevant = graph.relevant();
    let mut found = None;
    // Telling paths apart by what held on them may be too much; then the values alone have to do.
    for facts in [true, false] {
        let mut builder = Builder::new(&graph, &expressions, &relevant, limits, facts);
        builder.run(expression);
        let cut = builder.bounds.forks;
        found = Some(builder.finish());
        if !cut {
            break;
        }
    }
    found.flatten()
}

/// The expression of all paths from the end of `start` to any of the ends, edges by the numbers of their blocks; for
/// people, since parts that are kept once are written out.
pub fn expression(
    terrain: &Terrain<'_>,
    function: FuncId,
    start: BlockId,
    ends: &[End],
) -> Option<String> {
    let graph = Graph::new(terrain, function, start, ends, &[]);
    let mut expressions = Expressions::default();
    let expression = graph.reduce(&mut expressions, Limits::default()).ok()??;
    Some(graph.print(&expressions, expression))
}

/// The sub-graph between a node and the target.
struct Graph<'a, 'p> {
    terrain: &'a Terrain<'p>,
    function: FuncId,
    body: &'p Function,
    start: BlockId,
    /// The blocks in it, in reverse post-order.
    blocks: Vec<BlockId>,
    /// Its edges: from, to (none for the target), and what is done on them.
    edges: Vec<(BlockId, Option<BlockId>, Vec<Label>)>,
    within: Vec<Within>,
    /// By block: how many branches are still to be taken.
    levels: Vec<Option<u32>>,
}

impl<'a, 'p> Graph<'a, 'p> {
    /// Steps 1 and 2: edges that can be reached from the node and from which the target can be.
    fn new(
        terrain: &'a Terrain<'p>,
        function: FuncId,
        start: BlockId,
        ends: &[End],
        only: &[OutcomeId],
    ) -> Self {
        let local = terrain.local(function);
        let (cfg, body) = (&local.cfg, &terrain.program().functions[function]);
        let mut last: Vec<EdgeIndex> = Vec::new();
        let mut into = BitSet::new(cfg.len());
        let mut selects: Vec<(BlockId, u32, u32)> = Vec::new();
        for end in ends {
            match *end {
                End::Block(block) => {
                    into.insert(block.index());
                }
                End::Outcome(outcome) => {
                    let (site, index) = terrain.sites().owner(outcome);
                    let site = terrain.sites().site(site);
                    let block = site.point.block;
                    match site.kind {
                        SiteKind::Select => selects.push((block, site.point.index, index)),
                        _ => last.push(EdgeIndex { block, successor: index }),
                    }
                }
            }
        }
        let demanded: Vec<EdgeIndex> = only.iter().map(|it| edge_of(terrain, *it)).collect();
        let mut all: Vec<(BlockId, Option<BlockId>, Vec<Label>)> = Vec::new();
        for edge in cfg.edges() {
            let from = edge.index.block;
            if demanded.iter().any(|it| it.block == from) && !demanded.contains(&edge.index) {
                continue;
            }
            if last.contains(&edge.index) || into.contains(edge.to.index()) {
                all.push((from, None, vec![Label::Into(edge.index)]));
                continue;
            }
            for &(_, index, way) in selects.iter().filter(|select| select.0 == edge.to) {
                let labels = vec![Label::Into(edge.index), Label::Select(edge.to, index, way)];
                all.push((from, None, labels));
            }
            all.push((from, Some(edge.to), vec![Label::On(edge.index)]));
        }
        let ahead = closure(cfg.len(), [start], all.iter().map(|(from, to, _)| (Some(*from), *to)));
        let targets: Vec<BlockId> =
            all.iter().filter(|(_, to, _)| to.is_none()).map(|(from, ..)| *from).collect();
        let behind =
            closure(cfg.len(), targets, all.iter().map(|(from, to, _)| (*to, Some(*from))));
        let inside =
            |block: BlockId| ahead.contains(block.index()) && behind.contains(block.index());
        all.retain(|(from, to, _)| inside(*from) && to.is_none_or(inside));
        let order = cfg.reverse_post_order().iter().copied();
        let mut levels = vec![None; cfg.len()];
        for end in ends {
            let (block, more) = match *end {
                End::Block(block) => (block, 0),
                End::Outcome(outcome) => {
                    let site = terrain.sites().site(terrain.sites().owner(outcome).0);
                    (site.point.block, 1)
                }
            };
            let approach = local.control.approach_levels(cfg, block);
            for (at, level) in levels.iter_mut().enumerate() {
                let own = approach.at_start(BlockId::new(at)).map(|level| level + more);
                *level = [*level, own].into_iter().flatten().min();
            }
        }
        Self {
            terrain,
            function,
            body,
            start,
            blocks: order.filter(|block| inside(*block)).collect(),
            edges: all,
            within: selects.iter().map(|(block, index, _)| (*block, *index)).collect(),
            levels,
        }
    }

    /// Step 3: the path expression.
    fn reduce(
        &self,
        expressions: &mut Expressions<Label>,
        limits: Limits,
    ) -> Result<Option<ExprId>, crate::path::expression::TooLarge> {
        let target = self.levels.len() as u32;
        let mut reduction = Reduction::default();
        for (from, to, labels) in &self.edges {
            let mut label = Expressions::<Label>::EMPTY;
            for step in labels {
                let step = expressions.edge(*step);
                label = expressions.sequence(label, step);
            }
            reduction.add(expressions, from.0, to.map_or(target, |to| to.0), label);
        }
        let order = self.blocks.iter().rev().map(|block| block.0);
        reduction.reduce(expressions, order, (self.start.0, target), limits.expressions)
    }

    fn relevant(&self) -> Relevant {
        let ways = |block: BlockId| {
            let own = self.edges.iter().filter(move |(from, ..)| *from == block);
            own.filter_map(|(_, to, labels)| {
                let edge = match labels.first()? {
                    Label::On(edge) | Label::Into(edge) => edge,
                    Label::Select(..) => return None,
                };
                let to = match labels.get(1) {
                    Some(Label::Select(block, ..)) => Some(*block),
                    _ => *to,
                };
                let terminator = &self.body.blocks[block].terminator.node;
                Some((terminator.edges().nth(edge.successor as usize)?, to))
            })
            .collect::<Vec<(&Edge, Option<BlockId>)>>()
        };
        Relevant::new(self.terrain, self.function, &self.blocks, ways, &self.within)
    }

    /// All that is known is how many branches lie ahead.
    fn levels_only(&self, bounds: Bounds) -> Paths {
        let level = self.levels[self.start.index()].unwrap_or(1);
        let mut forks = vec![Fork::default()];
        for to in 0..level {
            forks.push(Fork { ways: vec![Way { condition: Clause::Unknown, to }] });
        }
        Paths { pool: Pool::new(), forks, inputs: Vec::new(), bounds }
    }

    fn print(&self, expressions: &Expressions<Label>, expression: ExprId) -> String {
        expressions.print(expression, &|label| match label {
            Label::On(edge) => {
                let to =
                    self.terrain.local(self.function).cfg.edge(edge).map_or(0, |edge| edge.to.0);
                format!("[{}-{to}]", edge.block.0)
            }
            Label::Into(edge) => format!("[{}-t]", edge.block.0),
            Label::Select(block, index, way) => format!("[{}.{index}={way}]", block.0),
        })
    }
}

/// The edge that an outcome of a branch or switch takes.
fn edge_of(terrain: &Terrain<'_>, outcome: OutcomeId) -> EdgeIndex {
    let (site, successor) = terrain.sites().owner(outcome);
    EdgeIndex { block: terrain.sites().site(site).point.block, successor }
}

/// The blocks that edges lead to from some.
fn closure(
    blocks: usize,
    from: impl IntoIterator<Item = BlockId>,
    edges: impl Iterator<Item = (Option<BlockId>, Option<BlockId>)>,
) -> BitSet {
    let mut next = vec![Vec::new(); blocks];
    for (from, to) in edges {
        if let (Some(from), Some(to)) = (from, to) {
            next[from.index()].push(to);
        }
    }
    let mut seen = BitSet::new(blocks);
    let mut work: Vec<BlockId> =
        from.into_iter().filter(|block| seen.insert(block.index())).collect();
    while let Some(block) = work.pop() {
        work.extend(next[block.index()].iter().filter(|to| seen.insert(to.index())));
    }
    seen
}

/// What is still to be done on a path, first first; a list that shares its tails.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct TodoId(u32);

const NOTHING: TodoId = TodoId(0);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Todo {
    /// Follow this.
    Follow(ExprId),
    /// Repeat this so often at most, and then destroy what it assigns.
    Repeat(ExprId, u32),
    /// Destroy what this assigns.
    Destroy(ExprId),
}

/// Where a path has come to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Place {
    todo: TodoId,
    block: BlockId,
    state: State,
    /// Conditions that held on the way and are about what still matters, ascending.
    facts: Vec<TermId>,
}

struct Builder<'a, 'p> {
    graph: &'a Graph<'a, 'p>,
    expressions: &'a Expressions<Label>,
    relevant: &'a Relevant,
    limits: Limits,
    keep_facts: bool,
    executor: Executor<'a, 'p>,
    todos: Vec<(Todo, TodoId)>,
    todo_ids: FxHashMap<(Todo, TodoId), TodoId>,
    places: FxHashMap<Place, u32>,
    /// By number: the ways on; 0 is the target.
    drafts: Vec<Vec<(Clause, u32)>>,
    queue: VecDeque<(u32, Place)>,
    /// By level: the draft from which that many unknown conditions lead to the target.
    ladder: Vec<u32>,
    variables: FxHashMap<TermId, VarSet>,
    bounds: Bounds,
}

impl<'a, 'p> Builder<'a, 'p> {
    fn new(
        graph: &'a Graph<'a, 'p>,
        expressions: &'a Expressions<Label>,
        relevant: &'a Relevant,
        limits: Limits,
        keep_facts: bool,
    ) -> Self {
        Self {
            graph,
            expressions,
            relevant,
            limits,
            keep_facts,
            executor: Executor::new(graph.terrain, graph.function),
            todos: vec![(Todo::Follow(Expressions::<Label>::EMPTY), NOTHING)],
            todo_ids: FxHashMap::default(),
            places: FxHashMap::default(),
            drafts: vec![Vec::new()],
            queue: VecDeque::new(),
            ladder: vec![0],
            variables: FxHashMap::default(),
            bounds: Bounds { facts: !keep_facts, ..Bounds::default() },
        }
    }

    /// Steps 4 to 9, for all products at once.
    fn run(&mut self, expression: ExprId) {
        let todo = self.push(Todo::Follow(expression), NOTHING);
        let (block, facts) = (self.graph.start, Vec::new());
        let state = self.executor.beginning(block);
        self.place(Place { todo, block, state, facts });
        while let Some((draft, place)) = self.queue.pop_front() {
            let full = self.drafts.len() > self.limits.forks
                || self.executor.pool.len() > self.limits.terms;
            let ways = if full {
                self.bounds.forks = true;
                let level = self.graph.levels[place.block.index()].unwrap_or(1);
                vec![(Clause::Free, self.step(level))]
            } else {
                self.expand(place)
            };
            self.drafts[draft as usize] = ways;
        }
    }

    fn push(&mut self, todo: Todo, rest: TodoId) -> TodoId {
        *self.todo_ids.entry((todo, rest)).or_insert_with(|| {
            self.todos.push((todo, rest));
            TodoId(self.todos.len() as u32 - 1)
        })
    }

    /// The number of a place, where paths that are there meet.
    fn place(&mut self, mut place: Place) -> u32 {
        if place.todo == NOTHING {
            return 0;
        }
        place.state.restrict(self.relevant, place.block);
        self.restrict_facts(&mut place);
        if let Some(number) = self.places.get(&place) {
            return *number;
        }
        let number = self.drafts.len() as u32;
        self.drafts.push(Vec::new());
        self.places.insert(place.clone(), number);
        self.queue.push_back((number, place));
        number
    }

    /// The place from which so many unknown conditions lead to the target.
    fn step(&mut self, level: u32) -> u32 {
        while self.ladder.len() <= level as usize {
            let below = self.ladder[self.ladder.len() - 1];
            self.ladder.push(self.drafts.len() as u32);
            self.drafts.push(vec![(Clause::Unknown, below)]);
        }
        self.ladder[level as usize]
    }

    /// Keeps those facts that something ahead can contradict.
    fn restrict_facts(&mut self, place: &mut Place) {
        if !self.keep_facts {
            place.facts.clear();
            return;
        }
        if place.facts.is_empty() {
            return;
        }
        let mut live = VarSet::new();
        for term in place.state.terms() {
            live.union_with(variables(&mut self.variables, &self.executor.pool, term));
        }
        for register in self.relevant.registers(place.block) {
            if !place.state.has_changed(register) {
                let term = self.executor.register(register);
                live.union_with(variables(&mut self.variables, &self.executor.pool, term));
            }
        }
        let memory = self.relevant.memory(place.block);
        if memory {
            let inputs = self.executor.inputs.iter();
            for (variable, _) in inputs.filter(|(_, known)| !matches!(known, Known::Register(_))) {
                live.insert(*variable);
            }
        }
        let (pool, known) = (&self.executor.pool, &mut self.variables);
        place.facts.retain(|fact| variables(known, pool, *fact).intersects(&live));
    }

    /// The ways on from a place.
    fn expand(&mut self, mut place: Place) -> Vec<(Clause, u32)> {
        loop {
            if place.todo == NOTHING {
                return vec![(Clause::Free, 0)];
            }
            let (todo, rest) = self.todos[place.todo.0 as usize];
            place.todo = rest;
            match todo {
                Todo::Follow(expression) => match self.expressions.get(expression) {
                    Expr::Empty => {}
                    Expr::Sequence(first, second) => {
                        let rest = self.push(Todo::Follow(second), rest);
                        place.todo = self.push(Todo::Follow(first), rest);
                    }
                    Expr::Either(first, second) => {
                        return [first, second]
                            .map(|way| {
                                let todo = self.push(Todo::Follow(way), rest);
                                (Clause::Free, self.place(Place { todo, ..place.clone() }))
                            })
                            .to_vec();
                    }
                    // A* = 1 + A + … + A^k D[A], which is 1 + A (1 + A (… D[A])).
                    Expr::Repeated(inner) => {
                        place.todo = self.push(Todo::Repeat(inner, self.limits.unroll), rest);
                    }
                    Expr::Edge(label) => match self.cross(&mut place, label) {
                        None => return Vec::new(),
                        Some(Clause::Free) => {}
                        Some(clause) => return vec![(clause, self.place(place))],
                    },
                },
                Todo::Repeat(inner, 0) => place.todo = self.push(Todo::Destroy(inner), rest),
                Todo::Repeat(inner, left) => {
                    let again = self.push(Todo::Repeat(inner, left - 1), rest);
                    let once = self.push(Todo::Follow(inner), again);
                    return [rest, once]
                        .map(|todo| (Clause::Free, self.place(Place { todo, ..place.clone() })))
                        .to_vec();
                }
                Todo::Destroy(inner) => self.destroy(&mut place.state, inner),
            }
        }
    }

    /// Step 7: executes an edge. Nothing if the path contradicts itself there.
    fn cross(&mut self, place: &mut Place, label: Label) -> Option<Clause> {
        let condition = match label {
            Label::On(edge) | Label::Into(edge) => {
                let condition = self.executor.condition(&place.state, edge.block, edge.successor);
                self.executor.moves(&mut place.state, edge.block, edge.successor);
                if let Label::On(_) = label {
                    let cfg = &self.graph.terrain.local(self.graph.function).cfg;
                    place.block = cfg.edge(edge)?.to;
                    let count = self.graph.body.blocks[place.block].instructions.len();
                    self.executor.block(&mut place.state, place.block, count);
                }
                condition
            }
            Label::Select(block, index, way) => {
                self.executor.block(&mut place.state, block, index as usize);
                let select = &self.graph.body.blocks[block].instructions[index as usize].node;
                let Instruction::Select { test, .. } = select else { return None };
                match self.executor.test(&place.state, test) {
                    None => Condition::Destroyed,
                    Some(test) if way == 0 => Condition::Holds(test),
                    Some(test) => Condition::Holds(self.executor.pool.not(test)),
                }
            }
        };
        match condition {
            Condition::Always => Some(Clause::Free),
            Condition::Destroyed => Some(Clause::Unknown),
            Condition::Holds(term) => {
                if contradicts(&mut self.executor.pool, &place.facts, term) {
                    return None;
                }
                if self.executor.pool.as_constant(term).is_none()
                    && let Err(at) = place.facts.binary_search(&term)
                {
                    place.facts.insert(at, term);
                }
                Some(Clause::Known(term))
            }
        }
    }

    /// D[A]: destroys what the edges of an expression assign.
    fn destroy(&mut self, state: &mut State, expression: ExprId) {
        let graph = self.graph;
        for label in self.expressions.edges(expression) {
            let (Label::On(edge) | Label::Into(edge)) = label else { continue };
            let terminator: &Terminator = &graph.body.blocks[edge.block].terminator.node;
            if let Some(way) = terminator.edges().nth(edge.successor as usize) {
                way.moves.iter().for_each(|(register, _)| state.destroy(*register));
                for instruction in &graph.body.blocks[way.target].instructions {
                    let instruction = &instruction.node;
                    if let Some(register) = instruction.destination() {
                        state.destroy(register);
                    }
                    if matches!(instruction, Instruction::Store { .. })
                        || graph.terrain.may_write(instruction)
                    {
                        state.forget();
                    }
                }
            }
        }
    }

    /// Numbers the places so that ways lead to smaller numbers, without those that lead nowhere; what is
    /// equal becomes one.
    fn finish(self) -> Option<Paths> {
        let mut numbers: Vec<Option<Option<u32>>> = vec![None; self.drafts.len()];
        numbers[0] = Some(Some(0));
        let mut forks = vec![Fork::default()];
        let mut known: FxHashMap<Vec<Way>, u32> = FxHashMap::default();
        let mut work = vec![1_usize.min(self.drafts.len() - 1)];
        while let Some(&draft) = work.last() {
            if numbers[draft].is_some() {
                work.pop();
                continue;
            }
            let open = self.drafts[draft].iter().map(|(_, to)| *to as usize);
            let open: Vec<usize> = open.filter(|to| numbers[*to].is_none()).collect();
            if !open.is_empty() {
                work.extend(open);
                continue;
            }
            work.pop();
            let mut ways: Vec<Way> = Vec::new();
            for (condition, to) in &self.drafts[draft] {
                let Some(Some(to)) = numbers[*to as usize] else { continue };
                match condition {
                    Clause::Free if to != 0 => ways.extend(&forks[to as usize].ways),
                    _ => ways.push(Way { condition: *condition, to }),
                }
            }
            let mut seen = Vec::with_capacity(ways.len());
            ways.retain(|way| {
                !seen.contains(way) && {
                    seen.push(*way);
                    true
                }
            });
            numbers[draft] = Some(match ways[..] {
                [] => None,
                [Way { condition: Clause::Free, to: 0 }] => Some(0),
                _ => Some(*known.entry(ways).or_insert_with_key(|ways| {
                    forks.push(Fork { ways: ways.clone() });
                    forks.len() as u32 - 1
                })),
            });
        }
        let last = numbers.get(1).copied().flatten().flatten()?;
        forks.truncate(last as usize + 1);
        let Executor { pool, inputs, .. } = self.executor;
        Some(Paths { pool, forks, inputs, bounds: self.bounds })
    }
}

/// The variables of a term, found once.
fn variables<'m>(
    known: &'m mut FxHashMap<TermId, VarSet>,
    pool: &Pool,
    term: TermId,
) -> &'m VarSet {
    known.entry(term).or_insert_with(|| free_variables(pool, term))
}

impl Paths {
    /// The products, at most so many, each as its conditions and the number of those destroyed.
    pub fn products(&self, most: usize) -> Vec<String> {
        let mut products = Vec::new();
        let mut work = vec![(self.forks.len() - 1, Vec::new(), 0)];
        while let Some((fork, conditions, destroyed)) = work.pop() {
            if fork == 0 {
                let conditions: &Vec<String> = &conditions;
                let text = match conditions.is_empty() {
                    true => "true".to_owned(),
                    false => conditions.join(" and "),
                };
                products.push(format!("{text}, {destroyed} destroyed"));
                continue;
            }
            if products.len() >= most {
                break;
            }
            for way in self.forks[fork].ways.iter().rev() {
                let (mut conditions, mut destroyed) = (conditions.clone(), destroyed);
                match way.condition {
                    Clause::Free => {}
                    Clause::Unknown => destroyed += 1,
                    Clause::Known(term) => conditions.push(term::print::infix(&self.pool, term)),
                }
                work.push((way.to as usize, conditions, destroyed));
            }
        }
        products
    }
}
