//! From a node and a target to the conditions of all paths between them (paper Baars et al., Algorithm 1).
//!
//! The paper writes out every product of the path expression and executes it; that took half an hour for
//! one function. Here the expression is executed as it stands: products share what they begin with, and
//! where two of them meet with equal values in all that still matters, they are one from there on. What
//! comes of it is not a list of paths but a graph of conditions. Bounds on its size are told.

use crate::path::expression::{Expr, ExprId, Expressions};
use crate::path::facts::contradicts;
use crate::path::graph::{Graph, Label};
use crate::path::relevant::Relevant;
use crate::path::state::{Condition, Executor, State};
use crate::target::End;
use crate::terrain::Terrain;
use program::{BlockId, FuncId, Id, Instruction, OutcomeId, RegId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;
use term::distance::{Clause, Fork, Way};
use term::{Pool, TermId, VarId, VarSet, free_variables};
use trace::Known;

/// How far paths are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How often a loop is followed before what it assigns is destroyed: the paper's k.
    pub unroll: u32,
    /// Places where paths fork, as long as paths are told apart by what held on them.
    pub facts: usize,
    /// Places where paths fork.
    pub forks: usize,
    /// Parts of a path expression.
    pub expressions: usize,
    /// Terms.
    pub terms: usize,
    /// Nodes that one run was the first to leave and that paths are looked for from, the nearest to the target.
    pub nodes: usize,
}

impl Limits {
    /// What is used unless something else is asked for.
    pub const USUAL: Self = Self {
        unroll: 1,
        facts: 1_000,
        forks: 4_000,
        expressions: 40_000,
        terms: 40_000,
        nodes: 64,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::USUAL
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
    /// Of some nodes that runs left nothing is known but the branch itself.
    pub nodes: bool,
}

impl Bounds {
    /// Whether any was.
    pub fn any(self) -> bool {
        self.facts || self.forks || self.expressions || self.nodes
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
    let reduced = graph.reduce(&mut expressions, limits.expressions);
    let expression = match reduced {
        Ok(expression) => expression?,
        Err(_) => {
            let bounds = Bounds { expressions: true, ..Bounds::default() };
            return Some(levels_only(&graph, bounds));
        }
    };
    let relevant = graph.relevant();
    let mut found = None;
    // Telling paths apart by what held on them may be too much; then the values alone have to do.
    for keep_facts in [true, false] {
        let mut builder = Builder::new(&graph, &expressions, &relevant, limits, keep_facts);
        if builder.run(expression) {
            found = builder.finish();
            break;
        }
    }
    found
}

/// All that is known is how many branches lie ahead.
fn levels_only(graph: &Graph<'_, '_>, bounds: Bounds) -> Paths {
    let level = graph.levels[graph.start.index()].unwrap_or(1);
    let mut forks = vec![Fork::default()];
    for to in 0..level {
        forks.push(Fork { ways: vec![Way { condition: Clause::Unknown, to }] });
    }
    Paths { pool: Pool::new(), forks, inputs: Vec::new(), bounds }
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
    let expression = graph.reduce(&mut expressions, Limits::default().expressions).ok()??;
    Some(graph.print(&expressions, expression))
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
    places: FxHashMap<Rc<Place>, u32>,
    /// By number: the ways on; 0 is the target.
    drafts: Vec<Vec<(Clause, u32)>>,
    queue: VecDeque<(u32, Rc<Place>)>,
    /// What the edges of an expression assign, ascending, and whether they may write memory.
    assigned: FxHashMap<ExprId, Rc<(Vec<RegId>, bool)>>,
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
            assigned: FxHashMap::default(),
            ladder: vec![0],
            variables: FxHashMap::default(),
            bounds: Bounds { facts: !keep_facts, ..Bounds::default() },
        }
    }

