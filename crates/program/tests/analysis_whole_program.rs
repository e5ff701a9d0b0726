//! The analyses of whole programs against slow and obvious answers, on random programs.

use std::collections::{BTreeMap, BTreeSet};

use program::analysis::cfg::Catch;
use program::analysis::supergraph::{Options, Supergraph};
use program::analysis::{Ahead, BitSet, CallGraph, Distances, Fates, Unwinding};
use program::*;

const ZERO: Operand = Operand::Constant(Constant::Bits(0));

/// A few functions of a few blocks that call each other in every way.
fn random_program(rng: &mut fastrand::Rng) -> Program {
    let mut program = Program::default();
    let functions = rng.u32(1..6);
    program.selectors.push("m".to_owned());
    for id in 0..rng.u32(1..4) {
        let initializer = rng.bool().then(|| FuncId(rng.u32(..functions)));
        let methods =
            if rng.bool() { vec![(SelectorId(0), FuncId(rng.u32(..functions)))] } else { vec![] };
        program.classes.push(Class {
            name: format!("C{id}"),
            initializer,
            methods,
            ..Class::default()
        });
    }
    for id in 0..functions {
        let mut function = Function { name: format!("f{id}"), ..Function::default() };
        function.params = rng.u32(..2);
        function.variadic = rng.u8(..4) == 0;
        function.registers.push(Register { name: "r".to_owned(), ty: Type::I32 });
        let blocks = if rng.u8(..6) == 0 { 0 } else { rng.u32(1..6) };
        for _ in 0..2 {
            let handler = |rng: &mut fastrand::Rng| Handler {
                class: rng.bool().then_some(ClassId(0)),
                register: RegId(0),
                target: BlockId(rng.u32(..blocks.max(1))),
            };
            let handlers = (0..rng.usize(1..3)).map(|_| handler(rng)).collect();
            function.handlers.push(HandlerTable { handlers });
        }
        for block in 0..blocks {
            let count = rng.usize(..4);
            function.blocks.push(Block {
                label: format!("b{block}"),
                handlers: (rng.u8(..3) == 0).then(|| HandlerTableId(rng.u32(..2))),
                instructions: (0..count)
                    .map(|_| Located::nowhere(random_instruction(rng, &program, functions)))
                    .collect(),
                terminator: Located::nowhere(random_terminator(rng, blocks)),
            });
        }
        program.functions.push(function);
    }
    program
}

fn random_instruction(rng: &mut fastrand::Rng, program: &Program, functions: u32) -> Instruction {
    let dst = RegId(0);
    let some = FuncId(rng.u32(..functions));
    let arguments = vec![Argument { ty: Type::I32, value: ZERO }; rng.usize(..2)];
    let call = |callee| Instruction::Call { dst: None, result: None, callee, arguments };
    match rng.u8(..9) {
        0 => call(Callee::Indirect(Operand::Register(dst))),
        1 => call(Callee::Virtual(SelectorId(0))),
        2 | 3 => call(Callee::Direct(some)),
        4 => Instruction::Init { class: ClassId(rng.u32(..program.classes.len() as u32)) },
        5 => {
            let failure = if rng.bool() { Failure::Call(some, vec![]) } else { Failure::Trap };
            Instruction::Check { kind: CheckKind::Null, test: Test::Value(ZERO), failure }
        }
        6 => {
            let (test, condition) = (Test::Value(ZERO), None);
            Instruction::Select { ty: Type::I32, dst, test, then: ZERO, otherwise: ZERO, condition }
        }
        7 => Instruction::Copy {
            ty: Type::Ptr,
            dst,
            value: Operand::Constant(Constant::Function(some)),
        },
        _ => Instruction::Copy { ty: Type::I32, dst, value: ZERO },
    }
}

fn random_terminator(rng: &mut fastrand::Rng, blocks: u32) -> Terminator {
    let mut edge = || Edge::to(BlockId(rng.u32(..blocks)));
    let (a, b, c) = (edge(), edge(), edge());
    match rng.u8(..10) {
        0 | 1 => Terminator::Return(None),
        2 => Terminator::Throw(ZERO),
        3 => Terminator::Unreachable,
        4 | 5 => Terminator::Jump(a),
        6 => Terminator::Switch {
            ty: Type::I32,
            value: ZERO,
            cases: vec![(1, a), (2, b)],
            default: c,
        },
        _ => Terminator::Branch { test: Test::Value(ZERO), condition: None, then: a, otherwise: b },
    }
}

