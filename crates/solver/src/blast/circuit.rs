//! Circuits of hash-consed gates: equal gates are one, constants never reach a gate.
//!
//! Besides conjunction there are native gates for what arithmetic is made of (exclusive or of two and of
//! three, majority, choice), because their clauses propagate better than those of an and-inverter graph.

use rustc_hash::FxHashMap;
use std::ops::Not;

/// The output of a gate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Lit(u32);

impl Lit {
    pub const TRUE: Lit = Lit(0);
    pub const FALSE: Lit = Lit(1);

    pub fn new(gate: usize, negative: bool) -> Lit {
        Lit((gate as u32) << 1 | u32::from(negative))
    }

    pub fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// The gate whose output this is.
    #[inline]
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The gate's output without negation.
    fn positive(self) -> Lit {
        Lit(self.0 & !1)
    }

    /// Negated if `flip`.
    #[inline]
    pub fn flipped(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What computes a bit. Operands are sorted and signs normalised, so that equal functions of equal
/// operands are equal gates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Gate {
    /// The constant, only at place 0.
    True,
    /// A free bit.
    Input,
    And(Lit, Lit),
    Xor(Lit, Lit),
    Xor3(Lit, Lit, Lit),
    /// The second if the first, otherwise the third.
    Mux(Lit, Lit, Lit),
    /// Whether at least two of three hold.
    Majority(Lit, Lit, Lit),
}

/// Gates in topological order.
#[derive(Debug)]
pub(super) struct Circuit {
    gates: Vec<Gate>,
    /// How many gates read each gate, as far as that is of interest: none, one, more.
    readers: Vec<u8>,
    known: FxHashMap<Gate, u32>,
}

impl Circuit {
    pub fn new() -> Circuit {
        Circuit { gates: vec![Gate::True], readers: vec![0], known: FxHashMap::default() }
    }

    /// Number of gates, inputs included.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    #[inline]
    pub fn gate(&self, index: usize) -> Gate {
        self.gates[index]
    }

    /// Whether a single gate reads this one.
    pub fn has_one_reader(&self, index: usize) -> bool {
        self.readers[index] == 1
    }

    pub fn input(&mut self) -> Lit {
        self.push(Gate::Input)
    }

    /// That many fresh inputs.
    pub fn inputs(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.input()).collect()
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::TRUE || a == b {
            return b;
        }
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        // One operand inside the other: b was made later, so it is the one to look into.
        if let Gate::And(x, y) = self.gates[b.gate()] {
            let within = |lit: Lit| lit == x || lit == y;
            match (b.is_negative(), within(a), within(!a)) {
                (false, true, _) => return b,
                (false, _, true) => return Lit::FALSE,
                (true, _, true) => return a,
                (true, true, _) => {
                    let other = if a == x { y } else { x };
                    return self.and(a, !other);
                }
                _ => {}
            }
        }
        self.make(Gate::And(a, b))
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negative() ^ b.is_negative();
        let (a, b) = (a.positive(), b.positive());
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::TRUE {
            return (!b).flipped(flip);
        }
        if a == b {
            return Lit::FALSE.flipped(flip);
        }
        self.make(Gate::Xor(a, b)).flipped(flip)
    }

    pub fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let flip = a.is_negative() ^ b.is_negative() ^ c.is_negative();
        let mut operands = [a.positive(), b.positive(), c.positive()];
        operands.sort_unstable();
        let [a, b, c] = operands;
        if a == Lit::TRUE {
            return (!self.xor(b, c)).flipped(flip);
        }
        if a == b {
            return c.flipped(flip);
        }
        if b == c {
            return a.flipped(flip);
        }
        self.make(Gate::Xor3(a, b, c)).flipped(flip)
    }

    /// `yes` if the condition holds, otherwise `no`.
    pub fn mux(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        let (c, yes, no) =
            if condition.is_negative() { (!condition, no, yes) } else { (condition, yes, no) };
        if c == Lit::TRUE || yes == no {
            return yes;
        }
        if yes == !no {
            return !self.xor(c, yes);
        }
        // Where an arm is a constant, or the condition itself, the other arm decides alone.
        if yes == Lit::TRUE || yes == c {
            return self.or(c, no);
        }
        if yes == Lit::FALSE || yes == !c {
            return self.and(!c, no);
        }
        if no == Lit::FALSE || no == c {
            return self.and(c, yes);
        }
        if no == Lit::TRUE || no == !c {
            return self.or(!c, yes);
        }
        let flip = yes.is_negative();
        self.make(Gate::Mux(c, yes.flipped(flip), no.flipped(flip))).flipped(flip)
    }

    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut operands = [a, b, c];
        operands.sort_unstable();
        let [a, b, c] = operands;
        match a {
            Lit::TRUE => return self.or(b, c),
            Lit::FALSE => return self.and(b, c),
            _ => {}
        }
        if a.gate() == b.gate() {
            return if a == b { a } else { c };
        }
        if b.gate() == c.gate() {
            return if b == c { b } else { a };
        }
        // The function is its own dual: negating all operands negates the result.
        let flip = operands.iter().filter(|lit| lit.is_negative()).count() >= 2;
        let [a, b, c] = operands.map(|lit| lit.flipped(flip));
        self.make(Gate::Majority(a, b, c)).flipped(flip)
    }

    /// Whether all hold; a chain that becomes one wide gate where nothing else reads its links.
    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::TRUE, |all, lit| self.and(all, lit))
    }

    /// Whether any holds.
    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !lits.into_iter().fold(Lit::TRUE, |none, lit| self.and(none, !lit))
    }

    /// The value of a gate's output when those of its operands are given.
    pub fn evaluate(gate: Gate, value: impl Fn(Lit) -> bool) -> Option<bool> {
        Some(match gate {
            Gate::True => true,
            Gate::Input => return None,
            Gate::And(a, b) => value(a) && value(b),
            Gate::Xor(a, b) => value(a) ^ value(b),
            Gate::Xor3(a, b, c) => value(a) ^ value(b) ^ value(c),
            Gate::Mux(c, a, b) => {
                if value(c) {
                    value(a)
                } else {
                    value(b)
                }
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (value(a), value(b), value(c));
                (a && b) || (c && (a || b))
            }
        })
    }

    fn make(&mut self, gate: Gate) -> Lit {
        if let Some(&index) = self.known.get(&gate) {
            return Lit::new(index as usize, false);
        }
        let lit = self.push(gate);
        self.known.insert(gate, lit.gate() as u32);
        lit
    }

    fn push(&mut self, gate: Gate) -> Lit {
        for operand in gate.operands() {
            let readers = &mut self.readers[operand.gate()];
            *readers = (*readers + 1).min(2);
        }
        self.gates.push(gate);
        self.readers.push(0);
        Lit::new(self.gates.len() - 1, false)
    }
}

impl Gate {
    /// The bits it reads.
    pub fn operands(&self) -> impl Iterator<Item = Lit> + use<> {
        let operands = match *self {
            Gate::True | Gate::Input => [None; 3],
            Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
            Gate::Xor3(a, b, c) | Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => {
                [Some(a), Some(b), Some(c)]
            }
        };
        operands.into_iter().flatten()
    }
}