    /// Steps 4 to 9, for all products at once. Gives up, and tells so, if paths that are told apart by what held on them are
    /// too many.
    fn run(&mut self, expression: ExprId) -> bool {
        let todo = self.push(Todo::Follow(expression), NOTHING);
        let (block, facts) = (self.graph.start, Vec::new());
        let state = self.executor.beginning(block);
        self.place(Place { todo, block, state, facts });
        let most = if self.keep_facts { self.limits.facts } else { self.limits.forks };
        while let Some((draft, place)) = self.queue.pop_front() {
            let full = self.drafts.len() > most || self.executor.pool.len() > self.limits.terms;
            let ways = match full {
                true if self.keep_facts => return false,
                true => {
                    self.bounds.forks = true;
                    let level = self.graph.levels[place.block.index()].unwrap_or(1);
                    vec![(Clause::Free, self.step(level))]
                }
                false => self.expand(&place),
            };
            self.drafts[draft as usize] = ways;
        }
        true
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
        let place = Rc::new(place);
        self.places.insert(Rc::clone(&place), number);
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

    /// The ways on from a place: over all next edges that have a condition, and to where paths may meet before.
    fn expand(&mut self, place: &Place) -> Vec<(Clause, u32)> {
        let mut ways = Vec::new();
        let mut open = vec![place.clone()];
        while let Some(place) = open.pop() {
            ways.extend(self.follow(place, &mut open));
        }
        ways
    }

    /// Follows a place to its first condition; where it forks on the way, the others are left open.
    fn follow(&mut self, mut place: Place, open: &mut Vec<Place>) -> Option<(Clause, u32)> {
        let mut has_moved = false;
        loop {
            if place.todo == NOTHING {
                return Some((Clause::Free, 0));
            }
            let (todo, rest) = self.todos[place.todo.0 as usize];
            let forks = match todo {
                Todo::Follow(expression) => match self.expressions.get(expression) {
                    Expr::Either(first, second) => {
                        Some([first, second].map(|way| self.push(Todo::Follow(way), rest)))
                    }
                    _ => None,
                },
                Todo::Repeat(_, 0) | Todo::Destroy(_) => None,
                Todo::Repeat(inner, left) => {
                    let again = self.push(Todo::Repeat(inner, left - 1), rest);
                    Some([rest, self.push(Todo::Follow(inner), again)])
                }
            };
            if let Some([first, second]) = forks {
                // Other paths may have come here too.
                if has_moved {
                    return Some((Clause::Free, self.place(place)));
                }
                open.push(Place { todo: second, ..place.clone() });
                place.todo = first;
                continue;
            }
            place.todo = rest;
            match todo {
                Todo::Follow(expression) => match self.expressions.get(expression) {
                    Expr::Empty | Expr::Either(..) => {}
                    Expr::Sequence(first, second) => {
                        let rest = self.push(Todo::Follow(second), rest);
                        place.todo = self.push(Todo::Follow(first), rest);
                    }
                    // A* = 1 + A + … + A^k D[A], which is 1 + A (1 + A (… D[A])).
                    Expr::Repeated(inner) => {
                        place.todo = self.push(Todo::Repeat(inner, self.limits.unroll), rest);
                    }
                    Expr::Edge(label) => {
                        has_moved = true;
                        match self.cross(&mut place, label)? {
                            Clause::Free => {}
                            clause => return Some((clause, self.place(place))),
                        }
                    }
                },
                Todo::Repeat(inner, _) => place.todo = self.push(Todo::Destroy(inner), rest),
                Todo::Destroy(inner) => {
                    has_moved = true;
                    self.destroy(&mut place.state, inner);
                }
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
                    let needed = self.relevant.needed(place.block).iter();
                    let needed = needed.map(|place| *place as usize);
                    self.executor.block(&mut place.state, place.block, needed);
                }
                condition
            }
            Label::Select(block, index, way) => {
                self.executor.block(&mut place.state, block, 0..index as usize);
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
        let assigned = self
            .assigned
            .entry(expression)
            .or_insert_with(|| Rc::new(graph.assigned(&self.expressions.edges(expression))));
        state.destroy(&assigned.0);
        if assigned.1 {
            state.forget();
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
            let mut seen = FxHashSet::default();
            ways.retain(|way| seen.insert(*way));
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
