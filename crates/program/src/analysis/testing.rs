//! Graphs for the tests of the analyses, and answers found the slow and obvious way.

use crate::analysis::reach::reached;
use crate::analysis::{BitSet, Cfg, Graph, Unwinding};
use crate::{
    Block, BlockId, ClassId, Constant, Edge, Function, Handler, HandlerTable, Located, Operand,
    RegId, Terminator, Test, Type,
};

/// A function whose blocks lead to the given blocks: none returns, one jumps, two branch, more switch.
pub fn function_of(successors: &[&[u32]]) -> Function {
    let zero = Operand::Constant(Constant::Bits(0));
    let mut function = Function { name: "f".to_owned(), ..Function::default() };
    for (index, targets) in successors.iter().enumerate() {
        let to = |target: &u32| Edge::to(BlockId(*target));
        let terminator = match targets {
            [] => Terminator::Return(None),
            [target] => Terminator::Jump(to(target)),
            [then, otherwise] => Terminator::Branch {
                test: Test::Value(zero),
                condition: None,
                then: to(then),
                otherwise: to(otherwise),
            },
            [cases @ .., default] => Terminator::Switch {
                ty: Type::I32,
                value: zero,
                cases: cases
                    .iter()
                    .enumerate()
                    .map(|(i, target)| (i as u128, to(target)))
                    .collect(),
                default: to(default),
            },
        };
        function.blocks.push(Block {
            label: format!("b{index}"),
            handlers: None,
            instructions: Vec::new(),
            terminator: Located::nowhere(terminator),
        });
    }
    function
}

/// The graph of [`function_of`].
pub fn cfg_of(successors: &[&[u32]]) -> Cfg {
    Cfg::new(&function_of(successors), Unwinding::Throws)
}

/// Successors of up to `max` blocks; returns are rarer in some graphs than in others.
pub fn random_successors(rng: &mut fastrand::Rng, max: usize) -> Vec<Vec<u32>> {
    let count = rng.usize(1..=max);
    let ends = rng.usize(0..4);
    let mut lists: Vec<Vec<u32>> = Vec::new();
    for _ in 0..count {
        let degree = [1, 1, 2, 2, 2, 3, 0, 0, 0][rng.usize(..6 + ends)];
        lists.push((0..degree).map(|_| rng.u32(..count as u32)).collect());
    }
    lists
}

/// The graph of a random function; here and there a block throws to handlers that may not catch.
pub fn random_cfg(rng: &mut fastrand::Rng, max: usize) -> Cfg {
    let lists = random_successors(rng, max);
    let mut function = function_of(&lists.iter().map(Vec::as_slice).collect::<Vec<_>>());
    for (block, targets) in lists.iter().enumerate().filter(|(_, targets)| !targets.is_empty()) {
        if rng.u8(..8) > 0 {
            continue;
        }
        let handler = |&target: &u32| Handler {
            class: rng.bool().then_some(ClassId(0)),
            register: RegId(0),
            target: BlockId(target),
        };
        let handlers = targets.iter().map(handler).collect();
        let table = function.handlers.push(HandlerTable { handlers });
        let block = &mut function.blocks[BlockId(block as u32)];
        block.handlers = Some(table);
        block.terminator.node = Terminator::Throw(Operand::Constant(Constant::Bits(0)));
    }
    Cfg::new(&function, Unwinding::Throws)
}

/// A random graph, about as dense as those of functions.
pub fn random_graph(rng: &mut fastrand::Rng, nodes: usize) -> Graph {
    let edges: Vec<(u32, u32)> = (0..rng.usize(..=2 * nodes))
        .map(|_| (rng.u32(..nodes as u32), rng.u32(..nodes as u32)))
        .collect();
    Graph::new(nodes, edges)
}

/// A chain of branches of which each may also go to the common last block.
pub fn ladder(rungs: u32) -> Cfg {
    let lists: Vec<Vec<u32>> =
        (0..rungs).map(|rung| vec![rung + 1, rungs]).chain([vec![]]).collect();
    cfg_of(&lists.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// For each node what a path of at least one edge leads to, by squaring until nothing changes.
pub fn closure(graph: &Graph) -> Vec<BitSet> {
    let mut sets = vec![BitSet::new(graph.len()); graph.len()];
    for (from, to) in graph.edges() {
        sets[from as usize].insert(to as usize);
    }
    loop {
        let mut changed = false;
        for from in 0..graph.len() {
            for over in 0..graph.len() {
                if sets[from].contains(over) {
                    let further = sets[over].clone();
                    changed |= sets[from].union_with(&further);
                }
            }
        }
        if !changed {
            return sets;
        }
    }
}

/// Whether `a` dominates `b`, by its definition: without `a` the root does not lead to `b`.
pub fn dominance(graph: &Graph, root: u32) -> impl Fn(u32, u32) -> bool + use<> {
    let all = reached(graph, [root]);
    let without: Vec<BitSet> = (0..graph.len() as u32)
        .map(|gone| {
            let left: Vec<_> =
                graph.edges().filter(|&(from, to)| from != gone && to != gone).collect();
            reached(&Graph::new(graph.len(), left), (root != gone).then_some(root))
        })
        .collect();
    move |a, b| {
        all.contains(b as usize)
            && all.contains(a as usize)
            && !without[a as usize].contains(b as usize)
    }
}

/// The graph with a virtual exit as its last node and endless regions cut as the documentation of
/// post-dominators says, found through the closure; and the numbers of the edges cut.
pub fn brute_post_graph(cfg: &Cfg) -> (Graph, Vec<usize>) {
    let reach = closure(cfg.graph());
    let exit = cfg.len() as u32;
    let stuck = |block: usize| {
        let from: Vec<usize> = reach[block].iter().chain([block]).collect();
        from.iter()
            .all(|&other| cfg.exit(BlockId(other as u32)).is_none() && reach[other].contains(block))
    };
    let rank = |block: usize| (cfg.position(BlockId(block as u32)).unwrap_or(u32::MAX), block);
    let (mut edges, mut cut) = (Vec::new(), Vec::new());
    for (number, edge) in cfg.edges().iter().enumerate() {
        let (from, to) = (edge.index.block.0 as usize, edge.to.0 as usize);
        let first = || reach[from].iter().min_by_key(|&other| rank(other)) == Some(to);
        if stuck(from) && first() {
            cut.push(number);
            edges.push((from as u32, exit));
        } else {
            edges.push((from as u32, to as u32));
        }
    }
    let leaving = cfg.blocks().filter(|&block| cfg.exit(block).is_some());
    edges.extend(leaving.map(|block| (block.0, exit)));
    (Graph::new(cfg.len() + 1, edges), cut)
}
