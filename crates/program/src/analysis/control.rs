//! Control dependence: which outcomes of which branches decide whether a block runs.
//!
//! The definition is that of Ferrante, Ottenstein and Warren (1987), on edges: a block depends on an
//! edge `a → s` if it post-dominates `s` and does not strictly post-dominate `a`. Failed checks are no
//! edges and so control nothing.

use std::collections::VecDeque;

use crate::analysis::{BitSet, Cfg, EdgeIndex, PostDominators};
use crate::{BlockId, Id, IdVec};

/// The control dependences of one function.
#[derive(Clone, Debug)]
pub struct ControlDependence {
    direct: IdVec<BlockId, Vec<EdgeIndex>>,
}

impl ControlDependence {
    /// Finds what each block directly depends on.
    pub fn new(cfg: &Cfg, post: &PostDominators) -> Self {
        let mut direct: IdVec<BlockId, Vec<EdgeIndex>> = IdVec::filled(Vec::new(), cfg.len());
        for edge in cfg.edges() {
            if post.starts_over(cfg, edge.index) {
                continue;
            }
            let end = post.immediate(edge.index.block);
            let mut at = Some(edge.to);
            while let Some(block) = at.filter(|_| at != end) {
                direct[block].push(edge.index);
                at = post.immediate(block);
            }
        }
        Self { direct }
    }

    /// The edges a block directly depends on, by block and outcome.
    pub fn direct(&self, block: BlockId) -> &[EdgeIndex] {
        &self.direct[block]
    }

