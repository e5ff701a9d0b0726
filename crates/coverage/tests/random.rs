//! The coverage structure on random graphs, against answers found the slow and obvious way.

mod common;

use common::Subject;
use coverage::{Criterion, Relevance};
use fastrand::Rng;
use program::{BlockId, FuncId, Function, OutcomeId};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A function of random blocks without calls.
fn random(rng: &mut Rng) -> String {
    let blocks = rng.usize(2..9);
    let mut text = "func @f(%x: i32) {\n".to_owned();
    for block in 0..blocks {
        let mut to = || rng.usize(..blocks);
        let (a, b) = (to(), to());
        let _ = match rng.u8(..6) {
            0 => writeln!(text, "b{block}:\n  ret"),
            1 => writeln!(text, "b{block}:\n  jump b{a}"),
            2 => writeln!(
                text,
                "b{block}:\n  switch i32 %x {{ 1 -> b{a}, 2 -> b{b}, default -> b{a} }}"
            ),
            _ => writeln!(text, "b{block}:\n  br eq i32 %x, 1 ? b{a} : b{b}"),
        };
    }
    text + "}\n"
}

/// The graph of the only function: each edge with its outcome, if it has one.
struct Edges(Vec<(BlockId, BlockId, Option<OutcomeId>)>);

impl Edges {
    fn new(subject: &Subject) -> Self {
        let mut edges = Vec::new();
        for (block, body) in subject.program.functions[FuncId(0)].blocks.iter() {
            let sites = subject.map.sites();
            let site = sites.of_function(FuncId(0)).find(|s| sites.site(*s).point.block == block);
            for (index, edge) in body.terminator.node.edges().enumerate() {
                let outcome = site.map(|site| sites.site(site).outcome(index as u32));
                edges.push((block, edge.target, outcome));
            }
        }
        Self(edges)
    }

    /// The blocks that a block leads to, with the least number of outcomes taken on the way; without some
    /// edge.
    fn reach(&self, from: BlockId, without: Option<OutcomeId>) -> Vec<(BlockId, u32)> {
        let mut found = vec![(from, 0)];
        loop {
            let mut changed = false;
            for &(a, b, outcome) in &self.0 {
                if outcome.is_some() && outcome == without {
                    continue;
                }
                let Some(&(_, far)) = found.iter().find(|(block, _)| *block == a) else { continue };
                let far = far + u32::from(outcome.is_some());
                match found.iter_mut().find(|(block, _)| *block == b) {
                    Some((_, known)) if *known <= far => {}
                    Some((_, known)) => (*known, changed) = (far, true),
                    None => {
                        found.push((b, far));
                        changed = true;
                    }
                }
            }
            if !changed {
                return found;
            }
        }
    }

    fn edge(&self, outcome: OutcomeId) -> (BlockId, BlockId) {
        let found = self.0.iter().find(|(.., other)| *other == Some(outcome));
        found.map(|(from, to, _)| (*from, *to)).expect("an edge")
    }
}

#[test]
fn relevance_distance_contribution_and_dominance_are_what_walks_find() {
    let mut rng = Rng::with_seed(4);
    let (mut irrelevant, mut dominated) = (0, 0);
    for _ in 0..300 {
        let mut subject = Subject::new(&random(&mut rng), Criterion::Branch);
        let edges = Edges::new(&subject);
        let outcomes: Vec<OutcomeId> = edges.0.iter().filter_map(|(.., way)| *way).collect();
        for _ in 0..3 {
            let taken: Vec<OutcomeId> =
                outcomes.iter().copied().filter(|_| rng.u8(..3) == 0).collect();
            let trace = subject.trace(&taken);
            subject.structure.update(&trace);
            let goals = subject.map.goals();
            let open = |way: &OutcomeId| {
                let mut goals = goals.of_edge(*way).iter();
                goals.any(|goal| !subject.structure.coverage().is_covered(*goal))
            };
            for &way in &outcomes {
                let ahead = edges.reach(edges.edge(way).1, None);
                let far = |other: &OutcomeId| {
                    let from = edges.edge(*other).0;
                    ahead.iter().find(|(block, _)| *block == from).map(|(_, far)| far + 1)
                };
                let nearest = outcomes.iter().filter(|way| open(way)).filter_map(far).min();
                let expected = match (open(&way), nearest) {
                    (true, _) => (Relevance::Must, Some(0)),
                    (false, Some(far)) => (Relevance::May, Some(far)),
                    (false, None) => (Relevance::Irrelevant, None),
                };
                let structure = &subject.structure;
                let found = (structure.relevance(way, &[], &[]), structure.distance(way));
                assert_eq!(found, expected, "{} of\n{:?}", subject.name(way), subject.program);
                irrelevant += u32::from(found.0 == Relevance::Irrelevant);
                for levels in [Some(1), Some(2), Some(3), None] {
                    let within = |other: &OutcomeId| {
                        *other == way || far(other).is_some_and(|far| far < levels.unwrap_or(99))
                    };
                    let near = outcomes.iter().filter(|other| within(other));
                    let goals: BTreeSet<_> = near
                        .flat_map(|way| goals.of_edge(*way))
                        .filter(|goal| !structure.coverage().is_covered(**goal))
                        .collect();
                    assert_eq!(structure.contribution(way, levels), goals.len() as u32);
                }
            }
        }
        let entry = Function::ENTRY;
        let reached: Vec<BlockId> =
            edges.reach(entry, None).into_iter().map(|(block, _)| block).collect();
        for &a in &outcomes {
            let left = edges.reach(entry, Some(a));
            for &b in &outcomes {
                let from = edges.edge(b).0;
                let expected = a != b
                    && reached.contains(&from)
                    && !left.iter().any(|(block, _)| *block == from);
                assert_eq!(subject.structure.dominates(a, b), expected);
                dominated += u32::from(expected);
            }
        }
    }
    assert!(irrelevant > 100 && dominated > 100, "{irrelevant} {dominated}");
}
