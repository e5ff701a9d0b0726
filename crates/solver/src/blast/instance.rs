//! A SAT instance that holds the clauses of the gates some conjunct depends on.

use super::circuit::{Circuit, Gate, Lit};
use super::sat::{Outcome, Sat, SatLit};
use std::time::Instant;

/// The clauses of part of a circuit: gates are added, with all they depend on, when first asked for.
pub(super) struct Instance {
    sat: Sat,
    /// The variable of each gate that has one, with the generation that gave it.
    variables: Vec<(u32, SatLit)>,
    generation: u32,
    len: usize,
    pending: Vec<(u32, bool)>,
    operands: Vec<Lit>,
}

impl Instance {
    pub fn new() -> Instance {
        Instance {
            sat: Sat::new(),
            variables: Vec::new(),
            generation: 1,
            len: 0,
            pending: Vec::new(),
            operands: Vec::new(),
        }
    }

    /// Drops all clauses; the cost does not depend on the size of the circuit.
    pub fn clear(&mut self) {
        self.sat = Sat::new();
        self.len = 0;
        self.generation += 1;
    }

    /// Number of gates that have clauses.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether a gate has clauses.
    pub fn has(&self, gate: u32) -> bool {
        self.variables.get(gate as usize).is_some_and(|entry| entry.0 == self.generation)
    }

    /// The SAT literal of a bit; what it depends on is added with it.
    pub fn literal(&mut self, circuit: &Circuit, lit: Lit) -> SatLit {
        self.variables.resize(circuit.len(), (0, SatLit::UNDEF));
        if !self.has(lit.gate() as u32) {
            self.add(circuit, lit.gate());
        }
        self.known(lit)
    }

    /// The SAT literal of a bit, if it was added.
    pub fn find(&self, lit: Lit) -> Option<SatLit> {
        let &(generation, variable) = self.variables.get(lit.gate())?;
        (generation == self.generation).then_some(if lit.is_negative() {
            !variable
        } else {
            variable
        })
    }

    /// Requires that one of these bits is true, from now on.
    pub fn require(&mut self, circuit: &Circuit, clause: &[Lit]) {
        let clause: Vec<SatLit> = clause.iter().map(|&lit| self.literal(circuit, lit)).collect();
        self.sat.add(&clause);
    }

    pub fn solve(
        &mut self,
        assumptions: &[SatLit],
        conflicts: &mut u64,
        deadline: Option<Instant>,
    ) -> Outcome {
        self.sat.solve(assumptions, conflicts, deadline)
    }

    /// The value of a bit in the last model; false for bits that were never added.
    pub fn value(&self, lit: Lit) -> bool {
        match self.find(lit) {
            Some(variable) => self.sat.value(variable),
            None => lit == Lit::TRUE,
        }
    }

    /// The value of a word of at most 128 bits in the last model.
    pub fn word_value(&self, word: &[Lit]) -> u128 {
        word.iter().rev().fold(0, |value, &lit| value << 1 | u128::from(self.value(lit)))
    }

    /// Whether an assumption had a part in the last contradiction.
    pub fn in_core(&self, assumption: SatLit) -> bool {
        self.sat.in_core(assumption)
    }

    fn known(&self, lit: Lit) -> SatLit {
        let variable = self.variables[lit.gate()].1;
        if lit.is_negative() { !variable } else { variable }
    }

    /// Adds a gate after everything it depends on.
    fn add(&mut self, circuit: &Circuit, gate: usize) {
        self.pending.push((gate as u32, false));
        while let Some((index, leaving)) = self.pending.pop() {
            let gate = index as usize;
            if self.has(index) {
                continue;
            }
            let mut operands = std::mem::take(&mut self.operands);
            operands.clear();
            read_by(circuit, gate, &mut operands);
            if leaving {
                let output = self.sat.variable();
                self.variables[gate] = (self.generation, output);
                self.len += 1;
                self.add_clauses(circuit.gate(gate), output, &operands);
            } else {
                self.pending.push((index, true));
                for lit in &operands {
                    if !self.has(lit.gate() as u32) {
                        self.pending.push((lit.gate() as u32, false));
                    }
                }
            }
            self.operands = operands;
        }
    }

    fn add_clauses(&mut self, gate: Gate, o: SatLit, operands: &[Lit]) {
        let known = |lit: Lit| self.known(lit);
        match gate {
            Gate::Input => {}
            Gate::True => self.sat.add(&[o]),
            Gate::And(..) => {
                let mut all: Vec<SatLit> = operands.iter().map(|&lit| !known(lit)).collect();
                for &not in &all {
                    self.sat.add(&[!o, !not]);
                }
                all.push(o);
                self.sat.add(&all);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (known(a), known(b));
                for [x, y, z] in [[a, b, !o], [!a, !b, !o], [a, !b, o], [!a, b, o]] {
                    self.sat.add(&[x, y, z]);
                }
            }
            Gate::Xor3(a, b, c) => {
                let (a, b, c) = (known(a), known(b), known(c));
                for (a, flip) in [(a, false), (!a, true)] {
                    for (b, flip) in [(b, flip), (!b, !flip)] {
                        for (c, flip) in [(c, flip), (!c, !flip)] {
                            // All three given false: the sum is the parity of the flips.
                            self.sat.add(&[a, b, c, if flip { o } else { !o }]);
                        }
                    }
                }
            }
            Gate::Mux(c, a, b) => {
                let (c, a, b) = (known(c), known(a), known(b));
                self.sat.add(&[!c, !a, o]);
                self.sat.add(&[!c, a, !o]);
                self.sat.add(&[c, !b, o]);
                self.sat.add(&[c, b, !o]);
                // Implied, but lets agreeing arms propagate before the condition is known.
                self.sat.add(&[!a, !b, o]);
                self.sat.add(&[a, b, !o]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (known(a), known(b), known(c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.sat.add(&[!x, !y, o]);
                    self.sat.add(&[x, y, !o]);
                }
            }
        }
    }
}

/// What a gate reads; a conjunction reads through conjunctions that nothing else reads.
fn read_by(circuit: &Circuit, gate: usize, operands: &mut Vec<Lit>) {
    let Gate::And(..) = circuit.gate(gate) else {
        operands.extend(circuit.gate(gate).operands());
        return;
    };
    let mut pending = vec![Lit::new(gate, false)];
    while let Some(lit) = pending.pop() {
        let inner =
            lit.gate() == gate || (!lit.is_negative() && circuit.has_one_reader(lit.gate()));
        match circuit.gate(lit.gate()) {
            Gate::And(a, b) if inner => pending.extend([a, b]),
            _ => operands.push(lit),
        }
    }
}