/// A place and whether the path to it has entered a function by a call.
type State = (Place, bool);

/// A place of a run, or the end of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    At(FuncId, BlockId, usize),
    Returned(FuncId),
    Thrown(FuncId),
}

/// All ways of a program, one instruction at a time, straight from the definitions.
struct Slow<'a> {
    program: &'a Program,
    options: Options,
    returns: BTreeSet<FuncId>,
    throws: BTreeSet<FuncId>,
}

enum Called {
    No,
    Call(BTreeSet<FuncId>),
    Maybe(BTreeSet<FuncId>),
    Failure(BTreeSet<FuncId>),
}

impl<'a> Slow<'a> {
    fn new(program: &'a Program, options: Options) -> Self {
        let bodyless: BTreeSet<FuncId> =
            program.functions.iter().filter(|(_, f)| !f.has_body()).map(|(id, _)| id).collect();
        let mut slow = Self { program, options, returns: bodyless.clone(), throws: bodyless };
        loop {
            let mut grown = false;
            for (id, _) in program.functions.iter().filter(|(_, function)| function.has_body()) {
                let met = slow.met(Place::At(id, BlockId(0), 0), false);
                let met: BTreeSet<Place> = met.into_iter().map(|(place, _)| place).collect();
                grown |= met.contains(&Place::Returned(id)) && slow.returns.insert(id);
                grown |= met.contains(&Place::Thrown(id)) && slow.throws.insert(id);
            }
            if !grown {
                return slow;
            }
        }
    }

    fn called(&self, instruction: &Instruction) -> Called {
        let functions = &self.program.functions;
        match instruction {
            Instruction::Call { callee, arguments, .. } => Called::Call(match *callee {
                Callee::Direct(function) => BTreeSet::from([function]),
                Callee::Virtual(_) => self
                    .program
                    .classes
                    .values()
                    .flat_map(|class| &class.methods)
                    .map(|m| m.1)
                    .collect(),
                Callee::Indirect(_) => {
                    let blocks = functions.values().flat_map(|function| function.blocks.values());
                    let instructions = blocks.flat_map(|block| &block.instructions);
                    let taken = instructions.filter_map(|instruction| match instruction.node {
                        Instruction::Copy {
                            value: Operand::Constant(Constant::Function(f)),
                            ..
                        } => Some(f),
                        _ => None,
                    });
                    let fits = |f: &FuncId| match functions[*f].variadic {
                        true => arguments.len() >= functions[*f].params as usize,
                        false => arguments.len() == functions[*f].params as usize,
                    };
                    taken.filter(fits).collect()
                }
            }),
            Instruction::Init { class } => match self.program.classes[*class].initializer {
                Some(function) => Called::Maybe(BTreeSet::from([function])),
                None => Called::No,
            },
            Instruction::Check { failure: Failure::Call(function, _), .. }
                if self.options.unwinding == Unwinding::Checks =>
            {
                Called::Failure(BTreeSet::from([*function]))
            }
            _ => Called::No,
        }
    }

    fn unwinds(&self, function: FuncId, block: BlockId) -> Vec<Place> {
        let body = &self.program.functions[function];
        let mut places = Vec::new();
        if let Some(table) = body.blocks[block].handlers {
            for handler in &body.handlers[table].handlers {
                places.push(Place::At(function, handler.target, 0));
                if handler.class.is_none() {
                    return places;
                }
            }
        }
        places.push(Place::Thrown(function));
        places
    }

