//! Where JaCoCo puts its probes, and what the execution of a probe says of the instructions before it.
//!
//! A probe stands where ways meet: on each way that jumps to an instruction with several ways in, on the way
//! that falls into it, before each return and throw; and before each line that calls a method, because a
//! call may not come back. An instruction was executed if a probe behind it was, on a way without another
//! probe in between.

use std::collections::BTreeSet;

use crate::body::{Body, Node, Operand};
use crate::opcode as op;

/// Where a probe stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Probe {
    /// Before an instruction, where the one before goes on to it; who jumps there does not pass it.
    Before(u32),
    /// On the way on which a jump jumps, conditional or not.
    Jump(u32),
    /// On the way from a switch to one of its targets.
    Case {
        /// The switch.
        switch: u32,
        /// The instruction it goes to.
        target: u32,
    },
    /// Right before a return or a throw.
    Leave(u32),
}

/// A way out of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// To the next instruction.
    On,
    /// To where it jumps.
    Jump,
    /// To a target of a switch.
    To(u32),
}

/// A way out of an instruction, as it is counted.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// Its number at the instruction. Numbers may be left out: they tell which way a filter means.
    pub number: u32,
    /// Which way it is.
    pub way: Way,
    /// The probes that tell that it was taken.
    pub probes: Vec<u32>,
}

/// The probes of a method and what they tell.
#[derive(Debug, Default)]
pub(super) struct Flow {
    /// The probes.
    pub probes: Vec<Probe>,
    /// By instruction: its ways out.
    pub branches: Vec<Vec<Branch>>,
    /// By instruction: its line.
    pub lines: Vec<Option<u16>>,
}

impl Flow {
    /// Finds the probes of a body.
    pub fn new(body: &Body<'_>) -> Self {
        let marks = Marks::new(body);
        let mut builder = Builder {
            flow: Self {
                probes: Vec::new(),
                branches: vec![Vec::new(); body.ops.len()],
                lines: vec![None; body.ops.len()],
            },
            before: vec![None; body.ops.len()],
            jumps: Vec::new(),
            told: Vec::new(),
            current: None,
        };
        builder.walk(body, &marks);
        builder.finish()
    }
}

/// What is known of the labels, by the instruction they stand before.
struct Marks {
    labels: Vec<Label>,
}

#[derive(Clone, Copy, Default)]
struct Label {
    /// Something jumps there.
    target: bool,
    /// There are several ways there.
    several: bool,
    /// The instruction before goes on to it.
    successor: bool,
    /// A line begins there that calls a method.
    calls: bool,
}

impl Marks {
    fn new(body: &Body<'_>) -> Self {
        let mut marks = Self { labels: vec![Label::default(); body.ops.len() + 1] };
        for handler in &body.handlers {
            // What is guarded begins with a probe, unless the method begins there.
            marks.target(handler.start);
            marks.target(handler.target);
        }
        let (mut successor, mut first, mut line_start) = (false, true, None);
        let mut label = 0;
        for node in &body.nodes {
            match *node {
                Node::Label(index) => {
                    label = index;
                    if first {
                        marks.target(index);
                    }
                    if successor {
                        marks.successor(index);
                    }
                }
                Node::Line(0) | Node::Frame => {}
                Node::Line(_) => line_start = Some(label),
                Node::Op(index) => {
                    first = false;
                    let instruction = &body.ops[index as usize];
                    successor = op::goes_on(instruction.code);
                    match &instruction.operand {
                        Operand::Switch(default, cases) => {
                            let mut targets = cases.clone();
                            targets.push(*default);
                            targets.sort_unstable();
                            targets.dedup();
                            targets.into_iter().for_each(|target| marks.target(target));
                        }
                        operand => operand.each_target(|target| marks.target(target)),
                    }
                    if op::calls(instruction.code)
                        && let Some(line) = line_start
                    {
                        marks.labels[line as usize].calls = true;
                    }
                }
            }
        }
        marks
    }

    fn target(&mut self, index: u32) {
        let label = &mut self.labels[index as usize];
        label.several |= label.target || label.successor;
        label.target = true;
    }

    fn successor(&mut self, index: u32) {
        let label = &mut self.labels[index as usize];
        label.successor = true;
        label.several |= label.target;
    }

    fn several(&self, index: u32) -> bool {
        self.labels[index as usize].several
    }

