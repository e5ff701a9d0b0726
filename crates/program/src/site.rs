//! Sites: the places where a run can go one way or another, numbered densely over the whole program.
//!
//! A site has outcomes: a branch or select two (true, then false), a switch one for each case and last
//! the default, a check two (passed, then failed; of checks inside arithmetic only failures are counted). Outcomes are numbered densely too, so that counts
//! and distances are plain vectors. Loads, stores and other accesses of memory are no sites: there are
//! too many of them, and a failed one is reported by its place.

use crate::{
    BinaryOp, BlockId, CheckKind, ConditionRef, FuncId, Function, Id, IdVec, Instruction, Program,
    Terminator, define_id,
};

define_id!(
    /// A site of the program.
    SiteId
);
define_id!(
    /// One outcome of one site.
    OutcomeId
);

/// A place in a program: an instruction of a block, or its terminator (the index after the last).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point {
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: BlockId,
    /// The instruction.
    pub index: u32,
}

/// What kind of choice is made at a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SiteKind {
    /// A two-way branch.
    Branch,
    /// A branch without blocks.
    Select,
    /// A switch with that many cases beside the default.
    Switch {
        /// Number of cases.
        cases: u32,
    },
    /// A check, written out or part of checked arithmetic and division.
    Check(CheckKind),
}

/// A place where a run can go one way or another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// Where.
    pub point: Point,
    /// What kind.
    pub kind: SiteKind,
    /// Its first outcome; the others follow.
    pub first: OutcomeId,
    /// The condition of the source that it evaluates.
    pub condition: Option<ConditionRef>,
}

impl Site {
    /// How many outcomes it has.
    pub fn outcomes(&self) -> u32 {
        match self.kind {
            SiteKind::Switch { cases } => cases + 1,
            SiteKind::Branch | SiteKind::Select | SiteKind::Check(_) => 2,
        }
    }

    /// Its `index`-th outcome.
    pub fn outcome(&self, index: u32) -> OutcomeId {
        OutcomeId(self.first.0 + index)
    }
}

/// All sites of a program, in the order of the program; those of a body that came later follow.
#[derive(Clone, Debug, Default)]
pub struct SiteTable {
    sites: IdVec<SiteId, Site>,
    /// The site each outcome belongs to.
    owners: IdVec<OutcomeId, SiteId>,
    /// The first site of each function and the one behind its last.
    ranges: Vec<(u32, u32)>,
    /// The program-wide number of the first execution counter of each function, and how many there are.
    counters: (Vec<u32>, u32),
}

impl SiteTable {
    /// Numbers the sites of a program.
    pub fn new(program: &Program) -> Self {
        let mut table = Self::default();
        for (id, function) in program.functions.iter() {
            table.add(id, function);
        }
        table
    }

    /// Numbers the sites of a function behind those that are there: of the next one, or of one that had no
    /// body before.
    pub fn add(&mut self, id: FuncId, function: &Function) {
        let first = self.sites.len() as u32;
        for (block, body) in function.blocks.iter() {
            for (index, instruction) in body.instructions.iter().enumerate() {
                for (kind, condition) in sites_of(&instruction.node).into_iter().flatten() {
                    self.push(Point { function: id, block, index: index as u32 }, kind, condition);
                }
            }
            let point = Point { function: id, block, index: body.instructions.len() as u32 };
            match &body.terminator.node {
                Terminator::Branch { condition, .. } => {
                    self.push(point, SiteKind::Branch, *condition);
                }
                Terminator::Switch { cases, .. } => {
                    self.push(point, SiteKind::Switch { cases: cases.len() as u32 }, None);
                }
                _ => {}
            }
        }
        if self.ranges.len() <= id.index() {
            self.ranges.resize(id.index() + 1, (0, 0));
        }
        self.ranges[id.index()] = (first, self.sites.len() as u32);
        let (counters, count) = &mut self.counters;
        counters.resize(self.ranges.len(), *count);
        counters[id.index()] = *count;
        *count += function.counters;
    }

    /// Adds three sites that belong to no function: a check of a divisor, one of a range, and an assertion. Gives the
    /// first.
    pub fn add_spare(&mut self, point: Point) -> SiteId {
        let first = SiteId::new(self.sites.len());
        self.push(point, SiteKind::Check(CheckKind::Division), None);
        self.push(point, SiteKind::Check(CheckKind::Overflow), None);
        self.push(point, SiteKind::Check(CheckKind::Assertion), None);
        first
    }

    /// The program-wide number of the first execution counter of a function.
    pub fn first_counter(&self, function: FuncId) -> u32 {
        self.counters.0.get(function.index()).copied().unwrap_or_default()
    }

    /// How many execution counters there are.
    pub fn counters(&self) -> u32 {
        self.counters.1
    }

    /// Whether an outcome is one of these; a program that grows may have others.
    pub fn knows(&self, outcome: OutcomeId) -> bool {
        outcome.index() < self.owners.len()
    }

    /// A site.
    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[id]
    }

    /// The site an outcome belongs to, and which of its outcomes it is.
    pub fn owner(&self, outcome: OutcomeId) -> (SiteId, u32) {
        let site = self.owners[outcome];
        (site, outcome.0 - self.sites[site].first.0)
    }

    /// Ids of the sites of a function.
    pub fn of_function(&self, function: FuncId) -> impl DoubleEndedIterator<Item = SiteId> + use<> {
        let (first, end) = self.ranges.get(function.index()).copied().unwrap_or_default();
        (first..end).map(SiteId)
    }

    /// All sites.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (SiteId, &Site)> {
        self.sites.iter()
    }

    /// How many sites there are.
    pub fn len(&self) -> usize {
        self.sites.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// How many outcomes all sites have together.
    pub fn outcomes(&self) -> usize {
        self.owners.len()
    }

    fn push(&mut self, point: Point, kind: SiteKind, condition: Option<ConditionRef>) {
        let first = OutcomeId::new(self.owners.len());
        let site = Site { point, kind, first, condition };
        let id = self.sites.push(site);
        for _ in 0..site.outcomes() {
            self.owners.push(id);
        }
    }
}

/// The sites of one instruction, in the order in which it passes them: a signed division first asks
/// for its divisor, then for its range.
pub fn sites_of(instruction: &Instruction) -> [Option<(SiteKind, Option<ConditionRef>)>; 2] {
    let check = |kind| Some((SiteKind::Check(kind), None));
    match instruction {
        Instruction::Select { condition, .. } => [Some((SiteKind::Select, *condition)), None],
        Instruction::Check { kind, .. } => [check(*kind), None],
        Instruction::Binary { op, checked, .. } => match op {
            BinaryOp::UDiv | BinaryOp::URem => [check(CheckKind::Division), None],
            BinaryOp::SDiv | BinaryOp::SRem if *checked => {
                [check(CheckKind::Division), check(CheckKind::Overflow)]
            }
            BinaryOp::SDiv | BinaryOp::SRem => [check(CheckKind::Division), None],
            _ if *checked => [check(CheckKind::Overflow), None],
            _ => [None, None],
        },
        _ => [None, None],
    }
}
