//! The propagation itself: sweeps over all terms, down from the conjuncts and up from the variables.

use super::{backward, forward};
use crate::origin::{Origin, Origins};
use crate::problem::{Bounds, Domains};
use rustc_hash::FxHashMap;
use term::{Node, Pool, TermId};

/// How often all terms are swept over. Most that can be learnt is learnt in three; two variables that push
/// each other up by one could go on for ever.
const SWEEPS: usize = 8;

/// The largest table whose entries are looked at one by one.
const TABLE: u128 = 256;

/// What is known about every term of a conjunction.
pub struct Propagation {
    /// The terms, operands before users.
    terms: Vec<Known>,
    clauses: Vec<u32>,
    /// Why things are known.
    pub origins: Origins,
    /// Terms looked at so far.
    pub visited: u64,
}

struct Known {
    term: TermId,
    width: u8,
    operands: [u32; 3],
    operand_count: u8,
    bounds: Bounds,
    /// The conjuncts that the bounds follow from; none where they always hold.
    origin: Option<Origin>,
    /// Whether its users have not seen its bounds yet.
    is_new: bool,
    /// Whether its operands have not seen all there is to see.
    is_due: bool,
}

/// What a contradiction follows from.
pub type Contradiction = Option<Origin>;

impl Propagation {
    /// Nothing known yet about these conjuncts.
    pub fn new(pool: &Pool, clauses: &[TermId]) -> Propagation {
        let order = term::postorder(pool, clauses);
        let mut places: FxHashMap<TermId, u32> = FxHashMap::default();
        places.reserve(order.len());
        let mut terms = Vec::with_capacity(order.len());
        for (place, &term) in order.iter().enumerate() {
            places.insert(term, place as u32);
            let mut operands = [0; 3];
            let mut operand_count = 0;
            for operand in pool.node(term).children() {
                operands[usize::from(operand_count)] = places[&operand];
                operand_count += 1;
            }
            let width = pool.sort(term).width();
            terms.push(Known {
                term,
                width,
                operands,
                operand_count,
                bounds: Bounds::top(width),
                origin: None,
                is_new: true,
                is_due: false,
            });
        }
        let clauses = clauses.iter().map(|clause| places[clause]).collect();
        Propagation { terms, clauses, origins: Origins::new(), visited: 0 }
    }

    /// Propagates until nothing changes or the sweeps are over.
    pub fn run(&mut self, pool: &Pool) -> Result<(), Contradiction> {
        self.sweep_up(pool)?;
        for index in 0..self.clauses.len() {
            let origin = Some(self.origins.clause(index));
            self.narrow_one(self.clauses[index], &Bounds::constant(1, 1), origin)?;
        }
        for _ in 0..SWEEPS {
            self.sweep_down(pool)?;
            if !self.sweep_up(pool)? {
                break;
            }
        }
        Ok(())
    }

    /// Adds what was learnt about variables.
    pub fn narrow(&self, pool: &Pool, domains: &mut Domains) {
        for known in &self.terms {
            if let Some(variable) = pool.var_of(known.term)
                && pool.sort(known.term).is_bits()
                && known.bounds != Bounds::top(known.width)
            {
                domains.set(variable, known.bounds);
            }
        }
    }

    /// From operands to users; whether anything was new.
    fn sweep_up(&mut self, pool: &Pool) -> Result<bool, Contradiction> {
        let mut any = false;
        for place in 0..self.terms.len() {
            let known = &self.terms[place];
            let operands = &known.operands[..usize::from(known.operand_count)];
            let fresh = operands.iter().any(|&operand| self.terms[operand as usize].is_new);
            let leaf = operands.is_empty() && known.is_new;
            any |= known.is_new;
            if !fresh && !leaf {
                continue;
            }
            self.visited += 1;
            let bounds = self.above(pool, place);
            let origin = self.origin_of_operands(place);
            self.terms[place].is_due |= fresh;
            self.narrow_one(place as u32, &bounds, origin)?;
        }
        self.terms.iter_mut().for_each(|known| known.is_new = false);
        Ok(any)
    }

    /// From users to operands.
    fn sweep_down(&mut self, pool: &Pool) -> Result<(), Contradiction> {
        for place in (0..self.terms.len()).rev() {
            if std::mem::take(&mut self.terms[place].is_due) {
                self.visited += 1;
                self.below(pool, place)?;
            }
        }
        Ok(())
    }

    fn narrow_one(
        &mut self,
        place: u32,
        by: &Bounds,
        because: Option<Origin>,
    ) -> Result<(), Contradiction> {
        let known = &mut self.terms[place as usize];
        match known.bounds.meet(by, known.width) {
            None => Err(self.origins.join(known.origin, because)),
            Some(bounds) => {
                if bounds != known.bounds {
                    known.bounds = bounds;
                    known.origin = self.origins.join(known.origin, because);
                    (known.is_new, known.is_due) = (true, true);
                }
                Ok(())
            }
        }
    }