    /// The edges a block depends on directly or through the branches it depends on, by block and
    /// outcome.
    pub fn transitive(&self, block: BlockId) -> Vec<EdgeIndex> {
        let mut seen = BitSet::new(self.direct.len());
        let mut work = vec![block];
        let mut edges = Vec::new();
        seen.insert(block.index());
        while let Some(block) = work.pop() {
            for &edge in self.direct(block) {
                edges.push(edge);
                if seen.insert(edge.block.index()) {
                    work.push(edge.block);
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The edges that any of some blocks depends on, directly or through branches, each with the approach level of its branch: the
    /// number of branches that follow on the shortest chain to the nearest of the blocks. In the order of the levels.
    ///
    /// The cost is that of the edges that are found, however many blocks there are and however large the function is.
    pub fn levels(&self, targets: &[BlockId]) -> Vec<(EdgeIndex, u32)> {
        let mut steps: IdVec<BlockId, Option<u32>> = IdVec::filled(None, self.direct.len());
        let mut critical = Vec::new();
        for target in targets {
            if steps[*target].is_none() {
                steps[*target] = Some(0);
                critical.push((*target, 0));
            }
        }
        let (mut next, mut edges) = (0, Vec::new());
        while let Some(&(block, step)) = critical.get(next) {
            next += 1;
            for &edge in self.direct(block) {
                let own = steps[edge.block].unwrap_or_else(|| {
                    critical.push((edge.block, step + 1));
                    step + 1
                });
                steps[edge.block] = Some(own);
                edges.push((edge, own.saturating_sub(1)));
            }
        }
        edges.sort_unstable_by_key(|(edge, level)| (*level, *edge));
        edges.dedup();
        edges
    }

    /// How far each block is from a target; see [`ApproachLevels`].
    pub fn approach_levels(&self, cfg: &Cfg, target: BlockId) -> ApproachLevels {
        ApproachLevels::new(cfg, self, target)
    }
}

/// How many branches a run still has to take rightly before it comes to a target.
///
/// A branch that the target directly depends on is one step away, a branch that this one depends on is
/// two, and so on; of several chains the shortest counts. A block that controls nothing on the way is
/// as far as the nearest block after it that does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApproachLevels {
    steps: IdVec<BlockId, Option<u32>>,
}

impl ApproachLevels {
    fn new(cfg: &Cfg, control: &ControlDependence, target: BlockId) -> Self {
        let mut steps: IdVec<BlockId, Option<u32>> = IdVec::filled(None, cfg.len());
        steps[target] = Some(0);
        let mut critical = vec![target];
        let mut next = 0;
        while let Some(&block) = critical.get(next) {
            next += 1;
            let further = steps[block].map(|steps| steps + 1);
            for edge in control.direct(block) {
                if steps[edge.block].is_none() {
                    steps[edge.block] = further;
                    critical.push(edge.block);
                }
            }
        }
        // The critical blocks come in the order of their steps, so the first to claim a block on
        // the way to it is the nearest.
        let mut work = VecDeque::new();
        for block in critical {
            work.push_back(block);
            while let Some(at) = work.pop_front() {
                for before in cfg.predecessors(at) {
                    if steps[before].is_none() {
                        steps[before] = steps[block];
                        work.push_back(before);
                    }
                }
            }
        }
        Self { steps }
    }

    /// The branches still to be taken rightly by a run that is at the start of a block; zero in the
    /// target, none if the target cannot be reached. This is the approach level of a run that ends in
    /// the block, say at a failed check.
    pub fn at_start(&self, block: BlockId) -> Option<u32> {
        self.steps[block]
    }

    /// The approach level of a run that took a wrong outcome at the end of a block: the branches that
    /// would still have to be taken rightly after this one.
    pub fn at_branch(&self, block: BlockId) -> Option<u32> {
        self.steps[block].map(|steps| steps.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{self, brute_post_graph, cfg_of, ladder, random_cfg};

    fn control_of(cfg: &Cfg) -> ControlDependence {
        ControlDependence::new(cfg, &PostDominators::new(cfg))
    }

    fn edges(edges: &[EdgeIndex]) -> Vec<(u32, u32)> {
        edges.iter().map(|edge| (edge.block.0, edge.successor)).collect()
    }

    #[test]
    fn nested_branches_depend_on_each_other() {
        // if (0) { 1; if (2) 3; 4 } 5
        let cfg = cfg_of(&[&[1, 5], &[2], &[3, 4], &[4], &[5], &[]]);
        let control = control_of(&cfg);
        let direct: Vec<_> = cfg.blocks().map(|block| edges(control.direct(block))).collect();
        assert_eq!(
            direct,
            [vec![], vec![(0, 0)], vec![(0, 0)], vec![(2, 0)], vec![(0, 0)], vec![]]
        );
        assert_eq!(edges(&control.transitive(BlockId(3))), [(0, 0), (2, 0)]);
        let levels = control.approach_levels(&cfg, BlockId(3));
        let start: Vec<_> = cfg.blocks().map(|block| levels.at_start(block)).collect();
        assert_eq!(start, [Some(2), Some(1), Some(1), Some(0), None, None]);
        assert_eq!(levels.at_branch(BlockId(0)), Some(1));
        assert_eq!(levels.at_branch(BlockId(2)), Some(0));
    }

    #[test]
    fn a_loop_depends_on_its_own_condition_and_cases_on_their_switch() {
        // 0 -> 1; while (1) { switch (2) { 3, 3, 4 } } 5
        let cfg = cfg_of(&[&[1], &[2, 5], &[3, 3, 4], &[1], &[1], &[]]);
        let control = control_of(&cfg);
        let direct: Vec<_> = cfg.blocks().map(|block| edges(control.direct(block))).collect();
        assert_eq!(
            direct,
            [vec![], vec![(1, 0)], vec![(1, 0)], vec![(2, 0), (2, 1)], vec![(2, 2)], vec![]]
        );
    }

    #[test]
    fn choices_inside_an_endless_loop_control_what_they_choose() {
        // if (0) { for (;;) { 1; if (2) 3 else 4 } } 5
        let cfg = cfg_of(&[&[1, 5], &[2], &[3, 4], &[1], &[1], &[]]);
        let control = control_of(&cfg);
        let direct: Vec<_> = cfg.blocks().map(|block| edges(control.direct(block))).collect();
        assert_eq!(
            direct,
            [vec![], vec![(0, 0)], vec![(0, 0)], vec![(2, 0)], vec![(2, 1)], vec![(0, 1)]]
        );
    }

    /// By the definition: `b` depends on `a → s` if it post-dominates `s`, not strictly `a`.
    fn brute_direct(cfg: &Cfg) -> Vec<Vec<EdgeIndex>> {
        let (graph, cut) = brute_post_graph(cfg);
        let post_dominates = testing::dominance(&graph.reversed(), cfg.len() as u32);
        let depends = |b: BlockId, number: usize| {
            let edge = cfg.edges()[number];
            let a = edge.index.block;
            !cut.contains(&number)
                && post_dominates(b.0, edge.to.0)
                && !(a != b && post_dominates(b.0, a.0))
        };
        let of = |b| {
            (0..cfg.edges().len())
                .filter(|&n| depends(b, n))
                .map(|n| cfg.edges()[n].index)
                .collect()
        };
        cfg.blocks().map(of).collect()
    }

    #[test]
    fn dependence_agrees_with_its_definition() {
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..500 {
            let cfg = random_cfg(&mut rng, 12);
            let control = control_of(&cfg);
            let brute = brute_direct(&cfg);
            for block in cfg.blocks() {
                assert_eq!(
                    control.direct(block),
                    brute[block.index()],
                    "{block:?} {:?}",
                    cfg.graph()
                );
                let mut transitive = brute[block.index()].clone();
                loop {
                    let more: Vec<_> = transitive
                        .iter()
                        .flat_map(|edge| &brute[edge.block.index()])
                        .copied()
                        .collect();
                    let before = transitive.len();
                    transitive.extend(more);
                    transitive.sort();
                    transitive.dedup();
                    if transitive.len() == before {
                        break;
                    }
                }
                assert_eq!(control.transitive(block), transitive);
            }
        }
    }

    #[test]
    fn nothing_depends_on_the_only_way_out_of_a_block() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..500 {
            let cfg = random_cfg(&mut rng, 12);
            let control = control_of(&cfg);
            let chooses = |block| cfg.outgoing(block).len() > 1 || cfg.exit(block).is_some();
            for block in cfg.blocks() {
                assert!(control.direct(block).iter().all(|edge| chooses(edge.block)));
            }
        }
    }

    #[test]
    fn approach_levels_agree_with_relaxation() {
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..300 {
            let cfg = random_cfg(&mut rng, 10);
            let brute = brute_direct(&cfg);
            let target = BlockId(rng.u32(..cfg.len() as u32));
            let far = u32::MAX;
            let mut critical = vec![far; cfg.len()];
            critical[target.index()] = 0;
            for _ in 0..cfg.len() {
                for block in
                    cfg.blocks().filter(|block| critical[block.index()] != far).collect::<Vec<_>>()
                {
                    for edge in &brute[block.index()] {
                        let steps = critical[block.index()] + 1;
                        let known = &mut critical[edge.block.index()];
                        *known = steps.min(*known);
                    }
                }
            }
            let mut steps = critical.clone();
            for _ in 0..cfg.len() {
                for block in cfg.blocks().filter(|block| critical[block.index()] == far) {
                    let nearest = cfg.successors(block).map(|to| steps[to.index()]).min();
                    steps[block.index()] = nearest.unwrap_or(far);
                }
            }
            let levels = control_of(&cfg).approach_levels(&cfg, target);
            for block in cfg.blocks() {
                let expected = Some(steps[block.index()]).filter(|&steps| steps != far);
                assert_eq!(
                    levels.at_start(block),
                    expected,
                    "{block:?} to {target:?} {:?}",
                    cfg.graph()
                );
            }
        }
    }

    #[test]
    fn levels_of_several_blocks_are_the_shortest_of_each() {
        let mut rng = fastrand::Rng::with_seed(9);
        for _ in 0..500 {
            let cfg = random_cfg(&mut rng, 12);
            let control = control_of(&cfg);
            let block = |rng: &mut fastrand::Rng| BlockId(rng.u32(..cfg.len() as u32));
            let targets = [block(&mut rng), block(&mut rng)];
            let depends = targets.map(|target| control.transitive(target));
            let level = |block: BlockId| {
                let on_way = targets
                    .iter()
                    .zip(&depends)
                    .filter(|(_, edges)| edges.iter().any(|edge| edge.block == block));
                let levels = on_way.filter_map(|(target, _)| {
                    control.approach_levels(&cfg, *target).at_branch(block)
                });
                // A run that is in a target has nothing before it.
                levels.min().filter(|_| !targets.contains(&block)).unwrap_or(0)
            };
            let edges = depends.iter().flatten();
            let mut expected: Vec<(EdgeIndex, u32)> =
                edges.map(|edge| (*edge, level(edge.block))).collect();
            expected.sort_unstable();
            expected.dedup_by_key(|(edge, _)| *edge);
            expected.sort_unstable_by_key(|(edge, level)| (*level, *edge));
            assert_eq!(control.levels(&targets), expected, "{targets:?} {:?}", cfg.graph());
        }
    }

    #[test]
    fn a_long_ladder_is_no_trouble() {
        let cfg = ladder(20_000);
        let control = control_of(&cfg);
        let last_rung = BlockId(19_999);
        assert_eq!(control.transitive(last_rung).len(), 19_999);
        assert_eq!(control.approach_levels(&cfg, last_rung).at_start(BlockId(0)), Some(19_999));
    }
}
