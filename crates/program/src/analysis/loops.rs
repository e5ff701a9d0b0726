//! Natural loops, how they nest, and the cycles that are no natural loops.
//!
//! An edge goes back if its target dominates its source. The loop of a header is what leads to such an
//! edge without passing the header. Two loops with different headers are apart or one holds the other.
//! Cycles that remain when all those edges are taken away have more than one entry: they are the
//! irreducible regions, which `goto` into a loop makes.

use crate::analysis::graph::NONE;
use crate::analysis::{BitSet, Cfg, Dominators, EdgeIndex, Graph};
use crate::{BlockId, Id, IdVec, define_id};

define_id!(
    /// A natural loop of its function; outer loops come before those inside.
    LoopId
);

/// A natural loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block every way into the loop goes through.
    pub header: BlockId,
    /// The edges from inside to the header.
    pub back_edges: Vec<EdgeIndex>,
    /// The nearest loop around it.
    pub parent: Option<LoopId>,
    /// How many loops it is in, itself counted.
    pub depth: u32,
}

/// A region of blocks that form a cycle with more than one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irreducible {
    /// Its blocks, ascending.
    pub blocks: Vec<BlockId>,
    /// Those that can be entered from outside, ascending.
    pub entries: Vec<BlockId>,
}

/// The loops of one function, as far as the entry leads to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loops {
    loops: IdVec<LoopId, Loop>,
    /// The innermost loop of each block.
    innermost: IdVec<BlockId, Option<LoopId>>,
    /// For each loop the id after the last loop inside it.
    ends: IdVec<LoopId, u32>,
    irreducible: Vec<Irreducible>,
}

impl Loops {
    /// Finds the loops of a function.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        let found = discover(cfg, dominators);
        let (loops, ends, names) = number(found.loops);
        let innermost = found.innermost.iter().map(|&at| names.get(at as usize).copied()).collect();
        Self { loops, innermost, ends, irreducible: irreducible(cfg, dominators) }
    }

    /// All natural loops; each comes after the loops around it.
    pub fn all(&self) -> &IdVec<LoopId, Loop> {
        &self.loops
    }

    /// The innermost loop that a block is in.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block]
    }

    /// In how many loops a block is.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost[block].map_or(0, |id| self.loops[id].depth)
    }

    /// The loop that has a block as its header.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block].filter(|&id| self.loops[id].header == block)
    }

    /// Whether a block is in a loop or in one of the loops inside it.
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.innermost[block].is_some_and(|inner| id <= inner && inner.0 < self.ends[id])
    }

    /// The blocks of a loop and of the loops inside it, ascending.
    pub fn members(&self, id: LoopId) -> impl Iterator<Item = BlockId> + '_ {
        self.innermost.ids().filter(move |&block| self.contains(id, block))
    }

    /// The cycles with more than one entry.
    pub fn irreducible(&self) -> &[Irreducible] {
        &self.irreducible
    }
}

/// Loops in the order of discovery, inner ones first.
struct Found {
    loops: Vec<FoundLoop>,
    /// The innermost loop of each block, or none.
    innermost: Vec<u32>,
}

struct FoundLoop {
    header: BlockId,
    back_edges: Vec<EdgeIndex>,
    parent: u32,
}

/// Walks back from the back edges, innermost headers first. A walk that meets a loop found before goes on
/// at that loop's header, so that no block is passed once for each loop around it.
fn discover(cfg: &Cfg, dominators: &Dominators) -> Found {
    let mut found = Found { loops: Vec::new(), innermost: vec![NONE; cfg.len()] };
    // Shortcuts to the outermost loop found so far, halved on each look-up.
    let mut outer: Vec<u32> = Vec::new();
    // Reverse post-order puts a dominator before what it dominates.
    for &header in cfg.reverse_post_order().iter().rev() {
        let is_back = |from| dominators.dominates(header, from);
        let back_edges: Vec<EdgeIndex> = cfg
            .incoming(header)
            .map(|edge| edge.index)
            .filter(|edge| is_back(edge.block))
            .collect();
        if back_edges.is_empty() {
            continue;
        }
        let id = found.loops.len() as u32;
        outer.push(id);
        let mut work: Vec<BlockId> = back_edges.iter().map(|edge| edge.block).collect();
        found.loops.push(FoundLoop { header, back_edges, parent: NONE });
        found.innermost[header.index()] = id;
        while let Some(block) = work.pop() {
            let at = if found.innermost[block.index()] == NONE {
                found.innermost[block.index()] = id;
                block
            } else {
                let inner = outermost(&mut outer, found.innermost[block.index()]);
                if inner == id {
                    continue;
                }
                found.loops[inner as usize].parent = id;
                outer[inner as usize] = id;
                found.loops[inner as usize].header
            };
            work.extend(cfg.predecessors(at).filter(|&block| cfg.position(block).is_some()));
        }
    }
    found
}