    /// Where a run can go, and whether that is a branch edge; into functions and back out of them only
    /// if `across`.
    fn next(&self, (place, entered): State, across: bool) -> Vec<(State, u32)> {
        let stays = self.stays(place, across && !entered && self.options.returns);
        let mut next: Vec<(State, u32)> =
            stays.into_iter().map(|(to, cost)| ((to, entered), cost)).collect();
        if let Place::At(f, b, i) = place
            && let Some(instruction) = self.program.functions[f].blocks[b].instructions.get(i)
            && across
        {
            let targets = match self.called(&instruction.node) {
                Called::No => BTreeSet::new(),
                Called::Call(targets) | Called::Maybe(targets) | Called::Failure(targets) => {
                    targets
                }
            };
            let bodies =
                targets.iter().filter(|target| self.program.functions[**target].has_body());
            next.extend(bodies.map(|&target| ((Place::At(target, BlockId(0), 0), true), 0)));
        }
        next
    }

    /// Where a run can go without entering a function, back to callers only if `leaves`.
    fn stays(&self, place: Place, leaves: bool) -> Vec<(Place, u32)> {
        let mut places = Vec::new();
        match place {
            Place::At(f, b, i) => {
                let block = &self.program.functions[f].blocks[b];
                if let Some(instruction) = block.instructions.get(i) {
                    let (targets, goes_on) = match self.called(&instruction.node) {
                        Called::No => return vec![(Place::At(f, b, i + 1), 0)],
                        Called::Call(targets) => {
                            let back = targets.is_empty() || !targets.is_disjoint(&self.returns);
                            (targets, back)
                        }
                        Called::Maybe(targets) | Called::Failure(targets) => (targets, true),
                    };
                    if goes_on {
                        places.push((Place::At(f, b, i + 1), 0));
                    }
                    let throws = targets.is_empty() || !targets.is_disjoint(&self.throws);
                    if throws && self.options.unwinding >= Unwinding::Calls {
                        places.extend(self.unwinds(f, b).into_iter().map(|to| (to, 0)));
                    }
                } else {
                    let terminator = &block.terminator.node;
                    let cost = u32::from(!matches!(terminator, Terminator::Jump(_)));
                    places.extend(
                        terminator.edges().map(|edge| (Place::At(f, edge.target, 0), cost)),
                    );
                    match terminator {
                        Terminator::Return(_) => places.push((Place::Returned(f), 0)),
                        Terminator::Throw(_) => {
                            places.extend(self.unwinds(f, b).into_iter().map(|to| (to, 0)));
                        }
                        _ => {}
                    }
                }
            }
            Place::Returned(f) | Place::Thrown(f) if leaves => {
                for (g, b, i) in self.places() {
                    let instructions = &self.program.functions[g].blocks[b].instructions;
                    let Some(instruction) = instructions.get(i) else { continue };
                    let (targets, failure) = match self.called(&instruction.node) {
                        Called::No => continue,
                        Called::Call(targets) | Called::Maybe(targets) => (targets, false),
                        Called::Failure(targets) => (targets, true),
                    };
                    if !targets.contains(&f) {
                        continue;
                    }
                    if place == Place::Returned(f) && !failure {
                        places.push((Place::At(g, b, i + 1), 0));
                    }
                    if place == Place::Thrown(f) && self.options.unwinding >= Unwinding::Calls {
                        places.extend(self.unwinds(g, b).into_iter().map(|to| (to, 0)));
                    }
                }
            }
            Place::Returned(_) | Place::Thrown(_) => {}
        }
        places
    }

    /// All places inside functions.
    fn places(&self) -> Vec<(FuncId, BlockId, usize)> {
        let mut places = Vec::new();
        for (f, function) in self.program.functions.iter() {
            for (b, block) in function.blocks.iter() {
                places.extend((0..=block.instructions.len()).map(|i| (f, b, i)));
            }
        }
        places
    }

    /// All places that can be met from a place.
    fn met(&self, from: Place, across: bool) -> BTreeSet<State> {
        let mut met = BTreeSet::from([(from, false)]);
        let mut work = vec![(from, false)];
        while let Some(state) = work.pop() {
            let next = self.next(state, across).into_iter().map(|(to, _)| to);
            work.extend(next.filter(|&to| met.insert(to)));
        }
        met
    }

