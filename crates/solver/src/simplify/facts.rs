//! What each conjunct says on its own: which term may be replaced by which everywhere else.

use super::Part;
use super::linear::Linear;
use crate::layer::Meter;
use crate::origin::Origin;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{BinaryOp, CompareOp, ConvertOp, Node, Pool, Sort, TermId, UnaryOp, VarId};

/// What is learnt in one round.
///
/// A conjunct that defines a variable is used up: the variable is replaced everywhere and is gone. Any
/// other conjunct stays, and what it says is used in the others. It is never used in itself, and a fact
/// about a term only follows from a conjunct whose own facts are no larger than it, so no two conjuncts
/// can remove each other.
#[derive(Debug, Default)]
pub struct Facts {
    replacements: FxHashMap<TermId, Replacement>,
    /// The variables that are eliminated, each with a term that has none of them.
    pub definitions: Vec<(VarId, TermId)>,
    /// What each part says: the role it plays in this round.
    roles: Vec<Role>,
}

/// What becomes of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It says nothing that another part has not said before.
    Silent,
    /// It says something about this term, and stays.
    States(TermId),
    /// It defines a variable and is used up.
    Defines,
}

/// What a term equals, and why.
#[derive(Clone, Copy, Debug)]
pub struct Replacement {
    /// The simpler term.
    pub by: TermId,
    /// Where it is known from.
    pub origin: Origin,
}

impl Facts {
    /// What the parts say.
    pub fn learn(pool: &mut Pool, parts: &[Part], meter: &mut Meter) -> Facts {
        let mut facts = Facts { roles: vec![Role::Silent; parts.len()], ..Facts::default() };
        // Values first: they make the terms of other definitions smaller.
        for (index, part) in parts.iter().enumerate() {
            facts.learn_value(pool, part, index);
        }
        let mut definer = Definer::new(parts.len());
        for (index, part) in parts.iter().enumerate() {
            if !facts.is_definition(index) {
                facts.learn_term(pool, part, index, &mut definer);
            }
        }
        meter.steps += parts.len() as u64 + definer.visited;
        facts
    }

    /// What a term is to be replaced by.
    pub fn replacement(&self, term: TermId) -> Option<&Replacement> {
        self.replacements.get(&term)
    }

    /// Whether a part was used up as a definition.
    pub fn is_definition(&self, part: usize) -> bool {
        self.roles[part] == Role::Defines
    }

    /// The term that a part states a fact about: itself, what it negates, or what it equals to a constant.
    pub fn subject(&self, part: usize) -> Option<TermId> {
        match self.roles[part] {
            Role::States(term) => Some(term),
            Role::Silent | Role::Defines => None,
        }
    }

    /// Learns that a term has a certain value, if that is what the part says.
    fn learn_value(&mut self, pool: &mut Pool, part: &Part, index: usize) {
        let (atom, holds) = match pool.node(part.term) {
            Node::Unary(UnaryOp::Not, inner) => (inner, false),
            _ => (part.term, true),
        };
        let (term, value) = match pool.node(atom) {
            Node::Compare(op, a, b) if holds => match has_value(pool, op, a, b) {
                Some((term, value)) => (term, value),
                None => {
                    self.learn_comparison(pool, part, (op, a, b));
                    (atom, pool.bool(true))
                }
            },
            _ => (atom, pool.bool(holds)),
        };
        if self.replacements.contains_key(&term) {
            return;
        }
        self.replace(term, value, part);
        self.roles[index] = match pool.var_of(term) {
            Some(variable) => {
                self.definitions.push((variable, value));
                Role::Defines
            }
            None => Role::States(term),
        };
    }