fn outermost(outer: &mut [u32], mut id: u32) -> u32 {
    while outer[id as usize] != id {
        outer[id as usize] = outer[outer[id as usize] as usize];
        id = outer[id as usize];
    }
    id
}

/// Numbers loops in pre-order of their nesting, headers met first in reverse post-order first.
fn number(found: Vec<FoundLoop>) -> (IdVec<LoopId, Loop>, IdVec<LoopId, u32>, Vec<LoopId>) {
    let count = found.len();
    let mut sizes = vec![1u32; count];
    for (at, item) in found.iter().enumerate() {
        // A parent is found after its children.
        if item.parent != NONE {
            sizes[item.parent as usize] += sizes[at];
        }
    }
    let mut names = vec![LoopId(0); count];
    let mut next = vec![0u32; count];
    let mut top = 0;
    let mut order = vec![0; count];
    for at in (0..count).rev() {
        let parent = found[at].parent;
        let slot = if parent == NONE { &mut top } else { &mut next[parent as usize] };
        let name = *slot;
        *slot += sizes[at];
        names[at] = LoopId(name);
        next[at] = name + 1;
        order[name as usize] = at;
    }
    let mut found: Vec<Option<FoundLoop>> = found.into_iter().map(Some).collect();
    let mut loops: IdVec<LoopId, Loop> = IdVec::new();
    let mut ends = IdVec::new();
    for (name, at) in order.into_iter().enumerate() {
        let Some(FoundLoop { header, back_edges, parent }) = found[at].take() else { continue };
        let parent = names.get(parent as usize).copied();
        let depth = parent.map_or(0, |parent| loops[parent].depth) + 1;
        loops.push(Loop { header, back_edges, parent, depth });
        ends.push(name as u32 + sizes[at]);
    }
    (loops, ends, names)
}