    /// Distances by relaxing every way until nothing changes.
    fn distances(&self, targets: &[(FuncId, BlockId)]) -> BTreeMap<State, u32> {
        let mut places: Vec<Place> =
            self.places().into_iter().map(|(f, b, i)| Place::At(f, b, i)).collect();
        places.extend(
            self.program.functions.ids().flat_map(|f| [Place::Returned(f), Place::Thrown(f)]),
        );
        let states = places.iter().flat_map(|&place| [(place, false), (place, true)]);
        let ways: Vec<(State, Vec<(State, u32)>)> =
            states.map(|state| (state, self.next(state, true))).collect();
        let both = |&(f, b): &(FuncId, BlockId)| {
            [false, true].map(|entered| ((Place::At(f, b, 0), entered), 0))
        };
        let mut known: BTreeMap<State, u32> = targets.iter().flat_map(both).collect();
        loop {
            let mut changed = false;
            for (state, ways) in &ways {
                let least = ways.iter().filter_map(|(to, cost)| Some(known.get(to)? + cost)).min();
                if let Some(least) = least
                    && known.get(state).is_none_or(|&old| least < old)
                {
                    known.insert(*state, least);
                    changed = true;
                }
            }
            if !changed {
                return known;
            }
        }
    }
}

/// Every program with every kind of options.
fn each(seed: u64, count: usize, mut check: impl FnMut(&mut fastrand::Rng, &Program, Options)) {
    let mut rng = fastrand::Rng::with_seed(seed);
    for _ in 0..count {
        let program = random_program(&mut rng);
        for unwinding in [Unwinding::Throws, Unwinding::Calls, Unwinding::Checks] {
            for returns in [false, true] {
                check(&mut rng, &program, Options { unwinding, returns });
            }
        }
    }
}

#[test]
fn functions_return_and_throw_if_a_path_shows_it() {
    let mut kinds = BTreeMap::new();
    each(21, 200, |_, program, options| {
        let slow = Slow::new(program, options);
        let fates = Fates::new(program, &CallGraph::new(program), options.unwinding);
        for id in program.functions.ids() {
            let fate = (fates.returns(id), fates.throws(id));
            assert_eq!(
                fate,
                (slow.returns.contains(&id), slow.throws.contains(&id)),
                "{program:?}"
            );
            *kinds.entry(fate).or_insert(0) += 1;
        }
    });
    assert!(kinds.len() == 4 && kinds.values().all(|&count| count > 100), "{kinds:?}");
}

#[test]
fn distances_agree_with_relaxation() {
    let (mut near, mut far, mut none) = (0, 0, 0);
    each(22, 150, |rng, program, options| {
        let blocks: Vec<(FuncId, BlockId)> = program
            .functions
            .iter()
            .flat_map(|(f, function)| function.blocks.ids().map(move |b| (f, b)))
            .collect();
        if blocks.is_empty() {
            return;
        }
        let targets: Vec<_> =
            (0..rng.usize(1..3)).map(|_| blocks[rng.usize(..blocks.len())]).collect();
        let slow = Slow::new(program, options).distances(&targets);
        let graph = Supergraph::new(program, &CallGraph::new(program), options);
        let distances = Distances::to(&graph, targets.iter().copied());
        for (f, b) in blocks {
            let distance = distances.from_block(f, b);
            assert_eq!(
                distance,
                slow.get(&(Place::At(f, b, 0), false)).copied(),
                "{f:?} {b:?} to {targets:?} {program:?}"
            );
            let end = program.functions[f].blocks[b].instructions.len();
            if matches!(program.functions[f].blocks[b].terminator.node, Terminator::Branch { .. })
                && end > 0
            {
                let point = Point { function: f, block: b, index: end as u32 };
                assert_eq!(
                    distances.from_point(&graph, point),
                    slow.get(&(Place::At(f, b, end), false)).copied()
                );
            }
            match distance {
                Some(0 | 1) => near += 1,
                Some(_) => far += 1,
                None => none += 1,
            }
        }
    });
    assert!(near > 500 && far > 100 && none > 500, "{near} {far} {none}");
}

