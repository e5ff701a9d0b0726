//! Dominators and post-dominators.
//!
//! Both trees come from the algorithm of Lengauer and Tarjan (1979) with path compression, which stays
//! near-linear also where a thousand blocks share one exit.
//!
//! Post-dominance is dominance from a virtual exit that follows every exit of the function. Blocks of
//! an endless loop never get there. We take a closed strongly connected region without an exit to end
//! where it would start over: the edges inside it that lead to its first block (in reverse post-order,
//! then by id) lead to the virtual exit instead. So all blocks have post-dominators; a block is only
//! claimed to post-dominate another if every round of the loop passes it, and the choices inside such a
//! loop control what they would control if the loop ended after a round.

use crate::analysis::graph::{Graph, NONE};
use crate::analysis::{BitSet, Cfg, EdgeIndex};
use crate::{BlockId, Function};

/// Which blocks every run passes before it comes to a block.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree,
}

impl Dominators {
    /// Finds the dominators of all blocks that the entry leads to.
    pub fn new(cfg: &Cfg) -> Self {
        let root = (!cfg.is_empty()).then_some(Function::ENTRY.0);
        Self { tree: Tree::new(cfg.graph(), cfg.reversed(), root) }
    }

    /// The nearest other dominator; none for the entry and for what it does not lead to.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent(block.0).map(BlockId)
    }

    /// Whether every path from the entry to `b` passes `a`, which a block does itself. False when the
    /// entry does not lead to one of them.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.is_ancestor(a.0, b.0)
    }

    /// Whether `a` dominates `b` and is another block.
    pub fn strictly_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a != b && self.dominates(a, b)
    }

    /// The dominators of a block, itself first, the entry last.
    pub fn of(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        let first = self.tree.contains(block.0).then_some(block);
        std::iter::successors(first, |&block| self.immediate(block))
    }
}

/// Which blocks every run passes between a block and the end of the function.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Tree,
    exit: u32,
    restarts: BitSet,
}

impl PostDominators {
    /// Finds the post-dominators of all blocks.
    pub fn new(cfg: &Cfg) -> Self {
        let exit = cfg.len() as u32;
        let restarts = restarts(cfg);
        let inner = cfg.edges().iter().enumerate().map(|(number, edge)| {
            (edge.index.block.0, if restarts.contains(number) { exit } else { edge.to.0 })
        });
        let leaving = cfg.blocks().filter(|&block| cfg.exit(block).is_some());
        let edges = inner.chain(leaving.map(|block| (block.0, exit)));
        let graph = Graph::new(cfg.len() + 1, edges);
        let tree = Tree::new(&graph.reversed(), &graph, Some(exit));
        Self { tree, exit, restarts }
    }

    /// The nearest other post-dominator; none if that is the virtual exit.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent(block.0).filter(|&parent| parent != self.exit).map(BlockId)
    }

    /// Whether every path from `b` to the end passes `a`, which a block does itself.
    pub fn post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.is_ancestor(a.0, b.0)
    }

    /// Whether `a` post-dominates `b` and is another block.
    pub fn strictly_post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a != b && self.post_dominates(a, b)
    }

    /// The post-dominators of a block, itself first.
    pub fn of(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        std::iter::successors(Some(block), |&block| self.immediate(block))
    }

    /// Whether an edge starts an endless loop over, and so counts as an end of the function.
    pub fn starts_over(&self, cfg: &Cfg, edge: EdgeIndex) -> bool {
        self.restarts.contains(cfg.number(edge))
    }
}

/// Numbers of the edges that start over a closed region without exit.
fn restarts(cfg: &Cfg) -> BitSet {
    let mut restarts = BitSet::new(cfg.edges().len());
    let components = cfg.graph().components();
    for component in 0..components.len() as u32 {
        let members = components.members(component);
        let closed = members.iter().all(|&block| {
            cfg.exit(BlockId(block)).is_none()
                && cfg.graph().successors(block).iter().all(|&to| components.of(to) == component)
        });
        if !closed {
            continue;
        }
        let first = members.iter().map(|&block| BlockId(block));
        let first = first.min_by_key(|&block| (cfg.position(block).unwrap_or(NONE), block));
        for &block in members {
            for edge in cfg.outgoing(BlockId(block)) {
                if Some(edge.to) == first {
                    restarts.insert(cfg.number(edge.index));
                }
            }
        }
    }
    restarts
}

/// The dominators of the nodes of any graph.
#[derive(Clone, Debug)]
pub struct GraphDominators(Tree);

impl GraphDominators {
    /// Finds the dominators of all nodes that a root leads to.
    pub fn new(graph: &Graph, root: u32) -> Self {
        Self(Tree::new(graph, &graph.reversed(), Some(root)))
    }