    fn needs_probe(&self, index: u32) -> bool {
        let label = self.labels[index as usize];
        label.successor && (label.several || label.calls)
    }
}

/// Follows a body and ties instructions to each other and to probes.
struct Builder {
    flow: Flow,
    /// By instruction: the one that leads to it without a probe, and by which of its branches.
    before: Vec<Option<(u32, u32)>>,
    /// Jumps without a probe: from where, by which branch, to where.
    jumps: Vec<(u32, u32, u32)>,
    /// By probe: the instruction and the branch that it stands behind.
    told: Vec<(u32, u32)>,
    /// The instruction that the next one follows.
    current: Option<u32>,
}

impl Builder {
    fn walk(&mut self, body: &Body<'_>, marks: &Marks) {
        let mut line = None;
        for node in &body.nodes {
            match *node {
                Node::Label(index) => {
                    if marks.needs_probe(index)
                        && let Some(current) = self.current
                    {
                        self.probe(Probe::Before(index), current, 0, Way::On);
                        self.current = None;
                    }
                    if !marks.labels[index as usize].successor {
                        self.current = None;
                    }
                }
                Node::Line(number) => line = Some(number),
                Node::Frame => {}
                Node::Op(index) => {
                    self.flow.lines[index as usize] = line;
                    if let Some(current) = self.current {
                        self.link(current, 0, Way::On, index);
                    }
                    self.current = Some(index);
                    self.leave(body, marks, index);
                }
            }
        }
    }

    /// The ways out of an instruction other than to the next one.
    fn leave(&mut self, body: &Body<'_>, marks: &Marks, at: u32) {
        let instruction = &body.ops[at as usize];
        match &instruction.operand {
            Operand::Jump(target) if marks.several(*target) => {
                self.probe(Probe::Jump(at), at, 1, Way::Jump);
            }
            Operand::Jump(target) => self.jump(at, 1, Way::Jump, *target),
            Operand::Switch(default, cases) => self.switch(marks, at, *default, cases),
            _ if op::leaves(instruction.code) => self.probe(Probe::Leave(at), at, 0, Way::On),
            _ => {}
        }
    }

    fn switch(&mut self, marks: &Marks, at: u32, default: u32, cases: &[u32]) {
        // Branches are numbered by target, unless one of them has a probe: then by case.
        let with_probes = std::iter::once(&default).chain(cases).any(|to| marks.several(*to));
        let mut done = BTreeSet::new();
        let mut number = 0;
        for (case, &target) in std::iter::once(&default).chain(cases).enumerate() {
            if !done.insert(target) {
                continue;
            }
            let branch = if with_probes { case as u32 } else { number };
            number += 1;
            if marks.several(target) {
                self.probe(Probe::Case { switch: at, target }, at, branch, Way::To(target));
            } else {
                self.jump(at, branch, Way::To(target), target);
            }
        }
    }

    fn probe(&mut self, probe: Probe, at: u32, number: u32, way: Way) {
        self.flow.probes.push(probe);
        self.told.push((at, number));
        self.flow.branches[at as usize].push(Branch { number, way, probes: Vec::new() });
    }

    fn jump(&mut self, at: u32, number: u32, way: Way, to: u32) {
        self.flow.branches[at as usize].push(Branch { number, way, probes: Vec::new() });
        self.jumps.push((at, number, to));
    }

    fn link(&mut self, at: u32, number: u32, way: Way, to: u32) {
        self.flow.branches[at as usize].push(Branch { number, way, probes: Vec::new() });
        self.before[to as usize] = Some((at, number));
    }

    /// Carries each probe back to what it tells of.
    fn finish(mut self) -> Flow {
        for &(at, number, to) in &self.jumps {
            self.before[to as usize] = Some((at, number));
        }
        for (probe, &(at, number)) in self.told.iter().enumerate() {
            let mut next = Some((at, number));
            // A circle without a probe cannot be entered, but a class file may have one.
            let mut left = self.before.len();
            while let Some((at, number)) = next.filter(|_| left > 0) {
                left -= 1;
                let branches = &mut self.flow.branches[at as usize];
                for branch in branches.iter_mut().filter(|branch| branch.number == number) {
                    branch.probes.push(probe as u32);
                }
                next = self.before[at as usize];
            }
        }
        self.flow
    }
}
