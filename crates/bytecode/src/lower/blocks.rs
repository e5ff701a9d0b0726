//! Where blocks begin, who comes into them, and who catches what is thrown in them.

use classfile::code::Handler;
use program::{BlockId, IdVec};
use ristretto_classfile::attributes::Instruction;

use super::bytecode::targets;
use super::diamonds::{self, Diamond};
use super::{LowerError, Malformed};

/// The blocks of a method that can be reached, in the order of the bytecode.
pub(super) struct Plan {
    /// The first instruction of each block.
    pub starts: IdVec<BlockId, u32>,
    /// By instruction: the block that starts there.
    blocks: Vec<Option<BlockId>>,
    /// By instruction: how many ways lead to it; only those of blocks matter.
    ways: Vec<u32>,
    /// By instruction: whether a jump or the instruction before leads to it, and not only exceptions.
    normally: Vec<bool>,
    /// By instruction: the handlers that cover it, as a number of `regions`; empty without handlers.
    region_of: Vec<u16>,
    /// The handlers of each region, as numbers of the handlers; the first region has none.
    pub regions: Vec<Vec<u16>>,
    /// Branches that only choose between two values, by instruction.
    diamonds: Vec<(u32, Diamond)>,
}

impl Plan {
    /// Cuts bytecode into blocks.
    pub fn new(code: &[Instruction], table: &[Handler]) -> Result<Self, LowerError> {
        if code.is_empty() {
            return Err(Malformed::Empty.into());
        }
        let (region_of, regions) = regions(code.len(), table);
        let mut scan = Scan {
            code,
            table,
            region_of: &region_of,
            regions: &regions,
            reached: vec![false; code.len()],
            jumped: vec![0; code.len()],
            normally: vec![false; code.len()],
            regions_seen: vec![false; regions.len()],
            open: vec![0],
        };
        scan.run()?;
        let Scan { reached, mut jumped, mut normally, .. } = scan;

        let mut starts_block = vec![false; code.len()];
        let mut ways = jumped.clone();
        starts_block[0] = true;
        // The call itself is a way to the first instruction.
        ways[0] += 1;
        for at in (0..code.len()).filter(|at| reached[*at]) {
            starts_block[at] |= jumped[at] > 0;
            let mut jumps = false;
            let goes_on = targets(code, at, |_| jumps = true);
            if goes_on && at + 1 < code.len() {
                ways[at + 1] += 1;
                normally[at + 1] = true;
                let other_handlers = !region_of.is_empty() && region_of[at] != region_of[at + 1];
                starts_block[at + 1] |= jumps || other_handlers;
            }
        }
        let same_handlers = |a: usize, b: usize| region_of.get(a) == region_of.get(b);
        let edges =
            diamonds::Edges { jumped: &mut jumped, ways: &mut ways, starts: &mut starts_block };
        let diamonds = diamonds::find(code, &reached, edges, same_handlers);
        let mut plan = Self {
            starts: IdVec::new(),
            blocks: vec![None; code.len()],
            ways,
            normally,
            region_of,
            regions,
            diamonds,
        };
        for at in (0..code.len()).filter(|at| reached[*at] && starts_block[*at]) {
            plan.blocks[at] = Some(plan.starts.push(at as u32));
        }
        Ok(plan)
    }

    /// The block that starts at an instruction.
    pub fn block_at(&self, at: usize) -> Option<BlockId> {
        self.blocks.get(at).copied().flatten()
    }

    /// Whether a block is entered by one way only, and not by an exception.
    pub fn has_one_way(&self, block: BlockId) -> bool {
        self.ways[self.starts[block] as usize] <= 1
    }

    /// Whether a block is entered by exceptions only.
    pub fn only_catches(&self, block: BlockId) -> bool {
        !self.normally[self.starts[block] as usize]
    }

    /// The number of the handlers that cover an instruction; 0 means none.
    pub fn region(&self, at: usize) -> u16 {
        self.region_of.get(at).copied().unwrap_or(0)
    }

    /// The diamond whose branch stands at an instruction.
    pub fn diamond(&self, at: usize) -> Option<&Diamond> {
        let found = self.diamonds.binary_search_by_key(&(at as u32), |(branch, _)| *branch);
        found.ok().map(|index| &self.diamonds[index].1)
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }
}

/// For each instruction the number of its list of handlers, and the lists. Of lists that are equal one
/// is kept.
fn regions(len: usize, table: &[Handler]) -> (Vec<u16>, Vec<Vec<u16>>) {
    let mut lists: Vec<Vec<u16>> = vec![Vec::new()];
    if table.is_empty() {
        return (Vec::new(), lists);
    }
    let mut borders: Vec<usize> = table
        .iter()
        .flat_map(|entry| [entry.start, entry.end])
        .map(|border| usize::from(border).min(len))
        .chain([0, len])
        .collect();
    borders.sort_unstable();
    borders.dedup();
    let mut region_of = vec![0; len];
    for pair in borders.windows(2) {
        let covers = |entry: &Handler| {
            usize::from(entry.start) <= pair[0] && pair[1] <= usize::from(entry.end)
        };
        let list: Vec<u16> = (0..table.len())
            .filter(|index| covers(&table[*index]))
            .map(|index| index as u16)
            .collect();
        let number = lists.iter().position(|known| *known == list).unwrap_or_else(|| {
            lists.push(list);
            lists.len() - 1
        });
        region_of[pair[0]..pair[1]].fill(number as u16);
    }
    (region_of, lists)
}

/// What can be reached from the first instruction.
struct Scan<'a> {
    code: &'a [Instruction],
    table: &'a [Handler],
    region_of: &'a [u16],
    regions: &'a [Vec<u16>],
    reached: Vec<bool>,
    /// How many jumps lead to each instruction; an entry by an exception counts as two.
    jumped: Vec<u32>,
    /// Whether a jump leads there, exceptions aside.
    normally: Vec<bool>,
    regions_seen: Vec<bool>,
    open: Vec<usize>,
}

impl Scan<'_> {
    fn run(&mut self) -> Result<(), LowerError> {
        while let Some(mut at) = self.open.pop() {
            loop {
                if at >= self.code.len() {
                    return Err(Malformed::End.into());
                }
                if std::mem::replace(&mut self.reached[at], true) {
                    break;
                }
                self.handlers_of(at)?;
                let (jumped, open, len) = (&mut self.jumped, &mut self.open, self.code.len());
                let normally = &mut self.normally;
                let mut outside = false;
                let goes_on = targets(self.code, at, |target| {
                    if target < len {
                        jumped[target] += 1;
                        normally[target] = true;
                        open.push(target);
                    } else {
                        outside = true;
                    }
                });
                if outside {
                    return Err(Malformed::Target.into());
                }
                if !goes_on {
                    break;
                }
                at += 1;
            }
        }
        Ok(())
    }

    fn handlers_of(&mut self, at: usize) -> Result<(), LowerError> {
        let Some(&region) = self.region_of.get(at) else { return Ok(()) };
        if std::mem::replace(&mut self.regions_seen[usize::from(region)], true) {
            return Ok(());
        }
        for entry in &self.regions[usize::from(region)] {
            let target = usize::from(self.table[usize::from(*entry)].target);
            let ways = self.jumped.get_mut(target).ok_or(Malformed::Target)?;
            *ways += 2;
            self.open.push(target);
        }
        Ok(())
    }
}