    /// Whether every path from the root to `b` passes `a`, which a node does itself. False when the root does not lead to
    /// one of them.
    pub fn dominates(&self, a: u32, b: u32) -> bool {
        self.0.is_ancestor(a, b)
    }
}

/// A tree over some nodes of a graph, with the interval that each subtree takes in pre-order.
#[derive(Clone, Debug)]
struct Tree {
    parents: Vec<u32>,
    spans: Vec<(u32, u32)>,
}

impl Tree {
    /// The dominator tree of what `root` leads to.
    fn new(graph: &Graph, reversed: &Graph, root: Option<u32>) -> Self {
        let nodes = graph.len();
        let mut tree = Self { parents: vec![NONE; nodes], spans: vec![(0, 0); nodes] };
        let Some(root) = root else { return tree };
        let walk = Walk::new(graph, root);
        let dominators = lengauer_tarjan(reversed, &walk);
        let count = walk.order.len();
        let mut sizes = vec![1u32; count];
        for number in (1..count).rev() {
            sizes[dominators[number] as usize] += sizes[number];
        }
        // A dominator comes before what it dominates in the walk, so each takes its place inside
        // an interval that is already known.
        let mut next = vec![0u32; count];
        for number in 0..count {
            let begin = if number == 0 { 0 } else { next[dominators[number] as usize] };
            let node = walk.order[number] as usize;
            tree.spans[node] = (begin, begin + sizes[number]);
            next[number] = begin + 1;
            if number > 0 {
                next[dominators[number] as usize] += sizes[number];
                tree.parents[node] = walk.order[dominators[number] as usize];
            }
        }
        tree
    }

    fn contains(&self, node: u32) -> bool {
        let (begin, end) = self.spans[node as usize];
        begin < end
    }

    fn parent(&self, node: u32) -> Option<u32> {
        let parent = self.parents[node as usize];
        (parent != NONE).then_some(parent)
    }

    fn is_ancestor(&self, a: u32, b: u32) -> bool {
        let ((a_begin, a_end), (b_begin, b_end)) = (self.spans[a as usize], self.spans[b as usize]);
        b_begin < b_end && a_begin <= b_begin && b_end <= a_end
    }
}

/// A depth-first walk: nodes in the order they are met, and the one each was met from.
struct Walk {
    order: Vec<u32>,
    numbers: Vec<u32>,
    parents: Vec<u32>,
}

impl Walk {
    fn new(graph: &Graph, root: u32) -> Self {
        let mut numbers = vec![NONE; graph.len()];
        numbers[root as usize] = 0;
        let (mut order, mut parents) = (vec![root], vec![NONE]);
        let mut stack = vec![(root, 0usize)];
        while let Some((node, next)) = stack.last_mut() {
            let Some(&to) = graph.successors(*node).get(*next) else {
                stack.pop();
                continue;
            };
            *next += 1;
            if numbers[to as usize] == NONE {
                numbers[to as usize] = order.len() as u32;
                parents.push(numbers[*node as usize]);
                order.push(to);
                stack.push((to, 0));
            }
        }
        Self { order, numbers, parents }
    }
}

/// The immediate dominator of each node of a walk but the root, all by their number in the walk.
fn lengauer_tarjan(reversed: &Graph, walk: &Walk) -> Vec<u32> {
    let count = walk.order.len();
    let mut forest = Forest::new(count);
    let mut dominators = vec![NONE; count];
    // The nodes whose semidominator is known, in a list for each semidominator.
    let mut heads = vec![NONE; count];
    let mut links = vec![NONE; count];
    for w in (1..count).rev() {
        for &before in reversed.successors(walk.order[w]) {
            let v = walk.numbers[before as usize];
            if v != NONE {
                let u = forest.eval(v);
                forest.semi[w] = forest.semi[w].min(forest.semi[u as usize]);
            }
        }
        let semi = forest.semi[w] as usize;
        links[w] = std::mem::replace(&mut heads[semi], w as u32);
        let parent = walk.parents[w];
        forest.ancestor[w] = parent;
        let mut v = std::mem::replace(&mut heads[parent as usize], NONE);
        while v != NONE {
            let u = forest.eval(v);
            let lower = forest.semi[u as usize] < forest.semi[v as usize];
            dominators[v as usize] = if lower { u } else { parent };
            v = links[v as usize];
        }
    }
    for w in 1..count {
        if dominators[w] != forest.semi[w] {
            dominators[w] = dominators[dominators[w] as usize];
        }
    }
    dominators
}

/// The forest of Lengauer and Tarjan: `eval` gives the node of least semidominator on the way up.
struct Forest {
    semi: Vec<u32>,
    label: Vec<u32>,
    ancestor: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn new(count: usize) -> Self {
        let own: Vec<u32> = (0..count as u32).collect();
        Self { semi: own.clone(), label: own, ancestor: vec![NONE; count], path: Vec::new() }
    }