    /// A comparison that holds decides the others between the same operands.
    fn learn_comparison(
        &mut self,
        pool: &mut Pool,
        part: &Part,
        (op, a, b): (CompareOp, TermId, TermId),
    ) {
        use CompareOp::{Eq, FOeq, FOle, FOlt, Slt, Ult};
        let mut compared = |pool: &mut Pool, op: CompareOp, a: TermId, b: TermId, value: bool| {
            let term = pool.compare(op, a, b);
            // Constructors may have turned the comparison into something else, which says more than
            // the conjunct does.
            let plain = matches!(pool.node(term), Node::Compare(as_is, x, y)
                if as_is == op && ((x, y) == (a, b) || op == Eq && (y, x) == (a, b)));
            if plain && !self.replacements.contains_key(&term) {
                let value = pool.bool(value);
                self.replace(term, value, part);
            }
        };
        match op {
            Ult | Slt => {
                compared(pool, op, b, a, false);
                compared(pool, Eq, a, b, false);
            }
            Eq => {
                for order in [Ult, Slt] {
                    compared(pool, order, a, b, false);
                    compared(pool, order, b, a, false);
                }
            }
            FOlt => {
                compared(pool, FOle, a, b, true);
                compared(pool, FOeq, a, b, false);
                compared(pool, FOlt, b, a, false);
                compared(pool, FOle, b, a, false);
            }
            _ => {}
        }
    }

    /// Learns that a variable equals a term without it, if the part can be read so.
    fn learn_term(&mut self, pool: &mut Pool, part: &Part, index: usize, definer: &mut Definer) {
        let (a, b, equal) = match pool.node(part.term) {
            Node::Compare(CompareOp::Eq, a, b) => (a, b, true),
            Node::Binary(BinaryOp::Xor, a, b) => (a, b, false),
            Node::Unary(UnaryOp::Not, inner) => match pool.node(inner) {
                Node::Binary(BinaryOp::Xor, a, b) => (a, b, true),
                _ => return,
            },
            _ => return,
        };
        // A side that is a variable gives the plainest definition.
        let sides = if pool.var_of(b).is_some() { [(b, a), (a, b)] } else { [(a, b), (b, a)] };
        let plain = sides
            .into_iter()
            .find_map(|(left, right)| definer.solve(pool, left, right, equal, self));
        let solved = match plain {
            None if pool.sort(a) != Sort::BOOL => definer.solve_sum(pool, a, b, self),
            plain => plain,
        };
        if let Some((variable, term)) = solved {
            let left = pool.variable_term(variable);
            self.replace(left, term, part);
            self.definitions.push((variable, term));
            self.roles[index] = Role::Defines;
        }
    }

    fn replace(&mut self, term: TermId, by: TermId, part: &Part) {
        self.replacements.insert(term, Replacement { by, origin: part.origin });
    }
}

/// The term and the constant whose equality a comparison states bit by bit.
fn has_value(pool: &mut Pool, op: CompareOp, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
    let (term, constant) = match (pool.as_constant(a), pool.as_constant(b)) {
        (Some(_), _) => (b, a),
        (_, Some(_)) => (a, b),
        _ => return None,
    };
    match op {
        CompareOp::Eq => Some(match pool.node(term) {
            Node::Convert(ConvertOp::BitCast, float) if pool.var_of(float).is_some() => {
                let sort = pool.sort(float);
                (float, pool.convert(ConvertOp::BitCast, sort, constant))
            }
            _ => (term, constant),
        }),
        // Every number but zero has one representation; nothing equals a NaN.
        CompareOp::FOeq => {
            let sign = pool.sort(constant).mask() >> 1;
            let magnitude = pool.as_constant(constant)? & sign;
            (magnitude != 0).then_some((term, constant))
        }
        _ => None,
    }
}

/// Solves equalities for variables, so that the definitions of one round can be put in at once: no
/// definition mentions a variable that another one eliminates.
struct Definer {
    /// Variables that definitions of this round mention.
    mentioned: FxHashSet<VarId>,
    seen: FxHashSet<TermId>,
    pending: Vec<TermId>,
    visited: u64,
    /// Terms that may be looked at in all, so that many equalities over one large term stay cheap.
    limit: u64,
}

