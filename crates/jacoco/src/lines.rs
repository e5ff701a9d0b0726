//! JaCoCo's counters of lines.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::Tally;
use crate::view::{ClassView, MethodView};

/// What is counted in a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounters {
    /// Instructions.
    pub instructions: Tally,
    /// Branches.
    pub branches: Tally,
}

impl AddAssign for LineCounters {
    fn add_assign(&mut self, other: Self) {
        self.instructions += other.instructions;
        self.branches += other.branches;
    }
}

/// The lines of a class of which something is counted. Classes of one source file can share lines, which are then
/// sums.
pub type Lines = BTreeMap<u16, LineCounters>;

/// Counts the lines of a class after runs that have passed some probes, told by the method of the class file and the
/// probe of the method.
pub fn lines(class: &ClassView, passed: impl Fn(&MethodView, u32) -> bool) -> Lines {
    let mut lines = Lines::new();
    for method in &class.methods {
        for counted in &method.counted {
            let Some(line) = counted.line else { continue };
            let taken = counted.taken(|probe| passed(method, probe));
            let line = lines.entry(line).or_default();
            line.instructions.add(taken > 0);
            if counted.branches > 1 {
                line.branches += Tally { covered: taken, total: counted.branches };
            }
        }
    }
    lines
}
