//! What still lies ahead: the outcomes of branches, switches and selects that a run can come to.
//!
//! This is the question that filtering by coverage asks of each candidate: can the other side lead to
//! anything new? Blocks on a common cycle share their answer, and answers share their equal parts, so
//! that the sets of a large program fit in memory.

use rustc_hash::FxHashMap;

use crate::analysis::bitset::members;
use crate::analysis::{BitSet, Supergraph};
use crate::{BlockId, FuncId, Id, IdVec, OutcomeId, SiteKind, SiteTable};

const WORDS: usize = 8;
const BITS: usize = WORDS * 64;

type Chunk = [u64; WORDS];

/// The outcomes that can be met from each place of a program; those of checks are left out.
#[derive(Clone, Debug)]
pub struct Ahead {
    chunks: Vec<Chunk>,
    rows: Vec<Vec<u32>>,
    after: IdVec<OutcomeId, u32>,
    blocks: IdVec<FuncId, IdVec<BlockId, u32>>,
}

impl Ahead {
    /// Finds what lies ahead everywhere, over the ways that the graph has.
    pub fn new(graph: &Supergraph, sites: &SiteTable) -> Self {
        let mut builder = Builder::new(sites.outcomes());
        let mut own: Vec<Vec<OutcomeId>> = vec![Vec::new(); graph.graph().len()];
        for (_, site) in sites.iter().filter(|(_, site)| !matches!(site.kind, SiteKind::Check(_))) {
            for node in graph.twins(graph.node(site.point)) {
                own[node as usize].extend((0..site.outcomes()).map(|index| site.outcome(index)));
            }
        }
        let components = graph.graph().components();
        let mut row_of = Vec::with_capacity(components.len());
        for component in 0..components.len() as u32 {
            let members = components.members(component);
            let outcomes = members.iter().flat_map(|&node| &own[node as usize]).copied();
            let next = members.iter().flat_map(|&node| graph.graph().successors(node));
            let mut rows: Vec<u32> = next
                .map(|&to| components.of(to))
                .filter(|&to| to != component)
                .map(|to| row_of[to as usize])
                .collect();
            rows.sort_unstable();
            rows.dedup();
            row_of.push(builder.row(&rows, outcomes));
        }
        let row = |node: u32| row_of[components.of(node) as usize];
        let mut after = IdVec::new();
        for (_, site) in sites.iter() {
            let node = graph.node(site.point);
            for index in 0..site.outcomes() {
                after.push(row(match site.kind {
                    SiteKind::Branch | SiteKind::Switch { .. } => {
                        graph.graph().successors(node)[index as usize]
                    }
                    SiteKind::Select => node + 1,
                    SiteKind::Check(_) => node,
                }));
            }
        }
        let blocks_of = |function| {
            let blocks = (0..graph.blocks(function)).map(BlockId::new);
            blocks.map(|block| row(graph.block(function, block))).collect()
        };
        let blocks = (0..graph.functions()).map(FuncId::new).map(blocks_of).collect();
        Self { chunks: builder.chunks, rows: builder.rows, after, blocks }
    }

    /// What lies ahead when an outcome has been taken. For an outcome of a check this is what lies ahead
    /// of the part of the block that the check is in.
    pub fn after(&self, outcome: OutcomeId) -> Outcomes<'_> {
        Outcomes { chunks: &self.chunks, row: &self.rows[self.after[outcome] as usize] }
    }

    /// What lies ahead at the start of a block, its own outcomes included.
    pub fn from_block(&self, function: FuncId, block: BlockId) -> Outcomes<'_> {
        Outcomes { chunks: &self.chunks, row: &self.rows[self.blocks[function][block] as usize] }
    }
}

/// A set of outcomes.
#[derive(Clone, Copy, Debug)]
pub struct Outcomes<'a> {
    chunks: &'a [Chunk],
    row: &'a [u32],
}

impl<'a> Outcomes<'a> {
    /// Whether an outcome is in it.
    pub fn contains(self, outcome: OutcomeId) -> bool {
        let (chunk, bit) = (outcome.index() / BITS, outcome.index() % BITS);
        self.row
            .get(chunk)
            .is_some_and(|&id| self.chunks[id as usize][bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// The outcomes, ascending.
    pub fn iter(self) -> impl Iterator<Item = OutcomeId> + 'a {
        members(self.words()).map(OutcomeId::new)
    }

    /// Whether any outcome of a set (by its number) is in it.
    pub fn meets(self, outcomes: &BitSet) -> bool {
        self.words().zip(outcomes.words()).any(|(a, b)| a & b != 0)
    }

    /// How many outcomes of a set (by their numbers) are in it.
    pub fn count(self, outcomes: &BitSet) -> usize {
        self.words().zip(outcomes.words()).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    fn words(self) -> impl Iterator<Item = u64> + 'a {
        self.row.iter().flat_map(move |&chunk| self.chunks[chunk as usize])
    }
}

/// Makes rows of chunks; equal chunks are kept once.
struct Builder {
    chunks: Vec<Chunk>,
    ids: FxHashMap<Chunk, u32>,
    rows: Vec<Vec<u32>>,
    width: usize,
}

impl Builder {
    fn new(outcomes: usize) -> Self {
        let empty = [0; WORDS];
        let ids = FxHashMap::from_iter([(empty, 0)]);
        Self { chunks: vec![empty], ids, rows: Vec::new(), width: outcomes.div_ceil(BITS) }
    }

    /// The row of all that is in some rows, and some outcomes.
    fn row(&mut self, rows: &[u32], outcomes: impl Iterator<Item = OutcomeId>) -> u32 {
        let mut outcomes = outcomes.peekable();
        if let ([row], None) = (rows, outcomes.peek()) {
            return *row;
        }
        let first = rows.first().map(|&row| self.rows[row as usize].clone());
        let mut union = first.unwrap_or_else(|| vec![0; self.width]);
        for &row in rows.iter().skip(1) {
            for (at, id) in union.iter_mut().enumerate() {
                let other = self.rows[row as usize][at];
                if *id != other && other != 0 {
                    let mut chunk = self.chunks[*id as usize];
                    let more = &self.chunks[other as usize];
                    chunk.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
                    *id = intern(&mut self.chunks, &mut self.ids, chunk);
                }
            }
        }
        for outcome in outcomes {
            let (id, bit) = (&mut union[outcome.index() / BITS], outcome.index() % BITS);
            let mut chunk = self.chunks[*id as usize];
            chunk[bit / 64] |= 1 << (bit % 64);
            *id = intern(&mut self.chunks, &mut self.ids, chunk);
        }
        if let Some(&same) = rows.iter().find(|&&row| self.rows[row as usize] == union) {
            return same;
        }
        self.rows.push(union);
        self.rows.len() as u32 - 1
    }
}

fn intern(chunks: &mut Vec<Chunk>, ids: &mut FxHashMap<Chunk, u32>, chunk: Chunk) -> u32 {
    *ids.entry(chunk).or_insert_with(|| {
        chunks.push(chunk);
        chunks.len() as u32 - 1
    })
}
