//! The verifier: tells whether a program is well-formed, so that nobody after it has to ask again.
//!
//! What holds of a program that [`verify`] accepts: every id leads somewhere; every operand,
//! destination, argument and result has the type its place asks for; operations fit their types;
//! constants have no bit above their type; every register has a value on every path to each of its
//! uses, also into handlers; classes form a hierarchy with a sound layout; the methods of one selector
//! have one signature. It works on any [`Program`] value, however broken, and never panics.

mod assigned;
mod catalogue;
mod class;
mod function;
mod global;
mod growth;
mod instruction;
mod terminator;

use std::fmt;

use rustc_hash::FxHashSet;

use crate::{FuncId, Id, Point, Program, SelectorId, Type};

pub use growth::Growth;

/// The largest size of a global or of an instance, in bytes.
pub const LARGEST_SIZE: u32 = i32::MAX as u32;
/// How many registers a function may have; an `i128` counts twice.
pub const MOST_REGISTERS: usize = 60_000;
/// How many execution counters a function may have.
pub const MOST_COUNTERS: u32 = 1 << 20;
/// More problems than this are not listed.
const MOST_PROBLEMS: usize = 100;

/// One thing that is wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, in words.
    pub place: String,
    /// Where, if it is in a block.
    pub point: Option<Point>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Problem {}

/// Tells whether a program is well-formed.
///
/// # Errors
///
/// What is wrong, in the order of the program; the first hundred problems at most.
pub fn verify(program: &Program) -> Result<(), Vec<Problem>> {
    let mut verifier = Verifier { program, problems: Vec::new(), selectors: Vec::new() };
    verifier.names();
    verifier.globals(0);
    verifier.classes(0);
    for id in program.functions.ids() {
        verifier.function(id);
        if verifier.problems.len() >= MOST_PROBLEMS {
            break;
        }
    }
    verifier.catalogue();
    verifier.problems.truncate(MOST_PROBLEMS);
    if verifier.problems.is_empty() { Ok(()) } else { Err(verifier.problems) }
}

struct Verifier<'p> {
    program: &'p Program,
    problems: Vec<Problem>,
    /// By selector: a method of that name, whose signature all others have.
    selectors: Vec<Option<FuncId>>,
}

impl<'p> Verifier<'p> {
    /// Notes a problem outside blocks.
    fn problem(&mut self, place: impl FnOnce() -> String, message: impl Into<String>) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem { place: place(), point: None, message: message.into() });
        }
    }

    /// Names by which the text form refers to things are unique.
    fn names(&mut self) {
        let program = self.program;
        let functions = program.functions.values().map(|function| &function.name);
        let globals = program.globals.values().map(|global| &global.name);
        self.unique(functions.chain(globals), |name| {
            format!("two functions or globals are called `@{name}`")
        });
        let classes = program.classes.values().map(|class| &class.name);
        self.unique(classes, |name| format!("two classes are called `{name}`"));
        self.unique(program.selectors.values(), |name| {
            format!("two selectors are called `{name}`")
        });
    }

    fn unique(
        &mut self,
        names: impl Iterator<Item = &'p String>,
        message: impl Fn(&str) -> String,
    ) {
        for name in duplicates(names.map(String::as_str)) {
            self.problem(|| "program".to_owned(), message(name));
        }
    }

    /// The method whose signature a selector stands for, if any class has one.
    fn method_of(&self, selector: SelectorId) -> Option<FuncId> {
        self.selectors.get(selector.index()).copied().flatten()
    }
}

/// Names that occur a second time, each once.
fn duplicates<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let mut seen = FxHashSet::default();
    let mut repeated: Vec<&str> = names.filter(|name| !seen.insert(*name)).collect();
    repeated.sort_unstable();
    repeated.dedup();
    repeated
}

/// Whether there is such a type.
fn is_type(ty: Type) -> bool {
    !matches!(ty, Type::Int(bits) if !matches!(bits, 1..=64 | 128))
}

/// A vertex on a cycle of a graph, if there is one: what is left when vertices that lead nowhere are
/// taken away again and again. Targets out of range are ignored.
fn on_a_cycle(len: usize, successors: impl Fn(usize) -> Vec<usize>) -> Option<usize> {
    let mut remaining = vec![0u32; len];
    let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); len];
    for (vertex, count) in remaining.iter_mut().enumerate() {
        for successor in successors(vertex).into_iter().filter(|successor| *successor < len) {
            *count += 1;
            predecessors[successor].push(vertex as u32);
        }
    }
    let mut free: Vec<usize> = (0..len).filter(|vertex| remaining[*vertex] == 0).collect();
    while let Some(vertex) = free.pop() {
        for predecessor in std::mem::take(&mut predecessors[vertex]) {
            let predecessor = predecessor as usize;
            remaining[predecessor] -= 1;
            if remaining[predecessor] == 0 {
                free.push(predecessor);
            }
        }
    }
    // What merely leads to a cycle is left over too; following the graph ends on the cycle itself.
    let mut vertex = remaining.iter().position(|count| *count > 0)?;
    for _ in 0..len {
        let next = successors(vertex).into_iter().find(|next| *next < len && remaining[*next] > 0);
        vertex = next?;
    }
    Some(vertex)
}

#[cfg(test)]
mod tests {
    use super::on_a_cycle;

    #[test]
    fn a_cycle_is_found_and_what_leads_to_it_is_not_blamed() {
        let graph = [vec![1], vec![2, 4], vec![3], vec![2], vec![]];
        assert!(matches!(on_a_cycle(5, |vertex| graph[vertex].clone()), Some(2 | 3)));
        let tree = [vec![1, 2], vec![2], vec![9]];
        assert_eq!(on_a_cycle(3, |vertex| tree[vertex].clone()), None);
        assert_eq!(on_a_cycle(1, |_| vec![0]), Some(0));
    }
}
