//! JaCoCo's counters: how much of a class there is, and how much of it was executed.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

use crate::view::{ClassView, MethodView};

/// So many executed of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Executed.
    pub covered: u32,
    /// In all.
    pub total: u32,
}

impl Tally {
    pub(crate) fn add(&mut self, covered: bool) {
        self.total += 1;
        self.covered += u32::from(covered);
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.covered += other.covered;
        self.total += other.total;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.covered, self.total))
    }
}

/// The counters of a class. A line that several methods have counts once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Instructions.
    pub instructions: Tally,
    /// Branches.
    pub branches: Tally,
    /// Lines.
    pub lines: Tally,
    /// Cyclomatic complexity, the sum over its methods.
    pub complexity: Tally,
    /// Methods.
    pub methods: Tally,
    /// The methods of which something is counted, in the order of the class file.
    pub by_method: Vec<MethodCounters>,
}

/// The counters of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodCounters {
    /// Its name and descriptor.
    pub method: (String, String),
    /// Its first line of which something is counted.
    pub line: Option<u16>,
    /// Instructions.
    pub instructions: Tally,
    /// Branches.
    pub branches: Tally,
    /// Lines.
    pub lines: Tally,
    /// Cyclomatic complexity: all that a basis of its paths has, and what of it was executed at least.
    pub complexity: Tally,
}

impl ClassView {
    /// How much there is in the class, none of it executed.
    pub fn totals(&self) -> Counters {
        Counters::of(self, |_, _| false)
    }
}

impl Counters {
    /// Counts a class after runs that have passed some probes, told by the method of the class file and
    /// the probe of the method.
    pub fn of(class: &ClassView, passed: impl Fn(&MethodView, u32) -> bool) -> Self {
        let mut counters = Self::default();
        let mut lines = BTreeMap::new();
        for method in class.methods.iter().filter(|method| method.is_counted()) {
            let (counted, own) = MethodCounters::of(method, |probe| passed(method, probe));
            counters.instructions += counted.instructions;
            counters.branches += counted.branches;
            counters.complexity += counted.complexity;
            counters.methods.add(counted.instructions.covered > 0);
            for (line, covered) in own {
                *lines.entry(line).or_default() |= covered;
            }
            counters.by_method.push(counted);
        }
        lines.into_values().for_each(|covered| counters.lines.add(covered));
        counters
    }

    /// Whether anything of the class is counted; reports leave it out otherwise.
    pub fn is_counted(&self) -> bool {
        self.instructions.total > 0
    }
}

impl MethodCounters {
    /// Counts a method, and tells of each of its lines whether it was executed.
    fn of(method: &MethodView, passed: impl Fn(u32) -> bool) -> (Self, BTreeMap<u16, bool>) {
        let mut counters =
            Self { method: (method.name.clone(), method.descriptor.clone()), ..Self::default() };
        let mut lines = BTreeMap::new();
        for counted in &method.counted {
            let taken = counted.taken(&passed);
            counters.instructions.add(taken > 0);
            if counted.branches > 1 {
                counters.branches += Tally { covered: taken, total: counted.branches };
                // The first way belongs to the path that came here; each further one begins a path.
                let more = Tally { covered: taken.saturating_sub(1), total: counted.branches - 1 };
                counters.complexity += more;
            }
            if let Some(line) = counted.line {
                *lines.entry(line).or_default() |= taken > 0;
            }
        }
        counters.complexity.add(counters.instructions.covered > 0);
        counters.line = lines.keys().next().copied();
        lines.values().for_each(|covered| counters.lines.add(*covered));
        (counters, lines)
    }
}
