//! Slicing: the clauses of a path condition that its last one depends on (section 4.1).
//!
//! Clauses depend on each other through variables that they share, and through objects that their variables belong
//! to: an object's invariant may tie its fields together although no clause does. Both are transitive, so the slice
//! is made of those groups of clauses that the last one touches. A path is gone along once and groups are joined as
//! clauses come, each with the fingerprint of its clauses: the slice of every alternative is then at hand.

use super::clause::{Clauses, Print, joined};
use super::fingerprint::Fingerprint;
use rustc_hash::FxHashMap;
use term::{Pool, TermId};

/// How many clauses a turned one counts for in an attempt.
const WEIGHT: u64 = 8;

/// Clauses in groups that have nothing to do with each other.
#[derive(Clone, Debug, Default)]
pub struct Slicer {
    /// Numbers of variables and objects, by name.
    numbers: FxHashMap<Box<str>, u32>,
    /// By variable of the pool: its number, and that of the object it belongs to.
    known: Vec<Option<(u32, Option<u32>)>>,
    /// By number: one that it is connected with, itself at last.
    leaders: Vec<u32>,
    /// By leader: the clauses of the group.
    groups: Vec<Group>,
}

/// Clauses that have to do with each other.
#[derive(Clone, Debug, Default)]
struct Group {
    fingerprint: Fingerprint,
    /// Their places in the path.
    clauses: Vec<u32>,
}

impl Slicer {
    /// Forgets all clauses, not the names.
    pub fn clear(&mut self) {
        for (number, leader) in self.leaders.iter_mut().enumerate() {
            *leader = number as u32;
        }
        for group in &mut self.groups {
            group.fingerprint = Fingerprint::default();
            group.clauses.clear();
        }
    }

    /// Adds a clause of the path, with its place there.
    pub fn add(&mut self, pool: &Pool, clauses: &mut Clauses, clause: TermId, place: u32) {
        let print = clauses.print(pool, clause);
        let mut leader = None;
        for &variable in clauses.variables(pool, clause) {
            let (own, owner) = self.numbers(pool, variable);
            for number in [Some(own), owner].into_iter().flatten() {
                leader = Some(self.join(leader, number));
            }
        }
        if let Some(leader) = leader {
            let group = &mut self.groups[leader as usize];
            group.fingerprint.add(print);
            group.clauses.push(place);
        }
    }

    /// The fingerprint of the clauses that depend on one that would come next, and of itself.
    pub fn fingerprint(&mut self, pool: &Pool, clauses: &mut Clauses, last: TermId) -> Fingerprint {
        let print = clauses.print(pool, last);
        let mut whole = alone(print);
        for leader in self.touched(pool, clauses, last) {
            whole.join(&self.groups[leader as usize].fingerprint);
        }
        whole
    }

    /// The same for an attempt at the last clause, which without its numbers then counts for `WEIGHT` clauses: what an
    /// attempt comes to hangs on the clause that was turned, and a long prefix that many have in common says little
    /// about it. The paper has no such thing, and neighbours are then those of the same length.
    pub fn attempt(&mut self, pool: &Pool, clauses: &mut Clauses, last: TermId) -> Fingerprint {
        let mut whole = self.fingerprint(pool, clauses, last);
        let print = clauses.print(pool, last);
        for time in 0..WEIGHT {
            let outline = joined(print.outline, time);
            whole.add(Print { outline, whole: outline });
        }
        whole
    }

    /// The places of the clauses that depend on one that would come next, in ascending order.
    pub fn slice(&mut self, pool: &Pool, clauses: &mut Clauses, last: TermId) -> Vec<u32> {
        let touched = self.touched(pool, clauses, last);
        let groups = touched.iter().flat_map(|leader| &self.groups[*leader as usize].clauses);
        let mut places: Vec<u32> = groups.copied().collect();
        places.sort_unstable();
        places
    }

    /// The groups that a clause has to do with.
    fn touched(&mut self, pool: &Pool, clauses: &mut Clauses, clause: TermId) -> Vec<u32> {
        let mut leaders = Vec::new();
        for &variable in clauses.variables(pool, clause) {
            let (own, owner) = self.numbers(pool, variable);
            for number in [Some(own), owner].into_iter().flatten() {
                leaders.push(find(&mut self.leaders, number));
            }
        }
        leaders.sort_unstable();
        leaders.dedup();
        leaders
    }

    /// The numbers of a variable and of its object.
    fn numbers(&mut self, pool: &Pool, variable: u32) -> (u32, Option<u32>) {
        let index = variable as usize;
        if self.known.len() <= index {
            self.known.resize(index + 1, None);
        }
        if let Some(known) = self.known[index] {
            return known;
        }
        let name = pool.variable_name(term::VarId(variable));
        let own = self.number(name);
        let found = (own, owner(name).map(|owner| self.number(owner)));
        self.known[index] = Some(found);
        found
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.leaders.len() as u32;
        self.numbers.insert(name.into(), number);
        self.leaders.push(number);
        self.groups.push(Group::default());
        number
    }

    /// Joins a group with that of a number; gives the leader of both.
    fn join(&mut self, leader: Option<u32>, number: u32) -> u32 {
        let other = find(&mut self.leaders, number);
        let Some(leader) = leader.filter(|leader| *leader != other) else { return other };
        let size = |leader: u32| self.groups[leader as usize].clauses.len();
        // The smaller is added to the larger, so that no clause moves often.
        let (large, small) =
            if size(leader) >= size(other) { (leader, other) } else { (other, leader) };
        let moved = std::mem::take(&mut self.groups[small as usize]);
        let group = &mut self.groups[large as usize];
        group.fingerprint.join(&moved.fingerprint);
        group.clauses.extend(moved.clauses);
        self.leaders[small as usize] = large;
        large
    }
}

fn alone(print: Print) -> Fingerprint {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add(print);
    fingerprint
}

/// The object that a variable belongs to: what its name says before the last field or index. A variable that is an
/// object's address has the object's name.
pub fn owner(name: &str) -> Option<&str> {
    let field = name.rfind(['.', '[']).max(name.rfind("->"))?;
    (field > 0).then(|| &name[..field])
}

fn find(leaders: &mut [u32], mut number: u32) -> u32 {
    while leaders[number as usize] != number {
        let above = leaders[number as usize];
        leaders[number as usize] = leaders[above as usize];
        number = above;
    }
    number
}