impl Definer {
    fn new(parts: usize) -> Definer {
        Definer {
            mentioned: FxHashSet::default(),
            seen: FxHashSet::default(),
            pending: Vec::new(),
            visited: 0,
            limit: 10_000 + 32 * parts as u64,
        }
    }

    /// The variable and the term that it equals by `left == right`, or by `left != right` for conditions.
    fn solve(
        &mut self,
        pool: &mut Pool,
        left: TermId,
        right: TermId,
        equal: bool,
        facts: &Facts,
    ) -> Option<(VarId, TermId)> {
        let (variable, other) = self.isolate(pool, left, facts)?;
        let others = [Some(right), other].into_iter().flatten();
        if self.occurs(pool, variable, others, facts) {
            return None;
        }
        let term = match pool.node(left) {
            Node::Variable(_) if equal => right,
            Node::Variable(_) => pool.not(right),
            Node::Convert(..) => {
                let sort = pool.variable_sort(variable);
                pool.convert(ConvertOp::BitCast, sort, right)
            }
            _ => pool.binary(BinaryOp::Xor, right, other?),
        };
        self.mention(pool);
        Some((variable, term))
    }

    /// The variable and the term that it equals by `a == b`, both sums of multiples.
    fn solve_sum(
        &mut self,
        pool: &mut Pool,
        a: TermId,
        b: TermId,
        facts: &Facts,
    ) -> Option<(VarId, TermId)> {
        let sum = Linear::difference(pool, a, b)?;
        let (variable, left) = sum.solvable().find_map(|left| {
            let variable = self.free(pool, left, facts)?;
            (!self.occurs(pool, variable, sum.others(left), facts)).then_some((variable, left))
        })?;
        let term = sum.solved_for(pool, left)?;
        self.mention(pool);
        Some((variable, term))
    }

    /// Notes the variables of the terms that were just looked at.
    fn mention(&mut self, pool: &Pool) {
        self.mentioned.extend(self.seen.iter().filter_map(|&term| pool.var_of(term)));
    }

    /// The variable that a term is, if it can still be eliminated in this round.
    fn free(&self, pool: &Pool, term: TermId, facts: &Facts) -> Option<VarId> {
        let variable = pool.var_of(term)?;
        let taken = self.mentioned.contains(&variable) || facts.replacement(term).is_some();
        (!taken).then_some(variable)
    }

    /// A variable that the left side can be solved for, and what else stands there.
    fn isolate(&self, pool: &Pool, left: TermId, facts: &Facts) -> Option<(VarId, Option<TermId>)> {
        let free = |term: TermId| self.free(pool, term, facts);
        match pool.node(left) {
            Node::Variable(_) => Some((free(left)?, None)),
            Node::Convert(ConvertOp::BitCast, x) => Some((free(x)?, None)),
            // Conditions that are equal or different are an `xor` already, whose sides these are.
            Node::Binary(BinaryOp::Xor, x, y) if pool.sort(left) != Sort::BOOL => {
                match (free(x), free(y)) {
                    (Some(variable), _) => Some((variable, Some(y))),
                    (None, Some(variable)) => Some((variable, Some(x))),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether terms mention the variable or one that is being eliminated, or are too large to tell.
    /// What was looked at stays in `seen`.
    fn occurs(
        &mut self,
        pool: &Pool,
        variable: VarId,
        terms: impl Iterator<Item = TermId>,
        facts: &Facts,
    ) -> bool {
        self.seen.clear();
        self.pending.extend(terms);
        while let Some(term) = self.pending.pop() {
            if !self.seen.insert(term) {
                continue;
            }
            self.visited += 1;
            let gone = |found: VarId| found == variable || facts.replacement(term).is_some();
            if self.visited > self.limit || pool.var_of(term).is_some_and(gone) {
                self.pending.clear();
                return true;
            }
            self.pending.extend(pool.node(term).children());
        }
        false
    }
}