    fn eval(&mut self, v: u32) -> u32 {
        let mut at = v;
        while self.ancestor[at as usize] != NONE
            && self.ancestor[self.ancestor[at as usize] as usize] != NONE
        {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        while let Some(node) = self.path.pop() {
            let (node, up) = (node as usize, self.ancestor[node as usize] as usize);
            if self.semi[self.label[up] as usize] < self.semi[self.label[node] as usize] {
                self.label[node] = self.label[up];
            }
            self.ancestor[node] = self.ancestor[up];
        }
        self.label[v as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{self, brute_post_graph, cfg_of, ladder, random_cfg};

    fn immediate(count: u32, of: impl Fn(BlockId) -> Option<BlockId>) -> Vec<Option<u32>> {
        (0..count).map(|block| of(BlockId(block)).map(|block| block.0)).collect()
    }

    #[test]
    fn the_tree_of_a_diamond_in_a_loop() {
        // 0 -> 1; 1 -> 2, 6; 2 -> 3, 4; 3 -> 5; 4 -> 5; 5 -> 1; 6 returns.
        let cfg = cfg_of(&[&[1], &[2, 6], &[3, 4], &[5], &[5], &[1], &[]]);
        let dominators = Dominators::new(&cfg);
        assert_eq!(
            immediate(7, |block| dominators.immediate(block)),
            [None, Some(0), Some(1), Some(2), Some(2), Some(2), Some(1)]
        );
        assert!(dominators.of(BlockId(5)).eq([5, 2, 1, 0].map(BlockId)));
        let post = PostDominators::new(&cfg);
        assert_eq!(
            immediate(7, |block| post.immediate(block)),
            [Some(1), Some(6), Some(5), Some(5), Some(5), Some(1), None]
        );
        assert!(post.of(BlockId(3)).eq([3, 5, 1, 6].map(BlockId)));
    }

    #[test]
    fn an_endless_loop_ends_where_it_starts_over() {
        // 0 -> 1, 5; 1 -> 2; 2 -> 3, 4; 3 -> 1; 4 -> 1; 5 returns.
        let cfg = cfg_of(&[&[1, 5], &[2], &[3, 4], &[1], &[1], &[]]);
        let post = PostDominators::new(&cfg);
        assert_eq!(
            immediate(6, |block| post.immediate(block)),
            [None, Some(2), None, None, None, None]
        );
        let over: Vec<_> =
            cfg.edges().iter().filter(|edge| post.starts_over(&cfg, edge.index)).collect();
        assert_eq!(over.iter().map(|edge| edge.index.block.0).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn dominance_is_being_on_every_path() {
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..500 {
            let cfg = random_cfg(&mut rng, 12);
            let dominators = Dominators::new(&cfg);
            let brute = testing::dominance(cfg.graph(), 0);
            for a in cfg.blocks() {
                for b in cfg.blocks() {
                    assert_eq!(
                        dominators.dominates(a, b),
                        brute(a.0, b.0),
                        "{a:?} {b:?} {:?}",
                        cfg.graph()
                    );
                }
                let strict = cfg.blocks().filter(|&b| dominators.strictly_dominates(b, a));
                let nearest = strict.max_by_key(|&b| dominators.of(b).count());
                assert_eq!(dominators.immediate(a), nearest);
            }
        }
    }

    #[test]
    fn post_dominance_is_being_on_every_path_to_the_end() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut endless = 0;
        for _ in 0..500 {
            let cfg = random_cfg(&mut rng, 12);
            let post = PostDominators::new(&cfg);
            let (graph, cut) = brute_post_graph(&cfg);
            endless += usize::from(!cut.is_empty());
            let brute = testing::dominance(&graph.reversed(), cfg.len() as u32);
            for a in cfg.blocks() {
                for b in cfg.blocks() {
                    assert_eq!(
                        post.post_dominates(a, b),
                        brute(a.0, b.0),
                        "{a:?} {b:?} {:?}",
                        cfg.graph()
                    );
                }
                let strict = cfg.blocks().filter(|&b| post.strictly_post_dominates(b, a));
                assert_eq!(post.immediate(a), strict.max_by_key(|&b| post.of(b).count()));
            }
        }
        assert!(endless > 50, "{endless} graphs had endless loops");
    }

    #[test]
    fn a_long_ladder_is_no_trouble() {
        let cfg = ladder(20_000);
        let dominators = Dominators::new(&cfg);
        let post = PostDominators::new(&cfg);
        let last = BlockId(cfg.len() as u32 - 1);
        assert_eq!(dominators.immediate(last), Some(BlockId(0)));
        assert!(cfg.blocks().all(|block| post.post_dominates(last, block)));
    }
}