/// The cycles that are left without the edges that go back.
fn irreducible(cfg: &Cfg, dominators: &Dominators) -> Vec<Irreducible> {
    let forward = cfg.edges().iter().filter(|edge| {
        cfg.position(edge.index.block).is_some() && !dominators.dominates(edge.to, edge.index.block)
    });
    let graph = Graph::new(cfg.len(), forward.map(|edge| (edge.index.block.0, edge.to.0)));
    let components = graph.components();
    let mut regions: Vec<Irreducible> = Vec::new();
    for component in 0..components.len() as u32 {
        let members = components.members(component);
        if members.len() < 2 {
            continue;
        }
        let mut inside = BitSet::new(cfg.len());
        for &block in members {
            inside.insert(block as usize);
        }
        let blocks: Vec<BlockId> = members.iter().map(|&block| BlockId(block)).collect();
        let mut entries = blocks.clone();
        entries.retain(|&block| {
            let outside = |before: BlockId| {
                cfg.position(before).is_some() && !inside.contains(before.index())
            };
            block.0 == 0 || cfg.predecessors(block).any(outside)
        });
        regions.push(Irreducible { blocks, entries });
    }
    regions.sort_by_key(|region| region.blocks[0]);
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{cfg_of, random_cfg};
    use std::collections::BTreeSet;

    fn loops_of(cfg: &Cfg) -> Loops {
        Loops::new(cfg, &Dominators::new(cfg))
    }

    fn show(loops: &Loops) -> Vec<(u32, Vec<u32>, Option<u32>, u32)> {
        let row = |(id, item): (LoopId, &Loop)| {
            let members = loops.members(id).map(|block| block.0).collect();
            (item.header.0, members, item.parent.map(|parent| parent.0), item.depth)
        };
        loops.all().iter().map(row).collect()
    }

    #[test]
    fn loops_nest() {
        // 0; while (1) { while (2) { 3 } while (4) { 5; if (6) continue outer } } 7; do { 8 } while (8); 9
        let cfg =
            cfg_of(&[&[1], &[2, 7], &[3, 4], &[2], &[5, 1], &[6], &[1, 4], &[8], &[8, 9], &[]]);
        let loops = loops_of(&cfg);
        assert_eq!(
            show(&loops),
            [
                (1, vec![1, 2, 3, 4, 5, 6], None, 1),
                (2, vec![2, 3], Some(0), 2),
                (4, vec![4, 5, 6], Some(0), 2),
                (8, vec![8], None, 1),
            ]
        );
        assert_eq!(
            loops.all()[LoopId(0)].back_edges.iter().map(|e| e.block.0).collect::<Vec<_>>(),
            [4, 6]
        );
        assert_eq!(loops.headed_by(BlockId(4)), Some(LoopId(2)));
        assert_eq!(loops.headed_by(BlockId(5)), None);
        assert_eq!((loops.depth(BlockId(6)), loops.depth(BlockId(7))), (2, 0));
        assert_eq!(loops.irreducible(), []);
    }

    #[test]
    fn a_cycle_with_two_entries_is_irreducible() {
        // 0 branches into both sides of 1 <-> 2; around it the loop of 3.
        let cfg = cfg_of(&[&[1, 2], &[2], &[1, 3], &[0, 4], &[]]);
        let loops = loops_of(&cfg);
        assert_eq!(show(&loops), [(0, vec![0, 1, 2, 3], None, 1)]);
        let region = Irreducible {
            blocks: vec![BlockId(1), BlockId(2)],
            entries: vec![BlockId(1), BlockId(2)],
        };
        assert_eq!(loops.irreducible(), [region]);
    }

    #[test]
    fn loops_agree_with_their_definition() {
        let mut rng = fastrand::Rng::with_seed(9);
        let mut nested = 0;
        for _ in 0..600 {
            let cfg = random_cfg(&mut rng, 12);
            let dominators = Dominators::new(&cfg);
            let loops = Loops::new(&cfg, &dominators);
            let goes_back =
                |edge: &&crate::analysis::CfgEdge| dominators.dominates(edge.to, edge.index.block);
            let headers: BTreeSet<BlockId> =
                cfg.edges().iter().filter(goes_back).map(|edge| edge.to).collect();
            assert!(
                loops.all().values().map(|item| item.header).collect::<BTreeSet<_>>() == headers
            );
            let mut bodies = Vec::new();
            for (id, item) in loops.all().iter() {
                let back: Vec<_> = cfg
                    .edges()
                    .iter()
                    .filter(goes_back)
                    .filter(|edge| edge.to == item.header)
                    .collect();
                assert_eq!(item.back_edges, back.iter().map(|edge| edge.index).collect::<Vec<_>>());
                let mut body = BTreeSet::from([item.header]);
                body.extend(back.iter().map(|edge| edge.index.block));
                for _ in 0..cfg.len() {
                    for edge in cfg.edges() {
                        if body.contains(&edge.to)
                            && edge.to != item.header
                            && cfg.position(edge.index.block).is_some()
                        {
                            body.insert(edge.index.block);
                        }
                    }
                }
                assert!(loops.members(id).eq(body.iter().copied()), "{:?}", cfg.graph());
                bodies.push(body);
            }
            for (id, item) in loops.all().iter() {
                let around = (0..bodies.len())
                    .filter(|&other| other != id.index() && bodies[other].contains(&item.header));
                let parent = around.clone().min_by_key(|&other| bodies[other].len());
                assert_eq!(item.parent.map(Id::index), parent);
                assert_eq!(item.depth as usize, around.count() + 1);
                assert!(item.parent.is_none_or(|parent| parent < id));
                nested += u32::from(item.depth > 1);
            }
        }
        assert!(nested > 20, "{nested} nested loops");
    }

    #[test]
    fn a_graph_is_reducible_if_merging_and_dropping_leaves_one_node() {
        let mut rng = fastrand::Rng::with_seed(10);
        let (mut reducible, mut not) = (0, 0);
        for _ in 0..600 {
            let cfg = random_cfg(&mut rng, 10);
            let flat = loops_of(&cfg).irreducible().is_empty();
            assert_eq!(flat, collapses(&cfg), "{:?}", cfg.graph());
            *(if flat { &mut reducible } else { &mut not }) += 1;
        }
        assert!(reducible > 50 && not > 50, "{reducible} and {not}");
    }

    /// The transformations T1 (drop a self-loop) and T2 (merge a node into its only predecessor).
    fn collapses(cfg: &Cfg) -> bool {
        let reachable = |block: BlockId| cfg.position(block).is_some();
        let mut nodes: BTreeSet<u32> =
            cfg.blocks().filter(|&block| reachable(block)).map(|b| b.0).collect();
        let edges = cfg.edges().iter().filter(|edge| reachable(edge.index.block));
        let mut edges: BTreeSet<(u32, u32)> =
            edges.map(|edge| (edge.index.block.0, edge.to.0)).collect();
        loop {
            edges.retain(|(from, to)| from != to);
            let only = nodes.iter().copied().filter(|&node| node != 0).find_map(|node| {
                let before: Vec<u32> =
                    edges.iter().filter(|edge| edge.1 == node).map(|edge| edge.0).collect();
                (before.len() == 1).then(|| (node, before[0]))
            });
            let Some((node, into)) = only else { return nodes.len() == 1 };
            nodes.remove(&node);
            let rename = |at| if at == node { into } else { at };
            edges = edges.iter().map(|&(from, to)| (rename(from), rename(to))).collect();
        }
    }

    #[test]
    fn deep_nests_are_no_trouble() {
        // Headers 0..5000 in a row, each left to its latch in reverse order.
        let depth = 5_000u32;
        let mut lists: Vec<Vec<u32>> = (0..depth).map(|at| vec![at + 1]).collect();
        lists.extend((0..depth).map(|at| vec![depth - 1 - at, depth + at + 1]));
        lists.push(vec![]);
        let cfg = cfg_of(&lists.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let loops = loops_of(&cfg);
        assert_eq!(loops.all().len(), depth as usize);
        assert_eq!(loops.depth(BlockId(depth - 1)), depth);
        assert_eq!(loops.depth(BlockId(2 * depth - 1)), 1);
    }
}