#[test]
fn what_lies_ahead_is_what_a_walk_meets() {
    each(23, 80, |rng, program, options| {
        let sites = SiteTable::new(program);
        let graph = Supergraph::new(program, &CallGraph::new(program), options);
        let ahead = Ahead::new(&graph, &sites);
        let slow = Slow::new(program, options);
        let walk = |from: Place| -> Vec<OutcomeId> {
            let met = slow.met(from, true);
            let is_met = |point: Point| {
                let place = Place::At(point.function, point.block, point.index as usize);
                met.contains(&(place, false)) || met.contains(&(place, true))
            };
            let counted =
                |site: &&Site| !matches!(site.kind, SiteKind::Check(_)) && is_met(site.point);
            let of_site =
                |site: &Site| (0..site.outcomes()).map(|i| site.outcome(i)).collect::<Vec<_>>();
            sites.iter().map(|(_, site)| site).filter(counted).flat_map(of_site).collect()
        };
        for (f, function) in program.functions.iter() {
            for b in function.blocks.ids() {
                assert!(ahead.from_block(f, b).iter().eq(walk(Place::At(f, b, 0))));
            }
        }
        for (_, site) in sites.iter() {
            let Point { function: f, block: b, index } = site.point;
            for i in 0..site.outcomes() {
                let from = match &program.functions[f].blocks[b].terminator.node {
                    _ if site.kind == SiteKind::Select => Place::At(f, b, index as usize + 1),
                    _ if matches!(site.kind, SiteKind::Check(_)) => continue,
                    terminator => {
                        Place::At(f, terminator.edges().nth(i as usize).expect("an edge").target, 0)
                    }
                };
                let expected = walk(from);
                let found = ahead.after(site.outcome(i));
                assert!(found.iter().eq(expected.iter().copied()), "{site:?} {program:?}");
                let mut some = BitSet::new(sites.outcomes());
                for _ in 0..2 {
                    some.insert(rng.usize(..sites.outcomes()));
                }
                let common =
                    expected.iter().filter(|outcome| some.contains(outcome.index())).count();
                assert_eq!((found.count(&some), found.meets(&some)), (common, common > 0));
                assert!(expected.iter().all(|&outcome| found.contains(outcome)));
            }
        }
    });
}

#[test]
fn calls_agree_with_the_text() {
    each(24, 60, |_, program, options| {
        if options != (Options { unwinding: Unwinding::Checks, returns: false }) {
            return;
        }
        let calls = CallGraph::new(program);
        let slow = Slow::new(program, options);
        for (f, function) in program.functions.iter() {
            let (mut callees, mut failures) = (BTreeSet::new(), BTreeSet::new());
            for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
                match slow.called(&instruction.node) {
                    Called::No => {}
                    Called::Call(targets) | Called::Maybe(targets) => callees.extend(targets),
                    Called::Failure(targets) => failures.extend(targets),
                }
            }
            assert!(calls.callees(f).eq(callees.iter().copied()));
            assert!(calls.failure_callees(f).eq(failures.iter().copied()));
            for g in program.functions.ids() {
                assert_eq!(calls.callers(g).any(|caller| caller == f), callees.contains(&g));
            }
        }
        let order: Vec<Vec<FuncId>> = calls.bottom_up().collect();
        let rank =
            |f: FuncId| order.iter().position(|group| group.contains(&f)).expect("in a group");
        for f in program.functions.ids() {
            let below = calls.reachable(calls.callees(f), false);
            assert_eq!(calls.is_recursive(f), below.contains(f.index()));
            for g in below.iter().map(FuncId::new) {
                let around = calls.reachable([g], false).contains(f.index());
                assert!(if around { rank(g) == rank(f) } else { rank(g) < rank(f) });
            }
        }
    });
}

#[test]
fn handlers_behind_one_that_catches_all_are_never_tried() {
    let mut function = Function::default();
    let handler = |class, target| Handler { class, register: RegId(0), target: BlockId(target) };
    let handlers = vec![handler(Some(ClassId(0)), 1), handler(None, 2), handler(None, 3)];
    let table = function.handlers.push(HandlerTable { handlers });
    let block = Block {
        label: "b".to_owned(),
        handlers: Some(table),
        instructions: Vec::new(),
        terminator: Located::nowhere(Terminator::Throw(ZERO)),
    };
    let catch = Catch::of(&function, &block);
    assert_eq!((catch.targets, catch.escapes), (vec![BlockId(1), BlockId(2)], false));
}