    fn origin_of_operands(&mut self, place: usize) -> Option<Origin> {
        let Known { operands, operand_count, .. } = self.terms[place];
        operands[..usize::from(operand_count)].iter().fold(None, |origin, &operand| {
            self.origins.join(origin, self.terms[operand as usize].origin)
        })
    }

    /// What the operands of a term say about it.
    fn above(&self, pool: &Pool, place: usize) -> Bounds {
        let known = &self.terms[place];
        let width = known.width;
        let operand = |index: usize| &self.terms[known.operands[index] as usize];
        let bounds = |index: usize| &operand(index).bounds;
        let condition = |holds: Option<bool>| match holds {
            Some(holds) => Bounds::constant(1, holds.into()),
            None => Bounds::top(1),
        };
        match pool.node(known.term) {
            Node::Constant(raw) => Bounds::constant(width, raw),
            Node::Unary(op, _) => forward::unary(op, width, bounds(0)),
            Node::Binary(op, ..) => forward::binary(op, width, bounds(0), bounds(1)),
            Node::Compare(op, ..) => {
                condition(forward::compare(op, operand(0).width, bounds(0), bounds(1)))
            }
            Node::Convert(op, _) => forward::convert(op, operand(0).width, width, bounds(0)),
            Node::Extract { low, .. } => forward::extract(low, width, bounds(0)),
            Node::Concat(..) => forward::concat(width, operand(1).width, bounds(0), bounds(1)),
            Node::Ite(..) if !pool.sort(known.term).is_bytes() => match bounds(0).as_constant() {
                Some(1) => *bounds(1),
                Some(_) => *bounds(2),
                None => bounds(1).join(bounds(2)),
            },
            Node::Select(array, _) => match pool.node(array) {
                Node::Bytes(bytes) => looked_up(bytes, bounds(1)),
                _ => Bounds::top(width),
            },
            _ => Bounds::top(width),
        }
    }

    /// Tells the operands of a term what it says about them.
    fn below(&mut self, pool: &Pool, place: usize) -> Result<(), Contradiction> {
        let Known { term, width, operands, origin, bounds: result, .. } = self.terms[place];
        let bounds = |index: usize| self.terms[operands[index] as usize].bounds;
        let operand_width = |index: usize| self.terms[operands[index] as usize].width;
        let one = |by: Bounds| [Some(by), None, None];
        let two = |(a, b): (Bounds, Bounds)| [Some(a), Some(b), None];
        let narrowed = match pool.node(term) {
            Node::Unary(op, _) => one(backward::of_unary(op, width, &result)),
            Node::Binary(op, ..) => {
                two(backward::of_binary(op, width, &result, &bounds(0), &bounds(1)))
            }
            Node::Compare(op, ..) => match result.as_constant() {
                None => return Ok(()),
                Some(holds) => {
                    let (a, b) = (bounds(0), bounds(1));
                    match backward::of_compare(op, operand_width(0), holds == 1, &a, &b) {
                        Some(narrowed) => two(narrowed),
                        None => {
                            let operands = self.origin_of_operands(place);
                            return Err(self.origins.join(origin, operands));
                        }
                    }
                }
            },
            Node::Convert(op, _) => one(backward::of_convert(op, operand_width(0), &result)),
            Node::Extract { low, .. } => {
                one(backward::of_extract(operand_width(0), low, width, &result))
            }
            Node::Concat(..) => two(backward::of_concat(width, operand_width(1), &result)),
            Node::Ite(..) if !pool.sort(term).is_bytes() => match bounds(0).as_constant() {
                Some(1) => [None, Some(result), None],
                Some(_) => [None, None, Some(result)],
                None if bounds(1).meet(&result, width).is_none() => one(Bounds::constant(1, 0)),
                None if bounds(2).meet(&result, width).is_none() => one(Bounds::constant(1, 1)),
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        // What is said about one operand follows from the result and from the others.
        let because = self.origin_of_operands(place);
        let because = self.origins.join(origin, because);
        for (operand, by) in operands.into_iter().zip(narrowed) {
            if let Some(by) = by {
                self.narrow_one(operand, &by, because)?;
            }
        }
        Ok(())
    }

    /// What is known about a term of the conjunction.
    #[cfg(test)]
    pub fn bounds(&self, term: TermId) -> Option<&Bounds> {
        self.terms.iter().find(|known| known.term == term).map(|known| &known.bounds)
    }
}

/// What a table has at any of these indices.
fn looked_up(bytes: &[u8], index: &Bounds) -> Bounds {
    let (first, last) = index.unsigned;
    if last - first >= TABLE {
        return Bounds::top(8);
    }
    let entry = |at: u128| {
        let byte = usize::try_from(at).ok().and_then(|at| bytes.get(at));
        Bounds::constant(8, byte.copied().unwrap_or(0).into())
    };
    let fits = |at: &u128| at & index.known == index.bits;
    let entries = (first..=last).filter(fits).map(entry);
    entries.reduce(|all, next| all.join(&next)).unwrap_or(Bounds::top(8))
}
